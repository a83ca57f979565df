// The choice of an opponent: a ladder of levels in words, or any agent by its name or spec.

import { h, option } from "./dom.js";
import { nextLevel, recordOf, recordText } from "./level_record.js";

const SECONDS = [
  [0.2, "0.2 s per move"],
  [1, "1 s per move"],
  [3, "3 s per move"],
  [10, "10 s per move"],
  [30, "30 s per move"],
  [0, "limits in its spec"],
];
const A_LEVEL = "a level";
const STRONGEST = "champion";

export function strengthText({ elo, interval, games }) {
  if (elo === undefined) return "Not measured for these parameters.";
  const [low, high] = interval.map(Math.round);
  return `${Math.round(elo)} Elo above random play (${low} to ${high}, measured in ${games} games)`;
}

function strongestFirst(agents) {
  return [...agents].sort((a, b) => (b.name === STRONGEST) - (a.name === STRONGEST));
}

export class OpponentChoice {
  // `chosen` keeps the choice under `name`; `change` is called after each change.
  constructor({ name, label, agents, levels, game, chosen, change }) {
    Object.assign(this, { name, label, agents, levels, chosen, change });
    this.record = recordOf(game);
    this.next = nextLevel(levels, this.record);
    const known = [...levels.map(({ spec }) => spec), ...agents.map((agent) => agent.name)];
    if (chosen[name] !== "custom" && !known.includes(chosen[name]))
      chosen[name] = levels[this.next - 1]?.spec ?? known[0];
    this.caption = h("label", { for: name }, label);
    this.element = h(
      "div",
      { class: "field", "data-field": name },
      this.caption,
      this.ladder(),
      this.others(),
      (this.hint = h("small", { class: "soft" })),
      this.specInput(),
      this.secondsInput(),
    );
  }

  ladder() {
    return h(
      "div",
      { class: "ladder", role: "radiogroup", "aria-label": `${this.label}: level` },
      ...this.levels.map((level) => this.step(level)),
    );
  }

  step(level) {
    const { name, record } = this;
    const control = h("input", {
      type: "radio",
      name: `${name}-level`,
      value: level.spec,
      onchange: () => this.choose(level.spec),
    });
    return h(
      "label",
      { class: "step", title: `Level ${level.number}: ${strengthText(level)}` },
      control,
      h("b", {}, level.name),
      h("small", {}, recordText(record[level.spec])),
      level.number === this.next ? h("small", { class: "next" }, "try this") : null,
    );
  }

  others() {
    const { agents, label } = this;
    this.control = h(
      "select",
      {
        id: this.name,
        "aria-label": `${label}: agent`,
        onchange: () => this.choose(this.control.value),
      },
      option(A_LEVEL, "A level of the ladder"),
      ...strongestFirst(agents).map(({ name }) =>
        option(name, name === STRONGEST ? `${name} (strongest)` : name),
      ),
      option("custom", "Custom spec …"),
    );
    return this.control;
  }

  specInput() {
    const { name, chosen } = this;
    this.spec = h("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      value: chosen[`${name}Spec`] ?? "mcts(select=ucb1(c=0.7))",
      "aria-label": `${this.label}: spec`,
      "data-spec": name,
      onchange: () => (chosen[`${name}Spec`] = this.spec.value.trim()),
    });
    return this.spec;
  }

  secondsInput() {
    const { name, chosen } = this;
    this.seconds = h(
      "select",
      {
        "aria-label": `${this.label}: time`,
        "data-seconds": name,
        onchange: () => (chosen[`${name}Seconds`] = Number(this.seconds.value)),
      },
      ...SECONDS.map(([value, text]) =>
        option(value, text, value === (chosen[`${name}Seconds`] ?? 1)),
      ),
    );
    return this.seconds;
  }

  choose(value) {
    this.chosen[this.name] = value === A_LEVEL ? this.levels[this.next - 1].spec : value;
    this.change();
  }

  get level() {
    return this.levels.find(({ spec }) => spec === this.chosen[this.name]);
  }

  // Shows what is chosen. With a clock for the game, an agent has no time of its own.
  refresh({ caption, onGameClock }) {
    const value = this.chosen[this.name];
    const { level } = this;
    this.caption.textContent = caption;
    for (const control of this.element.querySelectorAll(".ladder input"))
      control.checked = control.value === value;
    this.control.value = level ? A_LEVEL : value;
    const agent = this.agents.find(({ name }) => name === value);
    this.hint.textContent = level
      ? strengthText(level)
      : (agent?.summary ?? "Any agent spec; the documentation describes the language.");
    this.hint.hidden = Boolean(level);
    this.spec.hidden = value !== "custom";
    this.seconds.hidden = Boolean(level) || onGameClock;
  }

  // The seat of a new game. A level has limits of its own, which 0 seconds leave alone.
  get seat() {
    const value = this.chosen[this.name];
    if (this.level) return { kind: "agent", spec: value, seconds: 0 };
    const spec = value === "custom" ? this.spec.value.trim() : value;
    return { kind: "agent", spec, seconds: this.chosen[`${this.name}Seconds`] ?? 1 };
  }
}
