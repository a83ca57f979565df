"""Checking a store, copying what is sound out of a damaged one, and backups."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesuji.arena.store.checksums import (
    conditions_checksum,
    game_checksum,
    imported_checksum,
    match_checksum,
)
from tesuji.arena.store.lock import StoreLock
from tesuji.arena.store.pages import rows
from tesuji.arena.store.read_only import COPY_NAME, copy_store
from tesuji.arena.store.schema import check_store_path
from tesuji.arena.store.store import ImportedGame, Store
from tesuji.errors import ParameterError, StoreError
from tesuji.games.record import GameRecord
from tesuji.games.record_files import replay_problem

__all__ = ["Checked", "Salvaged", "back_up", "check_store", "salvage"]


@dataclass(frozen=True)
class Checked:
    """The result of a check."""

    matches: int
    games: int
    """Sound games, imported ones included."""
    problems: tuple[str, ...]
    """What is wrong, one line each; empty if nothing is."""


def check_store(path: str | Path, *, replay: bool = False) -> Checked:
    """Verifies every checksum of a store; with ``replay`` also plays each game by the rules."""
    problems: list[str] = []
    games = 0
    with Store(path, create=False) as store:
        problems += store.structural_problems()
        try:
            matches = store.matches()
        except StoreError as error:
            problems.append(error.where or str(error))
            matches = []
        for match in matches:
            with _noting(problems):
                problems += store.problems(match.id)
            for record in _sound(store.games(match.id), problems):
                games += 1
                problems += _replayed(record, match.name) if replay else []
            with _noting(problems):
                store.conditions(match.id)
        for imported in _sound(store.imported(), problems):
            games += 1
            problems += _replayed(imported.record, imported.source) if replay else []
    return Checked(len(matches), games, tuple(dict.fromkeys(problems)))


def _sound(source: Iterator[Any], problems: list[str]) -> Iterator[Any]:
    """What can be read until the first damage, which is noted."""
    with _noting(problems):
        yield from source


@contextmanager
def _noting(problems: list[str]) -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        problems.append(error.where or str(error))


def _replayed(record: GameRecord, source: str) -> list[str]:
    found = replay_problem(record)
    return [] if found is None else [f"{source}, pair {record.tags.get('Pair', '?')}: {found[1]}"]


@dataclass
class Salvaged:
    """What was copied out of a damaged store."""

    matches: int = 0
    games: int = 0
    """Games in the matches that they belong to."""
    apart: int = 0
    """Games whose match is lost; the command that played the match claims them."""
    lost: int = 0
    """Games that the store must have held, by the count of its matches, and that are not sound."""


@dataclass
class _Found:
    """The sound rows of a damaged file."""

    matches: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    games: dict[tuple[int, int, int], tuple[Any, ...]] = field(default_factory=dict)
    conditions: dict[int, str] = field(default_factory=dict)
    imported: dict[str, tuple[Any, ...]] = field(default_factory=dict)


def salvage(path: str | Path, into: str | Path) -> Salvaged:
    """Copies everything sound from a store, damaged or not, into a new one.

    The old file is not changed. Stores of versions without checksums are read as they are.
    """
    source, target = Path(path), Path(into)
    check_store_path(source, create=False)
    _check_target(target)
    found = _read(source)
    if not (found.matches or found.games or found.imported):
        raise StoreError(f"{source} holds nothing sound that could be copied", path=source)
    with writing_new_store(target) as store:
        return _write(store, found)


def _read(source: Path) -> _Found:
    found = _Found()
    for row_id, row in rows(_whole_file(source)):
        match row_id, row:
            case int(), (_, *rest, str() as checksum) if len(row) == 8:
                _match_or_imported(found, row_id, tuple(rest), checksum)
            case int(), (_, str() as content, str() as checksum):
                if conditions_checksum((row_id, content)) == checksum:
                    found.conditions[row_id] = content
            case None, (int() as match, int() as pair, int() as side, *_, str() as checksum):
                if len(row) == 8 and game_checksum(row[:-1]) == checksum:
                    found.games[match, pair, side] = row
            case _:
                continue
    return found


def _match_or_imported(found: _Found, row_id: int, rest: tuple[Any, ...], checksum: str) -> None:
    if match_checksum((row_id, *rest)) == checksum:
        found.matches[row_id] = rest
    elif imported_checksum(rest) == checksum:
        found.imported[str(rest[0])] = rest


def _whole_file(source: Path) -> bytes:
    """The file with its write-ahead log applied, as far as SQLite can."""
    with copy_store(source) as folder:
        copy = Path(folder, COPY_NAME)
        if Path(folder, f"{COPY_NAME}-wal").exists():
            with suppress(sqlite3.Error), closing(sqlite3.connect(copy)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return copy.read_bytes()


def _write(store: Store, found: _Found) -> Salvaged:
    result = Salvaged()
    ids: dict[int, int] = {}
    for old, (name, identity, test, created, games, _) in sorted(found.matches.items()):
        ids[old] = store.begin(name, json.loads(identity))
        store.set_sprt(ids[old], None if test is None else json.loads(test))
        store.set_created(ids[old], created)
        result.matches += 1
        result.lost += int(games) - sum(key[0] == old for key in found.games)
    apart = []
    sound: dict[int, list[Any]] = {}
    in_order = sorted(found.games.values(), key=lambda row: (row[0], row[5]))
    for match, pair, side, text, conditions, _, key, _ in in_order:
        record = GameRecord.from_dict(json.loads(text))
        if match in ids:
            where = found.conditions.get(conditions)
            game = (pair, side, record, None if where is None else json.loads(where))
            sound.setdefault(ids[match], []).append(game)
        else:
            digest = game_checksum((match, pair, side, text))
            apart.append(ImportedGame(digest, key, pair, side, "salvaged", record))
    for match, games in sound.items():
        store.add_games(match, games)
        result.games += len(games)
    result.apart = len(apart)
    for digest, key, pair, side, origin, text in found.imported.values():
        record = GameRecord.from_dict(json.loads(text))
        apart.append(ImportedGame(digest, key, pair, side, origin, record))
    store.add_imported(apart)
    return result


def back_up(path: str | Path, into: str | Path) -> int:
    """Copies a store while a match may be writing to it; returns the size in bytes.

    The copy holds the games that were finished when the backup began.
    """
    source, target = Path(path), Path(into)
    check_store_path(source, create=False)
    _check_target(target)
    with Store(source, create=False) as store, _new_file(target) as new:
        store.copy_to(new)
        return new.stat().st_size


@contextmanager
def writing_new_store(target: Path) -> Iterator[Store]:
    """A new store that appears under its name only when it is complete."""
    with _new_file(target) as new:
        with Store(new) as store:
            yield store
        with closing(sqlite3.connect(new)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=".tesuji-", dir=target.parent) as folder:
        new = Path(folder, "store")
        yield new
        lock = StoreLock(target)
        try:
            _check_target(target)
            new.replace(target)
        finally:
            lock.release()


def _check_target(target: Path) -> None:
    check_store_path(target, create=True)
    if target.exists():
        raise ParameterError(
            f"{target} exists; give a new name", where="into", given=target, expected="a new file"
        )
