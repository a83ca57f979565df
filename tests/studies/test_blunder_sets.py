"""Sets of solved positions that grow: other options and commands, and values that are refused."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.studies.test_blunders import MANY, OPTIONS
from tesuji.errors import ParameterError
from tesuji.studies.blunders import build, build_set, read_set


def test_a_set_grows_by_other_options(tmp_path: Path) -> None:
    path = tmp_path / "avalam.jsonl"
    first = build_set(path, OPTIONS, positions=2, command="one")
    both = build_set(path, MANY, positions=5, command="two")
    assert both.command == "one; two"
    assert both.positions[:2] == first.positions
    assert min(each.seed for each in both.positions[2:]) > first.positions[-1].seed
    assert read_set(path) == both


def test_another_command_never_drops_positions(tmp_path: Path) -> None:
    path = tmp_path / "avalam.jsonl"
    first = build_set(path, replace(OPTIONS, first_seed=50), positions=3, command="one")
    added = build_set(path, OPTIONS, positions=4, command="two")
    assert set(first.positions) < set(added.positions)
    assert len(added.positions) == 4
    assert set(build_set(path, OPTIONS, positions=2, command="three").positions) == set(
        added.positions
    )


def test_without_a_command_positions_are_kept_too(tmp_path: Path) -> None:
    path = tmp_path / "avalam.jsonl"
    first = build_set(path, OPTIONS, positions=3)
    added = build_set(path, replace(OPTIONS, first_seed=900), positions=2)
    assert added.positions == first.positions


def stop_after_the_first(patch: pytest.MonkeyPatch) -> None:
    """Presses Ctrl-C after the first game that gives a position."""
    solve_games = build._solve_games

    def solved(*given: Any) -> Iterator[Any]:
        for seed, found in solve_games(*given):
            yield seed, found
            if found:
                raise KeyboardInterrupt

    patch.setattr(build, "_solve_games", solved)


def test_a_set_names_the_commands_that_added_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "avalam.jsonl"
    build_set(path, OPTIONS, positions=2, command="one --positions 20")
    before = path.read_bytes()
    build_set(path, OPTIONS, positions=2, command="two")
    build_set(path, OPTIONS, positions=9, command="three", minutes=1e-9)
    build_set(path, OPTIONS, positions=1, command="one --positions 2")  # begins like the first
    assert path.read_bytes() == before
    with monkeypatch.context() as patch:
        stop_after_the_first(patch)
        with pytest.raises(KeyboardInterrupt):
            build_set(path, OPTIONS, positions=4, command="four")
    stopped = read_set(path)
    assert (stopped.command, len(stopped.positions)) == ("one --positions 20; four", 3)
    for wanted in (3, 4, 4):
        assert build_set(path, OPTIONS, positions=wanted, command="four").command == stopped.command


def test_a_set_does_not_name_a_first_command_that_added_nothing(tmp_path: Path) -> None:
    path = tmp_path / "avalam.jsonl"
    assert build_set(path, OPTIONS, positions=2, command="one", minutes=1e-9).command == ""
    build_set(path, OPTIONS, positions=2, command="two")
    assert (read_set(path).command, len(read_set(path).positions)) == ("two", 2)


def test_a_set_of_another_game_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "avalam.jsonl"
    build_set(path, OPTIONS, positions=1, command="one")
    before = path.read_bytes()
    with pytest.raises(ParameterError) as caught:
        build_set(path, replace(OPTIONS, game="pentago"), positions=2, command="two")
    assert caught.value.where == "game"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("seconds", value) for value in (0.0, -1.0, math.nan, math.inf)),
        ("per_game", 0),
        ("siblings", -1),
        ("random_plies", -1),
        ("memory", 0.0),
        ("least_seconds", -1.0),
        ("least_seconds", math.nan),
        ("least_seconds", 2.0),
        ("first_seed", -1),
        ("least_pieces", -1),
        *(("glance", value) for value in (-0.1, 1.1, math.nan)),
        *(("unproven", value) for value in (-1.0, math.nan, math.inf)),
        *(("most_best", value) for value in (0.0, -1.0, 1.1, math.nan)),
    ],
)
def test_values_that_find_nothing_are_refused(name: str, value: float, tmp_path: Path) -> None:
    with pytest.raises(ParameterError) as caught:
        build_set(tmp_path / "x.jsonl", replace(OPTIONS, **{name: value}), positions=1)  # type: ignore[arg-type]
    assert caught.value.where == name
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("given", [{"positions": -3}, {"positions": 1, "minutes": math.nan}])
def test_limits_that_find_nothing_are_refused(given: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ParameterError):
        build_set(tmp_path / "x.jsonl", OPTIONS, **given)
