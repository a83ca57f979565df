// The review panel: a summary, the value graph, and mistakes to try again.

import { h } from "./dom.js";
import { exactBadge, verdict } from "./exact.js";
import { lossText, percent } from "./numbers.js";
import { GameFiles } from "./game_files.js";
import { MoveList } from "./move_list.js";
import { accuracy, ownSide, refutationText, summaryText } from "./review_summary.js";
import { ValueGraph } from "./value_graph.js";

const NONE = "No mistakes were found.";

export class ReviewPanel {
  constructor(parts) {
    Object.assign(this, parts);
    this.moves = new MoveList(this.model);
    this.graph = new ValueGraph(this.model);
    this.summary = h("div", { class: "summary" });
    this.mistakes = h("div", { class: "mistakes" });
    // Plies whose better move was asked for, and whether the other side's mistakes were.
    this.revealed = new Set();
    this.showsOther = false;
    this.retrying = h("div", { class: "retrying", role: "status", hidden: true });
    this.start = h(
      "button",
      { type: "button", class: "main", onclick: () => this.begin() },
      "Review the game",
    );
    this.seconds = h(
      "select",
      { id: "review-seconds" },
      ...[
        [0.1, "quick"],
        [0.4, "careful"],
        [1.5, "thorough"],
      ].map(([value, text]) => h("option", { value }, text)),
    );
    this.seconds.value = "0.4";
    this.element = h(
      "div",
      { class: "pane" },
      this.retrying, // next to the board on a phone
      h("h2", {}, "Review"),
      h(
        "div",
        { class: "controls" },
        this.start,
        h("label", { for: "review-seconds", class: "spoken" }, "Depth of review"),
        this.seconds,
      ),
      this.summary,
      this.graph.element,
      this.mistakes,
      this.moves.element,
      new GameFiles(parts).element,
    );
    this.connection.on("retry", (message) => this.answer(message));
  }

  begin() {
    this.forget();
    this.model.review = new Map();
    this.model.reviewing = { found: 0, of: this.model.state.ply + 1 };
    this.connection
      .ask("review", { spec: this.analyst.spec, seconds: Number(this.seconds.value) })
      .catch((error) => {
        this.model.reviewing = null;
        this.view.refresh();
        this.showError(error);
      });
    this.view.refresh();
  }

  // What was asked for in another review is hidden again.
  forget() {
    this.revealed.clear();
    this.showsOther = false;
    this.drawnMistakes = "";
  }

  enter() {
    const { model } = this;
    if (model.state.ply > 0 && model.review.size === 0 && model.state.ending !== null) this.begin();
  }

  leave() {
    this.endRetry();
  }

  get isOpen() {
    return true;
  }

  get marked() {
    const { place, review } = this.model;
    if (this.retried || place.line.length) return null;
    return this.revealed.has(place.ply) ? (review.get(place.ply)?.best ?? null) : null;
  }

  play(move, place) {
    if (this.retried?.ply === place.ply && place.line.length === 0) this.attempt(move);
    else if (place.line.length === 0 && this.model.state.entries[place.ply]?.[0] === move)
      this.model.go({ ply: place.ply + 1 });
    else this.model.go({ ply: place.ply, line: [...place.line, move] });
  }

  refresh() {
    const { model } = this;
    if (model.review.size === 0) this.forget();
    const marks = new Map(
      [...model.review].filter(([, { mark }]) => mark).map(([ply, { mark }]) => [ply, mark]),
    );
    this.moves.refresh(marks);
    this.start.textContent = model.reviewing
      ? `Reviewing ${model.reviewing.found} of ${model.reviewing.of} …`
      : model.review.size
        ? "Review again"
        : "Review the game";
    this.start.disabled = model.reviewing !== null || model.state.ply === 0;
    this.graph.refresh();
    this.showSummary();
    this.showMistakes(marks);
    if (this.retried && this.retried.ply !== model.place.ply) this.endRetry();
  }

  get isComplete() {
    const { review, state, reviewing } = this.model;
    return reviewing === null && state.ply > 0 && review.size > state.ply;
  }

  showSummary() {
    const { review, state, marks } = this.model;
    this.summary.hidden = !this.isComplete;
    if (this.summary.hidden) return;
    const own = ownSide(state);
    const sides = [0, 1].map((player) => {
      const found = accuracy(review, state.entries, player, marks[0].least);
      const name = player === own ? `You (${state.players[player]})` : state.players[player];
      return h("span", {}, h("b", {}, percent(found)), ` ${name}`);
    });
    const title =
      "100% for a move that loses nothing, 0% for a blunder, and the mean over all moves";
    this.summary.replaceChildren(
      h("p", {}, summaryText(review, state, own)),
      h("p", { class: "accuracy", title }, h("span", { class: "soft" }, "Accuracy"), ...sides),
    );
  }

  // Mistakes: one's own first, and the other side's on request

