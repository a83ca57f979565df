"""Ratings without a bound: the sentence says which results leave them open."""

from __future__ import annotations

import pytest

from tesuji.arena.stats.ratings import PairScores, rate

WON: PairScores = [(1, 1)] * 10
EVEN: PairScores = [(1, 0)] * 4 + [(0, 1)] * 4 + [(1, 1), (0, 0)]

Results = dict[tuple[str, str], PairScores]


def group(*names: str) -> Results:
    """All even against each other."""
    return {(one, other): EVEN for one in names for other in names if one < other}


def sweep(winners: str, losers: str) -> Results:
    return {(one, other): WON for one in winners for other in losers}


@pytest.mark.parametrize(
    ("results", "said"),
    [
        (group(*"abc"), []),
        (
            group(*"abc") | sweep("abc", "r"),
            ["r lost every game, so its rating has no lower bound"],
        ),
        (group(*"abc") | sweep("x", "abc"), ["x won every game, so its rating has no upper bound"]),
        (
            group(*"abc") | sweep("abc", "rs") | group("r", "s"),
            ["r and s lost every game against a, b and c, so their ratings have no lower bound"],
        ),
        (
            group(*"abc") | group("y", "z") | sweep("yz", "a"),
            ["y and z won every game against a, so their ratings have no upper bound"],
        ),
        (
            sweep("a", "bc") | sweep("b", "c"),
            [
                "a won every game, so its rating has no upper bound",
                "b won every game against c and lost every game against a,"
                " so its rating has no bounds",
                "c lost every game, so its rating has no lower bound",
            ],
        ),
        (
            group(*"abc") | group("y", "z"),
            ["y and z met none of the others, so their ratings have no bounds"],
        ),
        (
            group(*"abc") | sweep("abc", "r") | sweep("x", "r"),
            [
                "r lost every game, so its rating has no lower bound",
                "x won every game against r and met nobody else, so its rating has no bounds",
            ],
        ),
    ],
)
def test_the_sentence_names_the_case(results: Results, said: list[str]) -> None:
    assert list(rate(results, samples=20).notes()) == said


def test_an_anchor_outside_leaves_the_others_open() -> None:
    results = group(*"abc") | sweep("abc", "r")
    assert list(rate(results, samples=20, anchor=("r", 0)).notes()) == [
        "a, b and c won every game against r, so their ratings have no upper bound"
    ]
