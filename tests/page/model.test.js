import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Model } from "../../src/tesuji/web/page/model.js";
import { read, savedGames, write } from "../../src/tesuji/web/page/storage.js";
import { FakeConnection, GAME_OF_0_1, installBrowser } from "./browser.js";

let connection;
let model;

beforeEach(() => {
  installBrowser();
  connection = new FakeConnection();
  model = new Model(connection);
});

const state = (moves, fields = {}) => ({
  game: "avalam",
  title: "Avalam",
  players: ["Yellow", "Red"],
  seats: [{ name: "Yellow" }, { name: "mcts" }],
  start: "start",
  entries: moves.map((move, index) => [move, index % 2, null]),
  clock: { kind: "none" },
  ending: null,
  warn: 0,
  shared: false,
  you: [0, 1],
  ply: moves.length,
  moves: [],
  position: moves.join(),
  scene: { position: moves.join() },
  ...fields,
});

test("a state is what the board shows, and follows the game", () => {
  connection.receive("state", state(["a"]));
  assert.equal(model.shown.scene.position, "a");
  connection.receive("state", state(["a", "b"]));
  assert.deepEqual([model.place.ply, model.shown.scene.position, model.isLive], [2, "a,b", true]);
});

test("a move that is made before the answer to another one follows it", async () => {
  connection.receive("state", state([]));
  const type = (move) => model.play(move, model.nextPly);
  const first = type("a");
  const second = type("b");
  const sent = () => connection.asked.map(([, { move, ply }]) => `${move}${ply}`);
  assert.deepEqual(sent(), ["a0", "b1"]);
  // The state comes before the answer, and between them a move can be made too.
  connection.receive("state", state(["a"]));
  type("c").catch(() => {});
  connection.pending[0].resolve({});
  await first;
  assert.deepEqual([...sent().slice(2), model.nextPly], ["c2", 3]);
  connection.pending[1].reject(new Error("no such move"));
  connection.pending[2].reject(new Error("wrong ply"));
  await assert.rejects(second);
  assert.equal(model.nextPly, 1);
});

test("a move on the board is for the position that the board shows", async () => {
  connection.receive("state", state([]));
  const typed = model.play("a", model.nextPly);
  const clicked = model.play("b", model.place.ply);
  const plies = () => connection.asked.map(([, { ply }]) => ply);
  assert.deepEqual([plies(), model.nextPly], [[0, 0], 1]);
  // The typed move is still on its way when the other one is refused.
  connection.pending[1].reject(new Error("wrong ply"));
  await assert.rejects(clicked);
  assert.equal(model.nextPly, 1);
  connection.receive("state", state(["a"]));
  model.play("c", model.place.ply);
  connection.pending[0].resolve({});
  await typed;
  assert.deepEqual([plies(), model.nextPly], [[0, 0, 1], 2]);
});

test("a person who looks at an earlier move stays there", async () => {
  connection.receive("state", state(["a", "b"]));
  const gone = model.go({ ply: 1 });
  connection.pending[0].resolve({ scene: { position: "a" } });
  assert.equal(await gone, true);
  connection.receive("state", state(["a", "b", "c"]));
  assert.deepEqual([model.place.ply, model.shown.scene.position], [1, "a"]);
});

test("the last wish wins", async () => {
  connection.receive("state", state(["a", "b"]));
  const [first, second] = [model.go({ ply: 0 }), model.go({ ply: 1 })];
  connection.pending[1].resolve({ scene: { position: "a" } });
  connection.pending[0].resolve({ scene: { position: "" } });
  assert.deepEqual([await first, await second], [false, true]);
  assert.equal(model.shown.scene.position, "a");
});

test("known positions are not asked for again", async () => {
  connection.receive("state", state(["a"]));
  await model.go({ ply: 1 });
  assert.deepEqual(connection.asked, []);
  assert.equal(model.known({ ply: 1, line: [] }).position, "a");
});

test("a move that is taken back takes its review and scenes along", () => {
  connection.receive("state", state(["a", "b"]));
  const rows = [0, 1, 2].map((ply) => ({ ply, value: 0.5 }));
  connection.receive("review", { rows, done: true });
  connection.receive("state", state(["a", "c"]));
  assert.deepEqual([...model.review.keys()], [0]);
  assert.equal(model.known({ ply: 2, line: [] }).position, "a,c");
});

test("steps leave a variation before they leave the move", async () => {
  connection.receive("state", state(["a", "b"]));
  const tried = model.go({ ply: 1, line: ["x", "y"] });
  connection.pending[0].resolve({ scene: {} });
  await tried;
  model.step(-1);
  assert.deepEqual(model.wanted, { ply: 1, line: ["x"] });
  model.step(1);
  assert.deepEqual(model.wanted, { ply: 2, line: [] });
});

