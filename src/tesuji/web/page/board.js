// The board: draws a scene, follows clicks, touches and keys along its paths, and shows marks.

import { s } from "./dom.js";
import { ClickPaths } from "./click_paths.js";
import { Drawing, box, setPalette, make, paint, reducedMotion } from "./shapes.js";

const REACH = { mouse: 5, pen: 10, touch: 16 };
const CAPTION = 27;
const PATIENCE = 40;
// The share of places that can be clicked from which on a full tint would be loud.
const MOST = 0.7;

export class Board {
  // `play(move)` is called when a move is complete; `sceneAfter(move)` gives the scene after a move;
  // `hint(text)` tells what a second tap will do.
  constructor(host, { play, sceneAfter, hint }) {
    this.svg = s("svg", { class: "scene", role: "group", tabindex: "-1" });
    host.append(this.svg);
    this.drawing = new Drawing(this.svg);
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.svg.append(this.marks);
    this.play = play;
    this.sceneAfter = sceneAfter;
    this.hint = hint;
    this.dark = false;
    this.hovered = null;
    this.heat = [];
    this.proven = new Map();
    this.best = null;
    this.own = null;
    this.placed = null;
    this.listen();
  }

  // Shows a scene; where `open`, moves can be made on it. Where `marks` are given, those shapes
  // are outlined, and what is known of another position is not drawn on this one.
  show(scene, { open = false, animate = true, marks = null } = {}) {
    clearInterval(this.rolling);
    clearTimeout(this.frozen);
    this.svg.removeAttribute("aria-busy");
    this.scene = scene;
    this.open = open;
    this.own = marks;
    this.hovered = null;
    this.previewed = null;
    this.tapped = null;
    this.placed = null;
    this.byId = new Map(scene.shapes.filter((shape) => shape.id).map((shape) => [shape.id, shape]));
    this.places = scene.shapes.filter(({ label }) => label?.includes(": ")).length;
    this.paths = new ClickPaths(open ? scene.paths : {});
    this.svg.setAttribute("aria-label", scene.title);
    setPalette(this.svg, scene, this.dark);
    this.draw(scene, { animate });
    this.refresh();
  }

  // Who plays by keys stays on the board, also where what had the focus is no more.
  draw(scene, { animate }) {
    const held = this.isHeld;
    this.drawing.draw(scene, { animate });
    if (held && !this.isHeld) this.svg.focus({ preventScroll: true });
  }

  get isHeld() {
    return this.byKeys === true && this.svg.contains(document.activeElement);
  }

  setDark(dark) {
    this.dark = dark;
    if (this.scene) setPalette(this.svg, this.scene, dark);
  }

  // Heat of visits, as shares by move; what is proven, by move; and the move to outline. Where
  // `tint` says so, what can be clicked first has a tint.
  setMarks({ heat = [], proven = [], best = null, tint = false }) {
    this.svg.classList.toggle("tinted", tint);
    this.heat = heat;
    this.proven = new Map(proven);
    this.best = best;
    this.drawMarks();
  }

  // What can be clicked

  refresh() {
    const held = this.isHeld;
    this.next = this.paths.next();
    const clicked = new Set(this.paths.clicked);
    const deeper = this.paths.clicked.length > 0;
    // While an answer is awaited, what was put there stays.
    if (this.open) this.placed = this.paths.clicked[0] ?? null;
    for (const [id, element] of this.drawing.elements) {
      const can = this.next.has(id);
      element.classList.toggle("can", can);
      element.classList.toggle("deeper", can && deeper);
      element.classList.toggle("clicked", clicked.has(id));
      element.classList.toggle("hover", id === this.hovered);
      this.describe(id, element, can, clicked.has(id));
    }
    this.svg.classList.toggle("calm", this.next.size > MOST * this.places);
    this.giveFocus(held);
    this.drawMarks();
  }

  describe(id, element, can, clicked) {
    if (!can && !clicked) {
      if (element.hasAttribute("aria-hidden")) return;
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"])
        element.removeAttribute(name);
      element.setAttribute("aria-hidden", "true");
      return;
    }
    element.removeAttribute("aria-hidden");
    const said = { role: "button", tabindex: "-1", "aria-label": this.byId.get(id)?.label || id };
    // To set what is set already would have the shape styled anew.
    for (const [name, value] of Object.entries(said)) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    if (clicked) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
  }

  // One shape of those that can be clicked is reached by the tabulator key, the others by arrows.
  // While there are none, the board itself keeps the focus of who plays by keys.
  giveFocus(held) {
    const focused = document.activeElement;
    const ids = [...this.next.keys()];
    const wanted = ids.includes(this.focus) ? this.focus : ids[0];
    const element = this.drawing.element(wanted);
    if (!element) {
      if (held) this.svg.focus({ preventScroll: true });
      return;
    }
    this.focus = wanted;
    element.setAttribute("tabindex", "0");
    if (held && focused !== element && !this.next.has(focused.dataset?.id))
      element.focus({ preventScroll: true });
  }

