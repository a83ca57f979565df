import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { PuzzleView } from "../../src/tesuji/web/page/puzzle_view.js";
import { installBrowser, installDocument } from "./browser.js";

beforeEach(() => {
  installBrowser();
  installDocument();
});

// A view without a board whose request for the solution fails.
function failingView() {
  const called = [];
  const view = Object.assign(Object.create(PuzzleView.prototype), {
    current: { moves: [], line: [] },
    say: () => {},
    ask: async () => {
      throw new Error("no answer");
    },
    showError: ({ message }) => called.push(message),
    open: () => called.push("open"),
  });
  return { view, called };
}

test("a solution that cannot be found leaves the puzzle open", async () => {
  const { view, called } = failingView();
  await view.showSolution();
  assert.deepEqual(called, ["no answer", "open"]);
});

test("the failure of an earlier puzzle does not open the next one again", async () => {
  const { view, called } = failingView();
  const shown = view.showSolution();
  view.current = { moves: [], line: [] };
  await shown;
  assert.deepEqual(called, []);
});
