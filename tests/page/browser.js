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
