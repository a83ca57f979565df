// One's own mistakes from reviewed games, kept in this browser to come back as puzzles.

import { answered, isDue, newCard } from "./leitner.js";
import { ownSide } from "./review_summary.js";
import { read, write } from "./storage.js";

const MOST = 100;
const KINDS = ["mistake", "blunder"];

export const keyOf = ({ game, position, moves }) => JSON.stringify([game, position, moves]);

export const ownMistakes = () => read("mistakes", []);

// The mistakes of the only person in a reviewed game.
export function mistakesOf(review, state) {
  const own = ownSide(state);
  return [...review.values()]
    .filter(({ ply, mark }) => KINDS.includes(mark) && state.entries[ply]?.[1] === own)
    .sort((a, b) => a.ply - b.ply)
    .map(({ ply }) => ({
      game: state.game,
      name: state.name,
      position: state.start,
      moves: state.entries.slice(0, ply).map(([move]) => move),
      played: state.entries[ply][0],
      player: own,
    }));
}

// Adds mistakes that are not known yet, and drops the oldest if there are too many.
export function keepMistakes(found, now) {
  const known = ownMistakes();
  const keys = new Set([...known.map(keyOf), ...read("learned", [])]);
  const fresh = found.filter((each) => !keys.has(keyOf(each)));
  if (fresh.length === 0) return;
  const cards = fresh.map((each) => ({ ...each, card: newCard(now) }));
  write("mistakes", [...known, ...cards].slice(-MOST));
}

// The mistakes in a game that are due, the longest overdue first.
export const dueMistakes = (name, now) =>
  ownMistakes()
    .filter((each) => each.name === name && isDue(each.card, now))
    .sort((a, b) => a.card.due - b.card.due);

// Files a mistake after an answer. One that is learned does not come back.
export function answerMistake(mistake, good, now) {
  const key = keyOf(mistake);
  const card = answered(mistake.card, good, now);
  if (card === null) write("learned", [...read("learned", []), key].slice(-MOST));
  write(
    "mistakes",
    ownMistakes().flatMap((each) => {
      if (keyOf(each) !== key) return [each];
      return card === null ? [] : [{ ...each, card }];
    }),
  );
}