  showMistakes(marks) {
    const { review, state } = this.model;
    const certain = verdict(review, state);
    const drawn = JSON.stringify([
      ...[[...marks], this.retried?.ply ?? null, this.isComplete],
      ...[[...this.revealed], this.showsOther, certain],
    ]);
    if (drawn === this.drawnMistakes) return;
    this.drawnMistakes = drawn;
    const own = ownSide(state);
    const plies = [...marks.keys()].sort((a, b) => a - b);
    const isOwn = (ply) => own === null || state.entries[ply][1] === own;
    const [mine, others] = [plies.filter(isOwn), plies.filter((ply) => !isOwn(ply))];
    const list = (title, found) =>
      found.length
        ? [h("h3", {}, title), h("ul", {}, ...found.map((ply) => this.row(ply, marks.get(ply))))]
        : [];
    const none = this.isComplete && mine.length === 0;
    this.mistakes.replaceChildren(
      ...(certain ? [h("p", { class: "verdict" }, `${certain} `, exactBadge())] : []),
      ...(none ? [h("p", { class: "soft" }, NONE)] : []),
      ...list(own === null ? "Mistakes" : "Your mistakes", mine),
      ...(this.showsOther ? list(`Mistakes of ${state.players[1 - own]}`, others) : []),
      others.length && !this.showsOther ? this.otherButton(others.length, 1 - own) : "",
    );
  }

  otherButton(count, player) {
    return h(
      "button",
      {
        type: "button",
        class: "other-side",
        onclick: () => {
          this.showsOther = true;
          this.view.refresh();
        },
      },
      `Show the mistakes of ${this.model.state.players[player]} (${count})`,
    );
  }

  row(ply, mark) {
    const { review, state } = this.model;
    const { lost, best, proven } = review.get(ply);
    const [move, player] = state.entries[ply];
    return h(
      "li",
      { class: mark },
      h(
        "button",
        { type: "button", class: "plain", onclick: () => this.model.go({ ply }) },
        h("b", {}, move),
        ` by ${state.players[player]}: ${mark}, lost ${lossText(lost)}`,
      ),
      this.revealed.has(ply)
        ? h("span", { class: "better" }, `better ${best}`)
        : h(
            "button",
            { type: "button", class: "plain reveal", onclick: () => this.reveal(ply) },
            "Show the better move",
          ),
      ...(proven ? [exactBadge()] : []),
      h("button", { type: "button", onclick: () => this.retry(ply) }, "Try again"),
    );
  }

  // Shows the better move in the list and on the board.
  reveal(ply) {
    this.revealed.add(ply);
    this.model.go({ ply });
    this.view.refresh();
  }

  async retry(ply) {
    this.stopLine();
    if (!(await this.model.go({ ply }))) return;
    this.retried = { ply };
    const [move, player] = this.model.state.entries[ply];
    this.task = `Find a better move than ${move}.`;
    this.showRetry(h("p", {}, `${this.model.state.players[player]} to move. ${this.task}`));
    this.view.showPlace();
    this.board.svg.parentElement.scrollIntoView({ block: "nearest" });
  }

  showRetry(...parts) {
    this.retrying.hidden = false;
    this.retrying.replaceChildren(
      ...parts,
      h(
        "button",
        {
          type: "button",
          class: "plain",
          onclick: () => {
            this.endRetry();
            this.view.showPlace();
          },
        },
        "Done",
      ),
    );
  }

  endRetry() {
    this.stopLine();
    this.retried = this.task = null;
    this.retrying.hidden = true;
    this.drawnMistakes = "";
  }

  attempt(move) {
    this.task = null;
    this.showRetry(h("p", {}, "Searching for an answer to ", h("b", {}, move), " …"));
    this.connection
      .ask("retry", { ply: this.retried.ply, move, spec: this.analyst.spec })
      .catch(this.showError);
    this.model
      .sceneAt({ ply: this.retried.ply, line: [move] })
      .then((found) => this.board.show(found.scene, { open: false, marks: [] }));
  }

  answer(message) {
    if (this.retried?.ply !== message.ply) return;
    const sure = message.proven ? " (proven)" : "";
    const again = h(
      "button",
      { type: "button", onclick: () => this.retry(message.ply) },
      "Try another",
    );
    if (message.good) {
      this.showRetry(
        h(
          "p",
          {},
          h("b", { class: "good" }, message.move),
          ` is ${message.move === message.best ? "the best move" : "as good"}${sure}.`,
        ),
        again,
      );
      return;
    }
    const line = message.line.slice(1).join(" ");
    const how = line || (message.over ? "the game is over" : "");
    this.showRetry(
      h(
        "p",
        {},
        h("b", { class: "bad" }, message.move),
        ` loses ${lossText(message.lost)}${sure}${how ? `: ${how}` : "."}`,
      ),
      again,
    );
    this.playLine(message);
  }

  // Plays the refutation on the board; the bar and the status follow it.
  playLine({ ply, line, value }) {
    this.stopLine();
    const playing = (this.playing = {});
    let at = 0;
    const next = async () => {
      at += 1;
      const found = await this.model.sceneAt({ ply, line: line.slice(0, at) }).catch(() => null);
      // A scene that comes after the line was stopped is not shown.
      if (!found || this.playing !== playing || this.retried?.ply !== ply) return;
      this.board.show(found.scene, { open: false, marks: [] });
      this.followed = { value, text: refutationText(line.slice(0, at)) };
      this.view.showAnalysis();
      this.view.showStatus();
      if (at < line.length) this.timer = setTimeout(next, 900);
    };
    next();
  }

  stopLine() {
    this.playing = this.followed = null;
    clearTimeout(this.timer);
  }
}
