// The connection to the server: one WebSocket that comes back by itself, and answers by number.

import { read, write } from "./keep.js";

export const PROTOCOL = 1;
const LONGEST_WAIT = 8000;

export class Wire {
  constructor() {
    this.listeners = new Map();
    this.asked = new Map();
    this.number = 0;
    this.wait = 250;
    document.addEventListener("visibilitychange", () => this.look());
  }

  // Calls `listener` with each message of a type; "open" and "close" tell of the connection.
  on(type, listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
    return this;
  }

  tellListeners(type, message) {
    for (const listener of this.listeners.get(type) ?? []) listener(message);
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.socket.onopen = () => {
      this.socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, session: read("session", "") }));
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  hear(message) {
    if (message.type === "welcome") {
      this.wait = 250;
      write("session", message.session);
      if (document.hidden) this.look();
    }
    const waiting = this.asked.get(message.re);
    if (waiting) {
      this.asked.delete(message.re);
      if (message.type === "error") waiting.reject(new Error(message.text));
      else waiting.resolve(message);
      return;
    }
    this.tellListeners(message.type, message);
  }

  lost() {
    for (const { reject } of this.asked.values()) reject(new Error("the connection was lost"));
    this.asked.clear();
    this.tellListeners("close");
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  look() {
    if (this.socket?.readyState === WebSocket.OPEN) this.say("look", { on: !document.hidden });
  }

  // Says something; what comes of it is told to all listeners.
  say(type, fields = {}) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type, ...fields }));
  }

  // Asks something; the promise is the answer, or fails with the server's words.
  ask(type, fields = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error("not connected"));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.say(type, { id, ...fields });
    });
  }
}
