// The search tree drawn as a tree: branches as wide as their visits, coloured by their values for
// the player at the root. Labels have the values of the list below.

import { h, s } from "./dom.js";
import { percent } from "./numbers.js";
import { LABEL, layout } from "./tree_layout.js";

const RADIUS = 6;

const branch = ({ parent, x, y }) => {
  const start = parent.x + (parent.parent ? LABEL : 0);
  const half = (start + x) / 2;
  return `M${start} ${parent.y}C${half} ${parent.y} ${half} ${y} ${x} ${y}`;
};

export class TreeDrawing {
  // `toggle(line)` folds or unfolds a node, `follow(line)` shows its position, and `leave()` ends
  // that. The list below has the same for keys and screen readers.
  constructor({ toggle, follow, leave }) {
    Object.assign(this, { toggle, follow, leave });
    this.svg = s("svg", { class: "tree-drawing", "aria-hidden": "true" });
    this.element = h("div", { class: "tree-picture", hidden: true }, this.svg);
  }

  clear() {
    this.element.hidden = true;
    this.svg.replaceChildren();
  }

  draw(root, unfolded) {
    const { nodes, width, height } = layout(root, unfolded);
    this.element.hidden = root.children.length === 0;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.style.width = `${width}px`;
    this.svg.replaceChildren(
      ...nodes.filter(({ parent }) => parent).map((node) => this.branch(node)),
      ...nodes.map((node) => this.node(node)),
    );
  }

  // The colour of a value: from the one of bad moves to the one of good moves.
  colour(element, value) {
    element.style.setProperty("--value", `${Math.round(100 * (value ?? 0.5))}%`);
    return element;
  }

  branch(node) {
    const path = s("path", { class: "branch", d: branch(node), "stroke-width": node.width });
    return this.colour(path, node.valueForRoot);
  }

  node(node) {
    const { line, x, y, move, visits, value, proven, canUnfold, isOpen, more } = node;
    const dot = s("circle", { class: canUnfold && !isOpen ? "dot folded" : "dot", r: RADIUS });
    const said = proven ?? percent(value);
    const group = s(
      "g",
      {
        ...{ class: "node", transform: `translate(${x} ${y})`, "data-line": line.join(" ") },
        onclick: () => line.length && this.toggle(line),
        onpointerenter: () => this.follow(line),
        onpointerleave: () => this.leave(),
      },
      s("title", {}, `${line.join(" ") || "the position"}: ${visits} visits, ${said}`),
      s("rect", { class: "reach", x: -RADIUS - 3, y: -14, width: 80, height: 28 }),
      this.colour(dot, node.valueForRoot),
      s("text", { x: RADIUS + 4, y: -1 }, move),
      s("text", { class: "value", x: RADIUS + 4, y: 11 }, line.length ? said : ""),
      more ? s("text", { class: "value", x: -RADIUS, y: 22 }, `+${more}`) : null,
    );
    return group;
  }
}
