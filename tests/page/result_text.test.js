import assert from "node:assert/strict";
import { test } from "node:test";

import { onlyPerson, resultText } from "../../src/tesuji/web/page/result_text.js";

const PERSON = { kind: "person" };
const AGENT = { kind: "agent" };
const game = (seats, ending, caption) => ({
  seats,
  players: ["Yellow", "Red"],
  ending: { end: "rules", reason: "no move is left: more towers", ...ending },
  scene: { caption },
});
const COUNTED = { counts: [9, 14], unit: "towers" };

test("one person among agents is the only person", () => {
  assert.equal(onlyPerson([PERSON, AGENT]), 0);
  assert.equal(onlyPerson([AGENT, PERSON]), 1);
  assert.equal(onlyPerson([PERSON, PERSON]), null);
  assert.equal(onlyPerson([AGENT, AGENT]), null);
});

test("the counts begin with the person's own", () => {
  const won = resultText(game([AGENT, PERSON], { winner: 1 }, COUNTED));
  assert.equal(won.headline, "You win: 14 towers to 9");
  const lost = resultText(game([PERSON, AGENT], { winner: 1 }, COUNTED));
  assert.equal(lost.headline, "You lose: 9 towers to 14");
  assert.equal(lost.detail, "No move is left: more towers.");
});

test("two people see the name of the winner, whose count comes first", () => {
  const { headline } = resultText(game([PERSON, PERSON], { winner: 1 }, COUNTED));
  assert.equal(headline, "Red wins: 14 towers to 9");
});

test("a draw and a game without counts", () => {
  assert.equal(resultText(game([PERSON, AGENT], { winner: null }, undefined)).headline, "Draw");
  assert.equal(resultText(game([PERSON, AGENT], { winner: 0 }, {})).headline, "You win");
});

test("a resignation shows no counts and says who resigned", () => {
  const ending = { winner: 1, reason: "resignation", end: "adjudicated" };
  const own = resultText(game([PERSON, AGENT], ending, COUNTED));
  assert.deepEqual(own, { headline: "You lose", detail: "You resigned." });
  assert.equal(resultText(game([PERSON, PERSON], ending)).detail, "Yellow resigned.");
  const late = { winner: 0, reason: "out of time", end: "time" };
  assert.equal(resultText(game([PERSON, AGENT], late)).detail, "Red ran out of time.");
});
