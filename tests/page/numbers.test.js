import assert from "node:assert/strict";
import { test } from "node:test";

import {
  clockText,
  counted,
  decimal,
  lossText,
  percent,
  thousands,
  waitingText,
} from "../../src/tesuji/web/page/numbers.js";

test("numbers are short", () => {
  assert.equal(decimal(0.12345), "0.123");
  assert.equal(decimal(null), "–");
  assert.equal(percent(0.666), "67%");
  assert.equal(percent(null), "–");
  assert.deepEqual([999, 9_999, 12_345, 123_456, 1_234_567].map(thousands), [
    "999",
    "9,999",
    "12.3k",
    "123k",
    "1.23M",
  ]);
});

test("one thing is in the singular", () => {
  assert.deepEqual(
    [0, 1, 2].map((number) => counted(number, "move")),
    ["0 moves", "1 move", "2 moves"],
  );
  assert.equal(counted(1, "move is", "moves are"), "1 move is");
  assert.equal(counted(3, "move is", "moves are"), "3 moves are");
});

test("a loss is rounded down", () => {
  assert.deepEqual([0.149, 0.15, 0.29, 0.4, 0].map(lossText), ["14%", "15%", "29%", "40%", "0%"]);
});

test("clocks show tenths in the last ten seconds", () => {
  assert.deepEqual([90, 60, 10, 9.96, 0.04, 600].map(clockText), [
    "1:30",
    "1:00",
    "0:10",
    "0:10.0",
    "0:00.0",
    "10:00",
  ]);
});

test("a search that waits says how many come before it", () => {
  assert.deepEqual([0, 3].map(waitingText), ["Waiting, you are next …", "Waiting, 3 before you …"]);
});
