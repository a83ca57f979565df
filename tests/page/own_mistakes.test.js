import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { installBrowser } from "./browser.js";
import { DAY } from "../../src/tesuji/web/page/leitner.js";
import {
  answerMistake,
  dueMistakes,
  keepMistakes,
  mistakesOf,
  ownMistakes,
} from "../../src/tesuji/web/page/own_mistakes.js";

const STATE = {
  game: "hex(size=5)",
  name: "hex",
  start: "start",
  seats: [
    { kind: "person", name: "You" },
    { kind: "agent", name: "level-2" },
  ],
  entries: [
    ["a1", 0],
    ["b1", 1],
    ["c1", 0],
    ["d1", 1],
    ["e1", 0],
  ],
};
const row = (ply, mark) => [ply, { ply, mark }];
const REVIEW = new Map([
  row(4, "blunder"),
  row(3, "blunder"),
  row(2, "inaccuracy"),
  row(0, "mistake"),
  row(5, ""),
]);

beforeEach(() => installBrowser());

test("a person's own mistakes are kept with the moves before them, not those of the agent", () => {
  const found = mistakesOf(REVIEW, STATE);
  assert.deepEqual(
    found.map(({ moves, played }) => [moves, played]),
    [
      [[], "a1"],
      [["a1", "b1", "c1", "d1"], "e1"],
    ],
  );
  assert.equal(found[0].position, "start");
  assert.equal(found[0].player, 0);
});

test("two people at one board have no own mistakes", () => {
  const seats = [0, 1].map(() => ({ kind: "person", name: "" }));
  assert.deepEqual(mistakesOf(REVIEW, { ...STATE, seats }), []);
});

test("a mistake is kept once, and comes back on its day until it is learned", () => {
  const found = mistakesOf(REVIEW, STATE);
  keepMistakes(found, 0);
  keepMistakes(found, 50);
  assert.equal(ownMistakes().length, 2);
  assert.equal(dueMistakes("other", 0).length, 0);
  const [first] = dueMistakes("hex", 0);
  answerMistake(first, true, 0);
  assert.deepEqual(
    dueMistakes("hex", DAY - 1).map(({ played }) => played),
    ["e1"],
  );
  // The one that waits longest comes first.
  assert.deepEqual(
    dueMistakes("hex", DAY).map(({ played }) => played),
    ["e1", "a1"],
  );
  answerMistake({ ...first, card: { box: 5 } }, true, DAY);
  keepMistakes(found, DAY);
  assert.deepEqual(
    ownMistakes().map(({ played }) => played),
    ["e1"],
    "a learned mistake does not come back with another review",
  );
});

test("the oldest mistakes give way", () => {
  const [one] = mistakesOf(REVIEW, STATE);
  keepMistakes(
    Array.from({ length: 105 }, (_, number) => ({ ...one, position: `${number}` })),
    0,
  );
  assert.equal(ownMistakes().length, 100);
  assert.equal(ownMistakes()[0].position, "5");
});
