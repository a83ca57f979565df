"""The store: nothing is lost, nothing counts twice, and what cannot be used is refused clearly."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tesuji.arena.store import schema
from tesuji.arena.store.schema import SCHEMA
from tesuji.arena.store.store import Store
from tesuji.errors import StoreError
from tesuji.games.record import GameRecord, MoveRecord

IDENTITY = {"game": "avalam", "agents": ["mcts", "random"], "seed": 1}
OTHER = {**IDENTITY, "seed": 2}
NOBODY = 65534


def record(number: int, side: int = 0, length: int = 10) -> GameRecord:
    return GameRecord(
        game="avalam",
        agents=("mcts", "random") if side == 0 else ("random", "mcts"),
        start="start",
        moves=tuple(MoveRecord(f"m{number}.{i}", i % 2, 0.5, 10, 20, 0.1) for i in range(length)),
        winner=None if number % 3 == 2 else number % 3,
        score=number,
        reason="made up",
        tags={"Pair": str(number)},
    )


def pair(number: int, length: int = 10) -> list[GameRecord]:
    return [record(number, 0, length), record(number, 1, length)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def filled(path: Path, pairs: int = 3) -> None:
    """A store with one match of some pairs."""
    with Store(path) as store:
        match = store.begin("match", IDENTITY)
        for number in range(pairs):
            store.add_pair(match, number, pair(number))


# What is stored stays


@pytest.mark.parametrize("file", [True, False])
def test_games_come_back_in_the_order_of_the_schedule(path: Path, file: bool) -> None:
    with Store(path if file else None) as store:
        match = store.begin("match", IDENTITY)
        for number in (2, 0, 1):
            store.add_pair(match, number, pair(number))
        assert store.pairs(match) == {0, 1, 2}
        assert store.pair(match, 2) == pair(2)
        assert list(store.games(match)) == [*pair(0), *pair(1), *pair(2)]
        (listed,) = store.matches()
    assert (listed.name, listed.identity, listed.games) == ("match", IDENTITY, 6)


def test_a_pair_that_is_there_stays_as_it_is(path: Path) -> None:
    with Store(path) as store:
        match = store.begin("match", IDENTITY)
        store.add_pair(match, 0, pair(0))
        store.add_pair(match, 0, pair(7))
        assert list(store.games(match)) == pair(0)


def test_the_key_is_unique(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO game VALUES (1, 0, 0, '{}', NULL, 9, '', '')")


def test_half_a_pair_does_not_count(path: Path) -> None:
    with Store(path) as store:
        match = store.begin("match", IDENTITY)
        store.add_pair(match, 0, [record(0)])
        assert store.pairs(match) == set()
        store.add_pair(match, 0, pair(0))
        assert store.pairs(match) == {0}


def test_games_are_durable_before_the_store_is_closed(path: Path, tmp_path: Path) -> None:
    """What a copy of the files would hold if the machine stopped now."""
    with Store(path) as store:
        match = store.begin("match", IDENTITY)
        store.add_pair(match, 0, pair(0))
        copy = tmp_path / "copy"
        copy.mkdir()
        for file in tmp_path.glob("results.sqlite*"):
            shutil.copy(file, copy)
    with Store(copy / path.name) as store:
        assert list(store.games(match)) == pair(0)
        assert store.structural_problems() == []


def test_writes_wait_for_the_disk(path: Path) -> None:
    with Store(path) as store:
        (mode,) = store._connection.execute("PRAGMA journal_mode").fetchone()
        (synchronous,) = store._connection.execute("PRAGMA synchronous").fetchone()
    assert (mode, synchronous) == ("wal", 2)


# Identity


def test_the_same_match_resumes(path: Path) -> None:
    filled(path)
    with Store(path) as store:
        match = store.begin("match", dict(reversed(IDENTITY.items())))
        assert store.pairs(match) == {0, 1, 2}
        assert len(store.matches()) == 1


def test_another_match_is_refused_showing_both(path: Path) -> None:
    filled(path)
    with Store(path) as store:
        with pytest.raises(StoreError, match="--new") as caught:
            store.begin("match", OTHER)
        assert (caught.value.path, caught.value.name) == (path, "match")
        assert caught.value.differences == [("seed", "1", "2")]
        assert str(path) in str(caught.value)
        assert store.pairs(1) == {0, 1, 2}


def test_new_starts_afresh_and_leaves_others_alone(path: Path) -> None:
    filled(path)
    with Store(path) as store:
        other = store.begin("other", OTHER)
        store.add_pair(other, 0, pair(0))
        again = store.begin("match", OTHER, new=True)
        assert store.pairs(again) == set()
        assert store.pairs(other) == {0}
        assert {each.name for each in store.matches()} == {"match", "other"}


def test_a_match_without_games_gives_way(path: Path) -> None:
    with Store(path) as store:
        store.begin("match", IDENTITY)
        store.begin("match", OTHER)
        (listed,) = store.matches()
    assert listed.identity == OTHER


def test_all_matches_begin_or_none(path: Path) -> None:
    filled(path)
    with Store(path) as store:
        with pytest.raises(StoreError) as caught:
            store.begin_all([("first", OTHER), ("match", OTHER)])
        assert caught.value.name == "match"
        assert [each.name for each in store.matches()] == ["match"]


# Files that are not stores


def unchanged(path: Path) -> bytes:
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name]
    return path.read_bytes()


def refused(path: Path) -> StoreError:
    """The error for a file that is refused and not changed."""
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert caught.value.path == path
    assert str(path) in str(caught.value)
    assert unchanged(path) == before
    return caught.value


def test_a_text_file_is_refused(path: Path) -> None:
    path.write_text("Dear diary,\n" * 100)
    assert refused(path).given == "another kind of file"


@pytest.mark.parametrize("version", [0, 1, 77])
def test_a_file_of_another_program_is_refused(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmark (title TEXT)")
        connection.execute(f"PRAGMA user_version = {version}")
    assert refused(path).given == "another program's database"


def test_a_store_of_a_newer_version_is_refused(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    assert refused(path).given == SCHEMA + 1


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    filled(path)


@pytest.mark.parametrize("name", ["", "no/such/file"])
def test_paths_that_are_not_files_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError, match="folder") as caught:
        Store(tmp_path / name)
    assert caught.value.path == tmp_path / name
    assert str(tmp_path / name) in str(caught.value)
    assert list(tmp_path.iterdir()) == []


# Nothing may be written


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach: pytest's own are closed to others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder
        folder.chmod(0o777)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, who may write to read-only files."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_store_is_a_clear_error_and_survives(open_folder: Path) -> None:
    path = open_folder / "results.sqlite"
    filled(path)
    path.chmod(0o444)
    refusal = pytest.raises(StoreError, match="is read-only")
    with as_nobody(), refusal as caught, Store(path) as store:
        store.begin("another", OTHER)
    assert str(path) in str(caught.value)
    path.chmod(0o644)
    intact(path, {0, 1, 2})


def test_a_read_only_store_can_be_read(open_folder: Path) -> None:
    path = open_folder / "results.sqlite"
    filled(path)
    path.chmod(0o444)
    with as_nobody(), Store(path) as store:
        assert store.pairs(1) == {0, 1, 2}


def test_a_read_only_folder_is_a_clear_error(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    with as_nobody(), pytest.raises(StoreError, match="unable to open"):
        Store(open_folder / "results.sqlite")


def intact(path: Path, pairs: set[int]) -> None:
    """The store is in order and holds these pairs."""
    with Store(path) as store:
        assert store.structural_problems() == []
        assert store.pairs(1) == pairs
        assert [store.pair(1, number) for number in sorted(pairs)] == [
            pair(number) for number in sorted(pairs)
        ]


def test_a_full_disk_is_a_clear_error_and_the_store_survives(path: Path) -> None:
    filled(path)
    with Store(path) as store:
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="disk is full") as caught:
            store.add_pair(1, 3, pair(3, length=5000))
        assert str(path) in str(caught.value)
        assert store.pairs(1) == {0, 1, 2}
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        store.add_pair(1, 3, pair(3))
    intact(path, {0, 1, 2, 3})


class Failing:
    """A connection on which the end of every transaction fails."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def execute(self, statement: str, *parameters: Any) -> Any:
        if statement == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return self.connection.execute(statement, *parameters)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


