// The board: shows a scene and turns clicks along its paths into moves.

import { BoardDrag } from "./board_drag.js";
import { BoardMarks } from "./board_marks.js";
import { BoardPointer } from "./board_pointer.js";
import { turnedScene } from "./board_turn.js";
import { CandidateMarks } from "./candidate_marks.js";
import { ClickPaths } from "./click_paths.js";
import { s } from "./dom.js";
import { Drawing } from "./drawing.js";
import { MovePreview } from "./move_preview.js";
import { RollAnimation } from "./roll_animation.js";
import { box, middle, setPalette } from "./shapes.js";

// Milliseconds until a board that waits for the server shows that it does.
const FREEZE_DELAY = 40;
// If more than this share of the places can be clicked, a full tint would be too loud.
const CALM_SHARE = 0.7;
const SPOKEN = ["role", "tabindex", "aria-label", "aria-pressed"];

export class Board {
  // `play(move)` is called when a move is complete, `sceneAfter(move)` promises the scene after a
  // move, and `hint(text)` shows what a second tap will do.
  constructor(host, { play, sceneAfter, hint }) {
    this.svg = s("svg", { class: "scene", role: "group", tabindex: "-1" });
    host.append(this.svg);
    this.drawing = new Drawing(this.svg);
    this.marks = new BoardMarks(this);
    this.candidates = new CandidateMarks(this);
    this.preview = new MovePreview(this, sceneAfter);
    this.rolling = new RollAnimation(this);
    this.pointer = new BoardPointer(this);
    this.drag = new BoardDrag(this);
    this.play = play;
    this.hint = hint;
    this.dark = false;
    this.isTurned = false;
    this.shapes = new Map();
    this.next = new Map();
    this.paths = new ClickPaths({});
    this.hovered = this.tapped = this.placed = null;
  }

  // Shows a scene; if it is `open`, a person can move. `marks` are ids to outline; without them,
  // the marks of the current analysis are shown.
  show(drawn, { open = false, animate = true, marks = null } = {}) {
    const scene = this.seen(drawn);
    this.rolling.stop();
    clearTimeout(this.frozen);
    this.svg.removeAttribute("aria-busy");
    this.scene = scene;
    this.open = open;
    this.marks.outlined = marks;
    this.preview.forget();
    this.hovered = this.tapped = this.placed = null;
    this.shapes = new Map(scene.shapes.filter(({ id }) => id).map((shape) => [shape.id, shape]));
    this.paths = new ClickPaths(open ? scene.paths : {});
    this.svg.setAttribute("aria-label", scene.title);
    setPalette(this.svg, scene, this.dark);
    this.draw(scene, { animate });
    this.drag.reset();
    this.refresh();
  }

  // A scene as it is seen from this side of the board.
  seen(scene) {
    return this.isTurned ? turnedScene(scene) : scene;
  }

  // Sees the board from the other side, from the next scene on, which is not animated.
  setTurned(on) {
    if (on === this.isTurned) return;
    this.isTurned = on;
    this.drawing.forgetPosition();
  }

  // A person who plays by keys stays on the board, even if the focused shape is gone.
  draw(scene, options) {
    const focused = this.hasKeyFocus;
    this.drawing.draw(scene, options);
    if (focused && !this.hasKeyFocus) this.svg.focus({ preventScroll: true });
  }

  get hasKeyFocus() {
    return this.pointer.byKeys && this.svg.contains(document.activeElement);
  }

  setDark(dark) {
    this.dark = dark;
    if (this.scene) setPalette(this.svg, this.scene, dark);
  }

  // The marks of an analysis; with `tint`, shapes that can be clicked first have a tint.
  setMarks({ tint = false, candidates = [], ...marks }) {
    this.svg.classList.toggle("tinted", tint);
    this.marks.set(marks);
    this.candidates.set(candidates);
    this.drawMarks();
  }

  drawMarks() {
    this.marks.draw();
    this.candidates.draw();
  }

  roll() {
    this.rolling.start();
  }

  settle(event) {
    return this.rolling.settle(event);
  }

  // Shapes that can be clicked

  refresh() {
    const focused = this.hasKeyFocus;
    this.next = this.paths.next();
    const clicked = new Set(this.paths.clicked);
    const deeper = this.paths.clicked.length > 0;
    // While the board waits for the server, the piece stays where it was put.
    if (this.open) this.placed = this.paths.clicked[0] ?? null;
    for (const [id, element] of this.drawing.elements) {
      const can = this.next.has(id);
      element.classList.toggle("can", can);
      element.classList.toggle("deeper", can && deeper);
      element.classList.toggle("clicked", clicked.has(id));
      element.classList.toggle("hover", id === this.hovered);
      this.describe(id, element, can, clicked.has(id));
    }
    const places = this.scene?.places.length ?? 0;
    this.svg.classList.toggle("calm", this.next.size > CALM_SHARE * places);
    this.giveFocus(focused);
    this.drawMarks();
  }

