// Dark or light: the system's setting, until a person chooses.

import { h } from "./dom.js";
import { read, write } from "./storage.js";

const NEXT = { auto: "dark", dark: "light", light: "auto" };
const SIGNS = { auto: "◐", dark: "☾", light: "☀" };

export class Theme extends EventTarget {
  constructor(button) {
    super();
    this.button = button;
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.choice = read("theme", "auto");
    this.system.addEventListener("change", () => this.apply());
    button.addEventListener("click", () => this.choose(NEXT[this.choice] ?? "auto"));
    this.apply();
  }

  get dark() {
    return this.choice === "dark" || (this.choice !== "light" && this.system.matches);
  }

  get name() {
    return this.dark ? "dark" : "light";
  }

  choose(choice) {
    this.choice = choice;
    write("theme", choice);
    this.apply();
  }

  apply() {
    document.documentElement.dataset.theme = this.name;
    this.button.replaceChildren(
      h("span", { "aria-hidden": "true" }, SIGNS[this.choice] ?? SIGNS.auto),
    );
    this.button.setAttribute(
      "aria-label",
      `Colours: ${this.choice === "auto" ? "as the system" : this.choice}`,
    );
    this.button.title = this.button.getAttribute("aria-label");
    this.dispatchEvent(new Event("change"));
  }
}
