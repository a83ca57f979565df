"""All-moves-as-first (AMAF): RAVE and GRAVE against plain Python."""

from __future__ import annotations

import math
from statistics import fmean
from typing import Any

import pytest

import tesuji
from tests.search.positions import middle
from tests.search.trees import grow, pulls
from tesuji import Position

BARE = "solver=false, guard=none"
BANDIT = f"height=1, {BARE}, memory=1"


def wide(agent: str, position: Position, simulations: int) -> list[int]:
    """The visits of all moves, the most first."""
    tree = grow(agent, position, simulations, depth=1)
    return sorted((child["visits"] for child in tree["children"]), reverse=True)


ALIKE = "--g3g4----g2 --b6--a3--e4 b 452231451135134153214"
"""After each first move, the winner shows which of the other first moves the mover made later."""


def later_moves(position: Position, mover: int, made: frozenset[int]) -> set[tuple[float, Any]]:
    """All ways to play on: the result, and the codes of the mover's moves."""
    if outcome := position.outcome:
        return {(outcome.value_for(mover), made)}
    state: Any = position._state
    found = set()
    for code in state.legal_moves():
        more = made | {code} if position.to_move == mover else made
        after = position.play(position.game.decode(position, code))
        found |= later_moves(after, mover, more)
    return found


def credited(position: Position) -> dict[tuple[str, float], frozenset[int]]:
    """Which first moves a game is about, by the move it began with and its result."""
    state: Any = position._state
    found: dict[tuple[str, float], frozenset[int]] = {}
    for code in state.legal_moves():
        move = position.game.decode(position, code)
        for result, made in later_moves(position.play(move), state.to_move, frozenset({code})):
            about = made & frozenset(state.legal_moves())
            assert found.setdefault((str(move), result), about) == about
    return found


def amaf_scores(
    own: dict[int, list[float]], amaf_results: dict[int, list[float]], c: float, bias: float
) -> dict[int, float]:
    """RAVE's scores of all moves; a move that nothing is known of comes first."""
    log_total = math.log(max(1, sum(map(len, own.values()))))
    scores = {}
    for code, results in own.items():
        n, m = len(results), len(amaf_results[code])
        if n == 0:
            scores[code] = fmean(amaf_results[code]) + c * math.sqrt(log_total) if m else math.inf
            continue
        share = m / (n + m + bias * n * m)
        exploit = (1 - share) * fmean(results) + share * fmean(amaf_results[code])
        scores[code] = exploit + c * math.sqrt(log_total / n)
    return scores


@pytest.mark.parametrize("amaf", ["rave(bias={})", "grave(bias={}, ref=3)"])
@pytest.mark.parametrize("bias", [0.0, 0.05, 1.0])
def test_every_pull_is_the_one_that_amaf_prefers(amaf: str, bias: float) -> None:
    """The results here show every move that was played; a plain bandit pulls other arms."""
    position = tesuji.game("ewn-cyclic").position(ALIKE)
    about = credited(position)
    state: Any = position._state
    agent = f"mcts(select=ucb1(c=2.0), amaf={amaf.format(bias)}, expand=all, {BANDIT})"
    own: dict[int, list[float]] = {code: [] for code in state.legal_moves()}
    amaf_results: dict[int, list[float]] = {code: [] for code in own}
    borrowed = otherwise = 0
    for move, result in pulls(agent, position, 150):
        code = state.parse_move(move)
        scores = amaf_scores(own, amaf_results, 2.0, bias)
        assert scores[code] >= max(scores.values()) - 1e-5
        plain = amaf_scores(own, own, 2.0, bias)
        otherwise += plain[code] < max(plain.values()) - 1e-5
        own[code].append(result)
        for other in about[move, round(result)]:
            amaf_results[other].append(result)
            borrowed += other != code
    assert borrowed > 20
    assert otherwise > 0


def test_moves_learn_from_where_they_were_played_later() -> None:
    """Plain search tries every move before any twice; with RAVE a move can be dropped untried,
    if games in which it came later went badly."""
    position = middle("pentago", 3, 0.2)
    moves = len(position.legal_moves)
    base = f"{BARE}, expand=all, select=ucb1(c=0.2)"
    assert wide(f"mcts({base})", position, moves) == [1] * moves
    visits = wide(f"mcts({base}, amaf=rave(bias=0.0))", position, moves)
    assert visits[0] > 3
    assert visits[-1] == 0


def test_grave_at_the_root_is_rave() -> None:
    """There is no other ancestor whose statistics could count, however many it must have."""
    position = middle("avalam", 3, 0.7)
    trees = [
        grow(f"mcts({BANDIT}, amaf={amaf})", position, 700)
        for amaf in ("rave", "grave(ref=0)", "grave(ref=1000000)")
    ]
    assert trees[0] == trees[1] == trees[2]
    deep = [
        # Long enough for nodes whose nearest ancestor of the same player lends.
        grow(f"mcts({BARE}, expand=all, amaf={amaf})", position, 10000)
        for amaf in ("rave", "grave(ref=5)", "grave(ref=1000000)")
    ]
    assert deep[0] != deep[1] != deep[2] != deep[0]


def test_grave_borrows_from_the_same_player_only() -> None:
    """In a tree of two plies no node has an ancestor of its own player: GRAVE is RAVE there."""
    position = middle("avalam", 3, 0.8)
    trees = [
        grow(f"mcts({BARE}, height=2, expand=all, amaf={amaf})", position, 4000)
        for amaf in ("rave", "grave(ref=1000000)")
    ]
    assert any(child["node"] is not None for child in trees[0]["children"])
    assert trees[0] == trees[1]
