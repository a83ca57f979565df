import assert from "node:assert/strict";
import { test } from "node:test";

import { withCaptionOf } from "../../src/tesuji/web/page/move_preview.js";

const shape = (id, y) => ({ id, y });

test("a preview keeps the caption of the position, and dice beside it", () => {
  const now = {
    shapes: [shape("stone", 50), shape("headline", 127), shape("die", 120)],
    caption: { top: 100 },
  };
  const after = {
    shapes: [shape("stone", 60), { id: "path" }, shape("headline", 147), shape("die-1", 140)],
    caption: { top: 120 },
  };
  assert.deepEqual(
    withCaptionOf(after, now).shapes.map(({ id, y }) => [id, y]),
    [
      ["stone", 60],
      ["path", undefined],
      ["headline", 127],
      ["die", 120],
    ],
  );
});

test("scenes without a caption are shown as they are", () => {
  const after = { shapes: [shape("a", 500)] };
  assert.deepEqual(withCaptionOf(after, { shapes: [shape("b", 500)] }).shapes, after.shapes);
});
