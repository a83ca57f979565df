// The game as a file or a link, and records to open.

import { h, setText } from "./dom.js";
import { addressOf, linkOf } from "./link.js";
import { percent } from "./numbers.js";
import { firstRecord } from "./record_text.js";
import { calledNames } from "./result_text.js";
import { clearErrors } from "./toasts.js";

const ANIMATION = "Save animation";
const TYPES = { html: "text/html", record: "text/plain", svg: "image/svg+xml" };
// A message holds more than the record: its type, its id, and quotes.
const MESSAGE_OVERHEAD = 500;

export class GameFiles {
  // `opens` says whether records can be opened here too.
  constructor({ connection, model, showError, opens = true }) {
    Object.assign(this, { connection, model, showError });
    this.element = this.files(opens);
  }

  files(opens) {
    this.file = h("input", {
      type: "file",
      id: "record-file",
      class: "spoken",
      accept: ".txt,.record,text/plain",
    });
    this.file.addEventListener("change", () => this.load());
    const button = (name, act, look = "") =>
      h("button", { type: "button", class: look, onclick: act }, name);
    this.link = h("div", { class: "shared-link", hidden: true });
    return h(
      "div",
      { class: "share" },
      h(
        "div",
        { class: "actions" },
        button("Save as HTML", () => this.save("html"), "main"),
        button("Save record", () => this.save("record")),
        button("Save picture", () => this.save("svg", { ply: this.model.place.ply })),
        (this.animation = button(ANIMATION, () => this.saveAnimation())),
        button("Copy link", () => this.copyLink()),
        opens ? h("label", { class: "button", for: "record-file" }, "Open a record") : null,
        opens ? this.file : null,
      ),
      this.link,
    );
  }

  async save(kind, fields = {}) {
    try {
      const { name, text } = await this.connection.ask("export", { kind, ...fields });
      download(name, text, TYPES[kind]);
    } catch (error) {
      this.showError(error);
    }
  }

  // The script for it is large, and few visitors need it.
  async saveAnimation() {
    const { state } = this.model;
    this.animation.disabled = true;
    try {
      const { gameAnimation } = await import("./game_animation.js");
      const file = await gameAnimation({
        state,
        picture: async (ply) => (await this.connection.ask("export", { kind: "svg", ply })).text,
        progress: (part) => setText(this.animation, `${ANIMATION}: ${percent(part)}`),
      });
      download(`${state.name}.gif`, file, "image/gif");
    } catch (error) {
      this.showError(error);
    }
    setText(this.animation, ANIMATION);
    this.animation.disabled = false;
  }

  // Copies the link where the browser allows it; over plain http it does not, so the text is shown.
  async copyLink() {
    const { state } = this.model;
    const address = addressOf(linkOf(state, calledNames(state)));
    this.showLink(address);
    try {
      await navigator.clipboard.writeText(address);
      this.showError({ text: "The link was copied. It contains the whole game." });
    } catch {
      this.link.querySelector("input").select();
    }
  }

  showLink(address) {
    const field = h("input", {
      id: "game-link",
      readonly: true,
      value: address,
      "aria-label": "Link to this game",
      onfocus: (event) => event.target.select(),
    });
    this.link.hidden = false;
    this.link.replaceChildren(
      field,
      h(
        "p",
        { class: "soft" },
        "The part after # contains the whole game. It opens on every Tesuji page: copy the link, or paste it there under ",
        h("a", { href: "#games" }, "Games"),
        ".",
      ),
    );
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

function download(name, contents, type) {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
