// Candidate moves on the board: an arrow for a move from place to place, and its figures.

import { s } from "./dom.js";
import { percent, thousands } from "./numbers.js";
import { box, middle } from "./shapes.js";

const MOST = 4;
// Moves with a smaller share of the most visited one's visits are not candidates.
const LEAST_SHARE = 0.05;
const SIZE = 9.5;
const WIDEST = 7;

// The best moves whose next click is not taken yet, each with the shapes that an arrow joins (or
// the one shape that is clicked), its share of visits and its figures.
export function candidates(scene, clicked, moves) {
  const places = new Set(scene.places.map(({ id }) => id));
  const most = Math.max(1, ...moves.map(([, visits]) => visits));
  const found = new Map();
  for (const [move, visits, value, proven] of moves) {
    const path = scene.paths[move];
    if (!path || !clicked.every((id, index) => path[index] === id)) continue;
    if (visits < LEAST_SHARE * most && proven !== "win") continue;
    const steps = path.slice(Math.max(0, clicked.length - 1)).filter((id) => places.has(id));
    const from = steps.length > 1 ? steps[0] : null;
    const to = from ? steps[1] : path[clicked.length];
    // Moves that differ only in a later click share their first shape: the best one speaks.
    const key = `${from} ${to}`;
    if (!found.has(key))
      found.set(key, {
        ...{ move, from, to, share: visits / most },
        ...{ value: proven ?? percent(value), visits: thousands(visits) },
      });
    if (found.size === MOST) break;
  }
  return [...found.values()].map((each, index, all) => ({
    ...each,
    // Two arrows to one place: the second has its figures where it begins.
    at: all.slice(0, index).some(({ to }) => to === each.to) ? (each.from ?? each.to) : each.to,
  }));
}

export class CandidateMarks {
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "candidates", "aria-hidden": "true" });
    board.svg.append(this.layer);
    this.moves = [];
  }

  set(moves) {
    this.moves = moves;
  }

  draw() {
    const { scene, paths, preview, marks } = this.board;
    const shown = scene && !preview.move && marks.outlined === null && this.moves.length > 0;
    const found = shown ? candidates(scene, paths.clicked, this.moves) : [];
    const arrows = found.filter(({ from }) => from).map((each) => this.arrow(each));
    this.layer.replaceChildren(...arrows.flat(), ...found.map((each) => this.label(each)));
  }

  middleOf(id) {
    const { shapes, drawing } = this.board;
    const shape = shapes.get(id);
    return shape ? middle(box(shape, drawing.element(id))) : { x: 0, y: 0 };
  }

  arrow({ from, to, share }) {
    const [start, end] = [this.middleOf(from), this.middleOf(to)];
    const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
    const [dx, dy] = [(end.x - start.x) / length, (end.y - start.y) / length];
    const width = 2 + (WIDEST - 2) * share;
    const head = 1.6 * width + 3;
    const tip = { x: end.x - 4 * dx, y: end.y - 4 * dy };
    const base = { x: tip.x - head * dx, y: tip.y - head * dy };
    const side = 0.6 * head;
    const point = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    return [
      s("line", {
        ...{ class: "arrow", x1: start.x, y1: start.y, x2: base.x, y2: base.y },
        "stroke-width": width,
      }),
      s("path", {
        class: "tip",
        d: `M${point(tip.x, tip.y)}L${point(base.x - side * dy, base.y + side * dx)}L${point(
          base.x + side * dy,
          base.y - side * dx,
        )}Z`,
      }),
    ];
  }

  // The win probability over the visits, on the lower right corner of the shape: round pieces leave
  // the corners free.
  label({ at, move, value, visits }) {
    const { shapes, drawing } = this.board;
    const shape = shapes.get(at);
    if (!shape) return "";
    const area = box(shape, drawing.element(at));
    const x = area.x + area.width - 2;
    const width = Math.max(4 + 0.62 * SIZE * Math.max(value.length, visits.length), 26);
    const height = 2 * SIZE + 3;
    const top = area.y + area.height - 2 - height / 2;
    return s(
      "g",
      { "data-move": move },
      s("rect", { x: x - width / 2, y: top, width, height, rx: 4 }),
      s("text", { x, y: top + SIZE, "font-size": SIZE }, value),
      s("text", { x, y: top + 2 * SIZE, "font-size": SIZE - 1.5, class: "visits" }, visits),
    );
  }
}
