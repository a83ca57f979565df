// The play panel: the moves, the actions of a player, and the agent's thoughts.

import { h, setText } from "./dom.js";
import { effortText, lossText, percent, waitingText } from "./numbers.js";
import { read, write } from "./storage.js";
import { GameFiles } from "./game_files.js";
import { MoveList } from "./move_list.js";
import { BoardText } from "./board_text.js";
import { resultText } from "./result_text.js";
import { isSpectator } from "./seats.js";
import { SeatsPanel } from "./seats_panel.js";

export class PlayPanel {
  constructor({ connection, model, analyst, showError, board, view }) {
    Object.assign(this, { connection, model, analyst, showError, board, view });
    this.moves = new MoveList(model);
    this.words = new BoardText(model);
    this.seats = new SeatsPanel({
      ...{ connection, model, showError },
      changed: () => this.refresh(),
      askFirst: (id, fields) => this.askFirst(id, fields),
    });
    this.title = h("h2", {});
    this.said = h("p", { class: "soft", id: "people" });
    this.result = h("div", {
      class: "result",
      role: "group",
      "aria-label": "After the game",
      hidden: true,
    });
    this.question = h("div", { class: "warning question", role: "alertdialog", hidden: true });
    this.warning = h("div", { class: "warning", role: "alert", hidden: true });
    // The first are in reach of a thumb on a phone.
    this.actions = h("div", { class: "actions thumb", role: "group", "aria-label": "Actions" });
    this.more = h("div", { class: "actions more" });
    this.element = h(
      "div",
      { class: "pane" },
      this.title,
      this.said,
      this.seats.invitation,
      this.seats.proposal,
      this.warning,
      this.question,
      this.result,
      this.moves.element,
      this.typed(),
      this.actions,
      this.more,
      this.seats.element,
      this.thoughts(),
      this.sharing(),
      this.words.element,
    );
    analyst.addEventListener("thoughts", () => this.showThoughts());
    this.makeActions();
  }

  makeActions() {
    const button = (name, key, act, look = "") =>
      h(
        "button",
        { type: "button", class: look, title: key ? `${name} (${key})` : name, onclick: act },
        name,
      );
    const say = (type, fields) => () =>
      this.connection.ask(type, fields?.() ?? {}).catch(this.showError);
    this.buttons = {
      hint: button("Hint", "h", () => this.hint()),
      undo: button("Take back", "u", say("undo")),
      swap: button("Swap sides", "", say("swap")),
      resign: button("Resign", "", () => this.askToResign(say("resign"))),
      pause: button("Pause", "p", () =>
        this.connection.ask("pause", { on: !this.model.state.paused }).catch(this.showError),
      ),
      step: button("Step", "s", say("step")),
      fresh: button("New game", "n", () => (location.hash = "#new")),
    };
    const { swap, fresh, ...first } = this.buttons;
    this.actions.append(...Object.values(first));
    this.more.append(swap, fresh);
  }

  // The first hint shows where the best move begins, the second one the whole move.
  async hint() {
    const ply = this.model.nextPly;
    if (this.hinted?.ply === ply) this.hinted.clicks = Infinity;
    else {
      this.buttons.hint.disabled = true;
      try {
        const { best } = await this.connection.ask("hint", { ply });
        // Clicks that all moves share are made already and would be no hint.
        const clicks = this.board.paths.clicked.length + 1;
        if (this.model.state.ply === ply) this.hinted = { ply, best, clicks };
      } catch (error) {
        this.showError(error);
      }
    }
    this.refresh();
    this.view.showAnalysis();
    this.view.showStatus();
  }

  // The hint for the current position, or null.
  get currentHint() {
    return this.hinted?.ply === this.model.state.ply && this.view.isOpen ? this.hinted : null;
  }

  get marked() {
    return this.currentHint?.best ?? null;
  }

  get markedClicks() {
    return this.currentHint?.clicks;
  }

