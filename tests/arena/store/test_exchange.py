"""Import and export: a game is there once, and counts only where it belongs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.arena.pairs import in_threads, moves_of
from tesuji.arena.match.api import match
from tesuji.arena.match.result import MatchResult
from tesuji.arena.store.exchange import export_games, import_games
from tesuji.arena.store.store import Store
from tesuji.errors import RecordError, StoreError
from tesuji.games.record import GameRecord
from tesuji.games.record_files import read_records, write_records

NAME = "flat - random on ewn"
FORMS = pytest.mark.parametrize("form", ["txt", "jsonl"])


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def play(store: Path | None = None, **options: Any) -> MatchResult:
    fast: dict[str, Any] = {"game": "ewn", "pairs": 3, "simulations": 9, "jobs": 2}
    return match("flat", "random", store=store, **{**fast, **options})


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return tmp_path / "here.db"


def exported(tmp_path: Path, form: str = "txt", **options: Any) -> Path:
    """A file with the games of a match that was played elsewhere."""
    there, file = tmp_path / "there.db", tmp_path / f"games.{form}"
    play(there, **options)
    with Store(there) as store:
        (match,) = store.matches()
        write_records(export_games(store, match), file)
    return file


def games(path: Path) -> tuple[int, int]:
    """How many games count, and how many are imported and do not."""
    with Store(path) as store:
        assert store.structural_problems() == []
        return sum(e.games for e in store.matches()), len(list(store.imported()))


def test_an_export_says_where_games_belong_and_were_played(tmp_path: Path) -> None:
    play(tmp_path / "s")
    with Store(tmp_path / "s") as store:
        (match,) = store.matches()
        record = next(export_games(store, match))
        assert next(store.games(1)).tags == {
            name: record.tags[name] for name in ("Pair", "Side", "Seed")
        }
    assert len(record.tags["Experiment"]) == 16
    assert record.tags["Games-At-Once"] == "2"
    assert {"Tesuji", "Build", "Processor", "Python"} < record.tags.keys()
    assert play().to_dicts()[0]["tags"] == record.tags


@FORMS
def test_games_of_nobody_are_kept_once_and_not_counted(
    tmp_path: Path, here: Path, form: str
) -> None:
    file = exported(tmp_path, form)
    done = import_games(file, here)
    assert (done.games, done.new, done.counted) == (6, 6, {})
    done = import_games(file, here)
    assert (done.games, done.new, done.counted) == (6, 0, {})
    assert games(here) == (0, 6)


def test_text_and_lines_hold_the_same_games(tmp_path: Path, here: Path) -> None:
    text = exported(tmp_path, "txt")
    lines = exported(tmp_path, "jsonl")
    assert import_games(text, here).new == 6
    assert import_games(lines, here).new == 0


@FORMS
def test_games_count_in_the_match_that_they_belong_to(
    tmp_path: Path, here: Path, form: str
) -> None:
    file = exported(tmp_path, form)
    play(here, pairs=1)
    done = import_games(file, here)
    assert (done.games, done.new, done.counted) == (6, 4, {NAME: 4})
    assert games(here) == (6, 0)
    assert import_games(file, here).new == 0
    resumed, whole = play(here), play()
    assert resumed.contest.played == 0
    assert resumed.pentanomial == whole.pentanomial
    assert [moves_of(game) for game in resumed.games] == [moves_of(game) for game in whole.games]


def test_a_match_that_begins_later_finds_its_games(tmp_path: Path, here: Path) -> None:
    import_games(exported(tmp_path), here)
    result = play(here, pairs=5)
    assert result.contest.played == 2
    assert games(here) == (10, 0)
    assert result.pentanomial == play(pairs=5).pentanomial


def test_imported_pairs_are_marked(tmp_path: Path, here: Path) -> None:
    file = exported(tmp_path, jobs=1)
    import_games(file, here)
    result = play(here, pairs=5)
    told = {each.get("imported"): each for each in result.conditions}
    assert told.keys() == {None, str(file)}
    assert (told[str(file)]["pairs"], told[str(file)]["games_at_once"]) == (3, 1)
    assert (told[None]["pairs"], told[None]["games_at_once"]) == (2, 2)
    assert f"3 pairs imported from {file}" in result.warnings


@pytest.mark.parametrize("other", [{"seed": 1}, {"simulations": 8}, {"plies": 2}])
def test_games_of_another_match_never_count(
    tmp_path: Path, here: Path, other: dict[str, Any]
) -> None:
    before = play(here).pentanomial
    done = import_games(exported(tmp_path, **other), here)
    assert (done.new, done.counted) == (6, {})
    result = play(here)
    assert (result.pentanomial, games(here)) == (before, (6, 6))


def tampered(record: GameRecord, key: str) -> GameRecord:
    changes: dict[str, Any] = {
        "agents": {"agents": ("random", "random")},
        "Seed": {"tags": {**record.tags, "Seed": "5"}},
        "Pair": {"tags": {**record.tags, "Pair": "7"}},
        "Experiment": {"tags": {**record.tags, "Experiment": "0" * 16}},
        "Side": {"tags": {**record.tags, "Side": "upside down"}},
    }
    return replace(record, **changes[key])


@pytest.mark.parametrize("key", ["agents", "Seed", "Pair", "Experiment", "Side"])
def test_a_game_that_is_not_what_it_claims_does_not_count(
    tmp_path: Path, here: Path, key: str
) -> None:
    play(here, pairs=1)
    with Store(here) as store:
        (match,) = store.matches()
    play(tmp_path / "there.db")
    with Store(tmp_path / "there.db") as store:
        records = list(export_games(store, match))
    done = import_games([tampered(records[2], key), records[3]], here)
    assert (done.new, done.counted) == (2, {})
    assert games(here) == (2, 2)


def test_an_opening_of_another_pair_does_not_count(tmp_path: Path, here: Path) -> None:
    play(here, pairs=1)
    with Store(here) as store:
        (match,) = store.matches()
    play(tmp_path / "there.db")
    with Store(tmp_path / "there.db") as store:
        records = list(export_games(store, match))
    moved = [replace(records[n + 2], start=records[n].start) for n in (0, 1)]
    assert import_games(moved, here).counted == {}


def test_half_a_pair_waits_for_the_other_half(tmp_path: Path, here: Path) -> None:
    play(here, pairs=1)
    play(tmp_path / "there.db")
    with Store(tmp_path / "there.db") as store:
        (match,) = store.matches()
        records = list(export_games(store, match))
    assert import_games([records[2]], here).counted == {}
    assert games(here) == (2, 1)
    assert import_games([records[3]], here).counted == {NAME: 2}
    assert games(here) == (4, 0)


def test_another_game_in_a_taken_place_does_not_count(tmp_path: Path, here: Path) -> None:
    """As when both played the same pair by the clock."""
    before = [moves_of(game) for game in play(here).games]
    with Store(here) as store:
        (match,) = store.matches()
        record = next(export_games(store, match))
    done = import_games([replace(record, end="time", moves=record.moves[:-1])], here)
    assert (done.new, done.counted) == (1, {})
    assert [moves_of(game) for game in play(here).games] == before
    assert games(here) == (6, 1)


def test_new_removes_imported_games_that_count_and_no_others(tmp_path: Path, here: Path) -> None:
    import_games(exported(tmp_path, seed=3), here)
    import_games(exported(tmp_path, new=True), here)
    play(here, pairs=1)
    assert games(here) == (6, 6)
    play(here, pairs=1, new=True)
    assert games(here) == (2, 6)


def test_a_broken_file_imports_nothing(tmp_path: Path, here: Path) -> None:
    file = exported(tmp_path)
    file.write_text(file.read_text() + '\n[Game "ewn"]\n')
    with pytest.raises(RecordError, match=r"games\.txt, line \d+, column 1"):
        import_games(file, here)
    assert not here.exists()


@pytest.mark.parametrize(
    "changes", [{"end": "unfinished"}, {"end": "adjudicated", "reason": "unfinished"}]
)
def test_a_store_takes_no_unfinished_games(
    tmp_path: Path, here: Path, changes: dict[str, Any]
) -> None:
    first, second, *others = read_records(exported(tmp_path))
    broken_off = replace(second, moves=second.moves[:4], winner=None, score=0, **changes)
    file = tmp_path / "games.jsonl"
    write_records([first, broken_off, *others], file)
    with pytest.raises(StoreError, match="game 2 of") as caught:
        import_games(file, here)
    assert (caught.value.where, caught.value.given) == (str(file), broken_off)
    assert not here.exists()


def test_nothing_is_imported_into_a_store_in_use(tmp_path: Path, here: Path) -> None:
    file = exported(tmp_path)

    def import_now(contest: Any) -> None:
        import_games(file, here)

    with pytest.raises(StoreError) as caught:
        play(here, progress=import_now)
    assert caught.value.holder
