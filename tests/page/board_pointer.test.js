import assert from "node:assert/strict";
import { test } from "node:test";

import { distance, nearest, nextInDirection } from "../../src/tesuji/web/page/board_pointer.js";

const cell = (x, y) => ({ x, y, width: 10, height: 10 });
const AREAS = [
  ["left", cell(0, 0)],
  ["right", cell(20, 0)],
  ["below", cell(0, 20)],
];

test("the distance to an area is zero inside it", () => {
  assert.equal(distance({ x: 5, y: 5 }, cell(0, 0)), 0);
  assert.equal(distance({ x: 13, y: 14 }, cell(0, 0)), 5);
});

test("a click goes to the nearest area within reach", () => {
  assert.equal(nearest({ x: 12, y: 5 }, AREAS, 5), "left");
  assert.equal(nearest({ x: 18, y: 5 }, AREAS, 5), "right");
  assert.equal(nearest({ x: 15, y: 15 }, AREAS, 2), null);
});

test("of areas that overlap, the last one is on top", () => {
  assert.equal(nearest({ x: 5, y: 5 }, [...AREAS, ["top", cell(2, 2)]], 5), "top");
});

test("arrow keys lead to the nearest area in their direction", () => {
  const others = AREAS.slice(1);
  assert.equal(nextInDirection(cell(0, 0), others, "ArrowRight"), "right");
  assert.equal(nextInDirection(cell(0, 0), others, "ArrowDown"), "below");
  assert.equal(nextInDirection(cell(0, 0), others, "ArrowLeft"), null);
});
