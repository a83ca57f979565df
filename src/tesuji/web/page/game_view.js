// The view of a game: players, board, step buttons, and the panel of the open tab.

import { AnalysisPanel } from "./analysis_panel.js";
import { firstValue } from "./live_analysis.js";
import { Board } from "./board.js";
import { byId, h, setText } from "./dom.js";
import { clockText } from "./numbers.js";
import { PlayPanel } from "./play_panel.js";
import { isTurned } from "./board_turn.js";
import { resultText } from "./result_text.js";
import { ReviewPanel } from "./review_panel.js";
import { mayMove, ownSide } from "./seats.js";
import { StepButtons } from "./step_buttons.js";
import { showValue } from "./value_bar.js";

export class GameView {
  constructor({ connection, model, analyst, theme, showError }) {
    Object.assign(this, { connection, model, analyst, theme, showError });
    this.board = new Board(byId("board"), {
      play: (move) => this.play(move),
      sceneAfter: (move) => this.sceneAfter(move),
      hint: (text) => this.hint(text),
    });
    const parts = { connection, model, analyst, theme, showError, board: this.board, view: this };
    this.panels = {
      play: new PlayPanel(parts),
      analyse: new AnalysisPanel(parts),
      review: new ReviewPanel(parts),
    };
    this.tab = null;
    // Whether a person turned the board away from the side of its player.
    this.isTurnedByHand = false;
    this.steps = new StepButtons(byId("stepper"), model, () => this.turnBoard());
    model.addEventListener("state", (event) => this.update(event.detail));
    model.addEventListener("place", () => this.showPlace());
    model.addEventListener("fail", (event) => showError(event.detail));
    model.addEventListener("review", () => this.showAnalysis());
    model.addEventListener("review", () => this.refresh());
    analyst.addEventListener("change", () => this.showAnalysis());
    theme.addEventListener("change", () => this.board.setDark(theme.dark));
    this.board.setDark(theme.dark);
    document.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.showClocks(), 100);
  }

  get panel() {
    return this.panels[this.tab];
  }

  setTab(tab) {
    if (tab === this.tab) return;
    this.panel?.leave?.();
    this.tab = tab;
    if (tab === null) {
      this.analyst.turn(false);
      return;
    }
    byId("panel").replaceChildren(this.panel.element);
    this.analyst.turn(tab === "analyse" && this.panels.analyse.wanted);
    if (tab === "play" && !this.model.isLast(this.model.wanted, this.model.state))
      this.model.go({ ply: this.model.state.ply });
    else this.showPlace();
    this.panel.enter?.();
    this.refresh();
  }

  // The colours of the scene, light or dark.
  get palette() {
    const { scene } = this.model.shown;
    return this.theme.dark ? scene.dark : scene.palette;
  }

  // Whether a move can be made on the board as it is shown now.
  get isOpen() {
    const { shown, state, isLive } = this.model;
    if (!shown || shown.over) return false;
    if (this.tab === "play")
      return isLive && state.ending === null && state.warning === null && mayMove(state);
    return this.panel?.isOpen ?? true;
  }

  play(move) {
    const { place, nextPly } = this.model;
    if (this.tab !== "play") return this.panel.play(move, place);
    this.model.play(move, place.ply).catch((error) => {
      this.showError(error);
      this.showPlace();
    });
    // A typed move may be on its way; this one can then only be played if that one is refused.
    if (place.ply === nextPly) this.drawAhead(move);
  }

  // Draws a previewed move without waiting for the server, which will send the same scene. If the
  // server refuses the move, the position of the model is drawn again.
  drawAhead(move) {
    const { ply, line } = this.model.place;
    const known = this.model.known({ ply, line: [...line, move] });
    if (!known) return;
    this.board.show(known.scene, { open: false });
    this.label({ ply: ply + 1, line: 0, over: known.over, position: known.scene.position });
  }

  // Describes the position in data attributes. Setting the same value again would restyle the board.
  label(said) {
    const { dataset } = byId("board");
    for (const [name, value] of Object.entries(said))
      if (dataset[name] !== String(value)) dataset[name] = value;
  }

  sceneAfter(move) {
    const { ply, line } = this.model.place;
    return this.model.sceneAt({ ply, line: [...line, move] }).then((found) => found.scene);
  }

  hint(text) {
    if (text === "") return this.showStatus();
    byId("status").classList.remove("heard");
    byId("status").textContent = byId("spoken").textContent = text;
  }

  // The game has changed

  update({ before, other }) {
    const { state } = this.model;
    if (other) this.isTurnedByHand = false;
    this.announce(before, other);
    const rolled =
      !other &&
      before?.chance &&
      state.ply > before.ply &&
      this.model.isLive &&
      this.tab === "play";
    if (rolled) {
      this.board.settle(state.entries[before.ply][0]).then(() => this.showPlace());
      this.refresh();
    } else this.showPlace();
  }

  announce(before, other) {
    const { state } = this.model;
    if (before === null || other || state.ply <= before.ply) return;
    const said = state.entries
      .slice(before.ply)
      .map(([move, player]) =>
        player === null ? `rolled ${move}` : `${state.players[player]} plays ${move}`,
      );
    byId("spoken").textContent = said.join(". ");
  }

  endingText() {
    const { headline, detail } = resultText(this.model.state);
    return `${headline}. ${detail}`;
  }

  // After a resignation the caption of the scene would still say who is to move.
  get sceneShown() {
    const { scene, over } = this.model.shown;
    if (!this.isEnded || over || !scene.caption) return scene;
    const { headline } = resultText(this.model.state);
    return {
      ...scene,
      title: `${this.model.state.title}: ${headline}`,
      shapes: scene.shapes.filter(({ y = 0 }) => y < scene.caption.top),
    };
  }

  // Whether the board shows the end of the game, also one by resignation.
  get isEnded() {
    return this.model.isLive && this.model.state.ending !== null;
  }

  showPlace() {
    const { model } = this;
    if (!model.shown || this.tab === null) return;
    this.board.setTurned(this.isTurned);
    this.board.show(this.sceneShown, { open: this.isOpen });
    byId("view-game").classList.remove("stepping");
    this.setRatio((model.shown.scene.width / model.shown.scene.height).toFixed(3));
    this.label({
      ply: model.place.ply,
      line: model.place.line.length,
      over: model.shown.over || this.isEnded,
      position: model.shown.scene.position,
      turned: this.isTurned,
    });
    if (
      this.tab === "play" &&
      model.isLive &&
      model.shown.chance &&
      !model.state.paused &&
      !model.state.ending
    )
      this.board.roll();
    this.showAnalysis();
    this.refresh();
  }

  get isTurned() {
    const { shown, state } = this.model;
    return isTurned(shown.scene, ownSide(state), this.isTurnedByHand);
  }

  turnBoard() {
    if (!this.model.shown?.scene.facing) return;
    this.isTurnedByHand = !this.isTurnedByHand;
    this.showPlace();
  }

  // Everything that inherits the ratio is restyled, so set it only if it changes.
  setRatio(ratio) {
    if (ratio === this.ratio) return;
    this.ratio = ratio;
    byId("view-game").style.setProperty("--ratio", ratio);
  }

  refresh() {
    if (!this.model.state || this.tab === null) return;
    this.showPlayers();
    this.steps.refresh();
    this.showStatus();
    this.panel.refresh();
  }

  showPlayers() {
    const { state, shown } = this.model;
    const cards = [0, 1].map((player) => {
      const seat = this.model.seat(player);
      const active = !shown?.over && !this.isEnded && shown?.next === player;
      const won = state.ending?.winner === player && this.model.isLive;
      return h(
        "div",
        { class: `player ${active ? "active" : ""} ${won ? "won" : ""}`, "data-player": player },
        h("span", { class: `disc disc${player}`, "aria-hidden": "true" }),
        h(
          "span",
          { class: "who" },
          h("b", {}, state.players[player]),
          seat.name === state.players[player] ? null : h("small", { title: seat.name }, seat.name),
        ),
        active && this.model.isLive && state.thinking
          ? h("span", { class: "dots", title: "thinking" }, h("i"), h("i"), h("i"))
          : null,
        state.clock.kind === "none" ? null : h("time", { class: "clock", "data-clock": player }),
      );
    });
    byId("players").replaceChildren(...cards);
    for (const player of [0, 1]) {
      const disc = byId("players").querySelector(`.disc${player}`);
      disc.style.background = this.palette[`player${player}`];
    }
    this.showClocks();
  }

  showClocks() {
    const clock = this.model.state?.clock;
    if (!clock || clock.kind === "none" || this.tab === null) return;
    for (const element of document.querySelectorAll("[data-clock]")) {
      const player = Number(element.dataset.clock);
      const gone =
        clock.running === player ? (performance.now() - this.model.receivedAt) / 1000 : 0;
      const left = Math.max(0, clock.left[player] - gone);
      setText(element, clockText(left));
      element.classList.toggle("low", left < 10);
    }
  }

  showStatus() {
    const { state, place } = this.model;
    let text;
    if (this.tab === "play" && state.warning) text = "";
    else if (this.panel?.followed) text = this.panel.followed.text;
    else if (this.panel?.task) text = this.panel.task;
    else if (!this.model.isLive && place.line.length) text = `Trying ${place.line.join(" ")}`;
    else if (!this.model.isLive) text = `Move ${place.ply} of ${state.ply}`;
    else if (state.ending) text = this.endingText();
    else if (state.paused) text = "Paused";
    else text = this.panel?.hintText || this.board.promptText;
    byId("status").classList.toggle("heard", this.isEnded && this.isInCaption);
    setText(byId("status"), text);
  }

  // The caption of the scene shows an end by the rules; then the status is for screen readers only.
  get isInCaption() {
    const { shown } = this.model;
    return shown?.over === true && shown.scene.caption !== undefined;
  }

  key(event) {
    if (
      this.tab === null ||
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    if (event.target.matches("input, select, textarea, [role=treeitem]")) return;
    const { model } = this;
    const act = {
      ArrowLeft: () => model.step(-1),
      ArrowRight: () => model.step(1),
      Home: () => model.go({ ply: 0 }),
      End: () => model.go({ ply: model.state.ply }),
      Escape: () => this.board.cancel(),
      f: () => this.turnBoard(),
    }[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else this.panel.key?.(event);
  }

  // Analysis on the board

  showAnalysis() {
    const { found, on, failure } = this.analyst;
    const bar = byId("evalbar");
    const wanted =
      (this.tab === "analyse" && on) || (this.tab === "review" && this.model.review.size > 0);
    bar.hidden = !wanted;
    const { place, review } = this.model;
    const reviewed = place.line.length ? null : review.get(place.ply)?.value;
    const judged = this.panel?.followed?.value ?? reviewed;
    const searched = this.tab === "review" ? judged : found && firstValue(found);
    const value = this.endedValue() ?? searched;
    const palette = this.palette;
    const [first] = this.model.state.players;
    if (wanted) showValue(bar, { value, player: first, palette });
    const searches = this.tab === "analyse" && on && !failure && this.model.shown?.to_move !== null;
    const warms = searches && this.panels.analyse.heat;
    const heat = warms && found;
    const total = heat ? found.moves.reduce((sum, move) => sum + move[1], 0) : 0;
    this.board.setMarks({
      heat: heat && total ? found.moves.map(([move, visits]) => [move, visits / total]) : [],
      proven:
        this.tab === "analyse" && found
          ? found.moves.filter((move) => move[3]).map((move) => [move[0], move[3]])
          : [],
      candidates: searches && found && this.panels.analyse.numbers ? found.moves : [],
      best: this.tab === "analyse" ? (found?.best ?? null) : (this.panel?.marked ?? null),
      clicks: this.panel?.markedClicks,
      tint: this.tab === "review" ? Boolean(this.panels.review.retried) : !warms,
    });
  }

  // The result of a finished game for the first player, at its last position; null elsewhere, also
  // at the end of a variation.
  endedValue() {
    const { shown, state } = this.model;
    if (!shown?.over || !this.isEnded) return null;
    const { winner } = state.ending;
    return winner === null ? 0.5 : 1 - winner;
  }
}
