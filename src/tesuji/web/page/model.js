// The model: the game as the server describes it, and the position that the board shows.

import { linkOf } from "./link.js";
import { beginCounting } from "./level_record.js";
import { keepVariations, keptVariations } from "./variations.js";
import { nextMove, upTo, withLine, withoutLine } from "./variation_tree.js";
import {
  currentGame,
  forgetGame,
  keepSharedGame,
  saveGame,
  saveSharedGame,
  write,
} from "./storage.js";

// Positions to keep; each scene has tens of kilobytes.
const MOST_SCENES = 100;
// Shorter games are not saved when another game replaces them.
const FEWEST_MOVES = 2;

export class Model extends EventTarget {
  constructor(connection) {
    super();
    this.connection = connection;
    this.games = [];
    this.marks = [];
    this.limits = {};
    this.state = null;
    this.scenes = new Map();
    this.place = { ply: 0, line: [] };
    this.wanted = this.place;
    this.shown = null;
    this.review = new Map();
    this.reviewing = null;
    this.variations = {};
    // The moves that were sent and not answered yet.
    this.sent = new Set();
    this.saves = false;
    this.unsaved = false;
    addEventListener("pagehide", () => this.save());
    connection.on("welcome", (message) => this.welcome(message));
    connection.on("state", (message) => this.update(message));
    connection.on("review", (message) => this.takeReview(message));
  }

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  welcome(message) {
    this.games = message.games;
    this.marks = message.marks;
    this.limits = message.limits;
    this.reviewing = null;
    this.emit("welcome", message);
  }

  update(state) {
    const before = this.state;
    const live = before === null || this.isLast(this.wanted, before);
    const other = before === null || before.start !== state.start || before.game !== state.game;
    const same = other ? 0 : this.sameEntries(before, state);
    if (other || same < before.ply) this.forget(same);
    this.state = state;
    this.followVariations(other ? null : before, same);
    this.receivedAt = performance.now();
    // A state has all the fields of a scene message.
    this.scenes.set(this.key({ ply: state.ply, line: [] }), state);
    // Drawing comes first; saving the game can wait until the browser is idle or leaves the page.
    this.unsaved = this.saves;
    if (window.requestIdleCallback) requestIdleCallback(() => this.save(), { timeout: 200 });
    else setTimeout(() => this.save(), 50);
    if (live || other || this.wanted.ply > state.ply) {
      this.place = this.wanted = { ply: state.ply, line: [] };
      this.shown = state;
    }
    this.emit("state", { before, other });
  }

  // The number of moves that two states of a game have in common.
  sameEntries(before, state) {
    const differs = before.entries.findIndex(
      (entry, index) => state.entries[index]?.[0] !== entry[0],
    );
    return differs < 0 ? before.ply : differs;
  }

  // The moves from a ply on have changed: drops what was found about the old ones. Scenes that are
  // still being fetched go into the old map.
  forget(ply) {
    this.scenes = new Map();
    this.review = new Map([...this.review].filter(([at]) => at < ply));
    this.reviewing = null;
  }

  // Variations belong to a game: another one has its own, and a changed one keeps those before the
  // change. A game that comes back from the storage arrives without them.
  followVariations(before, same) {
    const { state } = this;
    if (before?.ply === state.ply && same === state.ply) return;
    this.variations = before ? upTo(this.variations, same) : {};
    if (Object.keys(this.variations).length) keepVariations(state, this.variations, before);
    else this.variations = keptVariations(state);
  }

  // Keeps a line that was tried from a ply.
  keepLine(ply, line) {
    this.changeVariations(withLine(this.variations, ply, line));
  }

  forgetLine(ply, line) {
    this.changeVariations(withoutLine(this.variations, ply, line));
    const { place } = this;
    const isIn = line.every((move, index) => place.line[index] === move);
    if (place.ply === ply && isIn) this.go({ ply, line: line.slice(0, -1) });
    else this.emit("place");
  }

