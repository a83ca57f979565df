import assert from "node:assert/strict";
import { test } from "node:test";

import { grips } from "../../src/tesuji/web/page/board_drag.js";

const AREAS = {
  a1: { x: 0, y: 0, width: 10, height: 10 },
  b1: { x: 10, y: 0, width: 10, height: 10 },
};
const areaOf = (id) => AREAS[id];
const pawn = { kind: "group", id: "pawn", x: 5, y: 5, shapes: [] };
const scene = {
  places: [{ id: "a1" }, { id: "b1" }],
  shapes: [{ kind: "rect", id: "a1" }, { kind: "rect", id: "b1" }, pawn],
};

test("a piece can be dragged if its move goes from place to place", () => {
  const found = grips({ ...scene, paths: { a1b1: ["a1", "b1"] } }, areaOf);
  assert.deepEqual([...found], [["a1", { piece: pawn, clicks: true }]]);
});

test("a piece that the first click moves can be dragged there", () => {
  const walking = { ...scene, paths: { b1r: ["b1", "wall"] }, ghost: { id: "pawn" } };
  assert.deepEqual([...grips(walking, areaOf)], [["a1", { piece: pawn, clicks: false }]]);
});

test("a new piece has nothing to drag", () => {
  const placing = { ...scene, paths: { b1R: ["b1", "twist"] }, ghost: {} };
  assert.equal(grips(placing, areaOf).size, 0);
});
