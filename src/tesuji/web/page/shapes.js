// Shapes of a scene as SVG elements.

import { s } from "./dom.js";

export const paint = (role) =>
  role === undefined || role === "none" ? "none" : `var(--scene-${role})`;

// The SVG attributes of a shape.
export function attributes(shape) {
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
        y: shape.baseline,
        "font-size": shape.size,
        "font-weight": shape.bold ? 700 : 400,
        "text-anchor": shape.anchor ?? "middle",
      };
    default:
      return { transform: `translate(${shape.x} ${shape.y})` };
  }
}

export const TAGS = {
  rect: "rect",
  circle: "circle",
  line: "line",
  path: "path",
  text: "text",
  group: "g",
};

// Only changed shapes are touched: most of a scene stays the same from move to move.
const drawn = new WeakMap();

export function update(element, shape) {
  const look = JSON.stringify(shape);
  if (drawn.get(element) === look) return;
  drawn.set(element, look);
  for (const [name, value] of Object.entries(attributes(shape))) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
  if (shape.kind !== "group") {
    element.style.fill = paint(shape.fill);
    // The colour that a tint is mixed with.
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

// The box of a shape in the scene's coordinates.
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

export const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

// Sets the scene's light or dark colours on an element. Only colours that change are set, because
// everything that inherits them is restyled.
export function setPalette(element, scene, dark) {
  for (const [role, colour] of Object.entries(dark ? scene.dark : scene.palette)) {
    const name = `--scene-${role}`;
    if (element.style.getPropertyValue(name) !== colour) element.style.setProperty(name, colour);
  }
}
