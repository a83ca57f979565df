import assert from "node:assert/strict";
import { test } from "node:test";

import { firstValue } from "../../src/tesuji/web/page/live_analysis.js";

test("a value is for the first player, and missing if the agent gives none", () => {
  assert.equal(firstValue({ to_move: 0, value: 0.75 }), 0.75);
  assert.equal(firstValue({ to_move: 1, value: 0.75 }), 0.25);
  assert.equal(firstValue({ to_move: 1, value: null }), null);
});
