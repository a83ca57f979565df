// What the page knows: the game as the server tells it, and what of it the board shows.

import { linkOf } from "./link.js";
import { keepFinished, write } from "./keep.js";

export class Model extends EventTarget {
  constructor(wire) {
    super();
    this.wire = wire;
    this.games = [];
    this.state = null;
    this.scenes = new Map();
    this.place = { ply: 0, line: [] };
    this.shown = null;
    this.review = new Map();
    this.reviewing = null;
    this.unkept = false;
    addEventListener("pagehide", () => this.keep());
    wire.on("welcome", (message) => this.welcome(message));
    wire.on("state", (message) => this.update(message));
    wire.on("review", (message) => this.takeReview(message));
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  welcome(message) {
    this.games = message.games;
    this.fresh = message.fresh;
    this.tell("welcome", message);
  }

  update(state) {
    const before = this.state;
    const live = before === null || this.isLive;
    const other = before === null || before.start !== state.start || before.game !== state.game;
    const shorter = before !== null && state.ply < before.ply;
    if (other || shorter || this.changed(before, state)) this.scenes.clear();
    if (other || shorter) this.review = new Map([...this.review].filter(([ply]) => !other && ply < state.ply));
    this.state = state;
    this.heard = performance.now();
    this.scenes.set(this.key({ ply: state.ply, line: [] }), this.liveScene());
    // Drawing comes first; what the browser keeps can wait for a quiet moment, or the last one.
    this.unkept = true;
    if (window.requestIdleCallback) requestIdleCallback(() => this.keep(), { timeout: 200 });
    else setTimeout(() => this.keep(), 50);
    if (live || other || this.place.ply > state.ply) {
      this.place = { ply: state.ply, line: [] };
      this.shown = this.liveScene();
    }
    this.tell("state", { before, other });
  }

  changed(before, state) {
    return before.entries.some((entry, index) => state.entries[index]?.[0] !== entry[0]);
  }

  liveScene() {
    const { scene, to_move, next, chance, ending } = this.state;
    return { scene, to_move, next, chance, over: ending !== null };
  }

  get isLive() {
    return this.place.ply === this.state.ply && this.place.line.length === 0;
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
    const key = this.key(place);
    if (!this.scenes.has(key)) {
      const found = await this.wire.ask("scene", { ply: place.ply, moves: place.line });
      this.scenes.set(key, found);
    }
    return this.scenes.get(key);
  }

  // Shows another place: a ply of the game, and moves tried from there.
  async go(place) {
    const wanted = { ply: Math.max(0, Math.min(place.ply, this.state.ply)), line: place.line ?? [] };
    const shown = await this.sceneAt(wanted);
    this.place = wanted;
    this.shown = shown;
    this.tell("place");
  }

  step(by) {
    const { ply, line } = this.place;
    if (by < 0 && line.length > 0) return this.go({ ply, line: line.slice(0, by) });
    return this.go({ ply: ply + by, line: [] });
  }

  takeReview(message) {
    for (const row of message.rows) this.review.set(row.ply, row);
    this.reviewing = message.done ? null : { found: this.review.size, of: message.of };
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

  // In case the server forgets, and for the list of finished games.
  keep() {
    if (!this.unkept) return;
    this.unkept = false;
    const { state } = this;
    write("game", {
      game: state.game,
      start: state.start,
      moves: state.entries.map(([move]) => move),
      seats: state.seats,
      clock: state.clock.kind === "none" ? null : { kind: state.clock.kind, seconds: state.clock.seconds, increment: state.clock.increment },
      warn: state.warn,
      ended: state.ending !== null && state.ending.end !== "rules" ? state.ending : null,
    });
    if (state.ending !== null && state.ply > 0) {
      const { winner, reason } = state.ending;
      keepFinished({
        link: linkOf(state),
        title: state.title,
        names: [0, 1].map((player) => this.name(player)),
        result: winner === null ? "Draw" : `${state.players[winner]} wins`,
        reason,
        moves: state.entries.filter(([, player]) => player !== null).length,
        when: Date.now(),
      });
    }
  }
}
