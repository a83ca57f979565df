"""The search microscope: a search tree, and what one more simulation does to it.

Searches with a budget of simulations are deterministic. So the n-th simulation is the last one of a
search with n simulations, and comparing it to a search with n - 1 shows what it changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tesuji.agents import Agent, Analysis, MoveCheck, Player
from tesuji.errors import ParameterError
from tesuji.games import Move, Position

__all__ = ["simulation_data", "tree_data"]

DEEPEST = 400
"""Deeper than any tree of the few simulations that are stepped through."""
LONGEST = 20.0
"""Seconds for a tree: only large trees of Python games take that long."""
Search = Callable[..., Analysis]
"""Runs a player's search; the caller can pass one that it can stop."""
Check = Callable[[Analysis], Iterable[MoveCheck]]
"""Compares the moves of a search with their exact values, if these are known."""
WIDTHS = (30, 8, 4, 3)
"""The most moves shown of a node, by its depth."""


def tree_data(
    agent: Agent,
    position: Position,
    *,
    simulations: int,
    depth: int,
    visits: int,
    seed: int,
    memory: float,
    search: Search = Player.search,
    check: Check = lambda _: (),
) -> dict[str, Any]:
    """The tree of a search with the most visited moves of each node; ``more`` counts the rest.

    The moves at its root have their ``exact`` values, as far as ``check`` knows them, and are
    ``wrong`` if the search contradicts these.
    """
    _refuse_no_decision(position)
    with agent.player(position.game, seed=seed) as player:
        analysis = search(player, position, simulations=simulations, seconds=LONGEST, memory=memory)
        tree = _pruned(_tree(analysis.tree(depth, visits)), 0, _rule(agent))
        known = {str(each.move): each for each in check(analysis)}
    for child in tree["children"]:
        found = known.get(child["move"])
        child["exact"] = None if found is None else found.exact
        child["wrong"] = found is not None and found.wrong
    return {"simulations": simulations, "depth": depth, "visits": visits, "tree": tree}


def simulation_data(
    agent: Agent,
    position: Position,
    *,
    number: int,
    seed: int,
    memory: float,
    search: Search = Player.search,
) -> dict[str, Any]:
    """One simulation by its number: the path down the tree, the rollout, and what it changed.

    A search that was already finished has no such simulation: no steps and no result.
    """
    _refuse_no_decision(position)

    def grown(simulations: int) -> Analysis:
        with agent.player(position.game, seed=seed) as player:
            return search(player, position, simulations=simulations, seconds=LONGEST, memory=memory)

    found = grown(number)
    after = _tree(found.tree(DEEPEST, 1))
    before = grown(number - 1).tree(DEEPEST, 1) if number > 1 else None
    last = found.last_simulation() if found.simulations >= number else None
    steps = [] if last is None else _path_down(last.path, before, after, _rule(agent))
    rollout = None if last is None or last.rollout is None else [str(move) for move in last.rollout]
    return {
        "number": number,
        "steps": steps,
        "rollout": rollout,
        "games": 0 if last is None else last.games,
        "result": _result(steps),
    }


_EMPTY: dict[str, Any] = {
    "visits": 0,
    "to_move": None,
    "proven": None,
    "k": 0.0,
    "untried": 0,
    "children": [],
}


def _refuse_no_decision(position: Position) -> None:
    if position.to_move is None:
        raise ParameterError("there is nothing to decide in this position")


def _tree(tree: dict[str, Any] | None) -> dict[str, Any]:
    if tree is None:
        raise ParameterError("this agent builds no tree; choose one that does, such as mcts")
    return tree


def _rule(agent: Agent) -> str:
    """The selection rule."""
    return str(agent.settings.get("select", "none"))


def _terms(child: dict[str, Any], k: float, rule: str) -> dict[str, Any]:
    """The two terms of a score: exploit + k * explore = score.

    RAVE adds to the first term at the moment of selection, so that term is what remains of the
    score without exploration. UCB1-tuned has its own exploration, so there it is the second term.
    """
    exploit, explore, score = child["exploit"], child["explore"], child["score"]
    if score is None:
        return {"exploit": exploit, "explore": explore}
    if rule == "ucb1_tuned":
        return {"exploit": exploit, "explore": (score - exploit) / k if k else explore}
    return {"exploit": score - k * explore, "explore": explore}


def _pruned(node: dict[str, Any], depth: int, rule: str) -> dict[str, Any]:
    width = WIDTHS[min(depth, len(WIDTHS) - 1)]
    children = [
        {
            **child,
            **_terms(child, node["k"], rule),
            "node": None if child["node"] is None else _pruned(child["node"], depth + 1, rule),
        }
        for child in node["children"][:width]
    ]
    return {**node, "children": children, "more": len(node["children"]) - len(children)}


def _path_down(
    path: tuple[Move, ...],
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
    rule: str,
) -> list[dict[str, Any]]:
    """The numbers of each move on the path down, before and after."""
    steps: list[dict[str, Any]] = []
    for move in map(str, path):
        assert after is not None, "a move on the path has a node above it"
        was, now = (_child(node, move) for node in (before, after))
        assert now is not None, "the path of a simulation is in the tree"
        steps.append(_step(was, now, after, before, rule))
        before, after = was["node"] if was else None, now["node"]
    return steps


def _child(node: dict[str, Any] | None, move: str) -> dict[str, Any] | None:
    children = (node or _EMPTY)["children"]
    return next((child for child in children if child["move"] == move), None)


def _step(
    was: dict[str, Any] | None,
    now: dict[str, Any],
    node: dict[str, Any],
    before: dict[str, Any] | None,
    rule: str,
) -> dict[str, Any]:
    fresh = was is None or was["visits"] == 0
    k = (before or _EMPTY)["k"]
    rivals = sorted(
        (c for c in (before or _EMPTY)["children"] if c["score"] is not None),
        key=lambda c: -c["score"],
    )
    return {
        "move": now["move"],
        "to_move": node["to_move"],
        "phase": "expand" if fresh else "select",
        "before": None if was is None else _numbers(was, k, rule),
        "after": _numbers(now, node["k"], rule),
        "untried": node["untried"],
        "rivals": [{"move": c["move"], **_numbers(c, k, rule)} for c in rivals[:6]],
        "k": None if before is None else k,
    }


def _numbers(child: dict[str, Any], k: float, rule: str) -> dict[str, Any]:
    names = ("visits", "value", "prior", "score", "proven")
    return {**{name: child[name] for name in names}, **_terms(child, k, rule)}


def _result(steps: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The result of the simulation for the player who made the first move of the path."""
    if not steps:
        return None
    first = steps[0]
    was = first["before"] or {"visits": 0, "value": 0.0}
    now = first["after"]
    gained = now["visits"] - was["visits"]
    total = now["value"] * now["visits"] - was["value"] * was["visits"]
    return {"value": round(total / gained, 4), "for": first["to_move"]}
