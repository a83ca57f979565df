// The search microscope: the search tree, and below it single simulations.

import { h } from "./dom.js";
import { decimal, percent } from "./numbers.js";
import { SimulationStepper, adds } from "./simulation_stepper.js";
import { TreeDrawing } from "./tree_drawing.js";
import { keyOf, mainLine } from "./tree_layout.js";

const LEGEND =
  "score = exploit + k · explore. exploit: value of the move, with what knowledge adds; k: exploration constant; explore: larger for moves with few visits. The move with the highest score is searched next.";

export class Microscope {
  constructor(parts) {
    Object.assign(this, parts);
    this.simulations = h("input", {
      id: "tree-size",
      type: "number",
      min: "1",
      value: "200",
    });
    this.drawing = new TreeDrawing({
      toggle: (line) => this.folds.get(keyOf(line))?.(),
      follow: (line) => this.showLine(line),
      leave: () => this.hideLine(),
    });
    this.legend = h("p", { class: "soft legend", hidden: true }, LEGEND);
    this.best = h(
      "button",
      { type: "button", hidden: true, onclick: () => this.followBest() },
      "Follow the best line",
    );
    this.forget();
    this.tree = h("ul", { class: "tree", role: "tree", "aria-label": "Search tree" });
    this.stepped = new SimulationStepper({ ...parts, where: () => this.where() });
    this.element = h(
      "details",
      { class: "microscope" },
      h("summary", {}, "Search microscope"),
      h(
        "p",
        { class: "soft" },
        "The search tree after a number of simulations, always with the same random numbers, and what each simulation did.",
      ),
      h(
        "div",
        { class: "controls" },
        h(
          "div",
          { class: "field" },
          h("label", { for: "tree-size" }, "Simulations"),
          this.simulations,
        ),
        h("button", { type: "button", onclick: () => this.grow() }, "Show the tree"),
        this.best,
      ),
      this.drawing.element,
      this.legend,
      this.tree,
      this.stepped.element,
    );
    // When it is closed, the board shows the game again.
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
    this.simulations.max = this.model.limits.tree_simulations;
    this.looked = null;
    this.forget();
    this.tree.replaceChildren();
    this.stepped.reset();
  }

  // The tree that is shown, the keys of its unfolded moves, and how to fold each move.
  forget() {
    this.root = null;
    this.unfolded = new Set();
    this.folds = new Map();
    this.drawing.clear();
    this.legend.hidden = this.best.hidden = true;
  }

  // Unfolds the most visited moves, from the first one on.
  followBest() {
    for (const key of mainLine(this.root)) if (!this.unfolded.has(key)) this.folds.get(key)?.();
  }

  leave() {
    this.looked = null;
    this.stepped.leave();
    this.view.showPlace();
  }

  // The tree

  async grow() {
    const { at } = this;
    const simulations = Number(this.simulations.value) || 200;
    const visits = Math.max(1, Math.round(simulations / 20000));
    try {
      const found = await this.connection.ask("tree", {
        ...this.where(),
        simulations,
        depth: 3,
        visits,
      });
      const none = h(
        "li",
        { class: "soft", role: "none" },
        "There is no tree: the result is proven without a search.",
      );
      if (at !== this.at) return;
      this.forget();
      this.root = found.tree;
      this.tree.replaceChildren(
        ...(found.tree.children.length ? this.branches(found.tree, 1, []) : [none]),
      );
      this.drawing.draw(this.root, this.unfolded);
      this.legend.hidden = this.best.hidden = found.tree.children.length === 0;
      this.tree.querySelector("[role=treeitem]")?.setAttribute("tabindex", "0");
    } catch (error) {
      this.showError(error);
    }
  }

  branches(node, level, line) {
    const rows = node.children.map((child) =>
      this.branch(child, node, level, [...line, child.move]),
    );
    const more = node.more + node.untried;
    return more
      ? [
          ...rows,
          h(
            "li",
            { class: "soft more", role: "none" },
            `and ${more} more, ${node.untried} of them untried`,
          ),
        ]
      : rows;
  }

