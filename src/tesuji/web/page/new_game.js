// A new game: which, with what parameters, who sits where, and by which clock.

import { byId, h, option } from "./dom.js";
import { read, write } from "./storage.js";

const SECONDS = [
  [0.2, "0.2 s a move"],
  [1, "1 s a move"],
  [3, "3 s a move"],
  [10, "10 s a move"],
  [30, "30 s a move"],
  [0, "its own limits"],
];
const CLOCKS = [
  ["none", "No clock"],
  ["move 10", "10 s a move"],
  ["move 30", "30 s a move"],
  ["move 60", "1 min a move"],
  ["game 60 0", "1 min a game"],
  ["game 180 2", "3 min + 2 s"],
  ["game 300 3", "5 min + 3 s"],
  ["game 900 10", "15 min + 10 s"],
];
const WARNINGS = [
  [0, "No warnings"],
  [0.3, "Warn of blunders"],
  [0.15, "Warn of mistakes"],
  [0.07, "Warn of inaccuracies"],
];

export class NewGame {
  constructor({ connection, model, theme, showError }) {
    Object.assign(this, { connection, model, theme, showError });
    this.chosen = read("choice", {
      game: "colosseum",
      seat: "person-first",
      opponent: "level-3",
      seconds: 1,
      clock: "none",
      warn: 0,
      parameters: {},
    });
    this.element = byId("view-new");
    theme.addEventListener("change", () => this.shownPictures());
  }

