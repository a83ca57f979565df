// The result of a game in words, from the side of the person who played.

const ENDS = {
  resignation: ["resigned", "You resigned."],
  "out of time": ["ran out of time", "You ran out of time."],
};

// The only person in the game, or null if there are two or none.
export function onlyPerson(seats) {
  const people = [0, 1].filter((player) => seats[player].kind === "person");
  return people.length === 1 ? people[0] : null;
}

// The headline as somebody sees it who did not play.
export const neutralHeadline = (state) => resultText({ ...state, shared: true, you: [] }).headline;

// What the players are called by others: by name, or by side if they have none.
export const calledNames = ({ seats, players }) =>
  seats.map(({ name }, player) => (name && name !== "You" ? name : players[player]));

// A headline such as "You win: 14 points to 9", and the reason in a sentence.
export function resultText(state) {
  const { seats, ending, scene, shared, you } = state;
  const { winner, reason, end } = ending;
  const own = shared ? (you[0] ?? null) : onlyPerson(seats);
  const players = shared ? calledNames(state) : state.players;
  const { counts, unit } = scene.caption ?? {};
  const first = own ?? winner ?? 0;
  const tally =
    end === "rules" && counts ? `: ${counts[first]} ${unit} to ${counts[1 - first]}` : "";
  return { headline: who(winner, own, players) + tally, detail: why(winner, own, players, reason) };
}

function who(winner, own, players) {
  if (winner === null) return "Draw";
  if (own === null) return `${players[winner]} wins`;
  return winner === own ? "You win" : "You lose";
}

function why(winner, own, players, reason) {
  const [verb, said] = ENDS[reason] ?? [];
  if (!verb || winner === null) return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return own === 1 - winner ? said : `${players[1 - winner]} ${verb}.`;
}
