// The form for a new game: game, parameters, players, clock and warnings.

import { byId, h, option } from "./dom.js";
import { OpponentChoice } from "./opponent_choice.js";
import { parameterControl, showDefault } from "./parameter_control.js";
import { savedChoice, write } from "./storage.js";

const CLOCKS = new Map([
  ["none", { text: "No clock", kind: "none" }],
  ["move 2 30", { text: "2 s per move, 30 s for the first", kind: "move", seconds: 2, first: 30 }],
  ["move 10", { text: "10 s per move", kind: "move", seconds: 10 }],
  ["move 30", { text: "30 s per move", kind: "move", seconds: 30 }],
  ["move 60", { text: "1 min per move", kind: "move", seconds: 60 }],
  ["game 60 0", { text: "1 min per game", kind: "game", seconds: 60 }],
  ["game 180 2", { text: "3 min + 2 s", kind: "game", seconds: 180, increment: 2 }],
  ["game 300 3", { text: "5 min + 3 s", kind: "game", seconds: 300, increment: 3 }],
  ["game 900 10", { text: "15 min + 10 s", kind: "game", seconds: 900, increment: 10 }],
]);

// The spec of a game with the parameters that were chosen.
export function gameSpec(name, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  return given.length ? `${name}(${given.map((pair) => pair.join("=")).join(", ")})` : name;
}

export class NewGame {
  constructor({ connection, model, theme, showError }) {
    Object.assign(this, { connection, model, theme, showError });
    this.chosen = savedChoice({
      game: "",
      seat: "person-first",
      seconds: 1,
      clock: "none",
      warn: 0,
      parameters: {},
    });
    this.element = byId("view-new");
    theme.addEventListener("change", () => this.refreshPictures());
  }

  show(wanted) {
    if (!this.model.games.length) return;
    const { state, games } = this.model;
    if (!games.some((game) => game.name === this.chosen.game)) this.chosen.game = state.name;
    this.form = h("div", { class: "options" });
    this.start = h("div", { class: "begin" });
    this.element.replaceChildren(h("h1", {}, "Choose a game"), this.cards(), this.form, this.start);
    if (wanted) this.chooseSpec(wanted);
    else this.choose(this.chosen.game).catch(this.showError);
  }

  // Chooses the game and the parameters of a spec, which the server reads.
  async chooseSpec(spec) {
    try {
      const { name, given } = await this.connection.ask("agents", { game: spec });
      for (const [key, value] of Object.entries(given))
        this.chosen.parameters[`${name}.${key}`] = value;
      this.chosen.game = name;
    } catch (error) {
      this.showError(error);
    }
    const card = this.element.querySelector(`input[value="${CSS.escape(this.chosen.game)}"]`);
    if (card) card.checked = true;
    await this.choose(this.chosen.game).catch(this.showError);
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

  refreshPictures() {
    for (const image of this.element.querySelectorAll("img[data-game]"))
      image.src = this.picture(image.dataset.game);
  }

  // The form of the last game stays visible, but inert, until the new one is there.
  async choose(name) {
    this.chosen.game = name;
    const { form, start } = this;
    form.inert = start.inert = true;
    const { agents, levels, defaults } = await this.opponentsOf(this.spec());
    if (this.chosen.game !== name || this.form !== form) return;
    form.replaceChildren(
      h(
        "fieldset",
        {},
        h("legend", {}, "Players"),
        this.seats(),
        this.opponents("opponent", "Opponent", agents, levels),
        this.opponents("other", "Other side", agents, levels),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "Rules"),
        ...this.parameters(),
        this.select("clock", "Clock", this.clocks()),
        this.select("warn", "While I play", this.warnings()),
      ),
    );
    this.start.replaceChildren(
      h(
        "button",
        { type: "button", class: "main large", id: "begin", onclick: () => this.begin() },
        "Play",
      ),
      h("a", { href: `#rules=${encodeURIComponent(name)}` }, "How to play"),
      h("a", { href: `#guide=${encodeURIComponent(name)}` }, "Learn by playing"),
    );
    this.showDefaults(defaults);
    form.dataset.game = name;
    form.inert = start.inert = false;
    this.fit();
  }