  describe(id, element, can, clicked) {
    if (!can && !clicked) {
      if (element.hasAttribute("aria-hidden")) return;
      for (const name of SPOKEN) element.removeAttribute(name);
      element.setAttribute("aria-hidden", "true");
      return;
    }
    element.removeAttribute("aria-hidden");
    const label = this.shapes.get(id)?.label || id;
    // Setting the same value again would restyle the shape.
    for (const [name, value] of [
      ["role", "button"],
      ["tabindex", "-1"],
      ["aria-label", label],
    ]) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    if (clicked) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
  }

  // The Tab key reaches one of the shapes that can be clicked, arrow keys the others. If there are
  // none, the board itself keeps the focus of a person who plays by keys.
  giveFocus(focused) {
    const active = document.activeElement;
    const ids = [...this.next.keys()];
    const wanted = ids.includes(this.focus) ? this.focus : ids[0];
    const element = this.drawing.element(wanted);
    if (!element) {
      if (focused) this.svg.focus({ preventScroll: true });
      return;
    }
    this.focus = wanted;
    element.setAttribute("tabindex", "0");
    if (focused && active !== element && !this.next.has(active.dataset?.id))
      element.focus({ preventScroll: true });
  }

  moveFocus(id) {
    this.drawing.element(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = id;
    const element = this.drawing.element(id);
    element.setAttribute("tabindex", "0");
    element.focus();
    this.hover(id);
  }

  // Input

  hover(id) {
    const wanted = id !== null && this.next.has(id) ? id : null;
    if (wanted === this.hovered) return;
    this.drawing.element(this.hovered)?.classList.remove("hover");
    this.hovered = wanted;
    this.drawing.element(wanted)?.classList.add("hover");
    this.svg.classList.toggle("pointing", wanted !== null);
    // A piece in the hand needs no preview.
    const move = wanted === null || this.drag.held ? null : this.paths.completes(wanted);
    if (move !== null && this.paths.clicked.length > 0) this.preview.show(move, wanted);
    else this.preview.end();
  }

  // A finger cannot hover: if a move changes more than the clicked shapes, the first tap shows it
  // and the second one makes it.
  tap(id) {
    const move = this.paths.completes(id);
    const previews = this.scene.rearranges && move !== null && this.paths.clicked.length > 0;
    if (!previews || this.tapped === id) return this.click(id);
    this.tapped = this.hovered = id;
    this.preview.show(move, id);
    this.refresh();
    this.hint(`Tap again to ${this.shapes.get(id)?.label || `play ${move}`}`);
  }

  click(id) {
    const move = this.paths.click(id);
    this.hovered = null;
    this.forgetTap();
    if (move !== null) {
      // A preview stays on the board: the answer will show the same.
      if (this.preview.move) this.placed = null;
      else this.carryGhost();
      this.preview.forget();
      this.freeze();
      this.play(move);
      return;
    }
    this.preview.end();
    this.refresh();
    this.prompt();
  }

  // The piece of the move stands at its new place already, and need not move there again.
  carryGhost() {
    const place = this.shapes.get(this.placed);
    const { ghost } = this.scene;
    if (place && ghost?.id)
      this.drawing.carry(ghost.id, middle(box(place, this.drawing.element(this.placed))));
  }

  // What the next click of a half-made move chooses.
  get promptText() {
    const { length } = this.paths.clicked;
    return length > 0 ? (this.scene?.prompts?.[length] ?? "") : "";
  }

  prompt() {
    this.hint(this.promptText);
  }

  // Takes no more clicks until another scene comes. The board shows that only after a while:
  // drawing it twice for one move would delay the move.
  freeze() {
    this.open = false;
    this.svg.setAttribute("aria-busy", "true");
    this.paths = new ClickPaths({});
    this.next = new Map();
    this.frozen = setTimeout(() => this.refresh(), FREEZE_DELAY);
  }

  forgetTap() {
    if (this.tapped !== null) this.prompt();
    this.tapped = null;
  }

  cancel() {
    this.forgetTap();
    this.preview.end();
    this.paths.restart();
    this.refresh();
    this.prompt();
  }
}
