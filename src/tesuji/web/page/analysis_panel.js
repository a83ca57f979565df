// The analysis panel: the analysing agent, its findings, the position as text, and the microscope.

import { CandidateList } from "./candidate_list.js";
import { h } from "./dom.js";
import { exactBadge } from "./exact.js";
import { effort, percent, thousands, waitingText } from "./numbers.js";
import { read, write } from "./storage.js";
import { Microscope } from "./microscope.js";
import { VariationList } from "./variation_list.js";

export class AnalysisPanel {
  constructor(parts) {
    Object.assign(this, parts);
    this.wanted = true;
    this.heat = read("heat", true);
    this.numbers = read("numbers", true);
    this.microscope = new Microscope(parts);
    this.figures = h("div", { class: "figures" });
    this.candidates = new CandidateList({ ...parts, panel: this });
    this.variations = new VariationList(this.model);
    this.element = h(
      "div",
      { class: "pane" },
      this.controls(),
      this.figures,
      this.candidates.element,
      this.variations.element,
      this.setup(),
      this.microscope.element,
    );
    this.analyst.addEventListener("change", () => this.view.tab === "analyse" && this.showFound());
  }

  get isOpen() {
    return !this.model.shown?.over;
  }

  controls() {
    this.spec = h("input", {
      id: "analyst",
      list: "analysts",
      value: this.analyst.spec,
      spellcheck: "false",
      autocomplete: "off",
    });
    this.analysts = h("datalist", { id: "analysts" });
    this.spec.addEventListener("change", () => {
      this.analyst.setSpec(this.spec.value.trim() || "mcts");
      this.refresh();
    });
    const turn = h("input", { type: "checkbox", id: "analysing", checked: this.wanted });
    turn.addEventListener("change", () => {
      this.wanted = turn.checked;
      this.analyst.turn(turn.checked);
    });
    const remembered = (name) => {
      const control = h("input", { type: "checkbox", id: name, checked: this[name] });
      control.addEventListener("change", () => {
        this[name] = control.checked;
        write(name, control.checked);
        this.view.showAnalysis();
      });
      return control;
    };
    return h(
      "div",
      { class: "controls" },
      h(
        "div",
        { class: "field grow" },
        h("label", { for: "analyst" }, "Analysed by"),
        this.spec,
        this.analysts,
      ),
      h("label", { class: "switch" }, turn, "Analyse"),
      h("label", { class: "switch" }, remembered("heat"), "Heat"),
      h("label", { class: "switch" }, remembered("numbers"), "Arrows and numbers"),
    );
  }

  setup() {
    this.text = h("textarea", {
      id: "position",
      rows: "2",
      spellcheck: "false",
      "aria-label": "The position as text",
    });
    return h(
      "details",
      { class: "setup" },
      h("summary", {}, "Position as text"),
      this.text,
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", onclick: () => this.setUp() }, "Set up"),
        h("button", { type: "button", onclick: () => this.playOn() }, "Play from here"),
      ),
    );
  }

  // Opens the position of the text for two people, to analyse it.
  setUp() {
    const { game } = this.model.state;
    this.model
      .replace("open", { game, start: this.text.value.trim(), moves: [] })
      .catch(this.showError);
  }

  playOn() {
    const start = this.text.value.trim();
    this.model
      .replace("new", {
        game: this.model.state.game,
        start,
        seats: [{ kind: "person" }, { kind: "agent", spec: this.analyst.spec }],
      })
      .then(() => (location.hash = "#play"), this.showError);
  }

  enter() {
    this.connection.ask("agents", { game: this.model.state.game }).then(({ agents }) => {
      this.analysts.replaceChildren(
        ...agents.map(({ name, summary }) => h("option", { value: name }, summary)),
      );
    }, this.showError);
    this.showFound();
  }

  leave() {
    this.stopLine();
    this.microscope.looked = null;
    this.microscope.stepped.leave();
  }

  // A move on the board follows the game if it can, and otherwise starts a variation.
  play(move, { ply, line }) {
    const next = this.model.state.entries[ply];
    if (line.length === 0 && next && next[0] === move) this.model.go({ ply: ply + 1, line: [] });
    else {
      this.model.keepLine(ply, [...line, move]);
      this.model.go({ ply, line: [...line, move] });
    }
  }

  refresh() {
    const { shown } = this.model;
    if (document.activeElement !== this.text && shown) this.text.value = shown.scene.position;
    this.variations.refresh();
    this.microscope.refresh();
  }

  // Findings

  showFound() {
    const { found, on, running, failure, before } = this.analyst;
    const { shown } = this.model;
    this.figures.classList.toggle("running", running === true);
    if (shown?.chance || shown?.over || !on) {
      this.figures.replaceChildren(
        h(
          "p",
          { class: "soft" },
          shown?.over
            ? "The game is over here."
            : shown?.chance
              ? "A roll comes next: click one to continue."
              : "Analysis is off.",
        ),
      );
      this.candidates.clear();
      return;
    }
    if (!found) {
      // The position or the agent has changed: old findings must not stay.
      this.dropLine();
      this.candidates.clear();
      this.figures.replaceChildren(
        failure
          ? h("p", { class: "failure", role: "alert" }, `No analysis: ${failure.message}`)
          : h("p", { class: "soft" }, before === null ? "Thinking …" : waitingText(before)),
      );
      return;
    }
    const [size, unit] = effort(found);
    const rate = size / Math.max(found.seconds, 0.001);
    const side = this.model.state.players[found.to_move];
    this.figures.replaceChildren(
      this.tile(
        [found.proven ?? percent(found.value), found.exact && exactBadge()],
        found.proven
          ? `for ${side}`
          : found.value === null
            ? "this agent gives no value"
            : `win probability of ${side}`,
      ),
      this.tile(thousands(size), unit),
      this.tile(thousands(Math.round(rate)), "per second"),
      this.tile(String(found.depth), "depth"),
    );
    if (!this.playing) this.candidates.show(found);
  }

  tile(value, name) {
    return h("div", { class: "tile" }, h("b", {}, value), h("small", {}, name));
  }

  // Plays a line on the board while the pointer stays on it.
  playLine(line) {
    const { place } = this.model;
    this.playing = { at: 0, place };
    const next = async () => {
      const { playing } = this;
      if (!playing || playing.at >= line.length) return;
      playing.at += 1;
      const found = await this.model
        .sceneAt({ ply: place.ply, line: [...place.line, ...line.slice(0, playing.at)] })
        .catch(() => null);
      if (found && this.playing === playing) {
        this.board.show(found.scene, { open: false, marks: [] });
        playing.timer = setTimeout(next, 650);
      }
    };
    this.playing.timer = setTimeout(next, 200);
  }

  dropLine() {
    clearTimeout(this.playing?.timer);
    this.playing = null;
  }

  stopLine() {
    if (!this.playing) return;
    this.dropLine();
    this.view.showPlace();
    this.showFound();
  }
}