  // The agents and levels of a game with just these parameters. If the parameters do not fit
  // together, those of the plain game are offered; the server explains the error.
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
    put("other", "Other side");
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

  clocks() {
    return [...CLOCKS].map(([key, { text }]) => [key, text]);
  }

  warnings() {
    const marks = this.model.marks.map(({ least, plural }) => [least, `Warn about ${plural}`]);
    return [[0, "No warnings"], ...marks];
  }

  seats() {
    const [first, second] = this.game.players;
    return this.select("seat", "Who plays", [
      ["person-first", `I play ${first} and move first`],
      ["person-second", `I play ${second}`],
      ["people", "Two people at this screen"],
      ["friend", "A friend on another device"],
      ["agents", "Agent against agent"],
    ]);
  }

  opponents(name, label, agents, levels) {
    const choice = new OpponentChoice({
      ...{ name, label, agents, levels, chosen: this.chosen, game: this.spec() },
      change: () => this.fit(),
    });
    this.choices = { ...this.choices, [name]: choice };
    return choice.element;
  }

  parameters() {
    return this.game.parameters.map((parameter) => {
      const id = `parameter-${parameter.name}`;
      const key = `${this.game.name}.${parameter.name}`;
      const control = parameterControl(parameter, this.chosen.parameters[key] ?? "");
      control.addEventListener("change", () => {
        this.chosen.parameters[key] = control.value;
        this.refreshOpponents().catch(this.showError);
      });
      return this.field(id, parameter.name.replaceAll("_", " "), control, parameter.description);
    });
  }

  // Shows the defaults of parameters. Some depend on the other parameters, and are unknown if those
  // do not fit together.
  showDefaults(defaults) {
    for (const { name } of this.game.parameters)
      showDefault(this.form.querySelector(`[data-parameter="${name}"]`), defaults[name]);
  }

  // Shows the fields that the choices need and hides the others.
  fit() {
    const { seat } = this.chosen;
    const show = (name, on) => (this.form.querySelector(`[data-field=${name}]`).hidden = !on);
    show("opponent", seat !== "people" && seat !== "friend");
    show("other", seat === "agents");
    show("warn", seat !== "agents" && seat !== "friend");
    const [first, second] = this.game.players;
    const onGameClock = this.clock.kind === "game";
    const caption = seat === "agents" ? first : "Opponent";
    this.choices.opponent.refresh({ caption, onGameClock });
    this.choices.other.refresh({ caption: second, onGameClock });
  }

  get clock() {
    return CLOCKS.get(this.chosen.clock) ?? CLOCKS.get("none");
  }

  spec() {
    const { name, parameters } = this.game;
    const chosen = parameters.map((each) => [
      each.name,
      this.chosen.parameters[`${name}.${each.name}`] ?? "",
    ]);
    return gameSpec(name, Object.fromEntries(chosen));
  }

  begin() {
    const person = { kind: "person" };
    const me = { kind: "person", name: "You" };
    const seats = {
      people: () => [person, person],
      friend: () => [person, person],
      agents: () => [this.choices.opponent.seat, this.choices.other.seat],
      "person-first": () => [me, this.choices.opponent.seat],
      "person-second": () => [this.choices.opponent.seat, me],
    }[this.chosen.seat]();
    const { kind, seconds = 0, increment = 0, first = 0 } = this.clock;
    write("choice", this.chosen);
    this.model
      .replace("new", {
        game: this.spec(),
        seats,
        clock: { kind, seconds, increment, first },
        warn: ["agents", "friend"].includes(this.chosen.seat) ? 0 : Number(this.chosen.warn),
      })
      .then(() => {
        location.hash = "#play";
        if (this.chosen.seat === "friend" && !this.model.state.shared) this.model.emit("invite");
      }, this.showError);
  }
}
