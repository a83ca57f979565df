// Live analysis of the position on the board, and the thoughts of the agent that is playing.

import { read, write } from "./storage.js";

export class LiveAnalysis extends EventTarget {
  constructor(connection, model) {
    super();
    this.connection = connection;
    this.model = model;
    this.on = false;
    this.spec = read("analyst", "mcts");
    this.seconds = 60;
    this.found = null;
    this.failure = null;
    this.thoughts = null;
    this.before = null; // searches of others before the analysis, while it waits
    this.moveWaits = null; // the same for the move of the agent that is playing
    connection.on("analysis", (message) => this.hear(message));
    connection.on("thoughts", (message) => this.think(message));
    connection.on("waiting", (message) => this.wait(message));
    connection.on("close", () => this.rest());
    model.addEventListener("state", ({ detail }) => {
      if (detail.other) this.think(null);
      this.follow();
    });
    model.addEventListener("place", () => this.follow());
  }

  setSpec(spec) {
    this.spec = spec;
    write("analyst", spec);
    this.follow(true);
  }

  turn(on) {
    if (on === this.on) return;
    this.on = on;
    if (!on) this.connection.send("stop");
    this.follow(true);
  }

  // Analyses the position on the board, unless it already does.
  follow(again = false) {
    const { model } = this;
    if (!model.state) return;
    const at = `${model.state.start} ${model.key(model.place)} ${model.shown?.scene.position}`;
    if (at === this.at && !again) return;
    this.at = at;
    this.found = null;
    this.failure = null;
    this.before = null;
    this.running = false;
    const decides = model.shown && model.shown.to_move !== null && !model.shown.over;
    if (this.on && decides) {
      this.running = true;
      this.ask();
    } else if (this.on) this.connection.send("stop");
    this.dispatchEvent(new Event("change"));
  }

  // If the server refuses, the search before it is stopped too: nobody asked for it.
  ask() {
    const { ply, line } = this.model.place;
    const asked = (this.asked = {});
    this.connection
      .ask("analyse", { ply, moves: line, spec: this.spec, seconds: this.seconds })
      .catch((error) => {
        if (this.asked !== asked || !this.running) return;
        this.running = false;
        this.failure = error;
        this.connection.send("stop");
        this.dispatchEvent(new Event("change"));
      });
  }

  // Without a server there is no search; the state after the next connection starts it again.
  rest() {
    this.at = null;
    this.running = false;
    this.dispatchEvent(new Event("change"));
  }

  hear(message) {
    const { ply, line } = this.model.place;
    if (message.spec !== this.spec) return;
    if (!this.on || message.ply !== ply || JSON.stringify(message.line) !== JSON.stringify(line))
      return;
    if (message.position !== this.model.shown?.scene.position) return;
    this.found = message;
    this.before = null;
    this.running = message.running;
    this.dispatchEvent(new Event("change"));
  }

  wait({ what, before }) {
    if (what === "analysis" && this.running && !this.found) {
      this.before = before;
      this.dispatchEvent(new Event("change"));
    } else if (what === "move") {
      this.moveWaits = before;
      this.dispatchEvent(new Event("thoughts"));
    }
  }

  think(message) {
    this.thoughts = message;
    this.moveWaits = null;
    this.dispatchEvent(new Event("thoughts"));
  }
}

// The value of an analysis for player 0, or null if the agent gives none.
export function firstValue({ to_move, value }) {
  if (value === null) return null;
  return to_move === 0 ? value : 1 - value;
}
