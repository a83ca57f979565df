"""Limits: what people write, what tasks carry, and what results say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tesuji.agents import Budget
from tesuji.arena.match.limits import Limits
from tesuji.errors import ParameterError


@pytest.mark.parametrize(
    ("text", "seconds", "increment"),
    [("60+0.5", 60, 0.5), ("60", 60, 0), ("0.5+0", 0.5, 0), ("1.5+0.25", 1.5, 0.25), (10, 10, 0)],
)
def test_clocks_for_the_game(text: Any, seconds: float, increment: float) -> None:
    limits = Limits.given(time=text, clock="cpu")
    assert (limits.game_seconds, limits.increment) == (seconds, increment)
    assert not limits.per_move.has_limit


@pytest.mark.parametrize("text", ["", "60+", "+1", "1:00", "sixty", "-1", "60+-1", "1+1+1", "nan"])
def test_other_clocks_are_refused(text: str) -> None:
    with pytest.raises(ParameterError) as caught:
        Limits.given(time=text)
    assert (caught.value.where, caught.value.given) == ("time", text)


def test_a_clock_stands_alone() -> None:
    with pytest.raises(ParameterError) as caught:
        Limits.given(time="60+1", seconds=1)
    assert (caught.value.where, caught.value.given) == ("time", "60+1")


def test_unknown_limits_get_a_hint() -> None:
    with pytest.raises(ParameterError, match="did you mean 'simulations'"):
        Limits.given(simulation=5)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"seconds": 0.1, "clock": "cpu"}, "0.1 seconds (cpu) per move"),
        ({"seconds": 1, "clock": "wall", "nodes": 5}, "1 seconds (wall), 5 nodes per move"),
        ({"simulations": 1000}, "1000 simulations per move"),
        ({"depth": 3}, "depth 3"),
        ({"depth": 3, "nodes": 5}, "5 nodes per move, depth 3"),
        ({"seconds": 2, "first_seconds": 30}, "2 seconds (cpu) per move, 30 for the first"),
        ({"time": "60+0.5"}, "60+0.5 s per game (cpu)"),
        ({"time": "1.5"}, "1.5 s per game (cpu)"),
        ({}, "the agent's own budget"),
    ],
)
def test_in_words(given: dict[str, Any], text: str) -> None:
    assert Limits.given(**given).text() == text


@pytest.mark.parametrize(
    "given",
    [
        {"seconds": 0.1, "clock": "wall", "memory": 16.0},
        {"simulations": 10, "nodes": 20, "depth": 3, "clock": "cpu"},
        {"time": "3+0.1", "clock": "cpu"},
        {"seconds": 2.0, "first_seconds": 30.0, "clock": "wall"},
    ],
)
def test_data_reads_back(given: dict[str, Any]) -> None:
    limits = Limits.given(**given)
    assert Limits.from_dict(json.loads(json.dumps(limits.to_dict()))) == limits


def test_limits_without_a_longer_first_move_keep_their_identity() -> None:
    assert "first_seconds" not in Limits.given(seconds=2).to_dict()


def test_the_clock_is_that_of_the_processor_unless_said() -> None:
    limits = Limits.from_dict(Limits.given(seconds=1).to_dict())
    assert limits.per_move == Budget(seconds=1, clock="cpu")
