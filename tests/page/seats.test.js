import assert from "node:assert/strict";
import { test } from "node:test";

import {
  invitationAddress,
  isUsed,
  mayInvitePlayer,
  mayMove,
  otherSeat,
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

test("a vacant seat, or that of an absent player of no running game, can be given away", () => {
  const alone = { shared: false, you: [0, 1], joined: [true, true], present: [true, true] };
  const vacant = { you: [0], joined: [true, false], present: [true, false], entries: [["m", 0]] };
  const absent = { you: [0], joined: [true, true], present: [true, false], entries: [] };
  assert.equal(mayInvitePlayer(game(alone)), true);
  assert.equal(mayInvitePlayer(game({ ...alone, ending: {} })), false);
  assert.equal(mayInvitePlayer(game({ ...alone, seats: [PERSON, AGENT] })), false);
  assert.equal(mayInvitePlayer(game(vacant)), true);
  assert.equal(mayInvitePlayer(game({ ...vacant, you: [] })), false);
  assert.equal(mayInvitePlayer(game(absent)), true);
  assert.equal(mayInvitePlayer(game({ ...absent, entries: [["2", null]] })), true);
  assert.equal(mayInvitePlayer(game({ ...absent, entries: [["m", 0]] })), false);
  assert.equal(mayInvitePlayer(game({ ...absent, entries: [["m", 0]], ending: {} })), true);
  assert.equal(mayInvitePlayer(game({ ...absent, present: [true, true] })), false);
  assert.deepEqual(
    [[0], [1], [0, 1]].map((you) => otherSeat({ you })),
    [1, 0, 1],
  );
});

test("an invitation is used when its player has come", () => {
  const absent = { you: [0], joined: [true, true], present: [true, false], spectators: 0 };
  assert.equal(isUsed({ seat: 1 }, game(absent)), false);
  assert.equal(isUsed({ seat: 1 }, game({ ...absent, present: [true, true] })), true);
  assert.equal(isUsed({ seat: 0 }, game(absent)), false);
  assert.equal(isUsed({ seat: 0 }, game({ ...absent, you: [] })), true);
  assert.equal(isUsed({ seat: null, spectators: 0 }, game(absent)), false);
  assert.equal(isUsed({ seat: null, spectators: 0 }, game({ ...absent, spectators: 1 })), true);
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
