"""Trees as the core sees them: children in the order they came, with all that selection reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tesuji
from tests.search.brute import default_evaluation
from tesuji import Player, Position

__all__ = ["Pull", "Tree", "children_of", "core_tree", "first_value", "grow", "pulls"]

Tree = dict[str, Any]
Pull = tuple[str, float]
"""A move of the root that a simulation followed, and the result for who makes it."""


def core_tree(player: Player, position: Position, depth: int) -> Tree:
    """The tree of a player's last search; each child knows its move and its position."""
    core: Any = player._searcher
    tree: Tree = core._core.tree(depth, 0)
    _name_moves(tree, position)
    return tree


def _name_moves(node: Tree, position: Position) -> None:
    node["position"] = position
    for child in node["children"]:
        move = position.game.decode(position, child["code"])
        child["move"], child["position"] = str(move), position.play(move)
        if child["node"] is not None:
            _name_moves(child["node"], child["position"])


def grow(
    agent: str, position: Position, simulations: int, *, seed: int = 0, depth: int = 3
) -> Tree:
    """The tree of one search."""
    player = tesuji.agent(agent).player(position.game, seed=seed)
    player.search(position, simulations=simulations)
    return core_tree(player, position, depth)


def children_of(tree: Tree) -> Iterator[tuple[Tree, Tree]]:
    """All decisions' children with their nodes."""
    for child in tree["children"]:
        if not tree["chance"]:
            yield tree, child
        if child["node"] is not None:
            yield from children_of(child["node"])


def pulls(agent: str, position: Position, number: int, *, seed: int = 0) -> list[Pull]:
    """What the first simulations followed at the root, and their results: a search of one
    simulation more is the same search, so the difference is that simulation."""
    found: list[Pull] = []
    before: dict[str, tuple[int, float]] = {}
    for simulations in range(1, number + 1):
        tree = grow(agent, position, simulations, seed=seed, depth=1)
        now = {c["move"]: (c["visits"], c["visits"] * c["value"]) for c in tree["children"]}
        [move] = [m for m in now if now[m][0] != before.get(m, (0, 0.0))[0]]
        found.append((move, now[move][1] - before.get(move, (0, 0.0))[1]))
        before = {m: entry for m, entry in now.items() if entry[0] > 0}
    return found


def first_value(position: Position, player: int) -> float:
    """What a position looks worth to a player: its result, or the game's evaluation."""
    outcome = position.outcome
    value = outcome.value_for(0) if outcome else 0.5 + 0.5 * default_evaluation(position, "mcts")
    return float(value if player == 0 else 1 - value)
