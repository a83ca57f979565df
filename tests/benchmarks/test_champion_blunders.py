"""The champion's blunders beside those of the composition before it."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import Any

import pytest

import tesuji
from benchmarks.champion import frozen_specs
from benchmarks.champion_blunders import (
    CHAMPION,
    RESULTS,
    blunders_table,
    measured_games,
    passed,
    row_of,
    table_of_file,
)
from tesuji.specs import Spec, parse_spec
from tesuji.studies.blunders import SolvedSet, set_of_game


def row(champion: int, before: int, positions: int = 100) -> dict[str, Any]:
    def found(blunders: int) -> dict[str, Any]:
        rate = blunders / positions
        return {
            "positions": positions,
            "blunders": blunders,
            "rate": rate,
            "rate_interval": [max(0.0, rate - 0.1), rate + 0.1],
        }

    return {"game": "avalam", "champion": found(champion), "before": found(before)}


@pytest.mark.parametrize(
    ("champion", "before", "verdict"),
    [(5, 10, True), (6, 10, False), (0, 10, True), (0, 9, None), (0, 0, None), (10, 0, False)],
)
def test_the_bar_is_half_the_rate_before(champion: int, before: int, verdict: bool | None) -> None:
    assert passed(row(champion, before)) is verdict


def test_a_row_has_both_rates() -> None:
    line = blunders_table([row(2, 9)]).splitlines()[-1]
    assert "2 (2.0% [0.0%, 12.0%])" in line
    assert "9 (9.0%" in line
    assert "pass" in line


def test_neither_agent_looks_the_answer_up() -> None:
    for game, before in frozen_specs().items():
        for spec in (CHAMPION, before):
            written = parse_spec(tesuji.agent(spec).expanded(tesuji.game(game)))
            assert written.arguments["solve"] == written.arguments["book"] == Spec("off")


def test_a_game_is_measured() -> None:
    given = argparse.Namespace(limit=3, jobs=1, seconds=0.001, hard=False)
    found = row_of("ewn-cyclic", given)
    assert found["champion"]["positions"] == found["before"]["positions"] == 3


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
