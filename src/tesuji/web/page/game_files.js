// The game as a file or a link, and records to open.

import { h } from "./dom.js";
import { addressOf, linkOf } from "./link.js";
import { firstRecord } from "./record_text.js";
import { clearErrors } from "./toasts.js";

// A message holds more than the record: its type, its id, and quotes.
const MESSAGE_OVERHEAD = 500;

export class GameFiles {
  constructor({ connection, model, showError }) {
    Object.assign(this, { connection, model, showError });
    this.element = this.files();
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
