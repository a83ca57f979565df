"""The matches of the champion's benchmark: openings, players and result files."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path

import pytest

import tesuji
from benchmarks import champion
from benchmarks.champion import BOOK_GAMES, known_rows, plans
from tesuji.agents.books import shipped_book
from tesuji.arena.match.balance import Balance


def options(*, games: str, limit: int = 10, seed: int = 0) -> argparse.Namespace:
    return argparse.Namespace(games=games, games_limit=limit, seed=seed, seconds=0.1)


@pytest.mark.parametrize("game", BOOK_GAMES)
def test_each_pair_begins_in_another_position_of_the_book(game: str) -> None:
    book = shipped_book(tesuji.game(game))
    assert book is not None
    [few] = plans("books", options(games=game))
    [many] = plans("books", options(games=game, limit=100_000, seed=3))
    assert few.pairs == 5
    openings = [many.task(number).opening for number in range(many.pairs)]
    assert sorted(openings) == sorted(book.entries)
    assert openings[:5] == [few.task(number).opening for number in range(5)]
    assert openings != sorted(openings)


def test_even_openings_are_even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion, "Balance", partial(Balance, nodes=2000))
    champion.even_openings.cache_clear()
    [one, two] = plans("even", options(games="avalam", limit=6))
    openings = [one.task(number).opening for number in range(3)]
    assert openings == [two.task(number).opening for number in range(3)]
    assert all(Balance(nodes=2000).holds(tesuji.game("avalam").position(o)) for o in openings)
    drawn, _ = plans("presets", options(games="avalam", limit=40))
    random = [drawn.task(number).opening for number in range(20)]
    assert not all(Balance(nodes=2000).holds(tesuji.game("avalam").position(o)) for o in random)


def test_another_seed_draws_other_openings() -> None:
    [one], [other] = (plans("frozen", options(games="avalam", seed=seed)) for seed in (0, 1))
    assert {one.task(n).opening for n in range(5)}.isdisjoint(
        other.task(n).opening for n in range(5)
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"results": [1]}', '{"results": {"presets": [{"game": "ewn"}]}}']
)
def test_a_file_that_holds_no_rows_is_refused_before_the_games(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(text, "utf-8")
    monkeypatch.setattr(champion, "run", lambda *_: pytest.fail("games were played"))
    monkeypatch.setattr(sys, "argv", ["champion.py", "start", "--out", str(file)])
    with pytest.raises(SystemExit, match=r"wrong\.json"):
        champion.main()
    assert file.read_text("utf-8") == text


def test_the_committed_rows_are_read_as_they_are() -> None:
    rows = json.loads(champion.RESULTS.read_text("utf-8"))["results"]
    assert known_rows(champion.RESULTS) == rows


def test_the_players_are_those_from_before_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights may change while a match of hours is played."""
    digests = iter(["before", "after"])
    monkeypatch.setattr(champion, "players_digest", lambda *_: next(digests))
    monkeypatch.setattr("benchmarks.champion_rows.players_digest", lambda *_: "another")
    monkeypatch.setattr(champion, "PRESETS", [("ewn-cyclic", "random")])
    given = options(games="ewn-cyclic", limit=2)
    given.seconds, given.minutes, given.jobs, given.store = 0.001, None, 1, None
    [(what, row, _)] = champion.run(["presets"], given)
    assert what == "presets"
    assert row["players"] == "before"
    assert row["pairs"] == 1


def test_rows_are_written_before_luck_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measuring luck takes minutes, and may be stopped."""
    file = tmp_path / "champion.json"
    arguments = ["presets", "--games", "ewn", "--seconds", "0.001", "--games-limit", "4"]
    monkeypatch.setattr(champion, "PRESETS", [("ewn", "random")])
    monkeypatch.setattr(sys, "argv", ["champion.py", *arguments, "--jobs", "1", "--out", str(file)])
    with monkeypatch.context() as stopped:
        stopped.setattr(champion, "row_with_luck", lambda *_: pytest.exit("stopped"))
        with pytest.raises(pytest.exit.Exception):
            champion.main()
    [row] = known_rows(file)["presets"]
    assert row["pairs"] == 2
    assert "luck_adjusted" not in row
    monkeypatch.setattr("benchmarks.champion_rows.EVALUATOR", "greedy")
    champion.main()
    [again] = known_rows(file)["presets"]
    assert again["luck_adjusted"]["pairs"] == again["pairs"] == 2
