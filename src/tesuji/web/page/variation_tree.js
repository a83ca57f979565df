// Variations of a game as a tree: by ply, the moves that were tried there, each with what follows.
// All functions return a new tree and leave the old one as it was.

const MOST = 300;

const sizeOf = (nodes) => nodes.reduce((sum, { next }) => sum + 1 + sizeOf(next), 0);

export const treeSize = (tree) =>
  Object.values(tree).reduce((sum, nodes) => sum + sizeOf(nodes), 0);

function nodesWith(nodes, [move, ...rest]) {
  if (move === undefined) return nodes;
  if (!nodes.some((node) => node.move === move))
    return [...nodes, { move, next: nodesWith([], rest) }];
  return nodes.map((node) =>
    node.move === move ? { move, next: nodesWith(node.next, rest) } : node,
  );
}

function nodesWithout(nodes, [move, ...rest]) {
  return nodes.flatMap((node) => {
    if (node.move !== move) return [node];
    return rest.length === 0 ? [] : [{ move, next: nodesWithout(node.next, rest) }];
  });
}

// Adds a line of moves from a ply, unless the tree is full.
export function withLine(tree, ply, line) {
  if (line.length === 0) return tree;
  const grown = { ...tree, [ply]: nodesWith(tree[ply] ?? [], line) };
  return treeSize(grown) > MOST ? tree : grown;
}

// Removes the last move of a line and all that follows it.
export function withoutLine(tree, ply, line) {
  const left = nodesWithout(tree[ply] ?? [], line);
  const others = Object.entries(tree).filter(([at]) => Number(at) !== ply);
  return Object.fromEntries(left.length ? [...others, [ply, left]] : others);
}

// The tree of a game whose moves from a ply on have changed.
export const upTo = (tree, ply) =>
  Object.fromEntries(Object.entries(tree).filter(([at]) => Number(at) <= ply));

// The first move that was tried after a line; null if there is none.
export function nextMove(tree, ply, line) {
  let nodes = tree[ply] ?? [];
  for (const move of line) nodes = nodes.find((node) => node.move === move)?.next ?? [];
  return nodes[0]?.move ?? null;
}

// The tree as rows to draw: a run of moves without a branch is one row, with its ply, the line
// before it, its moves and how deep it is nested.
export function rowsOf(tree) {
  const rows = [];
  const add = (ply, before, nodes, depth) => {
    for (const node of nodes) {
      const moves = [node.move];
      let last = node;
      while (last.next.length === 1) {
        [last] = last.next;
        moves.push(last.move);
      }
      rows.push({ ply, before, moves, depth });
      add(ply, [...before, ...moves], last.next, depth + 1);
    }
  };
  for (const ply of Object.keys(tree)
    .map(Number)
    .sort((a, b) => a - b))
    add(ply, [], tree[ply], 0);
  return rows;
}
