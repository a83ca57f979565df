import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { FakeConnection, installBrowser } from "./browser.js";
import { Model } from "../../src/tesuji/web/page/model.js";
import { keepVariations, keptVariations } from "../../src/tesuji/web/page/variations.js";
import { withLine } from "../../src/tesuji/web/page/variation_tree.js";

const state = (moves, start = "start") => ({
  game: "g",
  start,
  ply: moves.length,
  entries: moves.map((move, index) => [move, index % 2]),
  scene: { position: moves.join("") },
  players: ["A", "B"],
  seats: [{ name: "A" }, { name: "B" }],
  ending: null,
  clock: { kind: "none" },
});
const TREE = withLine({}, 1, ["x", "y"]);

beforeEach(() => installBrowser());

test("variations are kept by the moves of the game", () => {
  keepVariations(state(["a", "b"]), TREE);
  assert.deepEqual(keptVariations(state(["a", "b"])), TREE);
  assert.deepEqual(keptVariations(state(["a", "c"])), {});
  keepVariations(state(["a", "b", "c"]), TREE, state(["a", "b"]));
  assert.deepEqual(keptVariations(state(["a", "b"])), {}, "the game went on");
  keepVariations(state(["a", "b", "c"]), {});
  assert.deepEqual(keptVariations(state(["a", "b", "c"])), {});
});

test("a model keeps its variations when the game goes on, and finds them after a reload", () => {
  const connection = new FakeConnection();
  const model = new Model(connection);
  connection.receive("state", state(["a", "b"]));
  model.keepLine(1, ["x", "y"]);
  connection.receive("state", state(["a", "b", "c"]));
  assert.deepEqual(model.variations, TREE);
  // The moves from ply 1 on are others now, but the variation begins there.
  connection.receive("state", state(["a", "d"]));
  assert.deepEqual(model.variations, TREE);
  connection.receive("state", state([]));
  assert.deepEqual(model.variations, {});

  connection.receive("state", state(["a", "b"]));
  model.keepLine(2, ["z"]);
  const reloaded = new FakeConnection();
  const other = new Model(reloaded);
  reloaded.receive("state", state([]));
  reloaded.receive("state", state(["a", "b"]));
  assert.deepEqual(other.variations, withLine({}, 2, ["z"]));
  reloaded.receive("state", state(["a", "b"], "elsewhere"));
  assert.deepEqual(other.variations, {});
});

test("a step forward follows the variation", () => {
  const connection = new FakeConnection();
  const model = new Model(connection);
  connection.receive("state", state(["a", "b"]));
  model.keepLine(1, ["x", "y"]);
  model.wanted = { ply: 1, line: ["x"] };
  model.step(1);
  assert.deepEqual(connection.asked.at(-1), ["scene", { ply: 1, moves: ["x", "y"] }]);
});
