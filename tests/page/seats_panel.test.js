import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { SeatsPanel } from "../../src/tesuji/web/page/seats_panel.js";
import { FakeConnection, installBrowser, installDocument } from "./browser.js";

const STATE = {
  seats: [
    { kind: "person", name: "Ann" },
    { kind: "person", name: "Ben" },
  ],
  players: ["White", "Black"],
  shared: true,
  you: [0],
  joined: [true, true],
  present: [true, true],
  spectators: 0,
  entries: [],
  ending: null,
  proposal: null,
};

beforeEach(() => {
  installBrowser();
  installDocument();
});

function makePanel() {
  const connection = new FakeConnection();
  const model = Object.assign(new EventTarget(), { state: STATE });
  const asked = [];
  const panel = new SeatsPanel({
    ...{ connection, model },
    showError: assert.fail,
    changed: () => {},
    askFirst: (id, fields) => asked.push([id, fields]),
  });
  const show = (fields) => {
    model.state = { ...STATE, ...fields };
    panel.refresh();
  };
  return { panel, connection, asked, show };
}

test("leaving asks first", () => {
  const { panel, connection, asked } = makePanel();
  let left = 0;
  connection.leave = () => (left += 1);
  panel.element.press("Leave this game");
  assert.equal(left, 0);
  const [[id, { act }]] = asked;
  assert.equal(id, "leave");
  act();
  assert.equal(left, 1);
});

test("a proposal of another session with the same number is drawn again", () => {
  const { panel, show } = makePanel();
  const proposal = { number: 1, by: 1, title: "" };
  show({ proposal: { ...proposal, kind: "undo" } });
  assert.match(panel.proposal.textContent, /Ben wants to take a move back/);
  const [button] = panel.proposal.all("button");
  show({ proposal: { ...proposal, kind: "undo" } });
  assert.equal(panel.proposal.all("button")[0], button, "its buttons keep the focus");
  show({});
  assert.equal(panel.proposal.hidden, true);
  show({ proposal: { ...proposal, kind: "swap" } });
  assert.match(panel.proposal.textContent, /Ben wants to swap sides/);
});

test("the player at seat 1 can invite somebody to the vacant seat 0", async () => {
  const { panel, connection, show } = makePanel();
  globalThis.location = { origin: "http://192.0.2.1:8470", pathname: "/", host: "192.0.2.1:8470" };
  panel.invitation.scrollIntoView = () => {};
  show({ you: [1], joined: [false, true], present: [false, true] });
  assert.equal(panel.buttons.friend.hidden, false);
  panel.element.press("Invite a player");
  const [[type, { seat }]] = connection.asked;
  assert.deepEqual([type, seat], ["invite", 0]);
  connection.pending[0].resolve({ token: "a.b", qr: null });
  await new Promise(setImmediate);
  show({ you: [1], joined: [false, true], present: [false, true] });
  const said = "Send this link to the other player. The link works once.Close";
  assert.equal(panel.invitation.textContent, said);
  show({ you: [1] });
  assert.equal(panel.invitation.hidden, true);
});
