// Numbers as text.

export const decimal = (value) => (value === null || value === undefined ? "–" : value.toFixed(3));

// A share in percent; a dash if an agent gives no value.
export const percent = (value) =>
  value === null || value === undefined ? "–" : `${Math.round(100 * value)}%`;

// What a move lost, rounded down: a loss just below the bound of a mark must not look like the bound.
export const lossText = (lost) => `${Math.floor(100 * lost + 1e-6)}%`;

export function thousands(number) {
  if (number < 10_000) return number.toLocaleString("en");
  if (number < 1_000_000) return `${(number / 1000).toFixed(number < 100_000 ? 1 : 0)}k`;
  return `${(number / 1_000_000).toFixed(2)}M`;
}

// A number of things: "1 move", "2 moves". The plural adds an s unless it is given.
export const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

// The size of a search: alpha-beta has nodes, Monte-Carlo tree search simulations.
export const effort = ({ simulations, nodes }) =>
  simulations > 0 ? [simulations, "simulations"] : [nodes, "nodes"];

export function effortText(found) {
  const [number, unit] = effort(found);
  return `${thousands(number)} ${unit}`;
}

// Seconds on a clock: minutes and seconds, with tenths in the last ten seconds.
export function clockText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  const text =
    seconds < 10 ? rest.toFixed(1).padStart(4, "0") : String(Math.floor(rest)).padStart(2, "0");
  return `${minutes}:${text}`;
}

// What a search that waits for its turn says of the line.
export const waitingText = (before) =>
  before === 0 ? "Waiting, you are next …" : `Waiting, ${before} before you …`;
