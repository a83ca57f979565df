import assert from "node:assert/strict";
import { test } from "node:test";

import { moveLabel, rowsOf } from "../../src/tesuji/web/page/move_list.js";

const brief = (rows) => rows.map((row) => row.map((cell) => cell && [cell.move, cell.ply]));

test("each row holds a move of both players", () => {
  const entries = [
    ["a", 0],
    ["b", 1],
    ["c", 0],
  ];
  assert.deepEqual(brief(rowsOf(entries)), [
    [
      ["a", 1],
      ["b", 2],
    ],
    [["c", 3]],
  ]);
});

test("a game that the second player begins leaves the first cell empty", () => {
  const entries = [
    ["a", 1],
    ["b", 0],
  ];
  assert.deepEqual(brief(rowsOf(entries)), [[null, ["a", 1]], [["b", 2]]]);
});

test("a player who moves twice gets another row", () => {
  const entries = [
    ["a", 0],
    ["b", 0],
    ["c", 1],
    ["d", 1],
  ];
  assert.deepEqual(brief(rowsOf(entries)), [
    [["a", 1]],
    [
      ["b", 2],
      ["c", 3],
    ],
    [null, ["d", 4]],
  ]);
});

test("rolls belong to the move after them, and marks to their move", () => {
  const entries = [
    ["d3", null],
    ["3n", 0],
    ["d1", null],
  ];
  const [[cell]] = rowsOf(entries, new Map([[1, "blunder"]]));
  assert.deepEqual(cell, { move: "3n", ply: 2, rolls: ["d3"], mark: "blunder" });
});

test("a move is called by its number in the list; rolls have none", () => {
  const entries = [
    ["d1", null],
    ["a", 0],
    ["d2", null],
    ["b", 1],
    ["d3", null],
    ["c", 0],
  ];
  const labels = entries.map((_, index) => moveLabel(entries, index));
  assert.deepEqual(labels, [
    "move 1 (a)",
    "move 1 (a)",
    "move 1 (a)",
    "move 1 (b)",
    "move 1 (b)",
    "move 2 (c)",
  ]);
});