  get hintText() {
    const hint = this.currentHint;
    if (!hint) return "";
    if (hint.clicks === Infinity) return `Hint: ${hint.best}`;
    const { paths, places } = this.model.shown.scene;
    const shown = paths[hint.best]?.[hint.clicks - 1];
    const place = places.find(({ id }) => id === shown);
    return `Hint: look at ${place?.name ?? hint.best}. Ask again for the move.`;
  }

  // Asks before a resignation: the button is close to others.
  askToResign(resign) {
    this.askFirst("resign", {
      question: "Resign this game?",
      no: "Keep playing",
      yes: "Yes, resign",
      act: resign,
    });
  }

  askFirst(id, { question, no, yes, act }) {
    this.asked = id;
    const done = (then) => () => {
      this.question.hidden = true;
      then?.();
    };
    const keep = h("button", { type: "button", class: "main", onclick: done() }, no);
    this.question.setAttribute("aria-label", question);
    this.question.replaceChildren(
      h("p", {}, question),
      h(
        "div",
        { class: "actions" },
        keep,
        h("button", { type: "button", id, onclick: done(act) }, yes),
      ),
    );
    this.question.hidden = false;
    keep.focus();
  }

  typed() {
    this.input = h("input", {
      id: "typed",
      list: "legal",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: "or type a move",
      "aria-label": "Type a move",
      onfocus: () => this.offerMoves(),
    });
    this.legal = h("datalist", { id: "legal" });
    return h(
      "form",
      { class: "typed", onsubmit: (event) => this.submit(event) },
      this.input,
      this.legal,
    );
  }

  submit(event) {
    event.preventDefault();
    const move = this.input.value.trim();
    if (!move) return;
    this.input.value = "";
    this.model.play(move, this.model.nextPly).catch((error) => {
      this.input.value ||= move;
      this.showError(error);
    });
  }

  thoughts() {
    this.thinking = h("div", { class: "thinking soft" });
    this.box = h(
      "details",
      { class: "thoughts" },
      h("summary", {}, "What the agent thinks"),
      this.thinking,
    );
    this.box.open = read("thoughts", false);
    this.box.addEventListener("toggle", () => write("thoughts", this.box.open));
    return this.box;
  }

  // In a game between people there is no review to share it from.
  sharing() {
    const { connection, model, showError } = this;
    return h(
      "details",
      { class: "sharing" },
      h("summary", {}, "Share this game"),
      new GameFiles({ connection, model, showError, opens: false }).element,
    );
  }

  showThoughts() {
    const { thoughts: found, moveWaits } = this.analyst;
    if (moveWaits !== null) {
      this.thinking.replaceChildren(h("p", {}, waitingText(moveWaits)));
      return;
    }
    if (!found) {
      this.thinking.replaceChildren(h("p", {}, "Nothing yet in this game."));
      return;
    }
    const side = this.model.state.players[found.to_move];
    this.thinking.replaceChildren(
      found.value === null
        ? h("p", {}, `Best ${found.best}; this agent gives no value.`)
        : h(
            "p",
            {},
            h("b", {}, percent(found.value)),
            ` for ${side}${found.proven ? `, a proven ${found.proven}` : ""}; best ${found.best}`,
          ),
      h("p", {}, `${effortText(found)}, depth ${found.depth}`),
      h("p", { class: "line" }, `expects ${found.pv.slice(0, 6).join(" ")}`),
    );
  }

  refresh() {
    const { state } = this.model;
    const people = state.seats.filter((seat) => seat.kind === "person").length;
    this.seats.refresh();
    setText(this.title, state.title);
    setText(this.said, this.describe(people));
    this.moves.refresh();
    this.words.refresh();
    this.buttons.hint.hidden = people === 0 || state.shared || state.awaited;
    this.buttons.hint.disabled =
      !this.view.isOpen || (this.hinted?.clicks === Infinity && this.currentHint !== null);
    this.buttons.undo.disabled = !state.can_undo;
    setText(this.buttons.undo, state.shared ? "Ask to take back" : "Take back");
    this.buttons.resign.hidden = this.buttons.swap.hidden = people === 0;
    this.buttons.swap.hidden = people !== 1;
    this.buttons.resign.disabled = this.buttons.swap.disabled = state.ending !== null;
    // A failed search pauses any game, so the button must be there to continue.
    this.buttons.pause.hidden = people !== 0 && !state.paused && !state.shared;
    this.buttons.step.hidden = people !== 0;
    setText(this.buttons.pause, state.paused ? "Continue" : "Pause");
    this.buttons.pause.disabled = this.buttons.step.disabled = state.ending !== null;
    this.box.hidden = people === 2;
    this.actions.hidden = this.more.hidden = isSpectator(state);
    this.showTyped();
    this.showWarning();
    this.showResult();
  }

