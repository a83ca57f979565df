// A search tree as a drawing, from left to right: where its nodes are, how wide their branches.

// Where the branches of a node begin: after its label, which the root does not have.
export const LABEL = 50;

// Moves drawn of one node; the list below the drawing has all of them.
export const MOST_BRANCHES = 5;
const ROW = 30;
const COLUMN = 116;
const MARGIN = { left: 14, top: 18, right: 62 };
const NARROWEST = 1.5;
const WIDEST = 15;

export const keyOf = (line) => line.join(" ");

// The value of a move for the player at the root. A child's value is for the player who moves at
// its parent; after a roll, for the player who moves next.
function valueForRoot(child, node, root) {
  const player = node.to_move ?? child.node?.to_move ?? root.to_move;
  return player === root.to_move ? child.value : 1 - child.value;
}

// The nodes of a tree whose unfolded nodes are given by their keys, the root first. Each node has
// its place, its parent's place, the width of its branch, its value for the player who makes the
// move and for the player at the root, and what it takes to follow or unfold it.
export function layout(root, unfolded) {
  const nodes = [];
  const most = Math.max(1, ...root.children.map(({ visits }) => visits));
  let rows = 0;
  const place = (node, line, child) => {
    const key = keyOf(line);
    const inner = node?.children ?? [];
    const isOpen = line.length === 0 || unfolded.has(key);
    const drawn = {
      line,
      key,
      move: child?.move ?? "",
      visits: child?.visits ?? root.visits,
      value: child?.value ?? null,
      valueForRoot: null,
      proven: child?.proven ?? null,
      x: MARGIN.left + COLUMN * line.length,
      y: 0,
      width: WIDEST,
      canUnfold: inner.length > 0,
      isOpen: isOpen && inner.length > 0,
      more: isOpen ? Math.max(0, inner.length - MOST_BRANCHES) : 0,
      parent: null,
    };
    nodes.push(drawn);
    const below = (isOpen ? inner.slice(0, MOST_BRANCHES) : []).map((each) => {
      const made = place(each.node, [...line, each.move], each);
      made.parent = drawn;
      made.valueForRoot = valueForRoot(each, node, root);
      made.width = Math.max(NARROWEST, (WIDEST * each.visits) / most);
      return made;
    });
    drawn.y = below.length ? (below[0].y + below.at(-1).y) / 2 : MARGIN.top + ROW * rows++;
    return drawn;
  };
  place(root, [], null);
  const deepest = Math.max(...nodes.map(({ line }) => line.length));
  return {
    nodes,
    width: MARGIN.left + COLUMN * deepest + MARGIN.right,
    height: 2 * MARGIN.top + ROW * (rows - 1),
  };
}

// The keys of the nodes along the most visited moves, from the root down.
export function mainLine(root) {
  const keys = [];
  let [node, line] = [root, []];
  while (node?.children?.length) {
    const best = node.children.reduce((a, b) => (b.visits > a.visits ? b : a));
    line = [...line, best.move];
    if (best.node?.children?.length) keys.push(keyOf(line));
    node = best.node;
  }
  return keys;
}
