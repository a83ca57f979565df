import assert from "node:assert/strict";
import { test } from "node:test";

import { SOUNDS, soundOf } from "../../src/tesuji/web/page/sounds.js";

const state = (entries, ending = null) => ({
  ...{ game: "ewn", start: "s", ply: entries.length, entries, ending },
});
const ROLL = ["d3", null];
const OWN = ["3e", 0];
const OTHER = ["3w", 1];

test("moves, rolls and ends have sounds of their own", () => {
  const begun = state([ROLL]);
  assert.equal(soundOf(begun, state([ROLL, OWN]), 0), "own");
  assert.equal(soundOf(begun, state([ROLL, OTHER]), 0), "other");
  assert.equal(soundOf(begun, state([ROLL, OTHER]), null), "own");
  assert.equal(soundOf(state([]), begun, 0), "roll");
  assert.equal(soundOf(begun, state([ROLL, OWN], { winner: 0 }), 0), "win");
  assert.equal(soundOf(begun, state([ROLL, OWN], { winner: 1 }), 0), "loss");
  assert.equal(soundOf(begun, state([ROLL, OWN], { winner: 1 }), null), "end");
});

test("what is restored, opened or taken back is silent", () => {
  const begun = state([ROLL, OWN]);
  assert.equal(soundOf(null, begun, 0), null);
  assert.equal(soundOf(begun, begun, 0), null);
  assert.equal(soundOf(begun, state([ROLL]), 0), null);
  assert.equal(soundOf(begun, { ...state([ROLL, OWN, OTHER]), start: "t" }, 0), null);
});

test("sounds are short", () => {
  for (const tones of Object.values(SOUNDS))
    for (const [, start, length] of tones) assert.ok(start + length < 0.6);
});
