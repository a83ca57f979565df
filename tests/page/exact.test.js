import assert from "node:assert/strict";
import { test } from "node:test";

import { decidedFrom, verdict } from "../../src/tesuji/web/page/exact.js";

const PLAYERS = ["White", "Black"];
const ENTRIES = [
  ["a", 0],
  ["b", 1],
  ["c", 0],
];
const state = (ply) => ({ players: PLAYERS, entries: ENTRIES.slice(0, ply), ply });
const rows = (...values) =>
  new Map(values.map(([value, proven], ply) => [ply, { value, proven: proven === "proven" }]));

test("a result is certain from the first ply after which it never changes", () => {
  const game = rows([1, "proven"], [0.3], [0, "proven"], [0, "proven"]);
  assert.equal(decidedFrom(game, 3), 2);
  assert.equal(verdict(game, state(3)), "White is lost since move 1 (b)");
});

test("a proven result that a move gave away does not count", () => {
  const game = rows([0, "proven"], [1, "proven"]);
  assert.equal(verdict(game, state(1)), "Black is lost since move 1 (a)");
});

test("a draw and a whole game are named", () => {
  assert.equal(verdict(rows([0.5, "proven"]), state(0)), "A draw from the start");
});

test("without a proof at the end nothing is said", () => {
  assert.equal(decidedFrom(rows([1, "proven"], [0.9]), 1), null);
  assert.equal(verdict(rows([1, "proven"], [0.9]), state(1)), "");
  assert.equal(verdict(new Map(), state(3)), "");
  assert.equal(verdict(rows([0.25, "proven"]), state(0)), "");
});
