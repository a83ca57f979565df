"""Drop-out expansion: which position a book looks at next, and what its moves are.

The book is a tree of expanded positions. Each leaf has a cost: a fixed price for every ply on its
path, plus the value that the moves on the path give away. The cheapest leaf is expanded next, so
good lines become long and bad ones drop out. (Lincke, Strategies for the automatic construction of
opening books, 2000.)
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

__all__ = ["Expansion", "Reply", "book_moves", "next_leaf", "node_value"]

PLY_COST = 0.02
"""What a ply costs, in the same unit as the value that a move gives away."""


@dataclass(frozen=True)
class Reply:
    """A move of an expanded position, where it leads, and its value for the player to move."""

    move: str
    child: str
    value: float


@dataclass(frozen=True)
class Expansion:
    """A position of the book: the move of a long search, its value, and all replies.

    No reply is better than the move that the long search chose.
    """

    position: str
    best: str
    value: float
    replies: tuple[Reply, ...]


Tree = Mapping[str, Expansion]


def node_value(tree: Tree, key: str, known: dict[str, float] | None = None) -> float:
    """The value of an expanded position, with the values of the expansions below it."""
    known = {} if known is None else known
    if key not in known:
        known[key] = max(reply_value(tree, reply, known) for reply in tree[key].replies)
    return known[key]


def reply_value(tree: Tree, reply: Reply, known: dict[str, float]) -> float:
    """The value of a reply: that of its child if this is expanded."""
    return 1 - node_value(tree, reply.child, known) if reply.child in tree else reply.value


def next_leaf(tree: Tree, root: str) -> str | None:
    """The position to expand next; None if the book is complete."""
    if root not in tree:
        return root
    values: dict[str, float] = {}
    order = count()  # of equal costs, the one found first
    waiting = [(0.0, next(order), root)]
    seen: set[str] = set()
    while waiting:
        cost, _, key = heapq.heappop(waiting)
        if key not in tree:
            return key
        if key in seen:
            continue
        seen.add(key)
        best = node_value(tree, key, values)
        for reply in _distinct(tree[key]):
            lost = best - reply_value(tree, reply, values)
            step = PLY_COST + max(0.0, lost)
            heapq.heappush(waiting, (cost + step, next(order), reply.child))
    return None


def _distinct(node: Expansion) -> Iterator[Reply]:
    """The replies, one for each position that they lead to; none that end the game."""
    seen: set[str] = set()
    for reply in node.replies:
        if reply.child and reply.child not in seen:
            seen.add(reply.child)
            yield reply


def book_moves(tree: Tree) -> Iterator[tuple[str, str, float]]:
    """Each expanded position with its move and its value.

    Only moves that a long search chose or whose position is expanded count: the values of the
    others come from short searches.
    """
    values: dict[str, float] = {}
    for key, node in tree.items():
        checked = [each for each in node.replies if each.move == node.best or each.child in tree]
        best = max(checked, key=lambda each: reply_value(tree, each, values))
        yield key, best.move, reply_value(tree, best, values)
