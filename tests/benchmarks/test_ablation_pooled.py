"""One test for a switch over all games: which pairs count, in which order, and its row."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.ablation import GAMES
from benchmarks.ablation_pooled import FILE, TEST, Group, pooled_table, run
from tesuji.arena.match.contest import MatchState
from tesuji.arena.match.plan import make_plan
from tesuji.arena.match.tally import Tally
from tesuji.arena.stats.pentanomial import Pentanomial


def match(game: str, scores: dict[int, float]) -> MatchState:
    plan = make_plan(("alphabeta(iir=true)", "alphabeta(iir=false)"), game=game, pairs=50)
    tally = Tally(pairs=dict(scores))
    return MatchState(plan=plan, stored_id=1, tally=tally, stored=set(scores))


def test_only_rounds_that_every_game_has_count_in_a_fixed_order() -> None:
    first = match("avalam", {2: 0.5, 0: 1.0, 1: 0.25})
    second = match("ewn", {1: 0.75, 0: 0.0, 3: 1.0})
    assert Group("iir", [first, second]).scores() == [1.0, 0.0, 0.25, 0.75]


def test_pairs_after_the_decision_do_not_count() -> None:
    wins = dict.fromkeys(range(60), 1.0) | {0: 0.5, 1: 0.0}
    group = Group("iir", [match("avalam", wins), match("ewn", dict.fromkeys(range(60), 0.5))])
    verdict = TEST.judge(group.scores())
    assert verdict.status == "H1"
    assert verdict.pairs < 120
    row = group.row()
    assert row["pairs"] == verdict.pairs
    assert row["sprt"]["verdict"] == "H1"
    assert row["sprt"]["llr"] == verdict.llr
    assert row["pentanomial"] == [
        sum(column) for column in zip(*row["games"].values(), strict=True)
    ]
    assert set(row["games"]) == {"avalam", "ewn"}
    assert row["games"]["ewn"][2] == sum(row["games"]["ewn"])


def test_an_ended_group_begins_no_further_pair() -> None:
    group = Group("iir", [match("avalam", {0: 1.0, 1: 1.0}), match("ewn", {0: 0.5})])
    assert not any(each.finished for each in group.matches)
    group.end()
    assert all(each.finished for each in group.matches)


def test_a_switch_is_played_on_every_game(tmp_path: Path) -> None:
    given = argparse.Namespace(
        switches="iir",
        games="avalam ewn-cyclic",
        games_limit=4,
        seconds=0.001,
        jobs=1,
        minutes=None,
        store=tmp_path / "games.db",
        out=tmp_path / "out.json",
    )
    (row,) = run(given)
    assert {game: sum(counts) for game, counts in row["games"].items()} == {
        "avalam": 1,
        "ewn-cyclic": 1,
    }
    assert run(given) == [row], "the same command resumes"


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["results"]
    return found


def test_the_committed_rows_add_up(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        assert set(row["games"]) <= set(GAMES)
        sums = [sum(column) for column in zip(*row["games"].values(), strict=True)]
        whole = Pentanomial(tuple(row["pentanomial"]))
        assert sums == row["pentanomial"]
        assert whole.pairs == row["pairs"]
        assert row["nelo"] == pytest.approx(whole.nelo)
        assert row["sprt"]["llr"] == pytest.approx(TEST.llr(whole))


def test_the_table_has_a_line_per_switch(rows: list[dict[str, Any]]) -> None:
    assert len(pooled_table(rows).splitlines()) == len(rows) + 2
