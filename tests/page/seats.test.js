import assert from "node:assert/strict";
import { test } from "node:test";

import {
  invitationAddress,
  mayMove,
  ownSide,
  peopleText,
  proposalText,
  puzzleRefusal,
  studyRefusal,
  tokenOf,
} from "../../src/tesuji/web/page/seats.js";

const PERSON = { kind: "person" };
const AGENT = { kind: "agent" };
const game = (fields) => ({
  seats: [PERSON, PERSON],
  shared: true,
  you: [1],
  to_move: 1,
  paused: false,
  ending: null,
  ...fields,
});

test("each page plays its own side", () => {
  assert.equal(ownSide(game()), 1);
  assert.equal(ownSide(game({ you: [] })), null);
  assert.equal(ownSide(game({ shared: false, you: [0, 1] })), null);
  assert.equal(ownSide(game({ shared: false, you: [0, 1], seats: [AGENT, PERSON] })), 1);
});

test("only the player to move may move, and not in a pause", () => {
  assert.equal(mayMove(game()), true);
  assert.equal(mayMove(game({ to_move: 0 })), false);
  assert.equal(mayMove(game({ to_move: null })), false);
  assert.equal(mayMove(game({ you: [] })), false);
  assert.equal(mayMove(game({ paused: true })), false);
  assert.equal(mayMove(game({ seats: [PERSON, AGENT], shared: false, you: [0, 1] })), false);
});

test("a study waits for the end of a game between people", () => {
  assert.notEqual(studyRefusal(game()), null);
  assert.equal(studyRefusal(game({ ending: {} })), null);
  assert.notEqual(studyRefusal(game({ ending: {}, you: [] })), null);
  assert.equal(studyRefusal(game({ shared: false, you: [0, 1] })), null);
});

test("puzzles wait for the end of a game between people, also for spectators", () => {
  assert.notEqual(puzzleRefusal(game({ you: [] })), null);
  assert.equal(puzzleRefusal(game({ ending: {} })), null);
  assert.equal(puzzleRefusal(game({ shared: false, you: [0, 1] })), null);
});

test("a token survives its way through an address", () => {
  const address = invitationAddress("a-b_c.d+e", "http://192.0.2.1:8470/");
  assert.equal(tokenOf(new URL(address).hash), "a-b_c.d+e");
  assert.equal(tokenOf("#play"), null);
});

test("a proposal is said in words", () => {
  assert.equal(
    proposalText({ kind: "new", title: "Avalam" }),
    "wants to play a new game of Avalam.",
  );
  assert.equal(proposalText({ kind: "undo", title: "" }), "wants to take a move back.");
});

test("who plays and who watches is said in words", () => {
  const seats = [
    { kind: "person", name: "Ann" },
    { kind: "person", name: "Black" },
  ];
  const people = (fields) =>
    peopleText(
      game({
        ...{ seats, players: ["White", "Black"], you: [0] },
        ...{ joined: [true, true], present: [true, true], spectators: 0 },
        ...fields,
      }),
    );
  assert.equal(people(), "You play White against Black.");
  assert.equal(
    people({ you: [1], present: [false, true], spectators: 1 }),
    "You play Black against Ann. Ann is not connected. One spectator.",
  );
  assert.equal(
    people({ joined: [true, false] }),
    "You play White against Black. Black has not joined yet.",
  );
  assert.equal(people({ you: [], spectators: 1 }), "You are watching Ann against Black.");
  assert.equal(
    people({ you: [], spectators: 3 }),
    "You are watching Ann against Black. 2 more watching.",
  );
});
