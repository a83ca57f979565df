import assert from "node:assert/strict";
import { test } from "node:test";

import {
  accuracy,
  ownSide,
  refutationText,
  summaryText,
} from "../../src/tesuji/web/page/review_summary.js";

const PERSON = { kind: "person", name: "You" };
const AGENT = { kind: "agent", name: "mcts" };
const OTHER = { kind: "person", name: "Anna" };
const entries = [
  ["a", 0],
  ["b", 1],
  ["c", 0],
  ["d", 1],
];
const reviewOf = (values, losses = []) =>
  new Map(values.map((value, ply) => [ply, { ply, value, lost: losses[ply] ?? 0 }]));
const state = (winner) => ({
  players: ["White", "Black"],
  entries,
  ending: winner === undefined ? null : { winner },
});

test("one's own side is the only person's, or the one called You", () => {
  assert.equal(ownSide({ seats: [PERSON, AGENT] }), 0);
  assert.equal(ownSide({ seats: [AGENT, OTHER] }), 1);
  assert.equal(ownSide({ seats: [OTHER, PERSON] }), 1);
  assert.equal(ownSide({ seats: [OTHER, OTHER] }), null);
});

test("accuracy is 1 for the best moves and 0 for blunders", () => {
  const review = reviewOf([0.5, 0.5, 0.5, 0.5, 0.5], [0, 0.3, 0.15, 0.9]);
  assert.equal(accuracy(review, entries, 0, 0.3), 0.75);
  assert.equal(accuracy(review, entries, 1, 0.3), 0);
  assert.equal(accuracy(review, [["d3", null]], 0, 0.3), null);
});

test("the summary says when the game turned", () => {
  const turned = reviewOf([0.5, 0.7, 0.8, 0.3, 0]);
  assert.equal(summaryText(turned, state(1), 0), "You were winning until move 2 (c).");
  assert.equal(
    summaryText(turned, state(1), 1),
    "You were losing until move 2 (c), and then turned the game.",
  );
  assert.equal(
    summaryText(turned, state(1), null),
    "Black was losing until move 2 (c), and then turned the game.",
  );
  const close = reviewOf([0.5, 0.55, 0.5, 0.2, 0]);
  assert.equal(summaryText(close, state(1), 0), "The game was even until move 2 (c).");
  const lost = reviewOf([0.2, 0.1, 0.1, 0, 0]);
  assert.equal(summaryText(lost, state(1), 0), "You were losing from the start.");
  assert.equal(summaryText(lost, state(1), 1), "You were winning from the start.");
});

test("a draw says who was ahead last, and an unfinished review says nothing", () => {
  assert.equal(
    summaryText(reviewOf([0.5, 0.5, 0.5, 0.5]), state(null), 0),
    "Neither side was ever clearly ahead.",
  );
  assert.equal(
    summaryText(reviewOf([0.5, 0.9, 0.5, 0.5]), state(null), 0),
    "You were winning at move 1 (b).",
  );
  assert.equal(summaryText(reviewOf([0.5, 0.5]), state(1), 0), "");
});

test("a refutation is named move by move", () => {
  assert.equal(refutationText(["a"]), "After a");
  assert.equal(refutationText(["a", "b", "c"]), "After a: b c");
});