  // A finger cannot hover: where a move changes more than what is clicked, the first tap shows it
  // and the second one makes it.
  tap(id) {
    const move = this.paths.completes(id);
    const shows = this.scene.rearranges && move !== null && this.paths.clicked.length > 0;
    if (!shows || this.tapped === id) return this.click(id);
    this.tapped = this.hovered = id;
    this.preview(move, id);
    this.refresh();
    this.hint(`Tap again to ${this.byId.get(id)?.label || `play ${move}`}`);
  }

  click(id) {
    const move = this.paths.click(id);
    this.hovered = null;
    this.forgetTap();
    if (move !== null) {
      // What the pointer has previewed stays: it is what the answer will show.
      if (this.previewed) this.placed = null;
      this.previewed = null;
      this.svg.classList.remove("previewing");
      this.freeze();
      this.play(move);
      return;
    }
    this.endPreview();
    this.refresh();
  }

  // No more clicks until another scene comes. That is seen only where it takes its time: to draw
  // the board twice for one move would delay the move.
  freeze() {
    this.open = false;
    this.svg.setAttribute("aria-busy", "true");
    this.paths = new ClickPaths({});
    this.next = new Map();
    this.frozen = setTimeout(() => this.refresh(), PATIENCE);
  }

  forgetTap() {
    if (this.tapped !== null) this.hint("");
    this.tapped = null;
  }

  cancel() {
    this.forgetTap();
    this.endPreview();
    this.paths.restart();
    this.refresh();
  }

  // Pointer and keys

