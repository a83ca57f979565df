// Stand-ins for the few browser globals that the page's modules need outside a browser.

const stored = new Map();

export function installBrowser() {
  stored.clear();
  globalThis.window = globalThis;
  globalThis.addEventListener ??= () => {};
  globalThis.requestIdleCallback = (act) => act();
  globalThis.localStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, String(value)),
  };
}

// A connection that answers scene messages and lets a test send messages of the server.
export class FakeConnection {
  constructor() {
    this.listeners = new Map();
    this.asked = [];
    this.pending = [];
  }

  on(type, listener) {
    this.listeners.set(type, listener);
  }

  receive(type, message) {
    this.listeners.get(type)(message);
  }

  ask(type, fields) {
    this.asked.push([type, fields]);
    return new Promise((resolve, reject) => this.pending.push({ resolve, reject, fields }));
  }
}

// A game as version 0.1 saved it: every seat had a level, and a level was a kind of seat.
export const GAME_OF_0_1 = {
  game: "avalam",
  start: "start",
  moves: ["c4d5", "c1d1"],
  seats: [
    { kind: "person", name: "You", spec: "", level: 0, seconds: 1 },
    { kind: "level", name: "Casual (level 3)", spec: "", level: 3, seconds: 1 },
  ],
  clock: null,
  warn: 0.15,
};

// An element that keeps its attributes and children, as far as panels need it.
class FakeElement extends EventTarget {
  constructor(tag) {
    super();
    const dataset = new Proxy({}, { set: (data, name, value) => (data[name] = `${value}`) });
    Object.assign(this, { tag, dataset, children: [], hidden: false });
  }

  setAttribute(name, value) {
    if (name === "hidden") this.hidden = true;
    else this[name] = value;
  }

  // Browsers turn anything else into text, even null.
  append(...children) {
    this.children.push(
      ...children.map((child) => (child instanceof FakeElement ? child : String(child))),
    );
  }

  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }

  // All elements of a tag below this one.
  all(tag) {
    const below = this.children.filter((child) => child instanceof FakeElement);
    return below.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }

  // Clicks the button with this text.
  press(text) {
    const button = this.all("button").find((each) => each.textContent === text);
    button.dispatchEvent(new Event("click"));
  }
}

export function installDocument() {
  globalThis.document = { createElement: (tag) => new FakeElement(tag) };
}
