import assert from "node:assert/strict";
import { test } from "node:test";

import { curve, plyAt } from "../../src/tesuji/web/page/value_graph.js";

const row = (ply, value, mark = "") => [ply, { ply, value, mark }];

test("the curve goes from left to right, and dots lie after marked moves", () => {
  const review = new Map([row(2, 0), row(1, 1, "blunder"), row(0, 0.5)]);
  const { points, dots } = curve(review, 2);
  assert.deepEqual(points, [
    [0, 130],
    [300, 0],
    [600, 260],
  ]);
  assert.deepEqual(dots, [{ mark: "blunder", x: 600, y: 260 }]);
});

test("a click goes to the nearest ply", () => {
  assert.deepEqual(
    [0.02, 0.5, 0.99].map((share) => plyAt(share, 4)),
    [0, 2, 4],
  );
});
