// The candidates of an analysis as a list: visits, value and line of each, in groups.

import { groupMoves } from "./candidate_groups.js";
import { h } from "./dom.js";
import { exactBadge } from "./exact.js";
import { percent, thousands } from "./numbers.js";

const SHOWN = 8;
// Seconds of an analysis after which its best moves have settled, so that lines can be asked for.
const SETTLED = 0.8;
const LINE_SHOWN = 7;

export class CandidateList {
  constructor(parts) {
    Object.assign(this, parts);
    this.element = h("div", { class: "best-moves" });
    // Groups that show all their moves, and lines by move, at one position.
    this.forget(null);
  }

  forget(at) {
    this.at = at;
    this.unfolded = new Set();
    this.lines = new Map();
    this.asked = this.held = false;
  }

  clear() {
    this.held = false;
    this.element.replaceChildren();
  }

  // The list does not change while a button is about to be pressed.
  show(found) {
    const at = `${found.position} ${found.spec}`;
    if (at !== this.at) this.forget(at);
    if (!this.held) this.draw(found);
  }

  draw(found) {
    this.found = found;
    const { scene } = this.model.shown;
    const groups = groupMoves(scene, found.moves).slice(0, SHOWN);
    this.lines.set(found.best, found.pv);
    const most = Math.max(...found.moves.map((move) => move[1]), 1);
    const rows = groups.flatMap((group) => this.group(group, most));
    this.drawing = true;
    this.element.replaceChildren(
      h(
        "div",
        { class: "row head", "aria-hidden": "true" },
        h("span", {}, "move"),
        h("span", {}, "visits"),
        h("span", {}),
        h("span", {}, "value"),
      ),
      ...rows,
    );
    this.drawing = false;
    if (found.seconds >= SETTLED || !found.running)
      this.askLines(groups.map(({ rows: [[move]] }) => move));
  }

  // Asks for the lines of moves that have none yet, one question at a time.
  async askLines(moves) {
    const candidates = moves.filter((move) => !this.lines.has(move));
    if (this.asked || candidates.length === 0) return;
    this.asked = true;
    const { at } = this;
    const { ply, line } = this.model.place;
    const { spec } = this.found;
    try {
      const { lines } = await this.connection.ask("lines", { ply, moves: line, spec, candidates });
      if (at !== this.at) return;
      for (const move of candidates) this.lines.set(move, lines[move] ?? [move]);
      this.asked = false;
      this.panel.showFound();
    } catch {
      // The list is useful without lines; the next position asks again.
    }
  }

  lineOf(move) {
    return this.lines.get(move) ?? [move];
  }

  group({ key, rows }, most) {
    const [first, ...others] = rows;
    const open = this.unfolded.has(key);
    const toggle = others.length
      ? this.toggle(key, { open, count: others.length, like: first[0] })
      : null;
    return [
      h(
        "div",
        { class: "candidate" },
        this.row(first, most),
        toggle,
        h("p", { class: "line soft" }, this.lineOf(first[0]).slice(1, LINE_SHOWN).join(" ")),
      ),
      ...(open ? others.map((row) => h("div", { class: "alike" }, this.row(row, most))) : []),
    ];
  }

  toggle(key, { open, count, like }) {
    const release = () => {
      // Browsers may report that a removed button has lost the focus.
      if (this.drawing) return;
      this.held = false;
      this.panel.showFound();
    };
    return h(
      "button",
      {
        type: "button",
        class: "plain more-moves",
        "data-group": key,
        "aria-expanded": String(open),
        "aria-label": `${count} more like ${like}`,
        onpointerenter: () => (this.held = true),
        onfocus: () => (this.held = true),
        onpointerleave: release,
        onblur: release,
        onclick: () => this.unfold(key, !open),
      },
      open ? "−" : `+${count}`,
    );
  }

  // Shows all moves of a group or only its best one; the focus stays on the button.
  unfold(key, open) {
    if (open) this.unfolded.add(key);
    else this.unfolded.delete(key);
    this.draw(this.found);
    this.element.querySelector(`[data-group="${CSS.escape(key)}"]`)?.focus();
  }

  row([move, visits, value, proven], most) {
    const { panel } = this;
    const line = () => this.lineOf(move);
    const bar = h("span", { class: "share" });
    bar.style.setProperty("--part", visits / most);
    return h(
      "button",
      {
        type: "button",
        class: `row ${proven ? `proven ${proven}` : ""}`,
        onpointerenter: () => panel.playLine(line()),
        onpointerleave: () => panel.stopLine(),
        onfocus: () => panel.playLine(line()),
        onblur: () => panel.stopLine(),
        onclick: () => {
          panel.stopLine();
          panel.play(move, this.model.place);
        },
      },
      h("b", {}, move),
      h("span", { class: "visits" }, thousands(visits)),
      bar,
      h("span", { class: "value" }, proven ?? percent(value), proven && exactBadge()),
    );
  }
}