  changeVariations(tree) {
    this.variations = tree;
    keepVariations(this.state, tree);
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

  // The position at a place, if it is known already.
  known(place) {
    return this.scenes.get(this.key(place));
  }

  // The position at any place, from memory or from the server.
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

  // Shows another place: a ply of the game, and moves tried from there. Promises whether it is
  // shown; a later call wins over an earlier one.
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
      this.emit("fail", error);
      return false;
    }
    this.emit("place");
    return true;
  }

  step(by) {
    const { ply, line } = this.wanted;
    if (by < 0 && line.length > 0) return this.go({ ply, line: line.slice(0, by) });
    const tried = line.length > 0 ? nextMove(this.variations, ply, line) : null;
    if (tried !== null) return this.go({ ply, line: [...line, tried] });
    return this.go({ ply: ply + by, line: [] });
  }

  takeReview(message) {
    for (const row of message.rows ?? []) this.review.set(row.ply, row);
    this.reviewing =
      message.done || message.stopped ? null : { found: this.review.size, of: message.of };
    this.emit("review", message);
  }

  // The ply after the moves that are on their way. The board may be drawn ahead of the state, so a
  // person can type a move before the one before is answered.
  get nextPly() {
    return Math.max(this.state.ply, ...[...this.sent].map(({ ply }) => ply + 1));
  }

  // Sends a move for the position at a ply. The server refuses it if the game is at another one, so
  // a move chosen for one player is never played for the other.
  async play(move, ply) {
    const message = { move, ply };
    this.sent.add(message);
    try {
      return await this.connection.ask("move", message);
    } finally {
      this.sent.delete(message);
    }
  }

  seat(player) {
    return this.state.seats[player];
  }

  // The name of a side and of its player.
  name(player) {
    const side = this.state.players[player];
    const { name } = this.seat(player);
    return name === side ? side : `${side} (${name})`;
  }

  // Replaces the game by another one. An unfinished game is saved.
  async replace(type, fields) {
    const before = this.state;
    const names = [0, 1].map((player) => this.name(player));
    const answer = await this.connection.ask(type, fields);
    // Between two devices, it is only a proposal so far.
    if (before.shared) return answer;
    beginCounting();
    const moves = this.movesOf(before);
    if (before.ending === null && moves >= FEWEST_MOVES)
      saveGame({ ...this.entry(before, names, moves), again: this.asked(before) });
    return answer;
  }

  // Continues a saved, unfinished game.
  async playOn({ link, again }) {
    await this.replace("new", again);
    forgetGame(link);
  }

  movesOf(state) {
    return state.entries.filter(([, player]) => player !== null).length;
  }

  // An entry in the list of saved games.
  entry(state, names, moves) {
    return { link: linkOf(state), title: state.title, names, moves, when: Date.now() };
  }

  // The message that begins the game again on a server.
  asked(state) {
    const { kind, seconds, increment, first } = state.clock;
    return {
      game: state.game,
      start: state.start,
      moves: state.entries.map(([move]) => move),
      seats: state.seats,
      clock: kind === "none" ? null : { kind, seconds, increment, first },
      warn: state.warn,
    };
  }

  // Gives the saved game to a server that has forgotten it; the server's own game is not saved
  // until then. Returns a promise, or null if there is nothing to restore.
  restore(fresh) {
    this.save();
    if (fresh && saveSharedGame() !== null) this.emit("lost");
    const kept = currentGame();
    this.saves = !fresh || kept === null || kept.moves.length === 0;
    return this.saves ? null : this.sendAgain(kept).finally(() => (this.saves = true));
  }

  async sendAgain({ ended, ...game }) {
    try {
      if (!ended) return await this.connection.ask("new", game);
      return await this.connection.ask("open", {
        game: game.game,
        start: game.start,
        moves: game.moves,
        names: game.seats.map((seat) => seat.name),
        winner: ended.winner ?? -1,
        reason: ended.reason,
      });
    } catch (error) {
      // The next save replaces the current game. Finished games are in the list already.
      if (!ended) this.saveRefused(game);
      throw error;
    }
  }

  // Adds a game that the server refused to the list, to try again later.
  saveRefused(game) {
    const { title } = this.games.find(({ name }) => name === game.game.split("(")[0]) ?? {
      title: game.game,
    };
    const entries = game.moves.map((move) => [move]);
    const names = game.seats.map((seat) => seat.name);
    const state = { ...game, title, entries, ending: null };
    saveGame({ ...this.entry(state, names, entries.length), again: game });
  }

  // Saves the game, in case the server forgets it, and adds finished games to the list.
  save() {
    if (!this.unsaved) return;
    this.unsaved = false;
    const { state } = this;
    const { ending } = state;
    // The server keeps a game between two devices; this browser's own game waits for its return.
    if (!state.shared && state.you.length === 2)
      write("game", {
        ...this.asked(state),
        ended: ending !== null && ending.end !== "rules" ? ending : null,
      });
    if (state.ply === 0) return;
    const names = [0, 1].map((player) => this.name(player));
    const entry = this.entry(state, names, this.movesOf(state));
    if (state.shared && state.you.length === 1)
      keepSharedGame(ending === null ? { ...entry, again: this.asked(state) } : null);
    if (ending === null) return;
    const { result, reason } = ending;
    saveGame({ ...entry, result, reason });
  }
}
