"""Words and numbers of reports."""

from __future__ import annotations

import math

import pytest

from tesuji.arena.report.markup import agent_labels, signed


def test_labels_are_short_and_different() -> None:
    long = "mcts(select=ucb1(c=0.123456789), solver=false)"
    assert agent_labels(["flat", long, long + " "]) == ["flat", "mcts(…) #2", "mcts(…) #3"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.2, "0"),
        (12.6, "+13"),
        (-3.0, "\N{MINUS SIGN}3"),
        (math.inf, "+∞"),
        (math.nan, "\N{EN DASH}"),
    ],
)
def test_differences_are_written_with_sign(value: float, text: str) -> None:
    assert signed(value) == text
