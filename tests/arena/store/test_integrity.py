"""No damage to a store goes unnoticed, and everything that is sound can be salvaged."""

from __future__ import annotations

import errno
import os
import random
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.arena.store import bit_flips
from tests.arena.store.bit_flips import SIZES, BitFlips, everything, games_of, make_store, record
from tesuji.arena.store.salvage import back_up, check_store, salvage
from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError, StoreError

OLDER = Path(__file__).parents[2] / "data" / "written-by-0.1" / "store.db"
"""A store of version 2, which has no checksums."""
FLIPS = int(os.environ.get("TESUJI_BIT_FLIPS", "60"))
"""Bits flipped in each store; `make torture` flips more."""


@pytest.mark.parametrize("size", SIZES)
def test_a_flipped_bit_is_noticed_and_costs_only_the_games_on_its_page(
    tmp_path: Path, size: str
) -> None:
    attack = BitFlips(tmp_path, size)
    rng = random.Random(size)
    found = [attack.flip(rng.randrange(attack.bits)) for _ in range(FLIPS)]
    assert [flip.problem for flip in found if flip.problem] == []
    assert any(flip.noticed for flip in found)


@pytest.mark.parametrize(
    ("method", "broken", "says"),
    [
        ("everything", lambda path: 1, "silently"),
        ("everything", lambda path: 1 // 0, "ZeroDivisionError"),
        ("games_of", lambda path: set(), "other pages"),
    ],
)
def test_a_store_that_hides_damage_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, broken: Any, says: str
) -> None:
    attack = BitFlips(tmp_path, "medium")
    monkeypatch.setattr(bit_flips, method, broken)
    assert says in str(attack.flip(attack.bits // 2).problem)


def damage(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE game SET record = replace(record, '\"winner\":0', '\"winner\":1')", "pair"),
        ("UPDATE game SET conditions = 1", "pair 1 of match 1"),
        ("DELETE FROM game WHERE pair = 2 AND side = 1", "games of match 1"),
        ("UPDATE game SET number = number + 1 WHERE pair = 3", "pair 3 of match 1"),
        ("UPDATE experiment SET identity = '{}'", "match 1"),
        ("UPDATE experiment SET test = NULL", "match 1"),
        ("UPDATE conditions SET content = '{}' WHERE id = 1", "conditions of pair 0"),
        ("DELETE FROM experiment WHERE id = 2", "list of matches"),
        ("DELETE FROM imported WHERE id = 1", "imported games"),
        ("UPDATE imported SET source = 'elsewhere'", "imported game 1"),
        ("DELETE FROM seal", "list of matches"),
    ],
)
def test_every_kind_of_damage_is_named(tmp_path: Path, statement: str, named: str) -> None:
    path = tmp_path / "store"
    make_store(path, 2, 5, 5)
    assert check_store(path).problems == ()
    damage(path, statement)
    with pytest.raises(StoreError) as caught:
        everything(path)
    assert named in str(caught.value.where)
    assert caught.value.path == path
    assert any(named in problem for problem in check_store(path).problems)


def test_a_check_reads_on_after_damage(tmp_path: Path) -> None:
    path = tmp_path / "store"
    make_store(path, 3, 4, 5)
    damage(path, "UPDATE game SET record = '{}' WHERE experiment = 2 AND pair IN (0, 2)")
    damage(path, "UPDATE experiment SET test = NULL WHERE id = 3")
    damage(path, "UPDATE conditions SET content = '{}' WHERE id = 1")
    damage(path, "UPDATE imported SET source = 'elsewhere' WHERE id = 2")
    found = check_store(path)
    assert (found.matches, found.games) == (2, 8 + 4 + 2)
    for named in (
        "first game of pair 0 of match 2",
        "second game of pair 2 of match 2",
        "match 3",
        "conditions of pair 2 of match 1",
        "imported game 2",
    ):
        assert any(named in problem for problem in found.problems), named


def test_a_check_replays_the_games_after_a_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "store"
    make_store(path, 1, 2, 5)
    damage(path, "UPDATE game SET record = '{}' WHERE pair = 0 AND side = 0")
    assert sum("pair 1" in problem for problem in check_store(path, replay=True).problems) == 3


@pytest.mark.parametrize("kept", [512, 4096, 20_000])
def test_a_file_that_is_cut_off_is_damaged(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "store"
    make_store(path, 1, 10, 20)
    path.write_bytes(path.read_bytes()[:kept])
    assert check_store(path).problems
    with pytest.raises(StoreError) as caught:
        everything(path)
    assert caught.value.where


def test_a_missing_last_byte_costs_one_game(tmp_path: Path) -> None:
    path = tmp_path / "store"
    make_store(path, 1, 10, 5)
    path.write_bytes(path.read_bytes()[:-1])
    found = salvage(path, tmp_path / "new")
    assert (found.games, found.lost) == (19, 1)


def test_one_damaged_game_leaves_the_others_readable(tmp_path: Path) -> None:
    path = tmp_path / "store"
    make_store(path, 2, 5, 5)
    damage(path, "UPDATE game SET record = '{}' WHERE experiment = 1 AND pair = 2 AND side = 1")
    with Store(path) as store:
        assert len(list(store.games(2))) == 10
        assert len(store.pair(1, 3)) == 2
        with pytest.raises(StoreError):
            store.pair(1, 2)
    into = tmp_path / "new"
    found = salvage(path, into)
    assert (found.matches, found.games, found.apart, found.lost) == (2, 19, 0, 1)
    assert check_store(into).problems == ()
    with Store(into) as store:
        assert store.pairs(1) == {0, 1, 3, 4}


def test_games_of_a_lost_match_are_kept_apart(tmp_path: Path) -> None:
    path, into = tmp_path / "store", tmp_path / "new"
    make_store(path, 2, 3, 5)
    before = games_of(path)
    damage(path, "UPDATE experiment SET identity = '{}' WHERE id = 1")
    found = salvage(path, into)
    assert (found.matches, found.games, found.apart) == (1, 6, 6)
    assert games_of(into) == before


def test_deleted_games_do_not_come_back(tmp_path: Path) -> None:
    path, into = tmp_path / "store", tmp_path / "new"
    make_store(path, 1, 30, 40)
    with Store(path) as store:
        store.begin("match 0", {"game": "avalam", "seed": 99}, new=True)
        store.add_pair(1, 0, [record(77, side, 5) for side in (0, 1)])
    assert salvage(path, into).games == 2


def test_what_is_still_in_the_log_is_salvaged(tmp_path: Path) -> None:
    path, copy = tmp_path / "store", tmp_path / "copy"
    with Store(path) as store:
        match = store.begin("match", {"game": "avalam"})
        store.add_pair(match, 0, [record(1, side, 5) for side in (0, 1)])
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    assert salvage(copy, tmp_path / "new").games == 2


def test_a_backup_while_a_match_is_writing(tmp_path: Path) -> None:
    path, into = tmp_path / "store", tmp_path / "backup"
    make_store(path, 1, 5, 5)
    with Store(path) as store:
        store.add_pair(1, 5, [record(5, side, 5) for side in (0, 1)])
        back_up(path, into)
        store.add_pair(1, 6, [record(6, side, 5) for side in (0, 1)])
    with Store(into) as copy:
        assert copy.pairs(1) == {0, 1, 2, 3, 4, 5}
    assert check_store(into).problems == ()


@pytest.mark.parametrize("command", [salvage, back_up])
def test_an_existing_file_is_never_overwritten(tmp_path: Path, command: Any) -> None:
    path, into = tmp_path / "store", tmp_path / "new"
    make_store(path, 1, 1, 5)
    into.write_text("precious")
    with pytest.raises((ParameterError, StoreError)):
        command(path, into)
    assert into.read_text() == "precious"


@pytest.mark.parametrize("command", [salvage, back_up])
def test_a_folder_that_allows_no_file_is_reported_by_the_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Any
) -> None:
    path, into = tmp_path / "store", tmp_path / "new"
    make_store(path, 1, 1, 5)
    make = tempfile.TemporaryDirectory

    def refuse(**options: Any) -> Any:
        if "dir" not in options:
            return make(**options)
        raise PermissionError(errno.EACCES, "Permission denied", f"{tmp_path}/.tesuji-1")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
    with pytest.raises(OSError, match="Permission denied") as caught:
        command(path, into)
    assert caught.value.filename == str(into)


def test_writing_to_a_read_only_store_is_an_error_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "store"
    make_store(path, 1, 1, 5)
    with Store(path) as store:
        store._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match="is read-only") as caught:
            store.set_sprt(1, None)
    assert caught.value.path == path


