import assert from "node:assert/strict";
import { test } from "node:test";

import { isTurned, turnedScene } from "../../src/tesuji/web/page/board_turn.js";

const SCENE = {
  width: 100,
  height: 130,
  facing: { near: 0, x: 50, y: 50, bottom: 100 },
  shapes: [
    { kind: "rect", x: 0, y: 0, width: 100, height: 130 },
    { kind: "rect", id: "a1", x: 10, y: 20, width: 30, height: 40 },
    { kind: "circle", id: "b1", x: 90, y: 10, radius: 4 },
    { kind: "text", x: 20, y: 5, baseline: 9, text: "a" },
    {
      kind: "group",
      id: "pawn",
      x: 25,
      y: 40,
      shapes: [{ kind: "circle", x: 0, y: 0, radius: 9 }],
    },
    { kind: "text", x: 20, y: 115, baseline: 119, text: "White to move" },
  ],
  turns: [{ shapes: ["a1"], x: 25, y: 40, angle: 90 }],
  paths: { a1: ["a1"] },
};

test("a scene from the other side has its board turned, and its caption where it was", () => {
  const { shapes, turns, paths } = turnedScene(SCENE);
  assert.deepEqual(shapes[0], SCENE.shapes[0]);
  assert.deepEqual([shapes[1].x, shapes[1].y], [60, 40]);
  assert.deepEqual([shapes[2].x, shapes[2].y], [10, 90]);
  assert.deepEqual([shapes[3].x, shapes[3].y, shapes[3].baseline], [80, 95, 99]);
  assert.deepEqual([shapes[4].x, shapes[4].y], [75, 60]);
  assert.deepEqual(shapes[4].shapes, SCENE.shapes[4].shapes);
  assert.deepEqual(shapes[5], SCENE.shapes[5]);
  assert.deepEqual([turns[0].x, turns[0].y, turns[0].angle], [75, 60, 90]);
  assert.equal(paths, SCENE.paths);
});

test("turned twice, a scene is the same again", () => {
  assert.deepEqual(turnedScene(turnedScene(SCENE)), SCENE);
});

test("a person sees the board from their side, until they flip it", () => {
  assert.equal(isTurned(SCENE, 0, false), false);
  assert.equal(isTurned(SCENE, 1, false), true);
  assert.equal(isTurned(SCENE, 1, true), false);
  assert.equal(isTurned(SCENE, null, false), false);
  assert.equal(isTurned({ ...SCENE, facing: undefined }, 1, true), false);
  assert.equal(isTurned({ ...SCENE, facing: { ...SCENE.facing, near: 1 } }, 0, false), true);
});
