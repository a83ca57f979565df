"""The differences between two identities are listed, and nothing else is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji.arena.match.plan import make_plan
from tesuji.arena.store.identity import Difference, identity_differences


def differences(stored: dict[str, Any], given: dict[str, Any]) -> list[Difference]:
    """Those of two matches that share everything else."""
    shared: dict[str, Any] = {"agents": ("mcts", "random"), "game": "ewn", "pairs": 1}
    return identity_differences(
        make_plan(**{**shared, **stored}).identity, make_plan(**{**shared, **given}).identity
    )


@pytest.mark.parametrize(
    ("stored", "given", "expected"),
    [
        ({}, {"seed": 7}, [("seed", "0", "7")]),
        (
            {"limits": {"simulations": 100}},
            {"limits": {"simulations": 200}},
            [("both agents, simulations per move", "100", "200")],
        ),
        (
            {"limits": {"simulations": 100}},
            {"limits": {"simulations": 100}, "own_limits": (None, {"time": "60+1"})},
            [
                ("second agent, simulations per move", "100", "no limit"),
                ("second agent, seconds per game", "no limit", "60.0"),
                ("second agent, increment per move", "0.0", "1.0"),
            ],
        ),
        (
            {"agents": ("mcts(select=ucb1(c=0.5))", "random")},
            {"agents": ("mcts(select=ucb1(c=0.7), solver=false)", "flat")},
            [
                ("first agent, select.c", "0.5", "0.7"),
                ("first agent, solver", "true", "false"),
                ("second agent", "random", "flat"),
            ],
        ),
        (
            {"agents": ("mcts", "random")},
            {"agents": ("mcts(select=puct)", "random")},
            [
                ("first agent, select", "ucb1(c=0.5, own=false)", "puct(c=1.5, fpu=0.1)"),
            ],
        ),
        (
            {"game": "colosseum(size=6)"},
            {"game": "colosseum(size=7)"},
            [("game, size", "6", "7")],
        ),
        (
            {"plies": 2},
            {"adjudicate": {"proven": True}},
            [
                ("random plies of openings", "2", "default"),
                ("adjudication", "none", "proven true"),
            ],
        ),
    ],
)
def test_only_what_differs(
    stored: dict[str, Any], given: dict[str, Any], expected: list[Difference]
) -> None:
    assert differences(stored, given) == expected


def test_openings_and_files(tmp_path: Path) -> None:
    one, other = (tesuji.game("ewn").start(seed=seed).text for seed in (1, 2))
    assert differences({"openings": [one]}, {}) == [("openings", "1 given", "drawn")]
    assert differences({"openings": [one, one]}, {"openings": [one, other]}) == [
        ("opening 2", one, other)
    ]
    file = tmp_path / "more.py"
    file.write_text("")
    (said,) = differences({}, {"load": [file]})
    assert said == ("loaded files", "none", "contents e3b0c442")


def test_equal_identities_have_no_differences() -> None:
    assert differences({"seed": 3}, {"seed": 3}) == []


def test_unknown_and_broken_entries_are_shown_unchanged() -> None:
    assert identity_differences({"new_key": 1}, {}) == [("new key", "1", "nothing")]
    assert identity_differences({"game": "(("}, {"game": "ewn"}) == [("game", "((", "ewn")]


@pytest.mark.parametrize(("digest", "parts"), [("12ab", ["seed"]), ("34cd", ["agent", "seed"])])
@pytest.mark.parametrize("part", ["evaluate=patterns", "book=file"])
def test_files_that_were_moved_are_no_difference(digest: str, parts: list[str], part: str) -> None:
    def identity(path: str, digest: str, seed: int) -> dict[str, Any]:
        spec = f'alphabeta({part}("{path}"))'
        return {"agents": [spec, "random"], "code": {spec: digest}, "seed": seed}

    found = identity_differences(identity("a/w", "12ab", 1), identity("b/w", digest, 2))
    texts = [name for name, _, _ in found if name != "contents of files"]
    assert all(part in text for part, text in zip(parts, texts, strict=True))


def test_agents_may_share_a_moved_book() -> None:
    def identity(paths: tuple[str, str], book: str) -> dict[str, Any]:
        """The order of the digests is that of the paths, as in a store."""
        agents = [f'alphabeta(evaluate=net("{path}"), book=file("{book}"))' for path in paths]
        code = dict(sorted(zip(agents, ("12ab", "34cd"), strict=True)))
        return {"agents": agents, "code": code}

    stored = identity(("a", "b"), "one.book")
    assert identity_differences(stored, identity(("d", "c"), "two.book")) == []
    swapped = {**stored, "agents": stored["agents"][::-1]}
    assert identity_differences(stored, swapped) != []
