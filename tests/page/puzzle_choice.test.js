import assert from "node:assert/strict";
import { test } from "node:test";

import {
  FIRST_PROGRESS,
  gradeText,
  nextPuzzle,
  progressAfter,
  slowText,
  taskText,
  wrongText,
} from "../../src/tesuji/web/page/puzzle_choice.js";

const PUZZLES = [3, 1, 2, 5].map((grade) => ({ position: `p${grade}`, grade }));
const next = (progress, current) =>
  nextPuzzle(PUZZLES, { ...FIRST_PROGRESS, ...progress }, current)?.position;

test("the nearest grade comes next, the easier one of two", () => {
  assert.equal(next({}), "p1");
  assert.equal(next({ grade: 4 }), "p3");
  assert.equal(next({ grade: 4.5 }), "p5");
  assert.equal(next({ solved: ["p1"] }), "p2");
});

test("what was tried comes back after the others, and never at once unless it is the last", () => {
  assert.equal(next({ tries: { p1: 1 } }), "p2");
  assert.equal(next({}, "p1"), "p2");
  assert.equal(next({ solved: ["p1", "p2", "p3"] }, "p5"), "p5");
  assert.equal(next({ solved: ["p1", "p2", "p3", "p5"] }), undefined);
});

test("the grade follows the results, and the streak ends with a mistake", () => {
  let progress = FIRST_PROGRESS;
  for (const position of ["a", "b", "c"]) progress = progressAfter(progress, position, true);
  assert.deepEqual([progress.grade, progress.streak, progress.best], [2.5, 3, 3]);
  assert.deepEqual(progress.solved, ["a", "b", "c"]);
  progress = progressAfter(progress, "d", false);
  assert.deepEqual([progress.grade, progress.streak, progress.best], [2, 0, 3]);
  assert.deepEqual(progress.tries, { a: 1, b: 1, c: 1, d: 1 });
  assert.equal(progressAfter({ ...FIRST_PROGRESS, grade: 9 }, "a", true).grade, 9);
  assert.equal(progressAfter(FIRST_PROGRESS, "a", false).grade, 1);
});

test("a puzzle says what to find", () => {
  const text = (puzzle) => taskText(puzzle, "Red");
  assert.equal(text({ kind: "win", in: 3, only: true }), "Red to move. Win in 3.");
  assert.equal(text({ kind: "win", in: 1 }), "Red to move. Win at once.");
  assert.match(text({ kind: "win", in: null, only: true }), /only move that wins/);
  assert.match(text({ kind: "win", in: null, only: false }), /a move that wins/);
  assert.match(text({ kind: "draw", only: true }), /does not lose/);
  assert.match(text({ kind: "best" }), /best move/);
});

test("grades and wrong moves are explained", () => {
  assert.equal(
    gradeText({ grade: 2, fails: [0.9, 0.25] }),
    "Grade 2: level 2 solves it 75% of the time.",
  );
  assert.match(gradeText({ grade: 3, fails: [0.9, 0.75] }), /every level fails/);
  assert.equal(wrongText({ lost: 1 }, "win"), "loses");
  assert.equal(wrongText({ lost: 0.5 }, "win"), "only draws");
  assert.equal(wrongText({ lost: 0.5 }, "draw"), "loses");
  assert.equal(wrongText({ lost: 0.12 }, "best"), "gives away 12%");
  assert.equal(slowText({ in: 1 }), "still wins, but not at once.");
  assert.equal(slowText({ in: 3 }), "still wins, but not in 3.");
});
