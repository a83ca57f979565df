// The connection to the server: one WebSocket that reconnects by itself, with numbered answers.

import { keepSharedGame, readSecret, writeSecret } from "./storage.js";

// The version that these scripts speak; the server refuses others, such as a page from before an
// update.
export const PROTOCOL = 3;
const LONGEST_WAIT = 8000;

export class Connection {
  constructor() {
    this.listeners = new Map();
    this.asked = new Map();
    this.number = 0;
    this.wait = 250;
    // An invitation, to be used once.
    this.token = "";
    document.addEventListener("visibilitychange", () => this.sendVisible());
  }

  // Calls `listener` with each message of a type; "close" reports a lost connection.
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
        JSON.stringify({
          ...{ type: "hello", protocol: PROTOCOL },
          ...{ session: readSecret(), token: this.token },
        }),
      );
    };
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  receive(message) {
    if (message.type === "welcome") {
      this.wait = 250;
      this.token = "";
      writeSecret(message.session);
      if (document.hidden) this.sendVisible();
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
    for (const { reject } of this.asked.values())
      reject(new Error("The connection to the server was lost."));
    this.asked.clear();
    this.notify("close");
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  // Connects again with an invitation.
  join(token) {
    this.token = token;
    this.socket?.close();
  }

  // Connects again as somebody new; the game with others goes on without this page.
  leave() {
    writeSecret("");
    keepSharedGame(null);
    this.socket?.close();
  }

  sendVisible() {
    if (this.socket?.readyState === WebSocket.OPEN) this.send("visible", { on: !document.hidden });
  }

  // Sends a message without waiting for an answer.
  send(type, fields = {}) {
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type, ...fields }));
  }

  // Sends a message and promises its answer, or fails with the server's error.
  ask(type, fields = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.reject(new Error("Not connected to the server."));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.send(type, { id, ...fields });
    });
  }
}
