// The connection to the server: one WebSocket that comes back by itself, and answers by number.

import { read, write } from "./storage.js";

export const PROTOCOL = 1;
const LONGEST_WAIT = 8000;

export class Connection {
  constructor() {
    this.listeners = new Map();
    this.asked = new Map();
    this.number = 0;
    this.wait = 250;
    document.addEventListener("visibilitychange", () => this.sayVisible());
  }

  // Calls `listener` with each message of a type; "open" and "close" tell of the connection.
  on(type, listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
    return this;
  }

  notify(type, message) {
    for (const listener of this.listeners.get(type) ?? []) listener(message);
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.socket.onopen = () => {
      this.socket.send(
        JSON.stringify({ type: "hello", protocol: PROTOCOL, session: read("session", "") }),
      );
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  hear(message) {
    if (message.type === "welcome") {
      this.wait = 250;
      write("session", message.session);
      if (document.hidden) this.sayVisible();
    }
    const waiting = this.asked.get(message.re);
    if (waiting) {
      this.asked.delete(message.re);
      if (message.type === "error") waiting.reject(new Error(message.text));
      else waiting.resolve(message);
      return;
    }
    this.notify(message.type, message);
  }

  lost() {
    for (const { reject } of this.asked.values()) reject(new Error("the connection was lost"));
    this.asked.clear();
    this.notify("close");
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  sayVisible() {
    if (this.socket?.readyState === WebSocket.OPEN) this.say("visible", { on: !document.hidden });
  }

  // Says something; what comes of it is told to all listeners.
  say(type, fields = {}) {
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type, ...fields }));
  }

  // Asks something; the promise is the answer, or fails with the server's words.
  ask(type, fields = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.reject(new Error("not connected"));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.say(type, { id, ...fields });
    });
  }
}
