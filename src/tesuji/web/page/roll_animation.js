// Rolls: lights up one chance event after the other until the result is known.

import { reducedMotion } from "./shapes.js";

const STEP = 70;
const SHOWN_FOR = 260;

export class RollAnimation {
  constructor(board) {
    this.board = board;
    this.timer = null;
  }

  start() {
    if (reducedMotion() || this.timer) return;
    const { drawing, scene } = this.board;
    const ids = Object.values(scene.paths).map((path) => path[0]);
    let last = -1;
    this.timer = setInterval(() => {
      drawing.element(ids[last])?.classList.remove("lit");
      last = (last + 1 + Math.floor(Math.random() * (ids.length - 1))) % ids.length;
      drawing.element(ids[last])?.classList.add("lit");
    }, STEP);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  // Shows the event that was rolled, for a moment.
  settle(event) {
    this.stop();
    const { drawing, scene, svg } = this.board;
    for (const element of svg.querySelectorAll(".lit")) element.classList.remove("lit");
    drawing.element(scene.paths[event]?.[0])?.classList.add("lit");
    return new Promise((resolve) => setTimeout(resolve, reducedMotion() ? 0 : SHOWN_FOR));
  }
}
