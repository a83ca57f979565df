"""Hard positions join a committed set; easy ones make room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import solve_sets
from benchmarks.solve_sets import merged
from tesuji.studies.blunders import SolvedPosition, SolvedSet


def entry(
    name: str, seconds: float, phase: float = 0.5, seed: int = 1, unproven: float = 0.0
) -> SolvedPosition:
    return SolvedPosition(
        position=name, moves=(0.0, 1.0), ply=3, phase=phase, seconds=seconds, seed=seed,
        unproven=unproven,
    )  # fmt: skip


def solved(*positions: SolvedPosition, command: str = "one") -> SolvedSet:
    return SolvedSet(game="avalam", version=1, command=command, positions=positions)


def test_all_easy_positions_stay_until_half_are_hard() -> None:
    old = solved(entry("a", 0.1), entry("b", 12.0))
    both = merged(old, [solved(entry("c", 20.0, seed=9), entry("b", 11.0), command="one; two")])
    assert [each.position for each in both.positions] == ["a", "b", "c"]
    assert both.positions[1].seconds == 12.0  # the old entry stays
    assert both.command == "one; two"


def test_a_search_in_vain_makes_an_old_position_hard() -> None:
    old = solved(entry("a", 0.1), entry("b", 0.2))
    both = merged(old, [solved(entry("a", 0.3, unproven=2.0))])
    assert set(both.positions) == {entry("a", 0.1, unproven=2.0), entry("b", 0.2)}
    again = merged(both, [solved(entry("a", 0.3))])
    assert set(again.positions) == set(both.positions)


def test_files_that_disagree_are_refused() -> None:
    other = replace(entry("a", 0.1), moves=(1.0, 1.0))
    with pytest.raises(ValueError, match="a: "):
        merged(solved(entry("a", 0.1)), [solved(other)])


@pytest.mark.parametrize(("fewest", "phases"), [(0, [0.0, 0.5]), (7, [0.0, 0.2, 0.4, 0.6, 0.8])])
def test_easy_positions_make_room_evenly(
    fewest: int, phases: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_sets, "FEWEST", fewest)
    old = solved(*(entry(f"e{i}", 0.1, phase=i / 10) for i in range(10)))
    both = merged(old, [solved(entry("h1", 10.0), entry("h2", 1.0, unproven=2.0))])
    assert [each.phase for each in both.positions if not each.hard] == phases
    assert len(both.positions) == len(phases) + 2
