// Dragging: a piece follows the pointer, and dropping it clicks the place below it.

import { s } from "./dom.js";
import { distance } from "./board_pointer.js";
import { make } from "./shapes.js";

// A pointer that moves less, in pixels, is a click.
const LEAST_WAY = 6;

// The pieces that can be dragged, by the place they stand on: those whose place is the first click
// of a move and whose target is the second, and the piece that the first click moves.
export function grips(scene, areaOf) {
  const places = new Set(scene.places.map(({ id }) => id));
  const groups = scene.shapes.filter(({ kind, id }) => kind === "group" && id);
  const found = new Map();
  const firsts = Object.values(scene.paths)
    .filter(([first, second]) => places.has(first) && places.has(second))
    .map(([first]) => first);
  for (const id of new Set(firsts)) {
    const piece = groups.find((group) => distance(group, areaOf(id)) === 0);
    if (piece) found.set(id, { piece, clicks: true });
  }
  const walker = scene.ghost?.id && groups.find(({ id }) => id === scene.ghost.id);
  if (walker && firsts.length === 0) {
    const id = [...places].find((place) => distance(walker, areaOf(place)) === 0);
    if (id) found.set(id, { piece: walker, clicks: false });
  }
  return found;
}

export class BoardDrag {
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "dragged", "aria-hidden": "true" });
    board.svg.append(this.layer);
    this.grips = new Map();
    this.pressed = this.held = null;
    // Whether the click that follows a drop was handled already.
    this.isHandled = false;
  }

  // Another scene: nothing is held any more.
  reset() {
    const { board } = this;
    this.release();
    this.pressed = null;
    this.grips = board.open
      ? grips(board.scene, (id) => board.pointer.areas([id])[0][1])
      : new Map();
  }

  press(event, point) {
    this.isHandled = false;
    if (!event.isPrimary || event.button > 0) return;
    const areas = this.board.pointer.areas([...this.grips.keys()]);
    const [id] = areas.find(([, area]) => distance(point, area) === 0) ?? [];
    this.pressed = id ? { id, x: event.clientX, y: event.clientY } : null;
  }

  // Whether the pointer drags a piece.
  move(event, point) {
    if (!this.pressed) return false;
    const { id, x, y } = this.pressed;
    if (!this.held) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < LEAST_WAY) return false;
      if (!this.lift(id)) return false;
      this.board.svg.setPointerCapture(event.pointerId);
    }
    this.layer.firstChild.setAttribute("transform", `translate(${point.x} ${point.y})`);
    return true;
  }

  lift(id) {
    const { board } = this;
    const { piece, clicks } = this.grips.get(id);
    if (clicks && board.paths.clicked.at(-1) !== id) board.click(id);
    if (!clicks && board.paths.clicked.length > 0) board.cancel();
    if (clicks && board.paths.clicked.at(-1) !== id) {
      this.pressed = null;
      return false;
    }
    this.held = piece;
    this.layer.replaceChildren(make({ ...piece, id: "" }));
    board.drawing.element(piece.id)?.classList.add("lifted");
    board.svg.classList.add("dragging");
    return true;
  }

  // Drops the piece on a shape; the piece glides from the pointer to its new place.
  drop(id, point) {
    const { board, held, pressed } = this;
    this.pressed = null;
    if (!held) return;
    this.isHandled = true;
    if (id !== null && board.next.has(id)) {
      board.drawing.carry(held.id, point);
      board.click(id);
    } else if (id !== pressed.id) board.cancel();
    // A move that is complete waits for its scene with the piece where it was dropped.
    if (board.open) this.release();
  }

  release() {
    const { board, held } = this;
    if (!held) return;
    this.held = null;
    this.layer.replaceChildren();
    board.drawing.element(held.id)?.classList.remove("lifted");
    board.svg.classList.remove("dragging");
  }
}
