// The board as text, for people who listen to the page: what stands where.

import { h } from "./dom.js";

// Places by what stands on them, empty ones last; then what is special about places; then pieces
// that stand on no place, such as walls.
export function boardText({ places, pieces }) {
  const names = new Map(places.map(({ id, name }) => [id, name]));
  const taken = new Set(pieces.map(({ place }) => place));
  const groups = new Map();
  const add = (what, where) => groups.set(what, [...(groups.get(what) ?? []), where]);
  for (const { name, place } of pieces) if (place) add(name, names.get(place));
  for (const { id, name } of places) if (!taken.has(id)) add("empty", name);
  for (const { name, note } of places) if (note) add(note, name);
  return {
    groups: [...groups],
    others: pieces.filter(({ place }) => !place).map(({ name }) => name),
  };
}

export class BoardText {
  constructor(model) {
    this.model = model;
    this.list = h("ul", {});
    this.title = h("p", {});
    const summary = h("summary", {}, "Board as text");
    this.element = h("details", { class: "words" }, summary, this.title, this.list);
    this.element.addEventListener("toggle", () => this.refresh());
  }

  // Only while it is open: drawing it for each move would delay the move.
  refresh() {
    const scene = this.model.shown?.scene;
    if (!this.element.open || !scene || scene === this.drawn) return;
    this.drawn = scene;
    this.title.textContent = scene.title;
    const { groups, others } = boardText(scene);
    this.list.replaceChildren(
      ...groups.map(([what, where]) => h("li", {}, h("b", {}, what), `: ${where.join(", ")}`)),
      ...others.map((name) => h("li", {}, name)),
    );
  }
}
