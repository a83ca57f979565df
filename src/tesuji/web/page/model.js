// What the page knows: the game as the server tells it, and what of it the board shows.

import { linkOf } from "./link.js";
import { forgetGame, keepGame, write } from "./storage.js";

// Pictures that are kept: each has tens of kilobytes.
const MOST_SCENES = 100;
// A game that was hardly begun is not worth a line in the list.
const FEWEST_MOVES = 2;

export class Model extends EventTarget {
  constructor(connection) {
    super();
    this.connection = connection;
    this.games = [];
    this.state = null;
    this.scenes = new Map();
    this.place = { ply: 0, line: [] };
    this.wanted = this.place;
    this.shown = null;
    this.review = new Map();
    this.reviewing = null;
    this.keeps = false;
    this.unkept = false;
    addEventListener("pagehide", () => this.keep());
    connection.on("welcome", (message) => this.welcome(message));
    connection.on("state", (message) => this.update(message));
    connection.on("review", (message) => this.takeReview(message));
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  welcome(message) {
    this.games = message.games;
    this.reviewing = null;
    this.tell("welcome", message);
  }

  update(state) {
    const before = this.state;
    const live = before === null || this.isLast(this.wanted, before);
    const other = before === null || before.start !== state.start || before.game !== state.game;
    const same = other ? 0 : this.sameEntries(before, state);
    if (other || same < before.ply) this.forget(same);
    this.state = state;
    this.heard = performance.now();
    this.scenes.set(this.key({ ply: state.ply, line: [] }), this.liveScene());
    // Drawing comes first; what the browser keeps can wait for a quiet moment, or the last one.
    this.unkept = this.keeps;
    if (window.requestIdleCallback) requestIdleCallback(() => this.keep(), { timeout: 200 });
    else setTimeout(() => this.keep(), 50);
    if (live || other || this.wanted.ply > state.ply) {
      this.place = this.wanted = { ply: state.ply, line: [] };
      this.shown = this.liveScene();
    }
    this.tell("state", { before, other });
  }

  // How many moves two states of a game have in common.
  sameEntries(before, state) {
    const differs = before.entries.findIndex(
      (entry, index) => state.entries[index]?.[0] !== entry[0],
    );
    return differs < 0 ? before.ply : differs;
  }

  // The moves from a ply on are others now: what was found out about them says nothing any more.
  // Pictures that are still on their way are for the old ones.
  forget(ply) {
    this.scenes = new Map();
    this.review = new Map([...this.review].filter(([at]) => at < ply));
    this.reviewing = null;
  }

  // A game that was given up or lost on time has a last position like any other.
  liveScene() {
    const { scene, next, chance, ending } = this.state;
    const over = ending?.end === "rules";
    return { scene, to_move: over || chance ? null : next, next, chance, over };
  }

  get isLive() {
    return this.isLast(this.place, this.state);
  }

  isLast(place, state) {
    return place.ply === state.ply && place.line.length === 0;
  }

  key(place) {
    return JSON.stringify([place.ply, place.line]);
  }

  // The picture of a place if it has been seen already.
  known(place) {
    return this.scenes.get(this.key(place));
  }

  // The picture of any place in the game, from the server or from memory.
  async sceneAt(place) {
    const { scenes } = this;
    const key = this.key(place);
    const found =
      scenes.get(key) ??
      (await this.connection.ask("scene", { ply: place.ply, moves: place.line }));
    scenes.delete(key);
    scenes.set(key, found);
    if (scenes.size > MOST_SCENES) scenes.delete(scenes.keys().next().value);
    return found;
  }

  // Shows another place: a ply of the game, and moves tried from there. Whether it came to that:
  // a place that is wanted later goes before.
  async go(place) {
    const wanted = {
      ply: Math.max(0, Math.min(place.ply, this.state.ply)),
      line: place.line ?? [],
    };
    this.wanted = wanted;
    try {
      const shown = await this.sceneAt(wanted);
      if (this.wanted !== wanted) return false;
      this.place = wanted;
      this.shown = shown;
    } catch (error) {
      if (this.wanted === wanted) this.wanted = this.place;
      this.tell("fail", error);
      return false;
    }
    this.tell("place");
    return true;
  }

  step(by) {
    const { ply, line } = this.wanted;
    if (by < 0 && line.length > 0) return this.go({ ply, line: line.slice(0, by) });
    return this.go({ ply: ply + by, line: [] });
  }

  takeReview(message) {
    for (const row of message.rows ?? []) this.review.set(row.ply, row);
    this.reviewing =
      message.done || message.stopped ? null : { found: this.review.size, of: message.of };
    this.tell("review", message);
  }

  seat(player) {
    return this.state.seats[player];
  }

  // The name of a side with who plays it.
  name(player) {
    const side = this.state.players[player];
    const { name } = this.seat(player);
    return name === side ? side : `${side} (${name})`;
  }

  // Puts another game in the place of this one, which is kept if it is not finished.
  async replace(type, fields) {
    const before = this.state;
    const names = [0, 1].map((player) => this.name(player));
    const answer = await this.connection.ask(type, fields);
    const moves = this.movesOf(before);
    if (before.ending === null && moves >= FEWEST_MOVES)
      keepGame({ ...this.entry(before, names, moves), again: this.asked(before) });
    return answer;
  }

  // Goes on with a game that was kept unfinished; it is then the current game.
  async playOn({ link, again }) {
    await this.replace("new", again);
    forgetGame(link);
  }

  movesOf(state) {
    return state.entries.filter(([, player]) => player !== null).length;
  }

  // A line in the list of games.
  entry(state, names, moves) {
    return { link: linkOf(state), title: state.title, names, moves, when: Date.now() };
  }

  // How a server is asked for the game once more.
  asked(state) {
    const { kind, seconds, increment } = state.clock;
    return {
      game: state.game,
      start: state.start,
      moves: state.entries.map(([move]) => move),
      seats: state.seats,
      clock: kind === "none" ? null : { kind, seconds, increment },
      warn: state.warn,
    };
  }

  // In case the server forgets, and for the list of finished games.
  keep() {
    if (!this.unkept) return;
    this.unkept = false;
    const { state } = this;
    const { ending } = state;
    write("game", {
      ...this.asked(state),
      ended: ending !== null && ending.end !== "rules" ? ending : null,
    });
    if (ending === null || state.ply === 0) return;
    const names = [0, 1].map((player) => this.name(player));
    const result = ending.winner === null ? "Draw" : `${state.players[ending.winner]} wins`;
    keepGame({ ...this.entry(state, names, this.movesOf(state)), result, reason: ending.reason });
  }
}
