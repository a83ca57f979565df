// The moves of the game in two columns; a click shows the position after one.

import { h } from "./dom.js";

export class MoveList {
  constructor(model) {
    this.model = model;
    this.element = h("ol", { class: "moves", "aria-label": "Moves" });
    this.drawn = "";
  }

  refresh(marks = new Map()) {
    const { state, place } = this.model;
    const drawn = JSON.stringify([state.start, state.entries, [...marks]]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.element.replaceChildren(...this.rows(state.entries, marks));
    }
    let now = null;
    for (const button of this.element.querySelectorAll("button")) {
      const here = Number(button.dataset.ply) === place.ply;
      button.classList.toggle("now", here);
      if (here) {
        button.setAttribute("aria-current", "true");
        now = button;
      } else button.removeAttribute("aria-current");
    }
    this.reveal(now);
  }

  // Scrolls within the list alone; the page stays where it is.
  reveal(button) {
    if (!button) {
      if (this.model.place.ply === 0) this.element.scrollTop = 0;
      return;
    }
    const top = button.offsetTop - this.element.offsetTop;
    if (top < this.element.scrollTop || top + button.offsetHeight > this.element.scrollTop + this.element.clientHeight) {
      this.element.scrollTop = top - this.element.clientHeight / 2;
    }
  }

  rows(entries, marks) {
    const rows = [];
    let row = null;
    let rolls = [];
    let number = 0;
    entries.forEach(([move, player], index) => {
      if (player === null) {
        rolls.push(move);
        return;
      }
      if (row === null || player === 0 || row.children.length > 2) {
        row = h("li", {}, h("span", { class: "number", "aria-hidden": "true" }, String(++number)));
        if (player === 1) row.append(h("span", {}));
        rows.push(row);
      }
      row.append(this.button(move, index + 1, rolls, marks.get(index)));
      rolls = [];
    });
    return rows;
  }

  button(move, ply, rolls, mark) {
    return h(
      "button",
      { type: "button", "data-ply": ply, class: mark ? `marked ${mark}` : "", title: mark, onclick: () => this.model.go({ ply }) },
      rolls.length ? h("small", {}, rolls.join(" ")) : null,
      move,
    );
  }
}
