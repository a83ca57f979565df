// Candidate moves of an analysis in groups: moves that differ only in a later click, such as the
// same place with other turns, belong together.

// What moves of a group share: the places that an arrow joins, or the shape that is clicked first.
export function groupKey({ paths, places }, move) {
  const path = paths[move];
  if (!path) return move;
  const ids = new Set(places.map(({ id }) => id));
  const steps = path.filter((id) => ids.has(id));
  return steps.length > 1 ? `${steps[0]} ${steps[1]}` : path[0];
}

// Rows of an analysis by group, in the order of their best moves. Moves that were not searched are
// left out.
export function groupMoves(scene, moves) {
  const groups = new Map();
  for (const row of moves) {
    const [move, visits, , proven] = row;
    if (visits <= 0 && !proven) continue;
    const key = groupKey(scene, move);
    if (!groups.has(key)) groups.set(key, { key, rows: [] });
    groups.get(key).rows.push(row);
  }
  return [...groups.values()];
}
