import assert from "node:assert/strict";
import { test } from "node:test";

import { boardText } from "../../src/tesuji/web/page/board_text.js";

test("places are grouped by what stands there", () => {
  const places = [
    { id: "a1", name: "a1", note: "red's goal" },
    { id: "b1", name: "b1" },
    { id: "c1", name: "c1" },
    { id: "d1", name: "d1" },
  ];
  const pieces = [
    { name: "red cube", place: "b1" },
    { name: "red cube", place: "d1" },
    { name: "wall right of c1" },
  ];
  assert.deepEqual(boardText({ places, pieces }), {
    groups: [
      ["red cube", ["b1", "d1"]],
      ["empty", ["a1", "c1"]],
      ["red's goal", ["a1"]],
    ],
    others: ["wall right of c1"],
  });
});
