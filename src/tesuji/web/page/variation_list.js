// The variations that were tried, as a nested list: go to a move, or forget a branch.

import { moveLabel } from "./move_list.js";
import { h } from "./dom.js";
import { rowsOf } from "./variation_tree.js";

export class VariationList {
  constructor(model) {
    this.model = model;
    this.list = h("ul", {});
    this.element = h(
      "section",
      { class: "variations", "aria-label": "Variations" },
      h("h3", {}, "Variations"),
      this.list,
    );
  }

  refresh() {
    const { variations, place, state } = this.model;
    const drawn = JSON.stringify([variations, place, state.ply]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const rows = rowsOf(variations);
    this.element.hidden = rows.length === 0;
    this.list.replaceChildren(...rows.map((row) => this.row(row)));
  }

  // Where a variation leaves the game.
  place(ply) {
    return ply === 0 ? "At the start" : `After ${moveLabel(this.model.state.entries, ply - 1)}`;
  }

  row({ ply, before, moves, depth }) {
    const item = h(
      "li",
      {},
      depth === 0
        ? h("span", { class: "soft" }, this.place(ply))
        : h("span", { class: "soft", "aria-hidden": "true" }, "↳"),
      ...moves.map((move, index) =>
        this.move(ply, [...before, ...moves.slice(0, index + 1)], move),
      ),
      h(
        "button",
        {
          type: "button",
          class: "plain forget",
          "aria-label": `Forget ${moves.join(" ")}`,
          title: "Forget this variation",
          onclick: () => this.model.forgetLine(ply, [...before, moves[0]]),
        },
        "✕",
      ),
    );
    item.style.setProperty("--depth", depth);
    return item;
  }

  move(ply, line, move) {
    const { place } = this.model;
    const here = place.ply === ply && JSON.stringify(place.line) === JSON.stringify(line);
    return h(
      "button",
      {
        type: "button",
        class: here ? "now" : "",
        "aria-current": here ? "true" : null,
        onclick: () => this.model.go({ ply, line }),
      },
      move,
    );
  }
}