  describe(people) {
    const { state } = this.model;
    if (people === 2) return this.seats.text ?? "Two people at this screen.";
    if (people === 0) return `${state.seats[0].name} against ${state.seats[1].name}.`;
    const own = state.seats[0].kind === "person" ? 0 : 1;
    return `You play ${state.players[own]} against ${state.seats[1 - own].name}.`;
  }

  showTyped() {
    const open = this.view.isOpen;
    this.input.disabled = !open;
    this.input.hidden =
      this.model.state.ending !== null ||
      isSpectator(this.model.state) ||
      this.model.state.seats.every((seat) => seat.kind !== "person");
    if (document.activeElement === this.input) this.offerMoves();
  }

  // Lists hundreds of moves only while a person types.
  offerMoves() {
    const moves = this.view.isOpen ? Object.keys(this.model.state.scene.paths) : [];
    this.legal.replaceChildren(...moves.map((move) => h("option", { value: move })));
  }

  showWarning() {
    const { warning } = this.model.state;
    this.warning.hidden = warning === null;
    if (warning === null) return;
    this.warning.replaceChildren(
      h(
        "p",
        {},
        h("b", {}, warning.move),
        ` gives away ${lossText(warning.lost)} of your win probability.`,
      ),
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          {
            type: "button",
            class: "main",
            onclick: () => this.connection.ask("undo").catch(this.showError),
          },
          "Take it back",
        ),
        h(
          "button",
          { type: "button", onclick: () => this.connection.ask("keep").catch(this.showError) },
          "Play it anyway",
        ),
      ),
    );
  }

  showResult() {
    const { ending } = this.model.state;
    this.result.hidden = ending === null;
    if (ending === null) return;
    if (this.asked === "resign") this.question.hidden = true;
    const { headline, detail } = resultText(this.model.state);
    this.result.replaceChildren(
      h("p", { class: "headline" }, headline),
      h("p", { class: "soft" }, detail),
      ...(isSpectator(this.model.state) ? [] : [this.nextActions()]),
    );
  }

  nextActions() {
    const people = this.model.state.seats.every((seat) => seat.kind === "person");
    return h(
      "div",
      { class: "actions" },
      h(
        "button",
        { type: "button", class: "main", onclick: () => (location.hash = "#review") },
        "Review the game",
      ),
      h(
        "button",
        { type: "button", onclick: () => this.again() },
        people ? "Play again" : "Play again, sides swapped",
      ),
    );
  }

  // Begins the same game with sides swapped.
  again() {
    const { game, seats, clock, warn } = this.model.state;
    const swapped = [seats[1], seats[0]].map((seat, side) => ({
      ...seat,
      name:
        seat.kind === "person"
          ? seat.name === this.model.state.players[1 - side]
            ? ""
            : seat.name
          : seat.name,
    }));
    const { kind, seconds, increment, first } = clock;
    const swap = this.model.state.shared;
    this.model
      .replace("new", {
        game,
        seats: swapped,
        clock: { kind, seconds, increment, first },
        warn,
        swap,
      })
      .catch(this.showError);
  }

  key(event) {
    const button = {
      u: this.buttons.undo,
      p: this.buttons.pause,
      s: this.buttons.step,
      n: this.buttons.fresh,
      h: this.buttons.hint,
    }[event.key];
    if (button && !button.disabled && !button.hidden) button.click();
  }
}