@pytest.mark.parametrize("content", [b"x", b"x" * 511, b"x" * 5000, b"SQLite format 3\0" * 9])
def test_another_file_is_never_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    for create in (True, False):
        with pytest.raises(StoreError):
            Store(path, create=create)
    assert path.read_bytes() == content


@pytest.mark.parametrize("version", [0, 1, 2, 9])
def test_a_wrong_version_is_an_error(tmp_path: Path, version: int) -> None:
    path = tmp_path / "store"
    make_store(path, 1, 1, 5)
    damage(path, f"PRAGMA user_version = {version}")
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert str(version) in str(caught.value)
    if version < 9:
        assert check_store(path).problems == (caught.value.where,)
    assert salvage(path, tmp_path / "new").games == 2


@pytest.mark.parametrize(("cut", "games"), [(0, 10), (4096, 9)])
def test_a_store_of_a_version_without_checksums_is_salvaged(
    tmp_path: Path, cut: int, games: int
) -> None:
    path, into = tmp_path / "store", tmp_path / "new"
    data = OLDER.read_bytes()
    path.write_bytes(data[: len(data) - cut])
    found = salvage(path, into)
    assert (found.matches, found.games) == (2, games)
    assert path.read_bytes() == data[: len(data) - cut]
    assert check_store(into).problems == ()