test("the game is saved for a server that forgets it", () => {
  model.saves = true;
  connection.receive("state", state(["a", "b"]));
  const { moves, clock, ended } = read("game", null);
  assert.deepEqual([moves, clock, ended], [["a", "b"], null, null]);
  assert.deepEqual(savedGames(), []);
  const ending = { winner: 1, result: "Red wins", reason: "resignation", end: "adjudicated" };
  connection.receive("state", state(["a", "b"], { ending }));
  assert.deepEqual(read("game", null).ended, ending);
  const [saved] = savedGames();
  assert.deepEqual([saved.result, saved.moves], ["Red wins", 2]);
  assert.deepEqual(saved.names, ["Yellow", "Red (mcts)"]);
});

test("the server keeps a game between two devices, and a proposal replaces nothing", async () => {
  model.saves = true;
  connection.receive("state", state(["a", "b"]));
  connection.receive("state", state(["c", "d", "e"], { shared: true, you: [1] }));
  assert.deepEqual(read("game", null).moves, ["a", "b"]);
  const proposed = model.replace("new", { game: "ewn" });
  connection.pending[0].resolve({});
  await proposed;
  assert.deepEqual(savedGames(), []);
});

test("an unfinished game is saved when another replaces it", async () => {
  connection.receive("state", state(["a", "b"]));
  const replaced = model.replace("new", { game: "ewn" });
  connection.pending[0].resolve({});
  await replaced;
  assert.deepEqual(savedGames()[0].again.moves, ["a", "b"]);
});

test("a server that forgot a game of version 0.1 gets it in today's form", async () => {
  write("game", { ...GAME_OF_0_1, ended: null });
  const restored = model.restore(true);
  const [type, fields] = connection.asked[0];
  assert.equal(type, "new");
  assert.equal("ended" in fields, false);
  assert.deepEqual(
    fields.seats.map((seat) => [seat.kind, seat.spec, "level" in seat]),
    [
      ["person", "", false],
      ["agent", "level-3", false],
    ],
  );
  connection.receive("state", state([]));
  assert.deepEqual(read("game", null).moves, GAME_OF_0_1.moves);
  connection.pending[0].resolve({});
  await restored;
  assert.deepEqual([model.saves, savedGames()], [true, []]);
});

test("a server that knows its game gets none", () => {
  write("game", { ...GAME_OF_0_1, ended: null });
  assert.equal(model.restore(false), null);
  assert.deepEqual([model.saves, connection.asked], [true, []]);
});

test("a game that the server refuses stays in the list", async () => {
  model.games = [{ name: "avalam", title: "Avalam" }];
  write("game", { ...GAME_OF_0_1, game: "avalam", ended: null });
  const restored = model.restore(true);
  connection.pending[0].reject(new Error("refused"));
  await assert.rejects(restored, /refused/);
  connection.receive("state", state([]));
  const [saved] = savedGames();
  assert.deepEqual([saved.title, saved.moves], ["Avalam", 2]);
  assert.deepEqual(saved.names, ["You", "Casual (level 3)"]);
  assert.deepEqual(saved.again.moves, GAME_OF_0_1.moves);
  assert.equal(saved.again.seats[1].spec, "level-3");
});

const shared = (moves, fields) => state(moves, { shared: true, you: [0], ...fields });

test("a game with somebody else that the server forgot goes to the list", () => {
  let lost = 0;
  model.addEventListener("lost", () => (lost += 1));
  model.saves = true;
  connection.receive("state", shared(["a", "b", "c"]));
  assert.equal(model.restore(false), null);
  assert.deepEqual([lost, savedGames()], [0, []]);
  model.restore(true);
  assert.deepEqual([lost, savedGames()[0].again.moves], [1, ["a", "b", "c"]]);
  model.restore(true);
  assert.deepEqual([lost, savedGames().length], [1, 1]);
});

test("a finished game with somebody else is not lost", () => {
  let lost = 0;
  model.addEventListener("lost", () => (lost += 1));
  model.saves = true;
  connection.receive("state", shared(["a"]));
  model.save();
  connection.receive("state", shared(["a"], { ending: { result: "1-0", reason: "resigned" } }));
  model.restore(true);
  assert.deepEqual([lost, savedGames().map((game) => "again" in game)], [0, [false]]);
});

test("a spectator keeps no game of others", () => {
  model.saves = true;
  connection.receive("state", shared(["a"], { you: [] }));
  model.restore(true);
  assert.deepEqual(savedGames(), []);
});
