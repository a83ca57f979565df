import assert from "node:assert/strict";
import { test } from "node:test";

import { decidedFrom, verdict } from "../../src/tesuji/web/page/exact.js";

const PLAYERS = ["White", "Black"];
const rows = (...values) =>
  new Map(values.map(([value, proven], ply) => [ply, { value, proven: proven === "proven" }]));

test("a result is certain from the first ply after which it never changes", () => {
  const game = rows([1, "proven"], [0.3], [0, "proven"], [0, "proven"]);
  assert.equal(decidedFrom(game, 3), 2);
  assert.equal(verdict(game, 3, PLAYERS), "White is lost since move 2");
});

test("a proven result that a move gave away does not count", () => {
  const game = rows([0, "proven"], [1, "proven"]);
  assert.equal(verdict(game, 1, PLAYERS), "Black is lost since move 1");
});

test("a draw and a whole game are named", () => {
  assert.equal(verdict(rows([0.5, "proven"]), 0, PLAYERS), "A draw from the start");
});

test("without a proof at the end nothing is said", () => {
  assert.equal(decidedFrom(rows([1, "proven"], [0.9]), 1), null);
  assert.equal(verdict(rows([1, "proven"], [0.9]), 1, PLAYERS), "");
  assert.equal(verdict(new Map(), 3, PLAYERS), "");
  assert.equal(verdict(rows([0.25, "proven"]), 0, PLAYERS), "");
});
