// The board from the other side: a scene by half a turn, with texts and pieces upright.

const half = (value) => (value ?? 0) / 2;

const middleY = (shape) => {
  if (shape.kind === "rect") return shape.y + half(shape.height);
  return shape.kind === "line" ? half(shape.y + shape.y2) : shape.y;
};

// Round as the server does, so that equal shapes stay equal.
const round = (value) => Math.round(100 * value) / 100;

function turnedShape(shape, { x, y }) {
  const across = (at) => round(2 * x - at);
  const down = (at) => round(2 * y - at);
  switch (shape.kind) {
    case "rect":
      return { ...shape, x: across(shape.x + shape.width), y: down(shape.y + shape.height) };
    case "line":
      return {
        ...shape,
        ...{ x: across(shape.x), y: down(shape.y), x2: across(shape.x2), y2: down(shape.y2) },
      };
    case "text": {
      const at = down(shape.y);
      return {
        ...shape,
        x: across(shape.x),
        y: at,
        baseline: round(shape.baseline - shape.y + at),
      };
    }
    case "path":
      return shape;
    default:
      return { ...shape, x: across(shape.x), y: down(shape.y) };
  }
}

// The same scene, seen by the other player. The caption and the background stay.
export function turnedScene(scene) {
  const { facing } = scene;
  if (!facing) return scene;
  const stays = (shape) =>
    middleY(shape) > facing.bottom || (shape.kind === "rect" && shape.width >= scene.width);
  return {
    ...scene,
    shapes: scene.shapes.map((shape) => (stays(shape) ? shape : turnedShape(shape, facing))),
    turns: scene.turns?.map((turn) => ({
      ...turn,
      x: round(2 * facing.x - turn.x),
      y: round(2 * facing.y - turn.y),
    })),
  };
}

// The player who sits at the bottom: the only person, or the one that the scene is drawn for.
export function isTurned(scene, own, byHand) {
  if (!scene.facing) return false;
  const wanted = own !== null && own !== scene.facing.near;
  return wanted !== byHand;
}
