import assert from "node:assert/strict";
import { test } from "node:test";

import { groupMoves } from "../../src/tesuji/web/page/candidate_groups.js";

const places = ["a1", "b1", "c1"].map((id) => ({ id }));
const names = (scene, moves) =>
  groupMoves(scene, moves).map(({ rows }) => rows.map(([move]) => move));

test("the same place with other turns is one candidate", () => {
  const scene = {
    places,
    paths: { a1L: ["a1", "left"], a1R: ["a1", "right"], b1L: ["b1", "left"] },
  };
  const moves = [
    ["a1R", 90, 0.7, null],
    ["b1L", 50, 0.6, null],
    ["a1L", 20, 0.5, null],
  ];
  assert.deepEqual(names(scene, moves), [["a1R", "a1L"], ["b1L"]]);
});

test("moves of one piece to different places are different candidates", () => {
  const scene = { places, paths: { a1b1: ["a1", "b1"], a1c1: ["a1", "c1"] } };
  const moves = [
    ["a1b1", 5, 0.5, null],
    ["a1c1", 4, 0.5, null],
  ];
  assert.deepEqual(names(scene, moves), [["a1b1"], ["a1c1"]]);
});

test("moves without visits are left out unless they are proven", () => {
  const scene = { places, paths: {} };
  const moves = [
    ["p", 0, 0.5, "win"],
    ["q", 0, 0.5, null],
    ["r", 3, 0.5, null],
  ];
  assert.deepEqual(names(scene, moves), [["p"], ["r"]]);
});
