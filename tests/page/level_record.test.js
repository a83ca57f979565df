import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { installBrowser } from "./browser.js";
import {
  beginCounting,
  countResult,
  nextLevel,
  recordOf,
  recordText,
} from "../../src/tesuji/web/page/level_record.js";

const LEVELS = [1, 2, 3, 4].map((number) => ({ number, spec: `level-${number}` }));
const state = (winner, spec = "level-3") => ({
  game: "avalam",
  seats: [
    { kind: "person", spec: "" },
    { kind: "agent", spec },
  ],
  ending: winner === undefined ? null : { winner },
});

beforeEach(() => installBrowser());

test("a result counts once, against a level only", () => {
  beginCounting();
  countResult(state(), state(0));
  // The end was taken back, and another one was reached.
  countResult(state(), state(1));
  assert.deepEqual(recordOf("avalam"), { "level-3": [1, 0, 0] });
  beginCounting();
  countResult(state(), state(null));
  beginCounting();
  countResult(state(), state(1));
  beginCounting();
  countResult(state(undefined, "mcts"), state(0, "mcts"));
  countResult(null, state(0));
  assert.deepEqual(recordOf("avalam"), { "level-3": [1, 1, 1] });
  assert.deepEqual(recordOf("ewn"), {});
});

test("the next level follows from the results", () => {
  assert.equal(nextLevel(LEVELS, {}), 2);
  assert.equal(nextLevel(LEVELS, { "level-2": [1, 0, 0] }), 2);
  assert.equal(nextLevel(LEVELS, { "level-2": [2, 0, 0] }), 3);
  assert.equal(nextLevel(LEVELS, { "level-2": [2, 0, 0], "level-3": [0, 0, 5] }), 3);
  assert.equal(nextLevel(LEVELS, { "level-3": [0, 0, 2] }), 2);
  assert.equal(nextLevel(LEVELS, { "level-1": [0, 0, 9] }), 1);
  assert.equal(nextLevel(LEVELS, { "level-4": [9, 0, 0] }), 4);
});

test("records are told in words", () => {
  assert.equal(recordText(undefined), "");
  assert.equal(recordText([2, 0, 1]), "won 2, lost 1");
  assert.equal(recordText([0, 1, 0]), "drew 1");
});
