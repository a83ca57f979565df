import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { installBrowser } from "./browser.js";

class FakeSocket {
  static OPEN = 1;

  constructor() {
    FakeSocket.last = this;
    this.readyState = FakeSocket.OPEN;
    this.sent = [];
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

let Connection;
let connection;
let waits;

afterEach(() => mock.restoreAll());

beforeEach(async () => {
  installBrowser();
  waits = [];
  mock.method(globalThis, "setTimeout", (_, wait) => waits.push(wait));
  globalThis.WebSocket = FakeSocket;
  globalThis.document = { addEventListener: () => {}, hidden: false };
  globalThis.location = { protocol: "http:", host: "here" };
  ({ Connection } = await import("../../src/tesuji/web/page/connection.js"));
  connection = new Connection();
  connection.connect();
});

test("answers are found by their number", async () => {
  const socket = FakeSocket.last;
  const [scene, fails] = [connection.ask("scene", { ply: 0 }), connection.ask("undo")];
  assert.deepEqual(
    socket.sent.map(({ type, id }) => [type, id]),
    [
      ["scene", 1],
      ["undo", 2],
    ],
  );
  socket.receive({ type: "error", re: 2, text: "no move" });
  socket.receive({ type: "scene", re: 1, ply: 0 });
  assert.equal((await scene).ply, 0);
  await assert.rejects(fails, /no move/);
});

test("other messages go to their listeners", () => {
  const heard = [];
  connection.on("state", (message) => heard.push(message.ply));
  FakeSocket.last.receive({ type: "state", ply: 3 });
  FakeSocket.last.receive({ type: "review" });
  assert.deepEqual(heard, [3]);
});

test("a lost connection fails what was asked, and the session is kept", async () => {
  FakeSocket.last.receive({ type: "welcome", session: "key" });
  const asked = connection.ask("rules", { game: "avalam" });
  FakeSocket.last.onclose();
  await assert.rejects(asked, /connection/);
  assert.equal(waits[0], 250);
  connection.connect();
  FakeSocket.last.onopen();
  assert.equal(FakeSocket.last.sent[0].session, "key");
});
