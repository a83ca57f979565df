// Scenes as SVG: each shape one element, kept from scene to scene by its id.

import { s } from "./dom.js";

const HALF_CAPITAL = 0.36;
const GLIDE = 240;
const TURN = 220;

export const paint = (role) =>
  role === undefined || role === "none" ? "none" : `var(--scene-${role})`;

// The attributes of a shape; what is not there is removed.
function attributes(shape) {
  switch (shape.kind) {
    case "rect":
      return {
        x: shape.x,
        y: shape.y,
        width: shape.width,
        height: shape.height,
        rx: shape.radius ?? 0,
      };
    case "circle":
      return { cx: shape.x, cy: shape.y, r: shape.radius };
    case "line":
      return { x1: shape.x, y1: shape.y, x2: shape.x2, y2: shape.y2 };
    case "path":
      return { d: shape.d };
    case "text":
      return {
        x: shape.x,
        y: shape.y + HALF_CAPITAL * shape.size,
        "font-size": shape.size,
        "font-weight": shape.bold ? 700 : 400,
        "text-anchor": shape.anchor ?? "middle",
      };
    default:
      return { transform: `translate(${shape.x} ${shape.y})` };
  }
}

const TAGS = {
  rect: "rect",
  circle: "circle",
  line: "line",
  path: "path",
  text: "text",
  group: "g",
};

// Only what has changed is touched: most of a scene stays as it is from move to move.
const drawn = new WeakMap();

function update(element, shape) {
  const look = JSON.stringify(shape);
  if (drawn.get(element) === look) return;
  drawn.set(element, look);
  for (const [name, value] of Object.entries(attributes(shape))) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
  if (shape.kind !== "group") {
    element.style.fill = paint(shape.fill);
    // What a tint is mixed with.
    element.style.setProperty(
      "--own",
      shape.fill && shape.fill !== "none" ? paint(shape.fill) : "transparent",
    );
    element.style.stroke = paint(shape.stroke);
    element.style.strokeWidth = shape.stroke_width ?? 0;
  }
  element.style.opacity = shape.opacity ?? "";
  if (shape.kind === "text" && element.textContent !== shape.text) element.textContent = shape.text;
  if (shape.kind === "group") updateGroup(element, shape);
}

function updateGroup(element, shape) {
  const content = JSON.stringify(shape.shapes);
  if (element.dataset.content === content) return;
  element.dataset.content = content;
  element.replaceChildren(...shape.shapes.map(make));
}

export function make(shape) {
  const element = s(TAGS[shape.kind], {});
  update(element, shape);
  return element;
}

// The box of a shape in the scene's own measure.
export function box(shape, element) {
  switch (shape.kind) {
    case "rect":
      return { x: shape.x, y: shape.y, width: shape.width, height: shape.height };
    case "circle":
      return {
        x: shape.x - shape.radius,
        y: shape.y - shape.radius,
        width: 2 * shape.radius,
        height: 2 * shape.radius,
      };
    default: {
      const found = element.getBBox();
      return {
        x: found.x + (shape.kind === "group" ? shape.x : 0),
        y: found.y + (shape.kind === "group" ? shape.y : 0),
        width: found.width,
        height: found.height,
      };
    }
  }
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Draws scenes into one <svg> element.
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

  // What the last move did is shown only on the picture of the position that it was made in.
  draw(scene, { animate = true } = {}) {
    this.svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    const moves = animate && !reducedMotion() && this.elements.size > 0;
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
      const key = shape.id || this.nameless(shape.kind);
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
    if (moves) this.animate(scene, before, follows);
    if (same) this.raise();
  }

  // Shapes without an id are told apart by their number among their like: pieces that come and go
  // between them have ids.
  nameless(kind) {
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

  // What was turned turns; what has another place now glides there; what is new fades in.
  animate(scene, before, follows) {
    const turns = (follows && scene.turns) || [];
    for (const turn of turns) this.turn(turn);
    const turned = new Set(turns.flatMap((turn) => turn.shapes));
    for (const [key, place] of this.places) {
      if (turned.has(key)) continue;
      const from = before.get((follows && scene.origins?.[key]) || key);
      const element = this.elements.get(key);
      if (!from) element.animate({ opacity: [0, 1] }, { duration: GLIDE });
      else if (from.x !== place.x || from.y !== place.y) {
        this.layer.append(element);
        element.animate(
          {
            transform: [
              `translate(${from.x}px, ${from.y}px)`,
              `translate(${place.x}px, ${place.y}px)`,
            ],
          },
          { duration: GLIDE, easing: "cubic-bezier(.3,.1,.2,1)" },
        );
      }
    }
  }

  // Shapes are drawn as they are after a turn; what they were before is that turn undone.
  turn({ shapes, x, y, angle = 0, flip = "" }) {
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
        { duration: TURN, easing: "cubic-bezier(.3,.1,.2,1)" },
      );
      this.turning.push({ element, animation });
    }
    this.raise();
  }

  // What turns is above all that does not; what has the focus must stay where it is to keep it.
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

// Sets the scene's colours, light or dark, on an element; whatever inherits them is styled anew, so
// only those that change.
export function setPalette(element, scene, dark) {
  for (const [role, colour] of Object.entries(dark ? scene.dark : scene.palette)) {
    const name = `--scene-${role}`;
    if (element.style.getPropertyValue(name) !== colour) element.style.setProperty(name, colour);
  }
}
