import assert from "node:assert/strict";
import { test } from "node:test";

import { gameSpec } from "../../src/tesuji/web/page/new_game.js";
import { choicesOf } from "../../src/tesuji/web/page/parameter_control.js";

test("a spec has the parameters that were chosen", () => {
  assert.equal(gameSpec("avalam", {}), "avalam");
  assert.equal(gameSpec("ewn", { size: "", walls: "3", swap: "true" }), "ewn(walls=3, swap=true)");
});

test("short ranges are chosen from a list, long ones are typed", () => {
  const size = { kind: "int", low: 4, high: 6, choices: [] };
  assert.deepEqual(choicesOf(size), ["4", "5", "6"]);
  assert.deepEqual(choicesOf({ ...size, high: 400 }), []);
  assert.deepEqual(choicesOf({ ...size, high: null }), []);
  assert.deepEqual(choicesOf({ kind: "bool", choices: [] }), ["true", "false"]);
  assert.deepEqual(choicesOf({ kind: "str", choices: ["a", "b"] }), ["a", "b"]);
});