def test_a_commit_that_fails_is_rolled_back(path: Path) -> None:
    filled(path)
    with Store(path) as store:
        real, failing = store._connection, Failing(store._connection)
        store._connection = failing  # type: ignore[assignment]
        with pytest.raises(StoreError, match="disk I/O error"):
            store.add_pair(1, 3, pair(3))
        store._connection = real
        assert store.pairs(1) == {0, 1, 2}
        store.add_pair(1, 3, pair(3))
    intact(path, {0, 1, 2, 3})


def test_two_may_write_at_once(path: Path) -> None:
    filled(path)
    with Store(path) as one, Store(path) as two:
        one.add_pair(1, 3, pair(3))
        two.add_pair(1, 3, pair(3))
        two.add_pair(1, 4, pair(4))
        assert one.pairs(1) == {0, 1, 2, 3, 4}


# Conditions, and the test that decides what counts


def test_pairs_keep_their_conditions(path: Path) -> None:
    with Store(path) as store:
        match = store.begin("match", IDENTITY)
        here, there = {"processor": "this", "games_at_once": 2}, {"processor": "that"}
        for number, where in enumerate([here, None, there, here]):
            store.add_pair(match, number, pair(number), where)
        store.add_pair(match, 0, pair(0), there)
        found = store.conditions(match)
    assert found == [(here, {0, 3}), ({}, {1}), (there, {2})]


