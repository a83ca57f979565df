// A guided first game: five steps on the board, each with one thing to do.

import { h } from "./dom.js";
import { StudyBoard } from "./study_board.js";

const button = (text, act, attributes = {}) =>
  h("button", { type: "button", onclick: act, ...attributes }, text);

export class GuideView {
  constructor(host, { connection, model, theme, showError }) {
    Object.assign(this, { host, connection, model, theme, showError });
    this.study = new StudyBoard("guide-board", {
      ...{ connection, theme },
      play: (move) => this.play(move),
    });
    this.title = h("h2", {});
    this.steps = h("ol", { class: "steps" });
    this.actions = h("div", { class: "actions thumb" });
    host.replaceChildren(
      this.study.element,
      h(
        "aside",
        { class: "panel", "aria-label": "Steps" },
        h("div", { class: "pane" }, this.title, this.actions, this.steps),
      ),
    );
  }

  // Begins the guide of a game; by default of the game that was played last.
  async show(game) {
    const name = game ?? this.name ?? this.model.state?.name ?? this.model.games[0].name;
    try {
      const found = await this.connection.ask("guide", { game: name });
      Object.assign(this, { name, guide: found });
      this.title.textContent = `${found.title} in ${found.steps.length} steps`;
      if (found.steps.length) await this.begin(0);
      else this.showNone();
    } catch (error) {
      this.showError(error);
    }
  }

  leave() {
    this.study.stopLine();
  }

  showNone() {
    this.title.textContent = this.guide.title;
    this.study.task.textContent = "This game has no guide.";
    this.actions.replaceChildren(this.link("Read the rules", "rules"));
  }

  link(text, view, look = "button") {
    return h("a", { class: look, href: `#${view}=${encodeURIComponent(this.name)}` }, text);
  }

  get step() {
    return this.guide.steps[this.number];
  }

  async begin(number) {
    this.number = number;
    this.isDone = false;
    const { step } = this;
    this.study.task.textContent = step.text;
    this.study.feedback.replaceChildren();
    // The texts name directions on the board as it is drawn, so it is never turned.
    this.study.begin(step);
    this.showSteps();
    await this.open();
  }

  async open() {
    await this.study.show([], { open: true }).catch(this.showError);
  }

  showSteps() {
    const { steps } = this.guide;
    this.steps.replaceChildren(
      ...steps.map(({ text }, index) =>
        h(
          "li",
          {
            class: index < this.number || (index === this.number && this.isDone) ? "made" : "",
            "aria-current": index === this.number ? "step" : null,
          },
          index > this.number ? "…" : text,
        ),
      ),
    );
    const last = this.number === steps.length - 1;
    const next = last
      ? this.link("Play a game", "new", "button main")
      : button("Next step", () => this.begin(this.number + 1), { class: "main" });
    const skip = button("Skip", () => this.begin(this.number + 1), { disabled: last });
    this.actions.replaceChildren(...(this.isDone ? [next] : [skip]), this.link("Rules", "rules"));
  }

  // A right move stays on the board; after another one the step begins again.
  async play(move) {
    const { number, step } = this;
    await this.study.show([move]).catch(this.showError);
    if (this.number !== number) return;
    const good = step.accept.includes(move);
    this.isDone = good;
    this.study.feedback.replaceChildren(
      h("p", { class: good ? "good" : "bad" }, good ? step.done : step.hint),
      good ? "" : button("Try again", () => this.begin(number)),
    );
    this.showSteps();
  }
}
