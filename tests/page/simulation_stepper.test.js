import assert from "node:assert/strict";
import { test } from "node:test";

import { adds } from "../../src/tesuji/web/page/simulation_stepper.js";

test("a score is a sum if its terms add up to it", () => {
  assert.equal(adds({ exploit: 0.5, explore: 2, score: 1.5 }, 0.5), true);
  assert.equal(adds({ value: 0.5, explore: 2, score: 1.5 }, 0.5), true);
  assert.equal(adds({ exploit: 0.5, explore: 2, score: 1.6 }, 0.5), false);
  assert.equal(adds({ exploit: 0.5, explore: 2, score: null }, 0.5), false);
});
