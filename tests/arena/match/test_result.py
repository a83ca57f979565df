"""Results as Python objects: text, HTML, games, tables and reports."""

from __future__ import annotations

import html
import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import tesuji
from tests.arena.made_up_matches import PAIRS, made_up_match, made_up_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.series import SeriesResult
from tesuji.arena.match.tally import Tally, failures_text
from tesuji.games.record import LOG_TAG, GameRecord

TRACEBACK = """some output
Traceback (most recent call last):
  File "agent.py", line 3, in choose
    return 1 / 0
ZeroDivisionError: division by zero
and more of the message
to repeat it: tesuji best ewn
"""


@pytest.fixture
def result() -> MatchResult:
    return made_up_match(made_up_plan(), PAIRS)


def test_a_result_prints_as_a_table(result: MatchResult) -> None:
    heading, *rows = str(result).splitlines()
    assert heading == "mcts - flat on ewn" == result.heading
    names = [row.split("  ")[0] for row in rows[:6]]
    assert names == ["score", "Elo", "nElo", "LOS", "pairs", "LL, LD, DD+WL, WD, WW"]
    low, high = result.pentanomial.interval
    assert f"{result.score:.1%} [{low:.1%}, {high:.1%}]" in rows[0]


def test_the_repr_is_one_short_line(result: MatchResult) -> None:
    assert repr(result) == f"<MatchResult: {result.summary()}>"
    assert len(repr(result)) < 120
    series = SeriesResult("sweep", "ewn", "dial", (("0.5", result),))
    assert repr(series).startswith("<SeriesResult: sweep of dial on ewn: 0.5 ")


def test_a_notebook_gets_the_same_rows(result: MatchResult) -> None:
    shown = result._repr_html_()
    for row in str(result).splitlines()[1:6]:
        for cell in filter(None, row.split("  ")):
            assert html.escape(cell.strip()) in shown
    assert 'title="Normalised Elo' in shown


def test_a_result_without_a_pair_prints_too() -> None:
    empty = made_up_match(made_up_plan(), [])
    assert "no pair was finished" in repr(empty)
    assert "none was finished" in str(empty)
    assert not list(empty.games)


def test_games_are_a_sequence() -> None:
    result = tesuji.match("greedy", "random", game="avalam", pairs=3, jobs=1)
    games = list(result.games)
    assert len(result.games) == len(games) == 6
    assert [result.games[number] for number in range(6)] == games
    assert result.games[-1] == games[-1]
    assert result.games[1:3] == games[1:3]
    assert repr(result.games) == "<6 games>"
    with pytest.raises(IndexError):
        result.games[6]


def test_rows_of_a_data_frame_are_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = ModuleType("pandas")
    pandas.DataFrame = list  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    result = tesuji.match("greedy", "random", game="avalam", pairs=3, jobs=1)
    rows = list(result.to_dataframe())
    assert [row["side"] for row in rows] == ["named", "swapped"] * 3
    assert sum(row["score"] for row in rows) / 6 == result.score
    for row, record in zip(rows, result.games, strict=True):
        assert (row["player_0"], row["player_1"]) == record.agents
        assert row["winner"] == (None if record.winner is None else record.agents[record.winner])
        own = 0 if row["side"] == "named" else 1
        spent = sum(move.seconds or 0 for move in record.moves if move.player == own)
        assert row["first_seconds"] == pytest.approx(spent)


def test_a_real_data_frame() -> None:
    pytest.importorskip("pandas")
    frame = tesuji.match("greedy", "random", game="avalam", pairs=2, jobs=1).to_dataframe()
    assert len(frame) == 4
    assert frame["score"].mean() >= 0


def test_without_pandas_the_error_says_what_to_install(
    result: MatchResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="pip install pandas") as caught:
        result.to_dataframe()
    assert caught.value.name == "pandas"


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib")
def test_a_result_writes_its_report(result: MatchResult, tmp_path: Path) -> None:
    written = result.report(tmp_path / "match.html")
    assert written.read_text("utf-8").startswith("<!DOCTYPE html>")
    series = SeriesResult("sweep", "ewn", "dial", (("0.5", result),))
    assert series.report(tmp_path / "sweep.html").exists()


def _crash(log: str, reason: str = "a failed: it ended") -> GameRecord:
    tags = {LOG_TAG: log} if log else {}
    return GameRecord(
        game="ewn", agents=("a", "b"), start="", moves=(), winner=1, score=0, reason=reason,
        end="crash", tags=tags,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("log", "cause"),
    [
        (TRACEBACK, "ZeroDivisionError: division by zero"),
        (f"{TRACEBACK}During handling another one occurred:\n{TRACEBACK}".replace("1 / 0", "x"),
         "ZeroDivisionError: division by zero"),
        ("no traceback", "it ended"),
        ("", "it ended"),
        ("Traceback (most recent call last):\n  File 'cut", "it ended"),
        ("Traceback (most recent call last):\nE\x1b[31m: red", "E\ufffd[31m: red"),
    ],
)  # fmt: skip
def test_the_cause_of_a_crash_is_counted(log: str, cause: str) -> None:
    tally = Tally()
    tally.add(0, [_crash(log), _crash(log)])
    assert [dict(each) for each in tally.failures] == [{("crash", cause): 1}] * 2


@pytest.mark.parametrize("how", ["failed", "played an illegal move"])
def test_an_illegal_move_is_named(how: str) -> None:
    record = replace(_crash(TRACEBACK), end="illegal", reason=f"a {how}: 'e9' is not a move")
    tally = Tally()
    tally.add(0, [record, replace(record, winner=0)])
    assert tally.failures[0] == {("illegal", "'e9' is not a move"): 2}
    assert list(failures_text("a", tally.failures[0])) == [
        "a made an illegal move in 2 games: 'e9' is not a move"
    ]
