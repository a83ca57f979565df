// The value graph of a review: the win probability of the first player over the moves.

import { h, s } from "./dom.js";

const WIDTH = 600;
const HEIGHT = 260;
const MARGIN = 8;

// Marks differ in shape, not only in colour.
const SYMBOLS = {
  inaccuracy: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z",
  mistake: "M0 -9L9 7L-9 7Z",
  blunder: "M-8 -8L8 -8L8 8L-8 8Z",
};

// The points of the curve and the dots of marked moves, for the rows of a review by ply.
export function curve(review, last) {
  const x = (ply) => (WIDTH * ply) / Math.max(1, last);
  const y = (value) => HEIGHT * (1 - value);
  const rows = [...review.values()].sort((a, b) => a.ply - b.ply);
  return {
    points: rows.map((row) => [x(row.ply), y(row.value)]),
    dots: rows
      .filter((row) => row.mark && review.has(row.ply + 1))
      .map(({ ply, mark }) => ({ mark, x: x(ply + 1), y: y(review.get(ply + 1).value) })),
  };
}

// The ply at a share of the drawing's width, margins included.
export function plyAt(share, last) {
  const x = share * (WIDTH + 2 * MARGIN) - MARGIN;
  return Math.round((x / WIDTH) * Math.max(1, last));
}

export class ValueGraph {
  constructor(model) {
    this.model = model;
    this.element = h("div", { class: "graph" });
  }

  refresh() {
    const { review, state, place } = this.model;
    const drawn = JSON.stringify([[...review], place.ply, state.ply]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const [player] = state.players;
    if (review.size > 1) {
      const caption = h("p", { class: "soft caption" }, `Win probability of ${player}`);
      this.element.replaceChildren(this.svg(player), caption, this.legend());
      return;
    }
    const text = state.ply
      ? "The win probability over the game appears here."
      : "There are no moves to review yet.";
    this.element.replaceChildren(h("p", { class: "soft" }, text));
  }

  legend() {
    const found = new Set([...this.model.review.values()].map(({ mark }) => mark));
    const symbol = (mark) =>
      s(
        "svg",
        { viewBox: "-11 -11 22 22", width: 14, height: 14, "aria-hidden": "true" },
        s("path", { class: `dot ${mark}`, d: SYMBOLS[mark] }),
      );
    return h(
      "p",
      { class: "legend soft" },
      ...Object.keys(SYMBOLS)
        .filter((mark) => found.has(mark))
        .map((mark) => h("span", {}, symbol(mark), mark)),
    );
  }

  svg(player) {
    const { review, state, place } = this.model;
    const { points, dots } = curve(review, state.ply);
    const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const here = (WIDTH * place.ply) / Math.max(1, state.ply);
    const svg = s(
      "svg",
      {
        viewBox: `${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`,
        role: "img",
        "aria-label": `Win probability of ${player} over the moves`,
      },
      s("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 6 }),
      s("polygon", {
        class: "area",
        points: `${points[0][0]},${HEIGHT} ${line} ${points.at(-1)[0]},${HEIGHT}`,
      }),
      s("line", { class: "half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      s("polyline", { class: "curve", points: line }),
      s("line", { class: "here", x1: here, x2: here, y1: 0, y2: HEIGHT }),
      ...dots.map(({ mark, x, y }) =>
        s("path", { class: `dot ${mark}`, d: SYMBOLS[mark], transform: `translate(${x} ${y})` }),
      ),
    );
    svg.addEventListener("click", (event) => {
      const area = svg.getBoundingClientRect();
      this.model.go({ ply: plyAt((event.clientX - area.left) / area.width, state.ply) });
    });
    return svg;
  }
}
