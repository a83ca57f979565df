import assert from "node:assert/strict";
import { test } from "node:test";

import { DAY, answered, isDue, newCard, nextDueText } from "../../src/tesuji/web/page/leitner.js";

test("a solved card comes back after 1, 2, 4, 8 and 16 days, and then it is learned", () => {
  let now = 1000;
  let card = newCard(now);
  const waits = [];
  while (isDue(card, now)) {
    const next = answered(card, true, now);
    if (next === null) break;
    waits.push((next.due - now) / DAY);
    assert.equal(isDue(next, next.due - 1), false);
    [card, now] = [next, next.due];
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16]);
});

test("a wrong answer sends a card back to the first box", () => {
  const card = answered({ box: 4, due: 0 }, false, 5);
  assert.deepEqual(card, { box: 0, due: 5 + DAY });
  assert.equal(answered(card, true, 5 + DAY).due, 5 + 2 * DAY);
});

test("the next day is named in words", () => {
  assert.equal(nextDueText([], 0), "");
  assert.equal(nextDueText([{ due: 5 }, { due: 9 * DAY }], 5), "now");
  assert.equal(nextDueText([{ due: 5 }], 0), "within a day");
  assert.equal(nextDueText([{ due: 9 * DAY }, { due: 3 * DAY }], 1), "in 3 days");
});
