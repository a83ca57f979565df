// Single simulations on the board, phase by phase: select, expand, rollout and backup.

import { byId, h } from "./dom.js";
import { counted, decimal, percent } from "./numbers.js";
import { reducedMotion } from "./shapes.js";

const PHASES = ["select", "expand", "rollout", "backup"];
const PACE = 140;
const LONGEST_GAME = 3000;

// Whether the score of a move is the sum of its value and an exploration term; not every selection
// rule adds these two.
export function adds({ exploit, value, explore, score }, k) {
  return typeof score === "number" && Math.abs((exploit ?? value) + k * explore - score) <= 0.002;
}

export class SimulationStepper {
  // `where()` gives the position and the agent that searches it.
  constructor({ connection, model, board, view, showError, where }) {
    Object.assign(this, { connection, model, board, view, showError, where });
    this.pending = Promise.resolve();
    this.heading = h("h3", {});
    this.phases = h("ol", { class: "phases", "aria-label": "Phases" });
    this.body = h("div", { class: "phase" });
    this.element = h(
      "div",
      { class: "simulations" },
      this.buttons(),
      this.heading,
      this.phases,
      this.body,
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.reset();
  }

  buttons() {
    const button = (name, act, look = "") =>
      h("button", { type: "button", class: look, onclick: act }, name);
    this.on = button("Next", () => this.forward(), "main");
    this.off = button("Back", () => this.back());
    return h(
      "div",
      { class: "controls", role: "group", "aria-label": "Step through simulations" },
      this.off,
      this.on,
      button("Next simulation", () => this.queue(() => this.load(this.count + 1, -1))),
      button("First", () => this.queue(() => this.load(1, 0))),
    );
  }

  // The board shows something else now: answers that are still to come are ignored.
  leave() {
    this.stop();
    this.visit = {};
  }

  // Starts again for another position or another agent.
  reset() {
    this.leave();
    this.count = 0;
    this.stages = [];
    this.at = -1;
    this.off.disabled = true;
    this.heading.textContent = "";
    this.phases.replaceChildren();
    this.body.replaceChildren(
      h(
        "p",
        { class: "soft" },
        "Press Next, or the right arrow key, to go through the first simulation phase by phase.",
      ),
    );
  }

  key(event) {
    const act = { ArrowRight: () => this.forward(), ArrowLeft: () => this.back() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // Steps wait for each other, but a rollout that is being shown is cut short at once.
  queue(act) {
    this.stop();
    const { visit } = this;
    this.pending = this.pending.then(() => visit === this.visit && act()).catch(this.showError);
    return this.pending;
  }

  forward() {
    if (this.playing) {
      const { stage } = this.playing;
      this.queue(() => this.showRollout(stage, stage.moves.length));
    } else
      this.queue(() =>
        this.at + 1 < this.stages.length ? this.enter(this.at + 1) : this.load(this.count + 1, 0),
      );
  }

  back() {
    this.queue(() =>
      this.at > 0 ? this.enter(this.at - 1) : this.count > 1 ? this.load(this.count - 1, -1) : null,
    );
  }

  async load(count, at) {
    const place = this.where();
    const { visit } = this;
    const found = await this.connection.ask("simulation", { ...place, number: count });
    if (visit !== this.visit) return;
    const begins = this.count === 0;
    this.place = { ply: place.ply, line: place.moves };
    this.count = count;
    this.scenes = new Map();
    this.stages = this.stagesOf(found);
    await this.enter(at < 0 ? this.stages.length - 1 : at);
    // Only once, so that the buttons stay where they are afterwards.
    if (begins) this.comeIntoSight();
  }

  // On narrow screens the board stays at the top: scroll the steps to just below it.
  comeIntoSight() {
    const [bar, stage] = [".bar", ".stage"].map((name) =>
      document.querySelector(name).getBoundingClientRect(),
    );
    const own = this.element.getBoundingClientRect();
    if (stage.right > own.left) scrollBy(0, own.top - bar.height - stage.height - 4);
    else this.element.scrollIntoView({ block: "nearest" });
  }

  stagesOf(found) {
    if (found.result === null) return [{ phase: "backup", line: [], settled: true }];
    const path = found.steps.map((step) => step.move);
    const down = found.steps.map((step, index) => ({
      phase: step.phase,
      step,
      line: path.slice(0, index + 1),
    }));
    return [
      ...down,
      { phase: "rollout", line: path, moves: found.rollout ?? [], found },
      { phase: "backup", line: [], found, first: path[0] },
    ];
  }

  // One phase

  async enter(at) {
    this.at = at;
    const { visit } = this;
    const stage = this.stages[at];
    this.off.disabled = at === 0 && this.count === 1;
    this.heading.textContent = `Simulation ${this.count}`;
    const has = new Set(this.stages.map((each) => each.phase));
    this.phases.replaceChildren(
      ...PHASES.map((phase) =>
        h(
          "li",
          {
            class: has.has(phase) ? "" : "none",
            "aria-current": phase === stage.phase ? "step" : null,
          },
          phase,
        ),
      ),
    );
    if (stage.phase === "rollout") return this.playRollout(stage);
    const said = this.describe(stage);
    this.body.replaceChildren(...said);
    this.say(stage.phase, said[0].textContent);
    const before = stage.line.length ? await this.sceneOf(stage.line.slice(0, -1)) : null;
    const shown = await this.sceneOf(stage.line);
    const marks = stage.line.length ? before.paths[stage.line.at(-1)] : shown.paths[stage.first];
    if (visit === this.visit) this.draw(shown, { marks: marks ?? [] });
  }

  say(phase, text) {
    byId("spoken").textContent = `Simulation ${this.count}. ${text}`;
    byId("status").textContent = `Simulation ${this.count}: ${phase}`;
  }

  draw(scene, { marks = [], animate = true } = {}) {
    byId("view-game").classList.add("stepping");
    this.board.show(scene, { open: false, animate, marks });
  }

  // Keeps the scenes of one simulation; there are too many to keep all.
  async sceneOf(line) {
    const key = line.join(" ");
    if (!this.scenes.has(key)) {
      const { ply, line: begun } = this.place;
      this.scenes.set(
        key,
        this.connection
          .ask("scene", { ply, moves: [...begun, ...line] })
          .then((found) => found.scene),
      );
    }
    return this.scenes.get(key);
  }

  // The rollout

  async playRollout(stage) {
    if (reducedMotion() || stage.moves.length === 0)
      return this.showRollout(stage, stage.moves.length);
    this.say(stage.phase, this.rolloutText(stage));
    const playing = { stage };
    this.playing = playing;
    this.on.textContent = "Skip";
    // Not awaited: further steps must not wait for the end of the rollout.
    this.play(playing, Math.min(PACE, LONGEST_GAME / stage.moves.length)).catch(this.showError);
  }

  async play(playing, pace) {
    const { stage } = playing;
    for (let made = 0; made <= stage.moves.length; made++) {
      const rest = new Promise((resolve) => setTimeout(resolve, pace));
      const next = this.sceneOf([...stage.line, ...stage.moves.slice(0, made)]);
      await rest;
      await next;
      if (this.playing !== playing) return;
      await this.showRollout(stage, made);
    }
    this.stop();
  }

  stop() {
    this.playing = null;
    this.on.textContent = "Next";
  }

  // The rollout after some of its moves.
  async showRollout(stage, made) {
    const over = made === stage.moves.length;
    const { visit } = this;
    const scene = await this.sceneOf([...stage.line, ...stage.moves.slice(0, made)]);
    if (visit !== this.visit) return;
    const text = this.rolloutText(stage);
    const list = h(
      "p",
      { class: "line game" },
      ...stage.moves.flatMap((move, index) => [
        h("span", { class: index < made ? (index === made - 1 ? "made now" : "made") : "" }, move),
        " ",
      ]),
    );
    this.body.replaceChildren(h("p", {}, text), ...(stage.moves.length ? [list] : []));
    list.querySelector(".now")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    if (over) this.say(stage.phase, text);
    else
      byId("status").textContent =
        `Simulation ${this.count}: rollout, ${made} of ${stage.moves.length}`;
    this.draw(scene, { animate: false });
  }

  rolloutText({ moves, found }) {
    const { result, rollout, games } = found;
    const side = this.model.state.players[result.for ?? 0];
    if (rollout === null)
      return `Rollout: none. The value of the leaf is ${decimal(result.value)} for ${side}.`;
    const which = games > 1 ? `game ${games} from this leaf, ` : "";
    return `Rollout: ${which}${moves.length} ${moves.length === 1 ? "move" : "moves"} with the result ${decimal(result.value)} for ${side}.`;
  }

  // Descriptions of phases

  describe(stage) {
    if (stage.settled)
      return [h("p", {}, "There is nothing more to simulate: the result is proven.")];
    if (stage.phase === "backup")
      return [h("p", {}, this.backupText(stage)), this.backupTable(stage.found.steps)];
    const { step, line } = stage;
    const side = step.to_move === null ? null : this.model.state.players[step.to_move];
    const way = line.length > 1 ? h("p", { class: "line soft" }, line.join(" ")) : null;
    if (side === null)
      return [
        h("p", {}, `${step.phase === "select" ? "Select" : "Expand"}: chance draws ${step.move}.`),
        way,
      ].filter(Boolean);
    if (step.phase === "expand")
      return [
        h(
          "p",
          {},
          `Expand: ${side} tries ${step.move} for the first time; ${counted(step.untried, "move is", "moves are")} still untried.`,
        ),
        way,
      ].filter(Boolean);
    const compared = step.rivals.some((rival) => rival.move === step.move);
    const text = `Select: ${side} follows ${step.move}${compared ? ", which has the highest score" : ""}.`;
    return [h("p", {}, text), way, compared ? this.scores(step) : null].filter(Boolean);
  }

  scores({ rivals, k, move }) {
    const head = ["move", "visits", "value", "exploit", "explore", "score"];
    const rows = rivals.map((rival) => {
      const terms = adds(rival, k)
        ? [rival.exploit ?? rival.value, k * rival.explore]
        : [null, null];
      return [rival.move, rival.visits, ...[rival.value, ...terms, rival.score].map(decimal)];
    });
    return this.figures("Scores of the moves", head, rows, move);
  }

  backupText({ found }) {
    const { result, steps } = found;
    return `Backup: ${decimal(result.value)} for ${this.model.state.players[result.for ?? 0]} is added to ${steps.length === 1 ? "the move" : `all ${steps.length} moves of the path`}.`;
  }

  backupTable(steps) {
    const pair = (before, after) => `${before} → ${after}`;
    const rows = steps.map(({ move, before, after }) => [
      move,
      pair(before?.visits ?? 0, after.visits),
      pair(before?.visits ? percent(before.value) : "–", after.proven ?? percent(after.value)),
    ]);
    return this.figures("Changes by the result", ["move", "visits", "value"], rows, null);
  }

  figures(caption, head, rows, chosen) {
    return h(
      "table",
      { class: "numbers" },
      h("caption", { class: "spoken" }, caption),
      h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        {},
        ...rows.map(([move, ...cells]) =>
          h(
            "tr",
            { class: move === chosen ? "chosen" : "" },
            h("th", { scope: "row" }, move),
            ...cells.map((cell) => h("td", {}, String(cell))),
          ),
        ),
      ),
    );
  }
}
