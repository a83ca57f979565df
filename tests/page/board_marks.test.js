import assert from "node:assert/strict";
import { test } from "node:test";

import { heatByShape, provenByShape } from "../../src/tesuji/web/page/board_marks.js";

const PATHS = { a1x: ["a1", "x"], a1y: ["a1", "y"], b2x: ["b2", "x"], c3x: ["c3", "x"] };

test("heat adds up over the moves that begin with a shape", () => {
  const heat = [
    ["a1x", 0.4],
    ["a1y", 0.4],
    ["b2x", 0.2],
    ["c3x", 0.001],
    ["gone", 0.5],
  ];
  assert.deepEqual(heatByShape(PATHS, [], heat), [
    ["a1", 1],
    ["b2", 0.25],
  ]);
  assert.deepEqual(heatByShape(PATHS, ["a1"], heat), [
    ["x", 1],
    ["y", 1],
  ]);
});

test("one winning move makes a win, and only losing ones a loss", () => {
  const proven = new Map([
    ["a1x", "loss"],
    ["a1y", "win"],
    ["b2x", "loss"],
  ]);
  assert.deepEqual(provenByShape(PATHS, [], proven), [
    ["a1", "win"],
    ["b2", "loss"],
  ]);
  proven.delete("a1y");
  assert.deepEqual(provenByShape(PATHS, [], proven), [["b2", "loss"]]);
  assert.deepEqual(provenByShape(PATHS, [], new Map()), []);
});
