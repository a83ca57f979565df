// Mouse, touch and keys on the board: which shape is meant, and where arrow keys lead.

import { box, middle } from "./shapes.js";

// How far from a shape a click may be, in pixels.
const REACH = { mouse: 5, pen: 10, touch: 16 };
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function distance(point, area) {
  const dx = Math.max(area.x - point.x, 0, point.x - area.x - area.width);
  const dy = Math.max(area.y - point.y, 0, point.y - area.y - area.height);
  return Math.hypot(dx, dy);
}

// The id of the last area (the topmost shape) at a point, else of the nearest within reach.
export function nearest(point, areas, reach) {
  let found = null;
  let least = reach;
  for (const [id, area] of areas) {
    const far = distance(point, area);
    if (far <= least) [found, least] = [id, far];
  }
  return found;
}

// The id of the nearest area in the direction of an arrow key, or null.
export function nextInDirection(from, areas, key) {
  const [dx, dy] = DIRECTIONS[key];
  const here = middle(from);
  let best = null;
  let least = Infinity;
  for (const [id, area] of areas) {
    const there = middle(area);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    const cost = along + 2.5 * aside;
    if (along > 1 && cost < least) [best, least] = [id, cost];
  }
  return best;
}

export class BoardPointer {
  constructor(board) {
    this.board = board;
    // Whether the last input came from the keyboard: only then does the board keep the focus.
    this.byKeys = false;
    this.type = undefined;
    this.listen(board.svg);
  }

  listen(svg) {
    const { board } = this;
    const hover = (event, id) => event.pointerType !== "touch" && board.hover(id);
    svg.addEventListener("pointermove", (event) => {
      if (board.drag.move(event, this.pointAt(event))) board.hover(this.shapeAt(event));
      else hover(event, this.shapeAt(event));
    });
    svg.addEventListener("pointerup", (event) =>
      board.drag.drop(this.shapeAt(event), this.pointAt(event)),
    );
    // A finger on a piece drags it; elsewhere on the board it scrolls the page.
    const keep = (event) => board.drag.pressed && event.cancelable && event.preventDefault();
    svg.addEventListener("touchmove", keep, { passive: false });
    svg.addEventListener("pointercancel", () => board.drag.drop(null, null));
    svg.addEventListener("pointerleave", (event) => hover(event, null));
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("pointerdown", (event) => {
      this.byKeys = false;
      this.type = event.pointerType;
      board.drag.press(event, this.pointAt(event));
      // Keep the focus where it is: a focus ring around the clicked shape would look like a mark.
      event.preventDefault();
    });
  }

  click(event) {
    const { board } = this;
    if (event.detail > 0 && board.drag.isHandled) return;
    if (!board.open) return;
    const id = event.detail === 0 ? event.target.dataset?.id : this.shapeAt(event);
    if (!id) board.cancel();
    else if (this.typeOf(event) === "touch") board.tap(id);
    else board.click(id);
  }

  // Not every browser gives a click its pointer type; the pointerdown before it has one.
  typeOf(event) {
    return event.pointerType || this.type;
  }

  shapeAt(event) {
    const { board } = this;
    const matrix = board.svg.getScreenCTM();
    if (!matrix || !board.open) return null;
    const point = this.pointAt(event);
    const reach = REACH[this.typeOf(event)] ?? REACH.mouse;
    const areas = this.areas([...board.next.keys(), ...board.paths.clicked]);
    return nearest(point, areas, reach / matrix.a);
  }

  // Where an event is, in the coordinates of the scene.
  pointAt(event) {
    const matrix = this.board.svg.getScreenCTM();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }

  areas(ids) {
    const { shapes, drawing } = this.board;
    return ids
      .filter((id) => shapes.has(id))
      .map((id) => [id, box(shapes.get(id), drawing.element(id))]);
  }

  key(event) {
    const { board } = this;
    const id = event.target.dataset?.id;
    this.byKeys = true;
    if (event.key === "Escape") board.cancel();
    else if ((event.key === "Enter" || event.key === " ") && id) board.click(id);
    else if (event.key in DIRECTIONS && id && board.shapes.has(id)) this.walk(id, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  walk(from, key) {
    const [[, area]] = this.areas([from]);
    const others = this.areas([...this.board.next.keys()].filter((id) => id !== from));
    const best = nextInDirection(area, others, key);
    if (best !== null) this.board.moveFocus(best);
  }
}
