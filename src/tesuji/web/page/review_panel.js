// The review panel: the value graph, mistakes to try again, files, and a link to the game.

import { clearErrors } from "./toasts.js";
import { h } from "./dom.js";
import { exactBadge, verdict } from "./exact.js";
import { percent } from "./numbers.js";
import { addressOf, linkOf } from "./link.js";
import { MoveList } from "./move_list.js";
import { firstRecord } from "./record_text.js";
import { ValueGraph } from "./value_graph.js";

// A message holds more than the record: its type, its id, and quotes.
const MESSAGE_OVERHEAD = 500;

export class ReviewPanel {
  constructor(parts) {
    Object.assign(this, parts);
    this.moves = new MoveList(this.model);
    this.graph = new ValueGraph(this.model);
    this.mistakes = h("div", { class: "mistakes" });
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
      h("h2", {}, "Review"),
      h(
        "div",
        { class: "controls" },
        this.start,
        h("label", { for: "review-seconds", class: "spoken" }, "Depth of review"),
        this.seconds,
      ),
      this.graph.element,
      this.retrying,
      this.mistakes,
      this.moves.element,
      this.files(),
    );
    this.connection.on("retry", (message) => this.answer(message));
  }

  files() {
    this.file = h("input", {
      type: "file",
      id: "record-file",
      class: "spoken",
      accept: ".txt,.record,text/plain",
    });
    this.file.addEventListener("change", () => this.load());
    return h(
      "div",
      { class: "actions" },
      h("button", { type: "button", onclick: () => this.save("record") }, "Save record"),
      h("button", { type: "button", onclick: () => this.save("html") }, "Save as HTML"),
      h("button", { type: "button", onclick: () => this.copyLink() }, "Copy link"),
      h("label", { class: "button", for: "record-file" }, "Open a record"),
      this.file,
    );
  }

  begin() {
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

  enter() {
    const { model } = this;
    if (model.state.ply > 0 && model.review.size === 0 && model.state.ending !== null) this.begin();
  }

  leave() {
    this.retried = null;
    this.stopLine();
  }

  get isOpen() {
    return true;
  }

  get marked() {
    const { place, review } = this.model;
    if (this.retried || place.line.length) return null;
    const row = review.get(place.ply);
    return row?.lost > 0.03 ? row.best : null;
  }

  play(move, place) {
    if (this.retried?.ply === place.ply && place.line.length === 0) this.attempt(move);
    else if (place.line.length === 0 && this.model.state.entries[place.ply]?.[0] === move)
      this.model.go({ ply: place.ply + 1 });
    else this.model.go({ ply: place.ply, line: [...place.line, move] });
  }

  refresh() {
    const { model } = this;
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
    this.showMistakes(marks);
    if (this.retried && this.retried.ply !== model.place.ply) this.endRetry();
  }

  // Mistakes

  showMistakes(marks) {
    const { review, state } = this.model;
    const certain = verdict(review, state.ply, state.players);
    const drawn = JSON.stringify([
      [...marks],
      this.retried?.ply ?? null,
      this.model.reviewing === null,
      review.size > state.ply,
      certain,
    ]);
    if (drawn === this.drawnMistakes) return;
    this.drawnMistakes = drawn;
    const rows = [...marks.keys()]
      .sort((a, b) => a - b)
      .map((ply) => {
        const row = review.get(ply);
        const [move, player] = state.entries[ply];
        return h(
          "li",
          { class: marks.get(ply) },
          h(
            "button",
            { type: "button", class: "plain", onclick: () => this.model.go({ ply }) },
            h("b", {}, move),
            ` by ${state.players[player]}: ${marks.get(ply)}, lost ${percent(row.lost)}`,
          ),
          h(
            "span",
            { class: "better" },
            `better ${row.best}`,
            ...(row.proven ? [" ", exactBadge()] : []),
          ),
          h("button", { type: "button", onclick: () => this.retry(ply) }, "Try again"),
        );
      });
    const none =
      review.size > state.ply && state.ply > 0 && this.model.reviewing === null
        ? [h("p", { class: "soft" }, "No mistakes were found.")]
        : [];
    this.mistakes.replaceChildren(
      ...(certain ? [h("p", { class: "verdict" }, `${certain} `, exactBadge())] : []),
      ...(rows.length ? [h("h3", {}, "Mistakes"), h("ul", {}, ...rows)] : none),
    );
  }

  async retry(ply) {
    this.stopLine();
    if (!(await this.model.go({ ply }))) return;
    this.retried = { ply };
    const player = this.model.state.players[this.model.state.entries[ply][1]];
    this.showRetry(
      h(
        "p",
        {},
        `${player} to move. Find a better move than `,
        h("b", {}, this.model.state.entries[ply][0]),
        ".",
      ),
    );
    this.view.showPlace();
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
    this.retried = null;
    this.retrying.hidden = true;
    this.drawnMistakes = "";
  }

  attempt(move) {
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
        ` loses ${percent(message.lost)}${sure}${how ? `: ${how}` : "."}`,
      ),
      again,
    );
    this.playLine(message.ply, message.line);
  }

  // Plays the refutation on the board.
  playLine(ply, line) {
    this.stopLine();
    const playing = (this.playing = {});
    let at = 0;
    const next = async () => {
      at += 1;
      const found = await this.model.sceneAt({ ply, line: line.slice(0, at) }).catch(() => null);
      // A scene that comes after the line was stopped is not shown.
      if (!found || this.playing !== playing || this.retried?.ply !== ply) return;
      this.board.show(found.scene, { open: false, marks: [] });
      if (at < line.length) this.timer = setTimeout(next, 900);
    };
    next();
  }

  stopLine() {
    this.playing = null;
    clearTimeout(this.timer);
  }

  // Files and links

  async save(kind) {
    try {
      const { name, text } = await this.connection.ask("export", { kind });
      const address = URL.createObjectURL(
        new Blob([text], { type: kind === "html" ? "text/html" : "text/plain" }),
      );
      const link = h("a", { href: address, download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    } catch (error) {
      this.showError(error);
    }
  }

  async copyLink() {
    const address = addressOf(linkOf(this.model.state));
    try {
      await navigator.clipboard.writeText(address);
      this.showError({ text: "The link was copied. It contains the whole game." });
    } catch {
      prompt("This link contains the whole game:", address);
    }
  }

  async load() {
    const [file] = this.file.files;
    if (!file) return;
    clearErrors();
    const text = firstRecord(await file.text());
    this.file.value = "";
    const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
    const most = this.model.limits.message_bytes - MESSAGE_OVERHEAD;
    if (bytes > most)
      return this.showError({
        text: `The first record of ${file.name} has ${bytes} bytes; the limit is ${most}.`,
      });
    this.model.replace("record", { text }).then(() => this.model.go({ ply: 0 }), this.showError);
  }
}
