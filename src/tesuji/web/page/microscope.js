// The microscope: the search tree unfolded, and below it single simulations.

import { h, percent } from "./dom.js";
import { Simulations } from "./simulation.js";

const number = (value) => (value === null || value === undefined ? "–" : value.toFixed(3));

export class Microscope {
  constructor(parts) {
    Object.assign(this, parts);
    this.simulations = h("input", { id: "tree-size", type: "number", min: "1", max: "200000", value: "200" });
    this.tree = h("ul", { class: "tree", role: "tree", "aria-label": "Search tree" });
    this.stepped = new Simulations({ ...parts, where: () => this.where() });
    this.element = h("details", { class: "microscope" },
      h("summary", {}, "Search microscope"),
      h("p", { class: "soft" }, "The tree after a number of simulations, always from the same random numbers, and what each single one did to it."),
      h("div", { class: "controls" },
        h("div", { class: "field" }, h("label", { for: "tree-size" }, "Simulations"), this.simulations),
        h("button", { type: "button", onclick: () => this.grow() }, "Grow the tree")),
      this.tree,
      this.stepped.element);
    // Closed, it leaves the board to the game.
    this.element.addEventListener("toggle", () => this.element.open || this.leave());
  }

  where() {
    const { ply, line } = this.model.place;
    return { ply, moves: line, spec: this.analyst.spec };
  }

  refresh() {
    const at = JSON.stringify(this.where()) + this.model.state.start;
    if (at === this.at) return;
    this.at = at;
    this.tree.replaceChildren();
    this.stepped.reset();
  }

  leave() {
    this.stepped.stop();
    this.table.showPlace();
  }

  // The tree

  async grow() {
    const simulations = Number(this.simulations.value) || 200;
    const visits = Math.max(1, Math.round(simulations / 20000));
    try {
      const found = await this.wire.ask("tree", { ...this.where(), simulations, depth: 3, visits });
      const none = h("li", { class: "soft", role: "none" }, "No tree was needed: the result is proven at once.");
      this.tree.replaceChildren(...(found.tree.children.length ? this.branches(found.tree, 1, []) : [none]));
    } catch (error) {
      this.complain(error);
    }
  }

  branches(node, level, line) {
    const rows = node.children.map((child) => this.branch(child, node, level, [...line, child.move]));
    const more = node.more + node.untried;
    return more ? [...rows, h("li", { class: "soft more", role: "none" }, `and ${more} more, ${node.untried} of them untried`)] : rows;
  }

  branch(child, node, level, line) {
    const inner = child.node && child.node.children.length ? h("ul", { role: "group", hidden: true }) : null;
    const row = h("div", { class: "leaf" },
      h("span", { class: "fold", "aria-hidden": "true" }, inner ? "▸" : ""),
      h("b", {}, child.move),
      h("span", { title: "visits" }, `${child.visits}×`),
      h("span", { class: `value ${child.proven ?? ""}`, title: "value" }, child.proven ?? percent(child.value)),
      h("small", { title: "value + k · explore = score; prior" }, `${number(child.value)} + ${number(node.k)}·${number(child.explore)} = ${number(child.score)}, prior ${number(child.prior)}`));
    const item = h("li", { role: "treeitem", tabindex: level === 1 ? "0" : "-1", "aria-level": level, "aria-label": `${child.move}, ${child.visits} visits, value ${percent(child.value)}${child.proven ? `, proven ${child.proven}` : ""}` }, row, inner);
    if (inner) item.setAttribute("aria-expanded", "false");
    const unfold = () => {
      if (!inner) return;
      if (!inner.firstChild) inner.append(...this.branches(child.node, level + 1, line));
      inner.hidden = !inner.hidden;
      item.setAttribute("aria-expanded", String(!inner.hidden));
      row.firstChild.textContent = inner.hidden ? "▸" : "▾";
    };
    row.addEventListener("click", unfold);
    row.addEventListener("pointerenter", () => this.showLine(line));
    row.addEventListener("pointerleave", () => this.table.showPlace());
    item.addEventListener("keydown", (event) => this.key(event, item, inner, unfold));
    return item;
  }

  key(event, item, inner, unfold) {
    if (event.target !== item) return;
    const items = [...this.tree.querySelectorAll("[role=treeitem]")].filter((each) => each.closest("[hidden]") === null);
    const at = items.indexOf(item);
    const go = (index) => items[index]?.focus();
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Enter" || event.key === " ") unfold();
    else if (event.key === "ArrowRight" && inner?.hidden) unfold();
    else if (event.key === "ArrowLeft" && inner && !inner.hidden) unfold();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async showLine(line) {
    const { ply, line: begun } = this.model.place;
    const found = await this.model.sceneAt({ ply, line: [...begun, ...line] }).catch(() => null);
    if (found) this.board.show(found.scene, { open: false, marks: [] });
  }
}
