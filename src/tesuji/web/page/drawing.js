// Drawing: shows scenes in one <svg> element. A shape keeps its element from scene to scene by its
// id, and pieces that move are animated.

import { s } from "./dom.js";
import { TAGS, make, reducedMotion, update } from "./shapes.js";

const GLIDE = 240;
const TURN = 220;
const APPEAR = 160;
const EASING = "cubic-bezier(.3,.1,.2,1)";

export class Drawing {
  constructor(svg) {
    this.svg = svg;
    this.layer = s("g", {});
    svg.append(this.layer);
    this.elements = new Map();
    this.places = new Map();
    this.position = null;
    this.turning = [];
  }

  // The last move is animated only if the position that it was made in is shown now.
  // A move of several steps is shown step by step: a piece moves or appears, then parts of the board
  // turn and walls are built. Previews skip the first step, which is on the board already.
  draw(scene, { animate = true, stepwise = true } = {}) {
    this.svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    const moves = animate && !reducedMotion() && this.elements.size > 0 && !this.isTurning;
    this.isTurning = false;
    const before = this.places;
    const old = this.elements;
    const same = scene.position !== undefined && scene.position === this.position;
    const follows = scene.before !== undefined && scene.before === this.position;
    const gone = new Set(follows ? Object.values(scene.origins ?? {}) : []);
    this.position = scene.position ?? null;
    if (!same) this.settle();
    this.elements = new Map();
    this.places = new Map();
    this.counted = {};
    const order = scene.shapes.map((shape) => {
      const key = shape.id || this.keyOf(shape.kind);
      const kept = old.get(key);
      const element = kept && kept.tagName === TAGS[shape.kind] ? kept : make(shape);
      if (element === kept) update(element, shape);
      if (shape.id) element.dataset.id = shape.id;
      this.elements.set(key, element);
      if (shape.kind === "group") this.places.set(key, { x: shape.x, y: shape.y });
      return element;
    });
    this.remove(old, order, moves, gone);
    this.arrange(order);
    if (moves) this.animate(scene, before, { follows, stepwise });
    if (same) this.raise();
  }

  // The next scene shows the board from another side: nothing of it has moved.
  forgetPosition() {
    this.position = null;
    this.isTurning = true;
  }

  // A piece was carried to a point: its next animation starts there.
  carry(id, { x, y }) {
    if (this.places.has(id)) this.places.set(id, { x, y });
  }

  // Shapes without an id are identified by their number among shapes of their kind. Pieces that come
  // and go have ids.
  keyOf(kind) {
    this.counted[kind] = (this.counted[kind] ?? 0) + 1;
    return `${kind}-${this.counted[kind]}`;
  }

  remove(old, order, moves, gone) {
    const kept = new Set(order);
    for (const [key, element] of old) {
      if (kept.has(element)) continue;
      if (!moves || element.tagName !== "g" || gone.has(key)) element.remove();
      else {
        const leaving = element.animate(
          { opacity: [1, 0] },
          { duration: GLIDE, easing: "ease-in" },
        );
        leaving.onfinish = () => element.remove();
      }
    }
  }

  arrange(order) {
    let next = null;
    for (let index = order.length - 1; index >= 0; index--) {
      const element = order[index];
      if (element.parentNode !== this.layer || element.nextElementSibling !== next)
        this.layer.insertBefore(element, next);
      next = element;
    }
  }

  // Moved pieces glide, new pieces fade in; then turned parts turn and added shapes fade in.
  animate(scene, before, { follows, stepwise }) {
    const turns = (follows && scene.turns) || [];
    const turned = new Set(turns.flatMap((turn) => turn.shapes));
    const first = this.animatePieces(scene, before, { follows, turned });
    const delay = stepwise ? first : 0;
    for (const turn of turns) this.turn(turn, delay);
    for (const id of (follows && scene.added) || [])
      this.elements
        .get(id)
        ?.animate({ opacity: [0, 1] }, { delay, duration: APPEAR, fill: "backwards" });
  }

  // Returns how long it takes.
  animatePieces(scene, before, { follows, turned }) {
    let longest = 0;
    for (const [key, place] of this.places) {
      const from = before.get((follows && scene.origins?.[key]) || key);
      const element = this.elements.get(key);
      if (turned.has(key) && from) continue;
      if (!from) {
        element.animate({ opacity: [0, 1] }, { duration: GLIDE });
        longest = GLIDE;
      } else if (from.x !== place.x || from.y !== place.y) {
        longest = GLIDE;
        this.layer.append(element);
        element.animate(
          {
            transform: [
              `translate(${from.x}px, ${from.y}px)`,
              `translate(${place.x}px, ${place.y}px)`,
            ],
          },
          { duration: GLIDE, easing: EASING },
        );
      }
    }
    return longest;
  }

  // Shapes are drawn as they are after a turn, so the animation starts with the turn undone.
  turn({ shapes, x, y, angle = 0, flip = "" }, delay) {
    const undone =
      flip === "" ? `rotate(${-angle}deg)` : flip === "vertical" ? "scale(1, -1)" : "scale(-1, 1)";
    const done = flip === "" ? "rotate(0deg)" : "scale(1, 1)";
    for (const id of shapes) {
      const element = this.elements.get(id);
      if (!element) continue;
      const place = this.places.get(id);
      const own = place ? ` translate(${place.x}px, ${place.y}px)` : "";
      const about = (how) => `translate(${x}px, ${y}px) ${how} translate(${-x}px, ${-y}px)${own}`;
      const animation = element.animate(
        { transform: [about(undone), about(done)] },
        { delay, duration: TURN, easing: EASING, fill: "backwards" },
      );
      this.turning.push({ element, animation });
    }
    this.raise();
  }

  // Turning shapes are above all others. The focused element must not move in the tree, or it would
  // lose the focus.
  raise() {
    this.turning = this.turning.filter(({ animation }) => animation.playState === "running");
    for (const { element } of this.turning)
      if (element !== document.activeElement) this.layer.append(element);
  }

  settle() {
    for (const { animation } of this.turning) animation.cancel();
    this.turning = [];
  }

  element(id) {
    return this.elements.get(id);
  }
}
