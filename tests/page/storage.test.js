import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  forgetGame,
  read,
  saveGame,
  savedGames,
  write,
} from "../../src/tesuji/web/page/storage.js";
import { installBrowser } from "./browser.js";

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
