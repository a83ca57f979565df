// The variations of games, kept in this browser by the moves of the game.

import { read, write } from "./storage.js";

const MOST_GAMES = 30;

export const gameKey = ({ game, start, entries }) =>
  JSON.stringify([game, start, entries.map(([move]) => move).join(" ")]);

export const keptVariations = (state) =>
  read("variations", []).find(([key]) => key === gameKey(state))?.[1] ?? {};

// Keeps the tree of a game, the newest first. It replaces the tree of the state `before`, which is
// the same game some moves earlier.
export function keepVariations(state, tree, before = null) {
  const gone = [gameKey(state), before && gameKey(before)];
  const others = read("variations", []).filter(([key]) => !gone.includes(key));
  const own = Object.keys(tree).length ? [[gameKey(state), tree]] : [];
  write("variations", [...own, ...others].slice(0, MOST_GAMES));
}