def test_the_last_test_is_kept(path: Path) -> None:
    with Store(path) as store:
        match = store.begin("match", IDENTITY)
        assert store.matches()[0].sprt is None
        store.set_sprt(match, {"elo0": 0})
        assert store.matches()[0].sprt == {"elo0": 0}
        store.set_sprt(match, None)
        assert store.matches()[0].sprt is None


# Older stores

FIRST_VERSION = """
PRAGMA application_id = 8281361;
CREATE TABLE experiment (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, identity TEXT NOT NULL, conditions TEXT NOT NULL,
  created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, UNIQUE (name)
);
CREATE TABLE game (
  experiment INTEGER NOT NULL REFERENCES experiment (id), pair INTEGER NOT NULL,
  side INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (experiment, pair, side)
) WITHOUT ROWID;
INSERT INTO experiment VALUES (1, 'match', '{"seed": 1}', '{}', '2020-02-02 20:20:20');
PRAGMA user_version = 1;
"""


def test_a_store_of_the_first_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST_VERSION)
        for number in range(3):
            for side, game in enumerate(pair(number)):
                row = (1, number, side, json.dumps(game.to_dict()))
                connection.execute("INSERT INTO game VALUES (?, ?, ?, ?)", row)
        connection.commit()
    intact(path, {0, 1, 2})
    with Store(path) as store:
        assert store.begin("match", {"seed": 1}) == 1
        (listed,) = store.matches()
        store.add_pair(1, 3, pair(3), {"processor": "any"})
        assert store.conditions(1) == [({}, {0, 1, 2}), ({"processor": "any"}, {3})]
    assert (listed.created, listed.games, listed.sprt) == ("2020-02-02 20:20:20", 6, None)
    assert version_of(path) == SCHEMA
    fresh = path.with_name("fresh")
    with Store(fresh):
        pass
    assert columns(path) == columns(fresh)


def columns(path: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            for (name,) in tables.fetchall()
        }


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of the version after this one."""
    monkeypatch.setattr(schema, "SCHEMA", SCHEMA + 1)
    step = "ALTER TABLE game ADD COLUMN note TEXT NOT NULL DEFAULT 'old';"
    monkeypatch.setitem(schema._MIGRATIONS, SCHEMA, step)


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_an_older_store_is_brought_up_to_date(path: Path, request: pytest.FixtureRequest) -> None:
    filled(path)
    request.getfixturevalue("next_version")
    intact(path, {0, 1, 2})
    assert version_of(path) == SCHEMA + 1
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT DISTINCT note FROM game").fetchall() == [("old",)]
    intact(path, {0, 1, 2})


def test_a_migration_that_fails_changes_nothing(
    path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    request.getfixturevalue("next_version")
    broken = "ALTER TABLE game ADD COLUMN note TEXT; DROP TABLE missing;"
    with monkeypatch.context() as patch:
        patch.setitem(schema._MIGRATIONS, SCHEMA, broken)
        with pytest.raises(StoreError, match="no such table: missing"):
            Store(path)
    assert version_of(path) == SCHEMA
    intact(path, {0, 1, 2})
