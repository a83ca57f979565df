// A reviewed game in words and figures: how accurate each side was, and when the game turned.

import { moveLabel } from "./move_list.js";
import { onlyPerson } from "./result_text.js";

// A side with at least this win probability is winning; with less than the rest it is losing.
const AHEAD = 0.6;

// The player whose mistakes come first: the only person, also in a game that was opened again.
export function ownSide({ seats, shared, you }) {
  if (shared) return you[0] ?? null;
  const called = [0, 1].filter((player) => seats[player].name === "You");
  return onlyPerson(seats) ?? (called.length === 1 ? called[0] : null);
}

// The accuracy of a player: the mean over the moves, each from 1 (nothing lost) down to 0 (as much
// as a blunder loses). Null without moves.
export function accuracy(review, entries, player, blunder) {
  const losses = entries
    .map(([, mover], ply) => (mover === player ? review.get(ply)?.lost : null))
    .filter((lost) => typeof lost === "number");
  if (losses.length === 0) return null;
  const scores = losses.map((lost) => Math.max(0, 1 - lost / blunder));
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

const lastPly = (values, holds) => values.findLastIndex(holds);

// When the game turned, as a sentence from the side of a player.
export function summaryText(review, { players, entries, ending }, own) {
  const values = entries.map((_, ply) => review.get(ply)?.value);
  if (values.length === 0 || values.includes(undefined)) return "";
  const { winner = null } = ending ?? {};
  const label = (ply) => moveLabel(entries, ply);
  const player = own ?? winner ?? 0;
  const side = own === null ? players[player] : "You";
  const was = own === null ? "was" : "were";
  const mine = values.map((value) => (player === 0 ? value : 1 - value));
  const winning = lastPly(mine, (value) => value >= AHEAD);
  const losing = lastPly(mine, (value) => value <= 1 - AHEAD);
  const even = lastPly(mine, (value) => value > 1 - AHEAD && value < AHEAD);
  if (ending === null || winner === null) {
    if (winning < 0 && losing < 0) return "Neither side was ever clearly ahead.";
    const [ply, how] = winning > losing ? [winning, "winning"] : [losing, "losing"];
    return `${side} ${was} ${how} at ${label(ply)}.`;
  }
  const since = (ply, how) => `${side} ${was} ${how} until ${label(ply)}.`;
  if (winner === player) {
    if (losing >= 0) return `${since(losing, "losing").slice(0, -1)}, and then turned the game.`;
    return even < 0
      ? `${side} ${was} winning from the start.`
      : `The game was even until ${label(even)}.`;
  }
  if (winning >= 0) return since(winning, "winning");
  return even < 0
    ? `${side} ${was} losing from the start.`
    : `The game was even until ${label(even)}.`;
}

// The part of a refutation that the board shows, in words.
export function refutationText([move, ...answer]) {
  return answer.length ? `After ${move}: ${answer.join(" ")}` : `After ${move}`;
}
