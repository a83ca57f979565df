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
from tesuji.arena.store.pages import Row, rows
from tesuji.arena.store.read_only import COPY_NAME, copy_store
from tesuji.arena.store.schema import check_store_path
from tesuji.arena.store.store import ImportedGame, Store, StoredMatch
from tesuji.arena.store.verified import stored_record
from tesuji.errors import ParameterError, StoreError
from tesuji.games.record import GameRecord
from tesuji.games.record_files import replay_problem
from tesuji.output_files import errors_name

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
    try:
        store = Store(path, create=False)
    except StoreError as error:
        if error.where is None:
            raise
        return Checked(0, 0, (error.where,))
    with store:
        return _check(store, replay)


def _check(store: Store, replay: bool) -> Checked:
    problems = store.structural_problems()
    matches: list[StoredMatch] = []
    games = 0
    with _noting(problems):
        matches = store.matches(problems)
    for match in matches:
        with _noting(problems):
            for record in store.games(match.id, problems):
                games += 1
                problems += _replayed(record, match.name) if replay else []
        with _noting(problems):
            store.conditions(match.id, problems)
    with _noting(problems):
        for imported in store.imported(damage=problems):
            games += 1
            problems += _replayed(imported.record, imported.source) if replay else []
    return Checked(len(matches), games, tuple(dict.fromkeys(problems)))


@contextmanager
def _noting(problems: list[str]) -> Iterator[None]:
    """Notes damage that prevents further reading, such as a broken page of the file."""
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

    The old file is not changed. Versions 1 and 2 have no checksums: there, what can be read is
    taken for sound.
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
    data = _whole_file(source)
    version = int.from_bytes(data[60:64], "big")
    for row_id, row in rows(data):
        if version in (1, 2):
            _add_unprotected(found, version, row_id, row)
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


def _add_unprotected(found: _Found, version: int, row_id: int | None, row: Row) -> None:
    """Adds a row of a version without checksums."""
    match row_id, row:
        case int(), (None, str() as name, str() as identity, test, str() as created):
            test = test if version == 2 else None
            if _is_json(identity) and (test is None or _is_json(test)):
                found.matches[row_id] = (name, identity, test, created, None, "")
        case int(), (None, str() as content) if _is_json(content):
            found.conditions[row_id] = content
        case int(), (None, str() as digest, _, _, _, str(), str() as text) if stored_record(text):
            found.imported[digest] = row[1:]
        case None, (int() as match, int() as pair, int() as side, str() as text, *where):
            if len(where) <= 1 and stored_record(text):
                conditions = where[0] if where else None
                number = 2 * pair + side
                found.games[match, pair, side] = (*row[:4], conditions, number, None, "")


def _is_json(text: object) -> bool:
    try:
        return isinstance(json.loads(str(text)), dict)
    except (ValueError, RecursionError):
        return False


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
        if games is not None:
            result.lost += int(games) - sum(key[0] == old for key in found.games)
    apart = []
    sound: dict[int, list[Any]] = {}
    in_order = sorted(found.games.values(), key=lambda row: (row[0], row[5]))
    for match, pair, side, text, conditions, _, key, _ in in_order:
        record = stored_record(text)
        if record is None:
            result.lost += 1
        elif match in ids:
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
        if record := stored_record(text):
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
    with errors_name(target):
        made = tempfile.TemporaryDirectory(prefix=".tesuji-", dir=target.parent)
    with made as folder:
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
