// Click paths: which shapes can be clicked next, and which move a sequence of clicks makes.

export class ClickPaths {
  constructor(paths, clicked = []) {
    this.paths = Object.entries(paths);
    this.clicked = [...clicked];
    this.skipForced();
  }

  // The moves whose paths begin with the clicks so far.
  get moves() {
    return this.paths.filter(([, path]) => this.clicked.every((id, index) => path[index] === id));
  }

  // The ids that can be clicked next, each with its moves.
  next() {
    const found = new Map();
    for (const [move, path] of this.moves) {
      const id = path[this.clicked.length];
      if (!found.has(id)) found.set(id, []);
      found.get(id).push({ move, last: path.length === this.clicked.length + 1 });
    }
    return found;
  }

  // The move that a click would complete, or null.
  completes(id) {
    const moves = this.next().get(id);
    return moves?.length === 1 && moves[0].last ? moves[0].move : null;
  }

  // Clicks: returns the move it completes, or null.
  click(id) {
    const move = this.completes(id);
    if (move !== null) return move;
    if (this.next().has(id)) {
      this.clicked.push(id);
      this.skipForced();
    } else this.restart(id);
    return null;
  }

  // Starts again, with this click if it can be the first.
  restart(id) {
    const before = this.clicked;
    this.clicked = [];
    if (
      id !== undefined &&
      id !== before.at(-1) &&
      this.next().has(id) &&
      this.completes(id) === null
    )
      this.clicked = [id];
    this.skipForced();
  }

  // Clicks that all moves share are made automatically.
  skipForced() {
    for (;;) {
      const next = this.next();
      if (next.size !== 1 || [...next.values()][0][0].last) return;
      this.clicked.push([...next.keys()][0]);
    }
  }
}
