"""The champion's blunders beside those of the composition before it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from typing import Any

import pytest

import tesuji
from benchmarks import champion_blunders
from benchmarks.champion import frozen_specs
from benchmarks.champion_blunders import (
    CHAMPION,
    RESULTS,
    SEARCH,
    blunders_table,
    measured_games,
    passed,
    row_of,
    table_of_file,
)
from tesuji.specs import Spec, parse_spec
from tesuji.studies.blunders import BlunderReport, SolvedSet, measure_blunders, set_of_game


def row(search: int, before: int, positions: int = 100) -> dict[str, Any]:
    def found(blunders: int) -> dict[str, Any]:
        rate = blunders / positions
        return {
            "positions": positions,
            "blunders": blunders,
            "rate": rate,
            "rate_interval": [max(0.0, rate - 0.1), rate + 0.1],
        }

    return {
        "game": "avalam",
        "champion": found(1),
        "search": found(search),
        "before": found(before),
    }


@pytest.mark.parametrize(
    ("search", "before", "verdict"),
    [(5, 10, True), (6, 10, False), (0, 10, True), (0, 9, None), (0, 0, None), (10, 0, False)],
)
def test_the_bar_is_half_the_rate_before(search: int, before: int, verdict: bool | None) -> None:
    assert passed(row(search, before)) is verdict


def test_a_row_has_all_rates() -> None:
    line = blunders_table([row(2, 9)]).splitlines()[-1]
    assert "2 (2.0% [0.0%, 12.0%])" in line
    assert "1 (1.0%" in line
    assert "9 (9.0%" in line
    assert "pass" in line


def test_only_the_champion_has_solvers() -> None:
    for game, before in frozen_specs().items():
        champion = parse_spec(tesuji.agent(CHAMPION).expanded(tesuji.game(game)))
        assert champion.arguments["book"] == Spec("off")
        for spec in (SEARCH, before):
            written = parse_spec(tesuji.agent(spec).expanded(tesuji.game(game)))
            assert written.arguments["solve"] == written.arguments["book"] == Spec("off")


def test_a_game_is_measured() -> None:
    given = argparse.Namespace(limit=3, jobs=1, seconds=0.001, hard=False)
    found = row_of("ewn-cyclic", given)
    assert {found[label]["positions"] for label in ("champion", "search", "before")} == {3}


def test_agents_that_are_the_same_are_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    def measure(agent: str, *arguments: Any, **limits: Any) -> BlunderReport:
        measured.append(agent)
        return measure_blunders(agent, *arguments, **limits)

    monkeypatch.setattr("benchmarks.champion_blunders.measure_blunders", measure)
    given = argparse.Namespace(limit=1, jobs=1, seconds=0.001, hard=False)
    row_of("avalam", given)
    assert measured == [CHAMPION, SEARCH, frozen_specs()["avalam"]]
    measured.clear()
    row_of("ewn", given)
    assert measured == [CHAMPION, frozen_specs()["ewn"]]


def test_hard_positions_can_be_measured_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = set_of_game("avalam")
    easy = tuple(replace(each, seconds=0.1, unproven=0.0) for each in whole.positions[:5])
    hard = tuple(replace(each, unproven=2.0) for each in whole.positions[5:7])
    mixed = replace(whole, positions=(*easy, *hard))
    monkeypatch.setattr("benchmarks.champion_blunders.set_of_game", lambda _: mixed)
    given = argparse.Namespace(limit=9, jobs=1, seconds=0.001, hard=True)
    assert row_of("avalam", given)["champion"]["positions"] == 2
    given.hard = False
    assert row_of("avalam", given)["champion"]["positions"] == 7


def test_games_with_few_hard_positions_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_hard(game: str) -> SolvedSet:
        whole = set_of_game("avalam")
        number = 80 if game == "colosseum" else 79
        hard = tuple(replace(each, unproven=2.0) for each in whole.positions[:number])
        easy = tuple(replace(each, unproven=0.0, seconds=0.1) for each in whole.positions[80:90])
        return replace(whole, positions=(*easy, *hard))

    monkeypatch.setattr("benchmarks.champion_blunders.set_of_game", with_hard)
    assert [tesuji.game(game).name for game in measured_games(hard=True)] == ["colosseum"]
    assert measured_games(hard=False) == list(frozen_specs())


def test_the_committed_rows_are_those_of_games_with_hard_positions() -> None:
    report = json.loads(RESULTS.read_text("utf-8"))
    rows = report["results"]
    expected = {tesuji.game(game).name for game in measured_games(hard=True)}
    assert "--hard" in report["command"]
    assert {each["game"] for each in rows} == expected
    assert len(table_of_file().splitlines()) > len(rows)


def test_games_without_hard_positions_are_refused_before_any_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(champion_blunders, "row_of", lambda *_: pytest.fail("it was measured"))
    monkeypatch.setattr(sys, "argv", ["x", "--hard", "--games", "avalam ewn-cyclic"])
    with pytest.raises(SystemExit):
        champion_blunders.main()
    assert "ewn-cyclic has no hard positions" in capsys.readouterr().err
