import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { gameOfLink, linkOf } from "../../src/tesuji/web/page/link.js";

const STATE = {
  game: "ewn(size=5)",
  start: "a1 b2 r ?",
  entries: [
    ["d2", null, null],
    ["2se", 0, 0.5],
  ],
  seats: [{ name: "You & me" }, { name: "mcts(c=0.7)" }],
  ending: null,
};

test("a link holds the whole game", () => {
  assert.deepEqual(gameOfLink(linkOf(STATE)), {
    game: "ewn(size=5)",
    start: "a1 b2 r ?",
    moves: ["d2", "2se"],
    names: ["You & me", "mcts(c=0.7)"],
  });
});

test("a link for others has their names for the players", () => {
  assert.deepEqual(gameOfLink(linkOf(STATE, ["Ann", "Ben"])).names, ["Ann", "Ben"]);
});

test("an end outside the rules is part of the link", () => {
  const resigned = { ...STATE, ending: { winner: 1, reason: "resignation", end: "adjudicated" } };
  const { winner, reason } = gameOfLink(linkOf(resigned));
  assert.deepEqual([winner, reason], [1, "resignation"]);
  const drawn = { ...STATE, ending: { winner: null, reason: "agreed", end: "adjudicated" } };
  assert.equal(gameOfLink(linkOf(drawn)).winner, -1);
  const ruled = { ...STATE, ending: { winner: 1, reason: "five in a row", end: "rules" } };
  assert.equal("winner" in gameOfLink(linkOf(ruled)), false);
});

test("other fragments hold no game", () => {
  for (const fragment of ["", "#play", "#new=avalam", "#game=avalam"])
    assert.equal(gameOfLink(fragment), null);
});

test("a link written by version 0.1 still opens", () => {
  const file = new URL("../data/written-by-0.1/link.txt", import.meta.url);
  const game = gameOfLink(readFileSync(file, "utf-8").trim());
  assert.equal(game.game, "ewn");
  assert.equal(game.moves.length % 2, 0);
  assert.deepEqual(game.names, ["You", "Level 3: Casual"]);
  assert.deepEqual([game.winner, game.reason], [1, "resignation"]);
});
