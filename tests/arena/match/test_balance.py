"""Balanced openings: a search values them near 0.5 and proves nothing."""

from __future__ import annotations

import math

import pytest

import tesuji
from tesuji.arena import Balance, distinct_openings
from tesuji.errors import ParameterError, TesujiError

NODES = 300


def searched(position: tesuji.Position, agent: str) -> float:
    """The value of a position by hand: before a roll, the mean of its rolls."""
    if not position.is_chance:
        return tesuji.best(position, agent=agent, nodes=NODES).value
    rolls = position.chance_outcomes
    return math.fsum(share * searched(position.play(roll), agent) for roll, share in rolls)


@pytest.mark.parametrize("spec", ["ewn-cyclic", "ewn", "avalam", "colosseum(size=6)"])
def test_the_even_ones_of_the_openings_are_kept_in_order(spec: str) -> None:
    game = tesuji.game(spec)
    drawn = list(distinct_openings(game, 12, seed=3))
    off = [abs(searched(each, "alphabeta") - 0.5) for each in drawn]
    within = sorted(off)[5]
    even = [each for each, far in zip(drawn, off, strict=True) if far <= within]
    balance = Balance(within, agent="alphabeta", nodes=NODES)
    assert list(distinct_openings(game, len(even), seed=3, balance=balance)) == even
    assert len(even) < len(drawn)


def test_a_proven_result_is_not_even() -> None:
    won = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    assert tesuji.best(won, nodes=NODES).proven == "win"
    assert not Balance(0.5, nodes=NODES).holds(won)
    assert Balance(0.5, nodes=NODES).holds(tesuji.game("pentago").start())


def test_too_few_even_openings_are_an_error() -> None:
    game = tesuji.game("pentago")
    with pytest.raises(ParameterError, match="found only 1 of 2 different even openings"):
        list(distinct_openings(game, 2, plies=0, balance=Balance(0.5, nodes=NODES)))


def test_an_agent_without_values_finds_nothing_even() -> None:
    with pytest.raises(
        ParameterError, match="agent: expected an agent that gives values"
    ) as caught:
        Balance(agent="random").holds(tesuji.game("pentago").start())
    assert caught.value.given == "random"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"within": 0.0}, "within: expected a number above 0 and at most 0.5, not 0.0"),
        ({"within": 0.6}, "within: expected a number above 0 and at most 0.5, not 0.6"),
        ({"within": math.nan}, "within: expected a number above 0"),
        ({"within": "near"}, "within: expected a number above 0"),
        ({"nodes": 0}, "nodes: expected a whole number of at least 1, not 0"),
        ({"nodes": 1.5}, "nodes: expected a whole number of at least 1, not 1.5"),
        ({"nodes": True}, "nodes: expected a whole number"),
        ({"nodes": "many"}, "nodes: expected a whole number"),
        ({"agent": "nobody"}, "nobody"),
    ],
)
def test_bad_values_are_named(values: dict[str, float], message: str) -> None:
    with pytest.raises(TesujiError, match=message):
        Balance(**values)  # type: ignore[arg-type]
