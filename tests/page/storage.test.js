import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  currentGame,
  forgetGame,
  read,
  saveGame,
  savedChoice,
  savedGames,
  write,
} from "../../src/tesuji/web/page/storage.js";
import { GAME_OF_0_1, installBrowser } from "./browser.js";

beforeEach(installBrowser);

test("values are kept as JSON", () => {
  assert.equal(read("theme", "auto"), "auto");
  write("theme", "dark");
  assert.equal(read("theme", "auto"), "dark");
  localStorage.setItem("tesuji.theme", "{broken");
  assert.equal(read("theme", "auto"), "auto");
});

test("a forbidden storage is no error", () => {
  localStorage.setItem = () => {
    throw new Error("forbidden");
  };
  write("theme", "dark");
  assert.equal(read("theme", "auto"), "auto");
});

test("games are saved once, the newest first, and at most sixty", () => {
  for (let number = 0; number < 70; number++) saveGame({ link: `#${number}` });
  saveGame({ link: "#69" });
  assert.equal(savedGames().length, 60);
  assert.equal(new Set(savedGames().map(({ link }) => link)).size, 60);
  assert.equal(savedGames()[0].link, "#69");
  forgetGame("#69");
  assert.equal(savedGames()[0].link, "#68");
});

const UPGRADED_SEATS = [
  { kind: "person", name: "You", spec: "", seconds: 1 },
  { kind: "agent", name: "Casual (level 3)", spec: "level-3", seconds: 0 },
];

test("the current game of version 0.1 is upgraded", () => {
  write("game", { ...GAME_OF_0_1, ended: null });
  assert.deepEqual(currentGame(), { ...GAME_OF_0_1, seats: UPGRADED_SEATS, ended: null });
});

test("without a current game there is none to upgrade", () => {
  assert.equal(currentGame(), null);
});

test("agents of version 0.1 keep their spec and seconds", () => {
  const seat = { kind: "agent", name: "mcts", spec: "mcts", seconds: 3 };
  write("game", { ...GAME_OF_0_1, seats: [{ ...seat, level: 0 }, seat] });
  assert.deepEqual(currentGame().seats, [seat, seat]);
});

test("the list of games of version 0.1 is upgraded", () => {
  const entry = { title: "Avalam", names: ["Yellow (You)", "Red (Casual (level 3))"], moves: 2 };
  const finished = { ...entry, link: "#1", when: 1, result: "Red wins", reason: "towers" };
  const unfinished = { ...entry, link: "#2", when: 2, again: GAME_OF_0_1 };
  write("games", [unfinished, finished]);
  const upgraded = { ...unfinished, again: { ...GAME_OF_0_1, seats: UPGRADED_SEATS } };
  assert.deepEqual(savedGames(), [upgraded, finished]);
});

test("the choices of version 0.1 are upgraded", () => {
  const choice = { game: "avalam", seat: "agents", seconds: 1, parameters: {} };
  write("choice", { ...choice, opponent: "level 5", other: "popcoin" });
  assert.deepEqual(savedChoice({}), { ...choice, opponent: "level-5", other: "popcoin" });
  write("choice", { ...choice, opponent: "level-2" });
  assert.deepEqual(savedChoice({}), { ...choice, opponent: "level-2" });
});
