"""The search microscope: a tree as it stands, and what one more simulation does to it.

Searches are deterministic for a budget of simulations, so the n-th simulation is the difference
between the trees of two searches from the same seed, with n - 1 and with n simulations.
"""

from __future__ import annotations

from typing import Any

from tesuji.agents import Agent, Analysis
from tesuji.errors import ParameterError
from tesuji.games import Position

__all__ = ["simulation_data", "tree_data"]

DEEPEST = 400
"""Deeper than any tree of the few simulations that are stepped through."""
LONGEST = 20.0
"""Seconds for a tree: only games written in Python, with many simulations, take as long."""
WIDTHS = (30, 8, 4, 3)
"""The most moves that are told of a node, by its depth; the most visited ones are."""


def tree_data(
    agent: Agent,
    position: Position,
    *,
    simulations: int,
    depth: int,
    visits: int,
    seed: int,
    memory: float,
) -> dict[str, Any]:
    """The tree of a search, the most visited moves of each node; ``more`` counts the others."""
    _refuse_rest(position)
    analysis = _search(agent, position, seed, simulations, memory)
    tree = _pruned(_tree(analysis.tree(depth, visits)), 0)
    return {"simulations": simulations, "depth": depth, "visits": visits, "tree": tree}


def simulation_data(
    agent: Agent, position: Position, *, number: int, seed: int, memory: float
) -> dict[str, Any]:
    """The number-th simulation: the way down, the new leaf, its result, and what that changed."""
    _refuse_rest(position)
    before, after = (
        _tree(_search(agent, position, seed, count, memory).tree(DEEPEST, 1) if count else _EMPTY)
        for count in (number - 1, number)
    )
    steps = _way_down(before, after)
    return {"number": number, "steps": steps, "result": _result(steps)}


_EMPTY: dict[str, Any] = {
    "visits": 0,
    "to_move": None,
    "proven": None,
    "k": 0.0,
    "untried": 0,
    "children": [],
}


def _search(
    agent: Agent, position: Position, seed: int, simulations: int, memory: float
) -> Analysis:
    return agent.search(
        position, seed=seed, simulations=simulations, seconds=LONGEST, memory=memory
    )


def _refuse_rest(position: Position) -> None:
    if position.to_move is None:
        raise ParameterError("there is nothing to decide in this position")


def _tree(tree: dict[str, Any] | None) -> dict[str, Any]:
    if tree is None:
        raise ParameterError("this agent grows no tree; the microscope needs one, such as mcts")
    return tree


def _pruned(node: dict[str, Any], depth: int) -> dict[str, Any]:
    width = WIDTHS[min(depth, len(WIDTHS) - 1)]
    children = [
        {**child, "node": None if child["node"] is None else _pruned(child["node"], depth + 1)}
        for child in node["children"][:width]
    ]
    return {**node, "children": children, "more": len(node["children"]) - len(children)}


def _way_down(before: dict[str, Any] | None, after: dict[str, Any]) -> list[dict[str, Any]]:
    """Each child whose visits grew, from the root to the leaf."""
    steps: list[dict[str, Any]] = []
    while True:
        old = {child["move"]: child for child in (before or _EMPTY)["children"]}
        grown = [
            child
            for child in after["children"]
            if child["visits"] > (old[child["move"]]["visits"] if child["move"] in old else 0)
        ]
        if not grown:
            return steps
        child = grown[0]
        was = old.get(child["move"])
        steps.append(_step(was, child, after, before))
        if child["node"] is None:
            return steps
        before, after = was["node"] if was else None, child["node"]


def _step(
    was: dict[str, Any] | None,
    now: dict[str, Any],
    node: dict[str, Any],
    before: dict[str, Any] | None,
) -> dict[str, Any]:
    fresh = was is None or was["visits"] == 0
    rivals = sorted(
        (c for c in (before or _EMPTY)["children"] if c["score"] is not None),
        key=lambda c: -c["score"],
    )
    return {
        "move": now["move"],
        "to_move": node["to_move"],
        "phase": "expand" if fresh else "select",
        "before": None if was is None else _numbers(was),
        "after": _numbers(now),
        "untried": node["untried"],
        "rivals": [{"move": c["move"], **_numbers(c)} for c in rivals[:6]],
        "k": None if before is None else before["k"],
    }


def _numbers(child: dict[str, Any]) -> dict[str, Any]:
    names = ("visits", "value", "prior", "explore", "score", "proven")
    return {name: child[name] for name in names}


def _result(steps: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What the simulation came to, for the player who made the first move of the way down."""
    if not steps:
        return None
    first = steps[0]
    was = first["before"] or {"visits": 0, "value": 0.0}
    now = first["after"]
    gained = now["visits"] - was["visits"]
    total = now["value"] * now["visits"] - was["value"] * was["visits"]
    return {"value": round(total / gained, 4), "for": first["to_move"]}