def test_damage_from_before_the_checksums_is_named(tmp_path: Path) -> None:
    path = tmp_path / "store"
    path.write_bytes(OLDER.read_bytes().replace(b'"winner"', b'"vinner"', 1))
    found = check_store(path)
    assert (found.matches, found.games, len(found.problems)) == (2, 9, 1)
    with Store(path) as store, pytest.raises(StoreError) as caught:
        [list(store.games(match.id)) for match in store.matches()]
    assert caught.value.where == found.problems[0]
    assert salvage(path, tmp_path / "new").games == 9


def test_a_device_is_refused() -> None:
    with pytest.raises(StoreError):
        Store("/dev/null")
    assert not Path("/dev/null.lock").exists()


def test_replaying_finds_a_game_that_was_not_played_by_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "store"
    make_store(path, 1, 1, 5)
    assert check_store(path).problems == ()
    assert len(check_store(path, replay=True).problems) == 5


@pytest.mark.parametrize("read_only", ["folder", "file"])
def test_a_read_only_store_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_only: str
) -> None:
    path = tmp_path / "store"
    make_store(path, 1, 2, 5)
    content = path.read_bytes()
    (copy := tmp_path / "copy").write_bytes(content)
    truth, before = everything(copy), sorted(tmp_path.iterdir())
    access = os.access
    refused = {"folder": tmp_path, "file": path}[read_only]
    monkeypatch.setattr(os, "access", lambda p, mode: Path(p) != refused and access(p, mode))
    assert everything(path) == truth
    assert path.read_bytes() == content
    assert sorted(tmp_path.iterdir()) == before
