import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST_BRANCHES, layout, mainLine } from "../../src/tesuji/web/page/tree_layout.js";

const child = (move, visits, value, node = null) => ({ move, visits, value, proven: null, node });
const node = (to_move, ...children) => ({
  visits: children.reduce((sum, { visits }) => sum + visits, 0),
  to_move,
  children,
});
const INNER = node(1, child("c", 20, 0.9), child("d", 40, 0.2, node(0, child("e", 40, 0.8))));
const ROOT = node(0, child("a", 60, 0.7, INNER), child("b", 40, 0.4));
const named = (unfolded = []) =>
  new Map(layout(ROOT, new Set(unfolded)).nodes.map((each) => [each.key, each]));

test("the root is unfolded, other nodes when they are asked for", () => {
  assert.deepEqual([...named().keys()], ["", "a", "b"]);
  assert.deepEqual([...named(["a"]).keys()], ["", "a", "a c", "a d", "b"]);
  assert.equal(named().get("a").canUnfold, true);
  assert.equal(named().get("a").isOpen, false);
  assert.equal(named(["a"]).get("a").isOpen, true);
  assert.equal(named().get("b").canUnfold, false);
});

test("branches are as wide as their visits, against the most visited move", () => {
  const found = named(["a"]);
  assert.equal(found.get("a").width, 15);
  assert.equal(found.get("a").width / found.get("b").width, 1.5);
  assert.equal(found.get("a").width / found.get("a d").width, 1.5);
  const [, thin] = layout(node(0, child("x", 1, 0.5), child("y", 9999, 0.5)), new Set()).nodes;
  assert.equal(thin.width, 1.5);
});

test("labels have the values of the list, colours those for the player at the root", () => {
  const found = named(["a", "a d"]);
  assert.equal(found.get("a").valueForRoot, 0.7);
  assert.ok(Math.abs(found.get("a c").valueForRoot - 0.1) < 1e-9);
  assert.equal(found.get("a d e").valueForRoot, 0.8);
  assert.equal(found.get("a c").value, 0.9);
});

test("nodes of one depth share a column and do not overlap", () => {
  const { nodes, height } = layout(ROOT, new Set(["a", "a d"]));
  const leaves = nodes.filter(({ isOpen }) => !isOpen).map(({ y }) => y);
  assert.equal(new Set(leaves).size, leaves.length);
  assert.ok(Math.max(...leaves) < height);
  for (const { line, x, parent } of nodes) if (parent) assert.ok(x > parent.x, line.join());
  const [root] = nodes;
  assert.ok(root.y > Math.min(...leaves) && root.y < Math.max(...leaves));
});

test("what is not drawn is counted", () => {
  const many = node(0, ...Array.from({ length: 9 }, (_, at) => child(`m${at}`, 9 - at, 0.5)));
  const { nodes } = layout(many, new Set());
  assert.equal(nodes.length, 1 + MOST_BRANCHES);
  assert.equal(nodes[0].more, 9 - MOST_BRANCHES);
});

test("the main line follows the most visits", () => {
  assert.deepEqual(mainLine(ROOT), ["a", "a d"]);
});