  show(wanted) {
    if (!this.model.games.length) return;
    if (wanted) {
      const [name, given = ""] = wanted.split("(");
      this.chosen.game = name;
      for (const [, key, value] of given.matchAll(/([\w-]+)=([^,)\s]+)/g))
        this.chosen.parameters[`${name}.${key}`] = value;
    }
    if (!this.model.games.some((game) => game.name === this.chosen.game))
      this.chosen.game = this.model.games[0].name;
    this.form = h("div", { class: "options" });
    this.element.replaceChildren(h("h1", {}, "Choose a game"), this.cards(), this.form);
    this.choose(this.chosen.game).catch(this.showError);
  }

  get game() {
    return this.model.games.find((game) => game.name === this.chosen.game);
  }

  cards() {
    const cards = this.model.games.map((game) =>
      h(
        "label",
        { class: "card" },
        h("input", {
          type: "radio",
          name: "game",
          value: game.name,
          checked: game.name === this.chosen.game,
          onchange: () => this.choose(game.name).catch(this.showError),
        }),
        h("img", {
          alt: "",
          loading: "lazy",
          width: 110,
          height: 132,
          "data-game": game.name,
          src: this.picture(game.name),
        }),
        h("span", {}, h("b", {}, game.title), h("small", {}, game.summary)),
      ),
    );
    return h("div", { class: "cards", role: "radiogroup", "aria-label": "Game" }, ...cards);
  }

  picture(name) {
    return `/picture/${this.theme.name}/${encodeURIComponent(name)}.svg`;
  }

  shownPictures() {
    for (const image of this.element.querySelectorAll("img[data-game]"))
      image.src = this.picture(image.dataset.game);
  }

  // The form of the game before can be seen until that of this one is there, but not used.
  async choose(name) {
    this.chosen.game = name;
    const { form } = this;
    form.inert = true;
    const { agents, levels, defaults } = await this.opponentsOf(this.spec());
    if (this.chosen.game !== name || this.form !== form) return;
    form.replaceChildren(
      h(
        "fieldset",
        {},
        h("legend", {}, "Players"),
        this.seats(),
        this.opponents("opponent", "Opponent", agents, levels),
        this.opponents("other", "And for the other side", agents, levels),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "Rules"),
        ...this.parameters(),
        this.select("clock", "Clock", CLOCKS),
        this.select("warn", "While I play", WARNINGS),
      ),
      h(
        "div",
        { class: "begin" },
        h(
          "button",
          { type: "button", class: "main large", id: "begin", onclick: () => this.begin() },
          "Play",
        ),
        h("a", { href: `#rules=${encodeURIComponent(name)}` }, "How to play"),
      ),
    );
    this.showDefaults(defaults);
    form.dataset.game = name;
    form.inert = false;
    this.fit();
  }

  // Who can play a game, with what was measured for just these parameters; where they do not fit
  // together, the game itself says so when it is begun.
  async opponentsOf(spec) {
    this.asked = spec;
    try {
      return await this.connection.ask("agents", { game: spec });
    } catch (error) {
      this.showError(error);
      const { agents, levels } = await this.connection.ask("agents", { game: this.game.name });
      return {
        agents,
        levels: levels.map(({ number, name, spec }) => ({ number, name, spec })),
        defaults: {},
      };
    }
  }

  async refreshOpponents() {
    const spec = this.spec();
    const { agents, levels, defaults } = await this.opponentsOf(spec);
    if (this.asked !== spec || this.spec() !== spec) return;
    const put = (name, label) =>
      this.form
        .querySelector(`[data-field=${name}]`)
        .replaceWith(this.opponents(name, label, agents, levels));
    put("opponent", "Opponent");
    put("other", "And for the other side");
    this.showDefaults(defaults);
    this.fit();
  }

  field(id, name, control, hint) {
    control.id = id;
    return h(
      "div",
      { class: "field", "data-field": id },
      h("label", { for: id }, name),
      control,
      hint ? h("small", { class: "soft" }, hint) : null,
    );
  }

  select(name, label, choices) {
    const control = h(
      "select",
      {
        onchange: () => {
          this.chosen[name] = control.value;
          this.fit();
        },
      },
      ...choices.map(([value, text]) =>
        option(value, text, String(value) === String(this.chosen[name])),
      ),
    );
    return this.field(name, label, control);
  }

  seats() {
    const [first, second] = this.game.players;
    return this.select("seat", "Who plays", [
      ["person-first", `I play ${first}, who begins`],
      ["person-second", `I play ${second}`],
      ["people", "Two people at this screen"],
      ["agents", "Agent against agent"],
    ]);
  }

  opponents(name, label, agents, levels) {
    const chosen = this.chosen[name] ?? "level-3";
    const known = [
      ...levels.map((level) => level.spec),
      ...agents.map((agent) => agent.name),
      "custom",
    ];
    const now = known.includes(chosen) ? chosen : "level-3";
    this.chosen[name] = now;
    const control = h(
      "select",
      {
        onchange: () => {
          this.chosen[name] = control.value;
          this.fit();
        },
      },
      h(
        "optgroup",
        { label: "Levels" },
        ...levels.map((level) => option(level.spec, this.levelText(level), now === level.spec)),
      ),
      h(
        "optgroup",
        { label: "Agents" },
        ...agents.map((agent) => option(agent.name, agent.name, now === agent.name)),
        option("custom", "by a spec of my own …", now === "custom"),
      ),
    );
    const spec = h("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      value: this.chosen[`${name}Spec`] ?? "mcts(select=ucb1(c=0.7))",
      "aria-label": `${label}: spec`,
      "data-spec": name,
    });
    spec.addEventListener("change", () => (this.chosen[`${name}Spec`] = spec.value.trim()));
    const seconds = h(
      "select",
      {
        "aria-label": `${label}: time`,
        "data-seconds": name,
        onchange: () => (this.chosen[`${name}Seconds`] = Number(seconds.value)),
      },
      ...SECONDS.map(([value, text]) =>
        option(value, text, value === (this.chosen[`${name}Seconds`] ?? 1)),
      ),
    );
    const field = this.field(name, label, control);
    field.append(h("small", { class: "soft", "data-hint": name }), spec, seconds);
    this.hints ??= {};
    this.hints[name] = (value) =>
      agents.find((agent) => agent.name === value)?.summary ??
      this.levelHint(levels.find((level) => level.spec === value));
    return field;
  }

  levelText({ number, name, elo }) {
    return `${number} · ${name}${elo === undefined ? "" : ` (${Math.round(elo)} Elo)`}`;
  }

  levelHint(level) {
    if (!level) return "Any spec; see the documentation for its language.";
    if (level.elo === undefined) return "Not measured for these parameters.";
    const [low, high] = level.interval.map(Math.round);
    return `Elo above random play: ${low} to ${high}, from ${level.games} games.`;
  }

  parameters() {
    return this.game.parameters.map((parameter) => {
      const id = `parameter-${parameter.name}`;
      const control = this.control(
        parameter,
        this.chosen.parameters[`${this.game.name}.${parameter.name}`] ?? "",
      );
      control.addEventListener("change", () => {
        this.chosen.parameters[`${this.game.name}.${parameter.name}`] = control.value;
        this.refreshOpponents().catch(this.showError);
      });
      control.dataset.parameter = parameter.name;
      return this.field(id, parameter.name.replaceAll("_", " "), control, parameter.description);
    });
  }

  control(parameter, kept) {
    const usual = "default";
    const choices = parameter.kind === "bool" ? ["true", "false"] : parameter.choices;
    const small =
      parameter.kind === "int" &&
      parameter.low !== null &&
      parameter.high !== null &&
      parameter.high - parameter.low <= 30;
    const numbers = small
      ? Array.from({ length: parameter.high - parameter.low + 1 }, (_, index) =>
          String(parameter.low + index),
        )
      : choices;
    if (numbers.length)
      return h(
        "select",
        {},
        option("", usual, kept === ""),
        ...numbers.map((value) => option(value, value, value === kept)),
      );
    return h("input", {
      type: parameter.kind === "str" ? "text" : "number",
      placeholder: usual,
      value: kept,
    });
  }

  // What parameters are that are left alone; some defaults follow from what else is chosen, and
  // are not known where that does not fit together.
  showDefaults(defaults) {
    for (const { name } of this.game.parameters) {
      const control = this.form.querySelector(`[data-parameter="${name}"]`);
      const text = defaults[name] === undefined ? "default" : `default (${defaults[name]})`;
      if (control.options) control.options[0].textContent = text;
      else control.placeholder = text;
    }
  }

  // Shows what the choices so far ask for, hides the rest.
  fit() {
    const { seat } = this.chosen;
    const show = (name, on) => (this.form.querySelector(`[data-field=${name}]`).hidden = !on);
    show("opponent", seat !== "people");
    show("other", seat === "agents");
    show("warn", seat !== "agents");
    this.form.querySelector("label[for=opponent]").textContent =
      seat === "agents" ? this.game.players[0] : "Opponent";
    this.form.querySelector("label[for=other]").textContent = this.game.players[1];
    for (const name of ["opponent", "other"]) {
      const value = this.chosen[name];
      this.form.querySelector(`[data-hint=${name}]`).textContent = this.hints[name](value);
      this.form.querySelector(`[data-spec=${name}]`).hidden = value !== "custom";
      this.form.querySelector(`[data-seconds=${name}]`).hidden =
        value.startsWith("level-") || this.chosen.clock.startsWith("game");
    }
  }

  spec() {
    const given = this.game.parameters
      .map(({ name }) => [name, this.chosen.parameters[`${this.game.name}.${name}`] ?? ""])
      .filter(([, value]) => value !== "");
    return given.length
      ? `${this.game.name}(${given.map(([name, value]) => `${name}=${value}`).join(", ")})`
      : this.game.name;
  }

  agentSeat(name) {
    const value = this.chosen[name];
    // A level has limits of its own, which 0 seconds leave alone.
    if (value.startsWith("level-")) return { kind: "agent", spec: value, seconds: 0 };
    const custom = this.form.querySelector(`[data-spec=${name}]`).value.trim();
    return {
      kind: "agent",
      spec: value === "custom" ? custom : value,
      seconds: this.chosen[`${name}Seconds`] ?? 1,
    };
  }

  begin() {
    const person = { kind: "person" };
    const me = { kind: "person", name: "You" };
    const seats = {
      people: () => [person, person],
      agents: () => [this.agentSeat("opponent"), this.agentSeat("other")],
      "person-first": () => [me, this.agentSeat("opponent")],
      "person-second": () => [this.agentSeat("opponent"), me],
    }[this.chosen.seat]();
    const [kind, seconds, increment] = this.chosen.clock.split(" ");
    write("choice", this.chosen);
    this.model
      .replace("new", {
        game: this.spec(),
        seats,
        clock: { kind, seconds: Number(seconds ?? 0), increment: Number(increment ?? 0) },
        warn: this.chosen.seat === "agents" ? 0 : Number(this.chosen.warn),
      })
      .then(() => (location.hash = "#play"), this.showError);
  }
}
