// The moves of the game in two columns; a click on a move shows the position after it.

import { h } from "./dom.js";

// Rows of at most two moves; the first is null if the first player did not move. Rolls belong to the
// move after them.
export function rowsOf(entries, marks = new Map()) {
  const rows = [];
  let row = null;
  let rolls = [];
  entries.forEach(([move, player, , symbol], index) => {
    if (player === null) {
      rolls.push(symbol ?? move);
      return;
    }
    if (row === null || player === 0 || row.length > 1) {
      row = player === 1 ? [null] : [];
      rows.push(row);
    }
    row.push({ move, ply: index + 1, rolls, mark: marks.get(index) });
    rolls = [];
  });
  return rows;
}

// What a move of the game is called: its number in the list and the move itself. A roll counts as the
// move before it, or at the start as the one after it.
export function moveLabel(entries, index) {
  const isMove = ([, player]) => player !== null;
  let at = entries.findLastIndex((entry, ply) => ply <= index && isMove(entry));
  if (at < 0) at = entries.findIndex(isMove);
  const number = rowsOf(entries).findIndex((row) => row.some((cell) => cell?.ply === at + 1)) + 1;
  return `move ${number} (${entries[at][0]})`;
}

export class MoveList {
  constructor(model) {
    this.model = model;
    this.element = h("ol", { class: "moves", "aria-label": "Moves" });
    this.drawn = [];
  }

  refresh(marks = new Map()) {
    const { state, place } = this.model;
    this.draw(rowsOf(state.entries, marks));
    const now = this.buttonAt(place.ply);
    if (now === this.now) return;
    this.now?.classList.remove("now");
    this.now?.removeAttribute("aria-current");
    this.now = now;
    now?.classList.add("now");
    now?.setAttribute("aria-current", "true");
    // Measuring it before the board is drawn would cause a second layout.
    requestAnimationFrame(() => setTimeout(() => this.reveal(this.now)));
  }

  // The last move up to a ply; a roll after it changes nothing.
  buttonAt(ply) {
    const { entries } = this.model.state;
    let at = ply;
    while (at > 0 && entries[at - 1][1] === null) at -= 1;
    return this.element.querySelector(`[data-ply="${at}"]`);
  }

  // Scrolls the list only, not the page.
  reveal(button) {
    if (!button) {
      if (this.model.place.ply === 0) this.element.scrollTop = 0;
      return;
    }
    const top = button.offsetTop;
    if (
      top < this.element.scrollTop ||
      top + button.offsetHeight > this.element.scrollTop + this.element.clientHeight
    ) {
      this.element.scrollTop = top - this.element.clientHeight / 2;
    }
  }

  // Keeps the rows that have not changed.
  draw(rows) {
    const looks = rows.map((row) => JSON.stringify(row));
    let same = 0;
    while (same < looks.length && looks[same] === this.drawn[same]) same += 1;
    while (this.element.children.length > same) this.element.lastChild.remove();
    this.element.append(...rows.slice(same).map((row, index) => this.row(row, same + index + 1)));
    this.drawn = looks;
  }

  row(cells, number) {
    return h(
      "li",
      {},
      h("span", { class: "number", "aria-hidden": "true" }, String(number)),
      ...cells.map((cell) => (cell === null ? h("span", {}) : this.button(cell))),
    );
  }

  button({ move, ply, rolls, mark }) {
    return h(
      "button",
      {
        type: "button",
        "data-ply": ply,
        class: mark ? `marked ${mark}` : "",
        title: mark,
        onclick: () => this.model.go({ ply }),
      },
      rolls.length ? h("small", {}, rolls.join(" ")) : null,
      move,
    );
  }
}
