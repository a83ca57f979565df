// A board for positions of any game, apart from the game that is played: puzzles and lessons.

import { Board } from "./board.js";
import { isTurned } from "./board_turn.js";
import { h, setText } from "./dom.js";

const STEP_DELAY = 900;

export class StudyBoard {
  // `play(move)` is called when a move is complete. The task is above the board, what follows from
  // a move below it.
  constructor(id, { connection, theme, play }) {
    this.connection = connection;
    this.host = h("div", { id, class: "board" });
    this.task = h("p", { class: "task" });
    this.feedback = h("div", { class: "feedback", role: "status" });
    this.status = h("p", { class: "status", role: "status" });
    this.element = h(
      "div",
      { class: "stage study" },
      this.task,
      h("div", { class: "boardrow" }, this.host),
      this.status,
      this.feedback,
    );
    this.board = new Board(this.host, {
      play,
      sceneAfter: (move) => this.fetch([...this.moves, move]).then(({ scene }) => scene),
      hint: (text) => setText(this.status, text),
    });
    this.board.setDark(theme.dark);
    theme.addEventListener("change", () => this.board.setDark(theme.dark));
    this.known = new Map();
  }

  // Starts from another position, seen by the side of a player.
  begin({ game, position, player = null }) {
    this.stop();
    this.known.clear();
    Object.assign(this, { game, position, player, moves: [] });
  }

  async fetch(moves) {
    const { known, game, position } = this;
    const key = moves.join(" ");
    if (!known.has(key))
      known.set(key, await this.connection.ask("position", { game, position, moves }));
    return known.get(key);
  }

  // Shows the position after some moves. Promises it, or null if another call came later.
  async show(moves, { open = false, best = null } = {}) {
    const asked = (this.asked = {});
    const found = await this.fetch(moves);
    if (asked !== this.asked) return null;
    this.moves = moves;
    const { scene } = found;
    this.board.setTurned(isTurned(scene, this.player, false));
    this.board.setMarks({ best, tint: open });
    this.board.show(scene, { open: open && found.to_move !== null });
    this.element.parentNode?.style.setProperty("--ratio", scene.width / scene.height);
    Object.assign(this.host.dataset, { position: found.position, moves: moves.length });
    setText(this.status, "");
    return found;
  }

  // Plays a line move by move, from some moves on.
  async playLine(moves, line) {
    this.stop();
    const playing = (this.playing = {});
    for (let at = 1; at <= line.length; at++) {
      await this.show([...moves, ...line.slice(0, at)]);
      if (at < line.length)
        await new Promise((done) => (this.timer = setTimeout(done, STEP_DELAY)));
      if (this.playing !== playing) return;
    }
  }

  // Stops a line; a position that was asked for still appears.
  stopLine() {
    this.playing = null;
    clearTimeout(this.timer);
  }

  stop() {
    this.asked = null;
    this.stopLine();
  }
}
