// Marks on the board: heat by visits, proven results, the best move, and half-made moves.

import { ClickPaths } from "./click_paths.js";
import { s } from "./dom.js";
import { box, make, middle, paint } from "./shapes.js";

// Shares smaller than this part of the largest cannot be told apart by eye.
const LEAST_HEAT = 0.04;
// How much wider than its place the ring of the largest share is.
const RING = 5;

// Shares of visits by the shape that is clicked next, as parts of the largest.
export function heatByShape(paths, clicked, heat) {
  const shares = new Map();
  for (const [move, share] of heat) {
    const path = paths[move];
    if (!path || !clicked.every((id, index) => path[index] === id)) continue;
    const id = path[clicked.length];
    shares.set(id, (shares.get(id) ?? 0) + share);
  }
  const most = Math.max(...shares.values(), 0);
  return [...shares]
    .filter(([, share]) => share > LEAST_HEAT * most)
    .map(([id, share]) => [id, share / most]);
}

// Proven results by the shape that is clicked next: one winning move makes a win, and only if all
// moves lose it is a loss.
export function provenByShape(paths, clicked, proven) {
  const found = [];
  if (proven.size === 0) return found;
  for (const [id, moves] of new ClickPaths(paths, clicked).next()) {
    const results = moves.map(({ move }) => proven.get(move) ?? null);
    if (results.includes("win")) found.push([id, "win"]);
    else if (results.every((result) => result === "loss")) found.push([id, "loss"]);
  }
  return found;
}

export class BoardMarks {
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "marks", "aria-hidden": "true" });
    board.svg.append(this.layer);
    this.set({});
    // Ids to outline instead of marks from an analysis; null shows the analysis.
    this.outlined = null;
  }

  // Shares of visits by move, proven results by move, and the best move, of which only the first
  // `clicks` are shown.
  set({ heat = [], proven = [], best = null, clicks = Infinity }) {
    this.heat = heat;
    this.proven = new Map(proven);
    this.best = best;
    this.clicks = clicks;
  }

  draw() {
    const { scene, paths, preview } = this.board;
    const parts = (this.outlined ?? []).map((id) => this.outline(id, "best"));
    const analysed = scene && !preview.move && this.outlined === null;
    this.drawHeat(analysed ? heatByShape(scene.paths, paths.clicked, this.heat) : []);
    if (scene?.came_from && !preview.move) parts.push(this.cameFrom(scene.came_from));
    if (analysed) {
      for (const [id, result] of provenByShape(scene.paths, paths.clicked, this.proven))
        parts.push(this.outline(id, `proven-${result}`));
      const path = (scene.paths[this.best] ?? []).slice(0, this.clicks);
      for (const id of path) if (!paths.clicked.includes(id)) parts.push(this.outline(id, "best"));
    }
    this.layer.replaceChildren(...parts.filter(Boolean), ...this.ghost());
  }

  // Where the piece of the last move came from, unless the scene marks it itself.
  cameFrom(id) {
    return this.board.shapes.get(id)?.stroke === "mark" ? null : this.outline(id, "came-from");
  }

  outline(id, kind) {
    const shape = this.board.shapes.get(id);
    if (!shape) return null;
    const element = make({ ...shape, fill: "none", stroke: "none" });
    element.setAttribute("class", kind);
    element.style.fill = element.style.stroke = element.style.strokeWidth = "";
    return element;
  }

  // Mixes heat into the colours of shapes, below the pieces that stand on them.
  drawHeat(shares) {
    const { svg, shapes, drawing } = this.board;
    for (const element of svg.querySelectorAll(".heated")) {
      element.classList.remove("heated");
      const shape = shapes.get(element.dataset.id);
      if (!shape) continue;
      element.style.fill = paint(shape.fill);
      element.style.stroke = paint(shape.stroke);
      element.style.strokeWidth = shape.stroke_width ?? 0;
    }
    for (const [id, share] of shares) {
      const element = drawing.element(id);
      if (!element) continue;
      element.classList.add("heated");
      const percent = Math.round(12 + 70 * share);
      const { kind, fill } = shapes.get(id);
      const colour = `color-mix(in srgb, var(--heat) ${percent}%, ${paint(fill)})`;
      element.style.fill = colour;
      if (kind !== "circle") continue;
      // A piece covers most of a round place, so that its heat is a ring around the piece.
      element.style.stroke = colour;
      element.style.strokeWidth = 2 + RING * share;
    }
  }

  // The piece of a half-made move at its new place; the piece at its old place is faded.
  ghost() {
    const { scene, shapes, drawing, svg, preview, placed } = this.board;
    const ghost = preview.move ? null : scene?.ghost;
    const place = ghost && shapes.get(placed);
    for (const element of svg.querySelectorAll(".leaving")) element.classList.remove("leaving");
    if (!place) return [];
    drawing.element(ghost.id)?.classList.add("leaving");
    const piece = make({ ...ghost, id: "", ...middle(box(place, drawing.element(placed))) });
    piece.setAttribute("class", "ghost");
    return [piece];
  }
}
