import assert from "node:assert/strict";
import { test } from "node:test";

import { candidates } from "../../src/tesuji/web/page/candidate_marks.js";

const places = ["a1", "b1", "c1"].map((id) => ({ id }));

test("a move from place to place has an arrow, its share and its figures", () => {
  const scene = { places, paths: { a1b1: ["a1", "b1"], c1b1: ["c1", "b1"], b1c1: ["b1", "c1"] } };
  const moves = [
    ["a1b1", 12_000, 0.613, null],
    ["c1b1", 6_000, 0.5, null],
    ["b1c1", 3, 0.1, null],
  ];
  assert.deepEqual(candidates(scene, [], moves), [
    { move: "a1b1", from: "a1", to: "b1", share: 1, value: "61%", visits: "12.0k", at: "b1" },
    { move: "c1b1", from: "c1", to: "b1", share: 0.5, value: "50%", visits: "6,000", at: "c1" },
  ]);
  assert.deepEqual(
    candidates(scene, ["c1"], moves).map(({ move, from }) => [move, from]),
    [["c1b1", "c1"]],
  );
});

test("moves that begin with the same click are one candidate, the best of them", () => {
  const scene = {
    places,
    paths: { a1L: ["a1", "twist-L"], a1R: ["a1", "twist-R"], b1L: ["b1", "x"], c1L: ["c1", "x"] },
  };
  const moves = [
    ["a1R", 50, 0.7, "win"],
    ["a1L", 40, 0.6, null],
    ["b1L", 30, null, null],
    ["c1L", 0, 0, "loss"],
  ];
  assert.deepEqual(
    candidates(scene, [], moves).map(({ move, from, to, value }) => [move, from, to, value]),
    [
      ["a1R", null, "a1", "win"],
      ["b1L", null, "b1", "–"],
    ],
  );
  assert.deepEqual(
    candidates(scene, ["a1"], moves).map(({ to }) => to),
    ["twist-R", "twist-L"],
  );
});
