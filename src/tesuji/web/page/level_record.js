// A person's own results against each level, and the level to try next; kept in this browser.

import { onlyPerson } from "./result_text.js";
import { read, write } from "./storage.js";

// For somebody without results.
const FIRST = 2;
// So many wins more than losses make the next level the right one.
const LEAD = 2;

// Wins, draws and losses by level.
export const recordOf = (game) => read("record", {})[game] ?? {};

function addResult(game, spec, result) {
  const record = read("record", {});
  const results = { ...record[game] };
  const counts = [...(results[spec] ?? [0, 0, 0])];
  counts[{ win: 0, draw: 1, loss: 2 }[result]] += 1;
  write("record", { ...record, [game]: { ...results, [spec]: counts } });
}

// A game counts once: taking back its end and playing on does not add another result.
export const beginCounting = () => write("counted", false);

export function countResult(before, state) {
  const own = onlyPerson(state.seats);
  if (own === null || before === null || before.ending || !state.ending) return;
  const { spec } = state.seats[1 - own];
  if (!/^level-\d+$/.test(spec) || read("counted", true)) return;
  write("counted", true);
  const { winner } = state.ending;
  addResult(state.game, spec, winner === null ? "draw" : winner === own ? "win" : "loss");
}

// The number of the level to try next: one above the highest level that is clearly beaten, but
// below a level that is clearly too strong.
export function nextLevel(levels, record) {
  const lead = ({ spec }) => {
    const [won, , lost] = record[spec] ?? [0, 0, 0];
    return won - lost;
  };
  const played = levels.filter(({ spec }) => record[spec]);
  if (played.length === 0) return FIRST;
  const beaten = played.filter((level) => lead(level) >= LEAD).at(-1);
  if (beaten) return Math.min(beaten.number + 1, levels.at(-1).number);
  const [lowest] = played;
  return Math.max(1, lead(lowest) <= -LEAD ? lowest.number - 1 : lowest.number);
}

// A record in words, such as "won 2, lost 1".
export function recordText([won, drawn, lost] = [0, 0, 0]) {
  const parts = [won && `won ${won}`, drawn && `drew ${drawn}`, lost && `lost ${lost}`];
  return parts.filter(Boolean).join(", ");
}
