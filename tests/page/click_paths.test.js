import assert from "node:assert/strict";
import { test } from "node:test";

import { ClickPaths } from "../../src/tesuji/web/page/click_paths.js";

const PATHS = { a1x: ["a1", "x"], a1y: ["a1", "y"], b2x: ["b2", "x"] };

test("the first clicks are offered with their moves", () => {
  const next = new ClickPaths(PATHS).next();
  assert.deepEqual([...next.keys()], ["a1", "b2"]);
  assert.deepEqual(
    next.get("a1").map(({ move, last }) => [move, last]),
    [
      ["a1x", false],
      ["a1y", false],
    ],
  );
});

test("a path of clicks makes its move", () => {
  const paths = new ClickPaths(PATHS);
  assert.equal(paths.click("a1"), null);
  assert.equal(paths.completes("y"), "a1y");
  assert.equal(paths.click("y"), "a1y");
});

test("clicks that all moves share are made automatically", () => {
  const paths = new ClickPaths({ a1x: ["a1", "x"], a1y: ["a1", "y"] });
  assert.deepEqual(paths.clicked, ["a1"]);
  paths.restart();
  assert.deepEqual(paths.clicked, ["a1"]);
});

test("after a click, further clicks that all moves share are made too", () => {
  const paths = new ClickPaths({ one: ["a", "b", "x"], two: ["a", "b", "y"], other: ["c", "z"] });
  paths.click("a");
  assert.deepEqual(paths.clicked, ["a", "b"]);
  assert.equal(paths.click("y"), "two");
});

test("a single move of one click is not made automatically", () => {
  assert.deepEqual(new ClickPaths({ pass: ["pass"] }).clicked, []);
});

test("a click elsewhere starts again, and one on the same shape takes it back", () => {
  const paths = new ClickPaths(PATHS);
  paths.click("a1");
  paths.click("b2");
  assert.deepEqual(paths.clicked, ["b2"]);
  paths.click("b2");
  assert.deepEqual(paths.clicked, []);
  paths.click("nothing");
  assert.deepEqual(paths.clicked, []);
});
