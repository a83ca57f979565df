"""Hard positions join a committed set; easy ones make room."""

from __future__ import annotations

import pytest

from benchmarks import solve_sets
from benchmarks.solve_sets import merged
from tesuji.studies.blunders import SolvedPosition, SolvedSet


def entry(name: str, seconds: float, phase: float = 0.5, seed: int = 1) -> SolvedPosition:
    return SolvedPosition(
        position=name, moves=(0.0, 1.0), ply=3, phase=phase, seconds=seconds, seed=seed
    )


def solved(*positions: SolvedPosition, command: str = "one") -> SolvedSet:
    return SolvedSet(game="avalam", version=1, command=command, positions=positions)


def test_all_easy_positions_stay_until_half_are_hard() -> None:
    old = solved(entry("a", 0.1), entry("b", 12.0))
    both = merged(old, [solved(entry("c", 20.0, seed=9), entry("b", 11.0), command="one; two")])
    assert [each.position for each in both.positions] == ["a", "b", "c"]
    assert both.positions[1].seconds == 12.0  # the old entry stays
    assert both.command == "one; two"


def test_easy_positions_make_room_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_sets, "HALF", 2)
    old = solved(*(entry(f"e{i}", 0.1, phase=i / 10) for i in range(10)))
    both = merged(old, [solved(entry("h1", 10.0), entry("h2", 30.0))])
    easy = [each for each in both.positions if each.seconds < 10]
    assert [each.phase for each in easy] == [0.0, 0.5]
    assert len(both.positions) == 4
