import assert from "node:assert/strict";
import { test } from "node:test";

import {
  nextMove,
  rowsOf,
  treeSize,
  upTo,
  withLine,
  withoutLine,
} from "../../src/tesuji/web/page/variation_tree.js";

const grown = (...lines) => lines.reduce((tree, [ply, line]) => withLine(tree, ply, line), {});
const TREE = grown(
  [4, ["a", "b"]],
  [4, ["a", "b", "c"]],
  [4, ["a", "b", "d", "e"]],
  [4, ["x"]],
  [2, ["y"]],
);

test("a branch begins a row of its own, below the row that it leaves", () => {
  assert.deepEqual(
    rowsOf(TREE).map(({ ply, before, moves, depth }) => [ply, before.join(""), moves, depth]),
    [
      [2, "", ["y"], 0],
      [4, "", ["a", "b"], 0],
      [4, "ab", ["c"], 1],
      [4, "ab", ["d", "e"], 1],
      [4, "", ["x"], 0],
    ],
  );
});

test("a line that is known already changes nothing", () => {
  assert.deepEqual(withLine(TREE, 4, ["a", "b", "d"]), TREE);
  assert.deepEqual(withLine(TREE, 4, []), TREE);
  assert.equal(treeSize(TREE), 7);
});

test("forgetting a move forgets what follows it", () => {
  const left = withoutLine(TREE, 4, ["a", "b", "d"]);
  assert.deepEqual(
    rowsOf(left).map(({ moves }) => moves.join("")),
    ["y", "abc", "x"],
  );
  assert.deepEqual(Object.keys(withoutLine(TREE, 2, ["y"])), ["4"]);
  assert.deepEqual(withoutLine(TREE, 7, ["y"]), TREE);
});

test("the first move that was tried comes next", () => {
  assert.equal(nextMove(TREE, 4, []), "a");
  assert.equal(nextMove(TREE, 4, ["a", "b"]), "c");
  assert.equal(nextMove(TREE, 4, ["x"]), null);
  assert.equal(nextMove(TREE, 3, []), null);
});

test("moves that were taken back take their variations along", () => {
  assert.deepEqual(Object.keys(upTo(TREE, 3)), ["2"]);
  assert.deepEqual(upTo(TREE, 4), TREE);
});

test("a tree has a limit", () => {
  let tree = {};
  for (let number = 0; number < 400; number++) tree = withLine(tree, 0, [`m${number}`]);
  assert.equal(treeSize(tree), 300);
});
