// The panel of review: the value graph, mistakes to try again, files, and a link that holds it all.

import { clearErrors } from "./toasts.js";
import { h, percent, s } from "./dom.js";
import { addressOf, linkOf } from "./link.js";
import { MoveList } from "./move_list.js";

const MARKS = [
  [0.3, "blunder"],
  [0.15, "mistake"],
  [0.07, "inaccuracy"],
];
const WIDE = 600;
const HIGH = 150;

// Messages to the server have at most 64 KB, of which a record must leave some.
const MOST_BYTES = 65_000;

// A record ends where the headers of the next begin.
export function firstRecord(text) {
  const lines = text.split("\n");
  let moves = false;
  const end = lines.findIndex((line) => {
    const header = line.trimStart().startsWith("[");
    if (header && moves) return true;
    moves ||= !header && line.trim() !== "";
    return false;
  });
  return end < 0 ? text : lines.slice(0, end).join("\n");
}

export const markOf = (lost) => MARKS.find(([least]) => (lost ?? 0) >= least)?.[1];

export class ReviewPanel {
  constructor(parts) {
    Object.assign(this, parts);
    this.moves = new MoveList(this.model);
    this.graph = h("div", { class: "graph" });
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
        h("label", { for: "review-seconds", class: "spoken" }, "How carefully"),
        this.seconds,
      ),
      this.graph,
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
      [...model.review]
        .filter(([, row]) => markOf(row.lost))
        .map(([ply, row]) => [ply, markOf(row.lost)]),
    );
    this.moves.refresh(marks);
    this.start.textContent = model.reviewing
      ? `Reviewing ${model.reviewing.found} of ${model.reviewing.of} …`
      : model.review.size
        ? "Review again"
        : "Review the game";
    this.start.disabled = model.reviewing !== null || model.state.ply === 0;
    this.showGraph();
    this.showMistakes(marks);
    if (this.retried && this.retried.ply !== model.place.ply) this.endRetry();
  }

  // The graph

  showGraph() {
    const { review, state, place } = this.model;
    const drawn = JSON.stringify([[...review], place.ply, this.theme.dark]);
    if (drawn === this.drawnGraph) return;
    this.drawnGraph = drawn;
    if (review.size < 2) {
      this.graph.replaceChildren(
        h(
          "p",
          { class: "soft" },
          state.ply === 0
            ? "There are no moves to review yet."
            : "The win chance over the game appears here.",
        ),
      );
      return;
    }
    const last = Math.max(1, state.ply);
    const rows = [...review.values()].sort((a, b) => a.ply - b.ply);
    const x = (ply) => (WIDE * ply) / last;
    const y = (value) => HIGH * (1 - value);
    const points = rows
      .map((row) => `${x(row.ply).toFixed(1)},${y(row.value).toFixed(1)}`)
      .join(" ");
    const dots = rows
      .filter((row) => markOf(row.lost) && review.has(row.ply + 1))
      .map((row) =>
        s("circle", {
          class: `dot ${markOf(row.lost)}`,
          cx: x(row.ply + 1),
          cy: y(review.get(row.ply + 1).value),
          r: 6,
        }),
      );
    const svg = s(
      "svg",
      {
        viewBox: `-8 -8 ${WIDE + 16} ${HIGH + 16}`,
        role: "img",
        "aria-label": `Win chance of ${state.players[0]} over the moves`,
      },
      s("rect", { class: "ground", x: 0, y: 0, width: WIDE, height: HIGH, rx: 6 }),
      s("polygon", {
        class: "area",
        points: `${x(rows[0].ply)},${HIGH} ${points} ${x(rows.at(-1).ply)},${HIGH}`,
      }),
      s("line", { class: "half", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
      s("polyline", { class: "curve", points }),
      s("line", { class: "here", x1: x(place.ply), x2: x(place.ply), y1: 0, y2: HIGH }),
      ...dots,
    );
    svg.addEventListener("click", (event) => {
      const area = svg.getBoundingClientRect();
      const share = ((event.clientX - area.left) / area.width) * (WIDE + 16) - 8;
      this.model.go({ ply: Math.round((share / WIDE) * last) });
    });
    this.graph.replaceChildren(
      svg,
      h("p", { class: "soft caption" }, `Win chance of ${state.players[0]}`),
    );
  }

  // Mistakes

  showMistakes(marks) {
    const { review, state } = this.model;
    const drawn = JSON.stringify([
      [...marks],
      this.retried?.ply ?? null,
      this.model.reviewing === null,
      review.size > state.ply,
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
          h("span", { class: "better" }, `better ${row.best}${row.proven ? " (proven)" : ""}`),
          h("button", { type: "button", onclick: () => this.retry(ply) }, "Try again"),
        );
      });
    const none =
      review.size > state.ply && state.ply > 0 && this.model.reviewing === null
        ? [h("p", { class: "soft" }, "No mistakes were found.")]
        : [];
    this.mistakes.replaceChildren(
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
    this.showRetry(h("p", {}, "Looking for an answer to ", h("b", {}, move), " …"));
    this.connection
      .ask("retry", { ply: this.retried.ply, move, spec: this.analyst.spec })
      .catch(this.showError);
    this.model
      .sceneAt({ ply: this.retried.ply, line: [move] })
      .then((found) => this.board.show(found.scene, { open: false, marks: [] }));
  }

  async answer(message) {
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
    const over =
      line === "" &&
      (await this.model.sceneAt({ ply: message.ply, line: [message.move] }).catch(() => null))
        ?.over;
    if (this.retried?.ply !== message.ply) return;
    const how = line || (over ? "the game is over" : "");
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

  // The refutation plays out on the board.
  playLine(ply, line) {
    this.stopLine();
    const playing = (this.playing = {});
    let at = 0;
    const next = async () => {
      at += 1;
      const found = await this.model.sceneAt({ ply, line: line.slice(0, at) }).catch(() => null);
      // A picture that comes after the line was stopped is not shown.
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
      this.showError({ text: "The link is copied; it holds the whole game." });
    } catch {
      prompt("The link holds the whole game:", address);
    }
  }

  async load() {
    const [file] = this.file.files;
    if (!file) return;
    clearErrors();
    const text = firstRecord(await file.text());
    this.file.value = "";
    const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
    if (bytes > MOST_BYTES)
      return this.showError({
        text: `The first record of ${file.name} has ${bytes} bytes; at most ${MOST_BYTES} can be opened here.`,
      });
    this.model.replace("record", { text }).then(() => this.model.go({ ply: 0 }), this.showError);
  }
}
