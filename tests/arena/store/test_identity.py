"""What differs between identities is told in words, and nothing else is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji.arena.match.plan import make_plan
from tesuji.arena.store.identity import difference_lines


def lines(stored: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """What is told of two matches that share everything that is not given."""
    shared: dict[str, Any] = {"agents": ("mcts", "random"), "game": "ewn", "pairs": 1}
    return difference_lines(
        make_plan(**{**shared, **stored}).identity, make_plan(**{**shared, **wanted}).identity
    )


@pytest.mark.parametrize(
    ("stored", "wanted", "said"),
    [
        ({}, {"seed": 7}, ["seed: 0 in the store, 7 asked for"]),
        (
            {"limits": {"simulations": 100}},
            {"limits": {"simulations": 200}},
            ["both agents, simulations a move: 100 in the store, 200 asked for"],
        ),
        (
            {"limits": {"simulations": 100}},
            {"limits": {"simulations": 100}, "own_limits": (None, {"time": "60+1"})},
            [
                "second agent, simulations a move: 100 in the store, no limit asked for",
                "second agent, seconds a game: no limit in the store, 60.0 asked for",
                "second agent, seconds added a move: 0.0 in the store, 1.0 asked for",
            ],
        ),
        (
            {"agents": ("mcts(select=ucb1(c=0.5))", "random")},
            {"agents": ("mcts(select=ucb1(c=0.7), solver=false)", "flat")},
            [
                "first agent, select.c: 0.5 in the store, 0.7 asked for",
                "first agent, solver: true in the store, false asked for",
                "second agent: random in the store, flat asked for",
            ],
        ),
        (
            {"agents": ("mcts", "random")},
            {"agents": ("mcts(select=puct)", "random")},
            [
                "first agent, select: ucb1(c=1.0) in the store, puct(c=1.5, fpu=0.1) asked for",
            ],
        ),
        (
            {"game": "colosseum(size=6)"},
            {"game": "colosseum(size=7)"},
            ["game, size: 6 in the store, 7 asked for"],
        ),
        (
            {"plies": 2},
            {"adjudicate": {"proven": True}},
            [
                "random plies of openings: 2 in the store, the game's own asked for",
                "adjudication: none in the store, proven true asked for",
            ],
        ),
    ],
)
def test_only_what_differs(stored: dict[str, Any], wanted: dict[str, Any], said: list[str]) -> None:
    assert lines(stored, wanted) == said


def test_openings_and_files(tmp_path: Path) -> None:
    one, other = (tesuji.game("ewn").start(seed=seed).text for seed in (1, 2))
    assert lines({"openings": [one]}, {}) == [
        "openings: 1 given in the store, drawn ones asked for"
    ]
    assert lines({"openings": [one, one]}, {"openings": [one, other]}) == [
        f"opening 2: {one} in the store, {other} asked for"
    ]
    file = tmp_path / "more.py"
    file.write_text("")
    (said,) = lines({}, {"load": [file]})
    assert said == "loaded files: none in the store, contents e3b0c442 asked for"


def test_nothing_is_told_of_equal_ones() -> None:
    assert lines({"seed": 3}, {"seed": 3}) == []


def test_unknown_and_broken_entries_are_told_as_they_are() -> None:
    assert difference_lines({"new_key": 1}, {}) == ["new key: 1 in the store, nothing asked for"]
    assert difference_lines({"game": "(("}, {"game": "ewn"}) == [
        "game: (( in the store, ewn asked for"
    ]
