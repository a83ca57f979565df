// Previews: the position after a move, shown while the pointer is on the move's last click.

// A scene with the caption of another one: a preview changes the board, not the text below it.
export function withCaptionOf(scene, other) {
  const below = ({ caption }) => {
    const top = caption?.top ?? Infinity;
    return (shape) => shape.y > top;
  };
  const isOwn = below(scene);
  return {
    ...scene,
    shapes: [
      ...scene.shapes.filter((shape) => !isOwn(shape)),
      ...other.shapes.filter(below(other)),
    ],
  };
}

export class MovePreview {
  // `sceneAfter(move)` promises the scene after a move.
  constructor(board, sceneAfter) {
    this.board = board;
    this.sceneAfter = sceneAfter;
    this.move = null;
  }

  async show(move, id) {
    const { board } = this;
    const { scene } = board;
    const found = await this.sceneAfter(move).catch(() => null);
    const after = found && board.seen(found);
    if (after === null || board.scene !== scene || board.hovered !== id) return;
    // Go from one preview to the next by way of the position itself.
    if (this.move) board.draw(scene, { animate: false });
    this.move = move;
    board.draw(withCaptionOf(after, scene), { animate: true, stepwise: false });
    board.svg.classList.add("previewing");
    board.refresh();
  }

  end() {
    if (!this.move) return;
    this.forget();
    this.board.draw(this.board.scene, { animate: false });
    this.board.refresh();
  }

  // What is drawn stays.
  forget() {
    this.move = null;
    this.board.svg.classList.remove("previewing");
  }
}
