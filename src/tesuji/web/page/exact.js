// Marks for what is proven instead of estimated.

import { h } from "./dom.js";
import { moveLabel } from "./move_list.js";
import { percent } from "./numbers.js";

export function exactBadge() {
  return h("span", { class: "exact", title: "Proven, not estimated" }, "exact");
}

// An exact value as a result, or in percent if dice decide it.
export function exactText(value) {
  return { 0: "loss", 0.5: "draw", 1: "win" }[value] ?? percent(value);
}

// The mark of a move whose value in a search contradicts its exact value.
export function misjudged({ exact }) {
  const title = "The search misjudged this move";
  return h("span", { class: "misjudged", title }, `exact: ${exactText(exact)}`);
}

// The first ply from which on the result is proven and no move changed it; null if the last
// position is not proven. The rows are those of a review, by ply.
export function decidedFrom(rows, last) {
  let first = null;
  for (let ply = last; ply >= 0; ply--) {
    const row = rows.get(ply);
    if (!row?.proven || (first !== null && row.value !== rows.get(first).value)) break;
    first = ply;
  }
  return first;
}

// Since when the result is certain, as a sentence; empty if that is not known.
export function verdict(rows, { entries, players, ply: last }) {
  const ply = decidedFrom(rows, last);
  const value = ply === null ? null : rows.get(ply).value;
  if (![0, 0.5, 1].includes(value)) return "";
  const since = ply ? `since ${moveLabel(entries, ply - 1)}` : "from the start";
  return value === 0.5 ? `A draw ${since}` : `${players[value]} is lost ${since}`;
}
