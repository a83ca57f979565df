"""Hard positions join a committed set; easy ones make room."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tesuji
from benchmarks import solve_sets
from benchmarks.solve_sets import merged, scaled
from tesuji.studies.blunders import SolvedPosition, SolvedSet, read_set
from tesuji.studies.blunders.solved_set import write_set


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


def test_scaled_costs_are_marked(tmp_path: Path) -> None:
    found = scaled(solved(entry("a", 0.4), entry("b", 2.0)), 10.0)
    assert [(each.position, each.seconds, each.estimated) for each in found.positions] == [
        ("b", 20.0, True)
    ]
    file = tmp_path / "set.jsonl"
    start = tesuji.game("avalam").start()
    moves = (0.5,) * len(start.legal_moves)
    real = [replace(each, position=start.text, moves=moves) for each in found.positions]
    write_set(file, solved(*real, replace(real[0], estimated=False)))
    assert [each.estimated for each in read_set(file).positions] == [True, False]
