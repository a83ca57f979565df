import assert from "node:assert/strict";
import { test } from "node:test";

import { attributes, box, middle, paint } from "../../src/tesuji/web/page/shapes.js";

test("a text stands on its baseline", () => {
  const text = { kind: "text", x: 5, y: 10, baseline: 13.6, size: 10, text: "a" };
  assert.deepEqual(attributes(text), {
    x: 5,
    y: 13.6,
    "font-size": 10,
    "font-weight": 400,
    "text-anchor": "middle",
  });
});

test("groups are moved to their place", () => {
  assert.deepEqual(attributes({ kind: "group", x: 1, y: 2 }), { transform: "translate(1 2)" });
});

test("boxes enclose shapes", () => {
  assert.deepEqual(box({ kind: "circle", x: 5, y: 6, radius: 2 }), {
    x: 3,
    y: 4,
    width: 4,
    height: 4,
  });
  const element = { getBBox: () => ({ x: -1, y: -2, width: 2, height: 4 }) };
  assert.deepEqual(middle(box({ kind: "group", x: 10, y: 20 }, element)), { x: 10, y: 20 });
});

test("roles are colours of the scene", () => {
  assert.equal(paint("player0"), "var(--scene-player0)");
  assert.equal(paint("none"), "none");
  assert.equal(paint(undefined), "none");
});
