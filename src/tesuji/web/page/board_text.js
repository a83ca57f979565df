// The board in words, for those who hear the page: what stands there, each with its places.

import { h } from "./dom.js";

// Shapes that are labelled as "place: what", by what.
function places(scene) {
  const found = new Map();
  for (const { label } of scene.shapes) {
    const [place, what] = (label ?? "").split(/: (.*)/s);
    if (what !== undefined) found.set(what, [...(found.get(what) ?? []), place]);
  }
  return found;
}

// Other labels of what is there, such as walls, and not of what could be clicked or built.
function others(scene) {
  const clickable = new Set(Object.values(scene.paths).flat());
  return scene.shapes
    .filter(
      ({ id, label }) =>
        label && !label.includes(": ") && !label.startsWith("no ") && !clickable.has(id),
    )
    .map(({ label }) => label);
}

export class BoardText {
  constructor(model) {
    this.model = model;
    this.list = h("ul", {});
    this.title = h("p", {});
    this.element = h(
      "details",
      { class: "words" },
      h("summary", {}, "The board in words"),
      this.title,
      this.list,
    );
    this.element.addEventListener("toggle", () => this.refresh());
  }

  // Only for who reads it: to draw it at each move would delay the move.
  refresh() {
    const scene = this.model.shown?.scene;
    if (!this.element.open || !scene || scene === this.drawn) return;
    this.drawn = scene;
    this.title.textContent = scene.title;
    this.list.replaceChildren(
      ...[...places(scene)].map(([what, where]) =>
        h("li", {}, h("b", {}, what), `: ${where.join(", ")}`),
      ),
      ...others(scene).map((label) => h("li", {}, label)),
    );
  }
}
