// Which puzzle comes next, what it asks for, and how a person is doing.

import { percent } from "./numbers.js";

export const HIGHEST = 9;
const STEP = 0.5;

// Somebody who has solved nothing yet. `tries` counts the attempts at each position.
export const FIRST_PROGRESS = { grade: 1, streak: 0, best: 0, solved: [], tries: {} };

// The puzzle to try next: an unsolved one that was tried least, of the nearest grade; the easier
// one if two are as near. Null if all are solved.
export function nextPuzzle(puzzles, { grade, solved, tries }, current = null) {
  const open = puzzles.filter(({ position }) => !solved.includes(position));
  const others = open.filter(({ position }) => position !== current);
  const cost = (puzzle) => [
    tries[puzzle.position] ?? 0,
    Math.abs(puzzle.grade - grade),
    puzzle.grade,
  ];
  const less = (a, b) => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at >= 0 && a[at] < b[at];
  };
  return (others.length ? others : open).reduce(
    (best, each) => (best === null || less(cost(each), cost(best)) ? each : best),
    null,
  );
}

// The progress after a puzzle, by whether the first attempt was right.
export function progressAfter(progress, position, good) {
  const { grade, streak, best, solved, tries } = progress;
  const now = good ? streak + 1 : 0;
  return {
    grade: Math.min(HIGHEST, Math.max(1, grade + (good ? STEP : -STEP))),
    streak: now,
    best: Math.max(best, now),
    solved: good && !solved.includes(position) ? [...solved, position] : solved,
    tries: { ...tries, [position]: (tries[position] ?? 0) + 1 },
  };
}

// What a puzzle asks for.
export function taskText({ kind, in: moves, only }, side) {
  const task = {
    win: moves
      ? moves === 1
        ? "Win at once."
        : `Win in ${moves}.`
      : only
        ? "Find the only move that wins."
        : "Find a move that wins.",
    draw: "Find the only move that does not lose.",
    best: "Find the best move.",
  }[kind];
  return `${side} to move. ${task}`;
}

// What a move does that wins, but too late.
export const slowText = ({ in: moves }) =>
  moves === 1 ? "still wins, but not at once." : `still wins, but not in ${moves}.`;

// How hard a puzzle is, in words.
export function gradeText({ grade, fails }) {
  if (grade > fails.length) return "Very hard: every level fails more than half of the time.";
  return `Grade ${grade}: level ${grade} solves it ${percent(1 - fails[grade - 1])} of the time.`;
}

// What a wrong move does.
export function wrongText({ lost }, kind) {
  if (kind === "draw" || (kind === "win" && lost > 0.75)) return "loses";
  return kind === "win" ? "only draws" : `gives away ${percent(lost)}`;
}