  listen() {
    this.svg.addEventListener(
      "pointermove",
      (event) => event.pointerType !== "touch" && this.hover(this.at(event)),
    );
    this.svg.addEventListener(
      "pointerleave",
      (event) => event.pointerType !== "touch" && this.hover(null),
    );
    this.svg.addEventListener("click", (event) => {
      if (!this.open) return;
      const id = event.detail === 0 ? event.target.dataset?.id : this.at(event);
      if (!id) this.cancel();
      else if (this.pointerOf(event) === "touch") this.tap(id);
      else this.click(id);
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("pointerdown", (event) => {
      this.byKeys = false;
      this.pointer = event.pointerType;
      // Keeps the focus where it is: a ring round what was clicked would look like a mark.
      event.preventDefault();
    });
  }

  // Not every browser says of a click what made it; the press before it does.
  pointerOf(event) {
    return event.pointerType || this.pointer;
  }

  // The clickable shape at a pointer: the topmost below it, else the nearest within reach.
  at(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.open) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const reach = REACH[this.pointerOf(event)] ?? REACH.mouse;
    let found = null;
    let nearest = reach / matrix.a;
    const clickable = [...this.next.keys(), ...this.paths.clicked];
    for (const id of clickable) {
      const shape = this.byId.get(id);
      if (!shape) continue;
      const distance = this.distance(point, box(shape, this.drawing.element(id)));
      if (distance <= nearest) [found, nearest] = [id, distance];
    }
    return found;
  }

  distance(point, area) {
    const dx = Math.max(area.x - point.x, 0, point.x - area.x - area.width);
    const dy = Math.max(area.y - point.y, 0, point.y - area.y - area.height);
    return Math.hypot(dx, dy);
  }

  key(event) {
    const id = event.target.dataset?.id;
    this.byKeys = true;
    if (event.key === "Escape") this.cancel();
    else if ((event.key === "Enter" || event.key === " ") && id) this.click(id);
    else if (event.key.startsWith("Arrow") && id && this.byId.has(id)) this.walk(id, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Moves the focus to the nearest shape in a direction.
  walk(from, key) {
    const [dx, dy] = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }[key];
    const middle = (id) => {
      const area = box(this.byId.get(id), this.drawing.element(id));
      return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    };
    const here = middle(from);
    let best = null;
    let least = Infinity;
    for (const id of this.next.keys()) {
      if (id === from || !this.byId.has(id)) continue;
      const there = middle(id);
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      const cost = along + 2.5 * aside;
      if (along > 1 && cost < least) [best, least] = [id, cost];
    }
    if (best === null) return;
    this.drawing.element(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = best;
    const element = this.drawing.element(best);
    element.setAttribute("tabindex", "0");
    element.focus();
    this.hover(best);
  }

  // Previews

  hover(id) {
    const wanted = id !== null && this.next?.has(id) ? id : null;
    if (wanted === this.hovered) return;
    this.drawing.element(this.hovered)?.classList.remove("hover");
    this.hovered = wanted;
    this.drawing.element(wanted)?.classList.add("hover");
    this.svg.classList.toggle("pointing", wanted !== null);
    const move = wanted === null ? null : this.paths.completes(wanted);
    if (move !== null && this.paths.clicked.length > 0) this.preview(move, wanted);
    else this.endPreview();
  }

  async preview(move, id) {
    const scene = this.scene;
    const after = await this.sceneAfter(move).catch(() => null);
    if (after === null || this.scene !== scene || this.hovered !== id) return;
    // From one preview to the next, the way leads over the position itself.
    if (this.previewed) this.draw(this.scene, { animate: false });
    this.previewed = move;
    this.draw(this.withOwnCaption(after), { animate: true });
    this.svg.classList.add("previewing");
    this.refresh();
  }

  endPreview() {
    if (!this.previewed) return;
    this.previewed = null;
    this.svg.classList.remove("previewing");
    this.draw(this.scene, { animate: false });
    this.refresh();
  }

  // A preview changes the board, not what is said below it.
  withOwnCaption(after) {
    const line = (scene) =>
      (scene.shapes.find((shape) => shape.id === "headline")?.y ?? Infinity) - CAPTION;
    const own = line(this.scene);
    const other = line(after);
    return {
      ...after,
      shapes: [
        ...after.shapes.filter((shape) => !(shape.y > other)),
        ...this.scene.shapes.filter((shape) => shape.y > own),
      ],
    };
  }

  // Chance: lights up one event after the other until `settle` says which it was.
  roll() {
    if (reducedMotion() || this.rolling) return;
    const ids = Object.values(this.scene.paths).map((path) => path[0]);
    let last = -1;
    this.rolling = setInterval(() => {
      this.drawing.element(ids[last])?.classList.remove("lit");
      last = (last + 1 + Math.floor(Math.random() * (ids.length - 1))) % ids.length;
      this.drawing.element(ids[last])?.classList.add("lit");
    }, 70);
  }

  settle(event) {
    clearInterval(this.rolling);
    this.rolling = null;
    for (const element of this.svg.querySelectorAll(".lit")) element.classList.remove("lit");
    this.drawing.element(this.scene.paths[event]?.[0])?.classList.add("lit");
    return new Promise((resolve) => setTimeout(resolve, reducedMotion() ? 0 : 260));
  }

  // Marks

  drawMarks() {
    const parts = (this.own ?? []).map((id) => this.outline(id, "best"));
    const known = this.scene && !this.previewed && this.own === null;
    this.warm(known ? this.heatByShape() : []);
    if (known) {
      for (const [id, result] of this.provenByShape())
        parts.push(this.outline(id, `proven-${result}`));
      const path = this.scene.paths[this.best] ?? [];
      for (const id of path)
        if (!this.paths.clicked.includes(id)) parts.push(this.outline(id, "best"));
    }
    this.marks.replaceChildren(...parts.filter(Boolean), ...this.drawGhost());
  }

  // The piece of a move that is half made, where it goes; the one that it is fades meanwhile.
  drawGhost() {
    const ghost = this.previewed ? null : this.scene?.ghost;
    const place = ghost && this.byId.get(this.placed);
    for (const element of this.svg.querySelectorAll(".leaving"))
      element.classList.remove("leaving");
    if (!place) return [];
    this.drawing.element(ghost.id)?.classList.add("leaving");
    const area = box(place, this.drawing.element(this.placed));
    const piece = make({
      ...ghost,
      id: "",
      x: area.x + area.width / 2,
      y: area.y + area.height / 2,
    });
    piece.setAttribute("class", "ghost");
    return [piece];
  }

  // What is proven of the shapes that can be clicked next: one winning move makes a win, and only
  // losing ones a loss.
  provenByShape() {
    const found = [];
    if (this.proven.size === 0) return found;
    for (const [id, moves] of new ClickPaths(this.scene.paths, this.paths.clicked).next()) {
      const results = moves.map(({ move }) => this.proven.get(move) ?? null);
      if (results.includes("win")) found.push([id, "win"]);
      else if (results.every((result) => result === "loss")) found.push([id, "loss"]);
    }
    return found;
  }

  // Mixes heat into the colours of shapes, below the pieces that stand on them.
  warm(shares) {
    for (const element of this.svg.querySelectorAll(".heated")) {
      element.classList.remove("heated");
      const shape = this.byId.get(element.dataset.id);
      if (shape) element.style.fill = paint(shape.fill);
    }
    for (const [id, share] of shares) {
      const element = this.drawing.element(id);
      if (!element) continue;
      element.classList.add("heated");
      element.style.fill = `color-mix(in srgb, var(--heat) ${Math.round(12 + 70 * share)}%, ${paint(this.byId.get(id).fill)})`;
    }
  }

  // Shares of visits by the shape that is clicked next; only those that can be told apart by eye.
  heatByShape() {
    const shares = new Map();
    for (const [move, share] of this.heat) {
      const path = this.scene.paths[move];
      if (!path || !this.paths.clicked.every((id, index) => path[index] === id)) continue;
      const id = path[this.paths.clicked.length];
      shares.set(id, (shares.get(id) ?? 0) + share);
    }
    const most = Math.max(...shares.values(), 0);
    return [...shares]
      .filter(([, share]) => share > 0.04 * most)
      .map(([id, share]) => [id, share / most]);
  }

  outline(id, kind) {
    const shape = this.byId.get(id);
    if (!shape) return null;
    const element = make({ ...shape, fill: "none", stroke: "none" });
    element.setAttribute("class", kind);
    element.style.fill = element.style.stroke = element.style.strokeWidth = "";
    return element;
  }
}