  branch(child, node, level, line) {
    const inner =
      child.node && child.node.children.length ? h("ul", { role: "group", hidden: true }) : null;
    const row = h(
      "div",
      { class: "leaf" },
      h("span", { class: "fold", "aria-hidden": "true" }, inner ? "▸" : ""),
      h("b", {}, child.move),
      h("span", { title: "visits" }, `${child.visits}×`),
      h(
        "span",
        { class: `value ${child.proven ?? ""}`, title: "value" },
        child.proven ?? percent(child.value),
      ),
      h("small", { title: LEGEND }, this.terms(child, node.k)),
    );
    const proven = child.proven ? `, proven ${child.proven}` : "";
    const item = h(
      "li",
      {
        role: "treeitem",
        tabindex: "-1",
        "aria-level": level,
        "aria-label": `${child.move}, ${child.visits} visits${proven}, ${this.terms(child, node.k)}`,
      },
      row,
      inner,
    );
    if (inner) item.setAttribute("aria-expanded", "false");
    const unfold = () => {
      if (!inner) return;
      if (!inner.firstChild) inner.append(...this.branches(child.node, level + 1, line));
      inner.hidden = !inner.hidden;
      item.setAttribute("aria-expanded", String(!inner.hidden));
      row.firstChild.textContent = inner.hidden ? "▸" : "▾";
      if (inner.hidden) this.unfolded.delete(keyOf(line));
      else this.unfolded.add(keyOf(line));
      this.drawing.draw(this.root, this.unfolded);
    };
    this.folds.set(keyOf(line), unfold);
    row.addEventListener("click", unfold);
    item.addEventListener("focus", () => this.reach(item, line));
    item.addEventListener("blur", () => this.hideLine());
    row.addEventListener("pointerenter", () => this.showLine(line));
    row.addEventListener("pointerleave", () => this.hideLine());
    item.addEventListener("keydown", (event) => this.key(event, item, inner, unfold));
    return item;
  }

  // The terms of a move's score, if it is a sum.
  terms(child, k) {
    const exploit = child.exploit ?? child.value;
    const sum = adds(child, k)
      ? `exploit ${decimal(exploit)} + k ${decimal(k)} · explore ${decimal(child.explore)} = `
      : "";
    return `${sum}score ${decimal(child.score)}, value ${decimal(child.value)}, prior ${decimal(child.prior)}`;
  }

  // The Tab key reaches one move of the tree, arrow keys the others; each shows its line.
  reach(item, line) {
    for (const each of this.tree.querySelectorAll("[role=treeitem][tabindex='0']"))
      each.tabIndex = -1;
    item.tabIndex = 0;
    this.showLine(line);
  }

  key(event, item, inner, unfold) {
    if (event.target !== item) return;
    const items = [...this.tree.querySelectorAll("[role=treeitem]")].filter(
      (each) => each.closest("[hidden]") === null,
    );
    const at = items.indexOf(item);
    const go = (index) => items[index]?.focus();
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Enter" || event.key === " ") unfold();
    else if (event.key === "ArrowRight" && inner?.hidden) unfold();
    else if (event.key === "ArrowRight" && inner) go(at + 1);
    else if (event.key === "ArrowLeft" && inner && !inner.hidden) unfold();
    else if (event.key === "ArrowLeft") item.parentNode.closest("[role=treeitem]")?.focus();
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(items.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async showLine(line) {
    const { ply, line: begun } = this.model.place;
    this.looked = line;
    const found = await this.model.sceneAt({ ply, line: [...begun, ...line] }).catch(() => null);
    if (found && this.looked === line) this.board.show(found.scene, { open: false, marks: [] });
  }

  hideLine() {
    this.looked = null;
    this.view.showPlace();
  }
}
