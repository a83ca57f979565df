// The buttons below the board: steps through the game, and one that flips the board.

import { h } from "./dom.js";

const button = (sign, name, act) =>
  h(
    "button",
    { type: "button", class: "icon", "aria-label": name, title: name, onclick: act },
    sign,
  );

export class StepButtons {
  constructor(element, model, flip) {
    this.model = model;
    this.back = [
      button("«", "Go to the start", () => model.go({ ply: 0 })),
      button("‹", "One move back", () => model.step(-1)),
    ];
    this.forward = [
      button("›", "One move forward", () => model.step(1)),
      button("»", "Go to the end", () => model.go({ ply: model.state.ply })),
    ];
    this.flip = button("⇅", "Flip the board (f)", flip);
    element.append(...this.back, ...this.forward, this.flip);
  }

  refresh() {
    const { place, shown } = this.model;
    const first = place.ply === 0 && place.line.length === 0;
    for (const each of this.back) each.disabled = first;
    for (const each of this.forward) each.disabled = this.model.isLive;
    this.flip.hidden = !shown?.scene.facing;
  }
}
