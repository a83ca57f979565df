"""The store: an SQLite file of finished games, each under a unique key.

Only one process writes; workers never open the file. A match that is killed at any moment resumes
with the same command: stored pairs are not played again, and no game is counted twice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from tesuji.arena.store.checksums import (
    chained,
    conditions_checksum,
    game_checksum,
    imported_checksum,
)
from tesuji.arena.store.identity import identity_differences, is_same_match
from tesuji.arena.store.read_only import COPY_NAME, copy_if_read_only
from tesuji.arena.store.schema import (
    Execute,
    check_store_path,
    damaged_store,
    identity_key,
    prepare,
    set_chain,
    set_seals,
    transaction,
)
from tesuji.arena.store.verified import Damage, VerifiedRows, stored_record
from tesuji.errors import StoreError
from tesuji.games.record import GameRecord

__all__ = ["ImportedGame", "Store", "StoredMatch", "match_key"]

Conditions = dict[str, Any]
"""Where and with what a game was played; empty if unknown."""


def match_key(identity: dict[str, Any]) -> str:
    """A short key for the identity of a match, which exported games carry."""
    return identity_key(_dumped(identity))


def _dumped(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True)


def _record_text(record: GameRecord) -> str:
    return json.dumps(record.to_dict(), separators=(",", ":"))


@dataclass(frozen=True)
class ImportedGame:
    """A game from a file, the match that it claims to belong to, and its source."""

    digest: str
    """Hash of the whole record, so that no game is stored twice."""
    match: str | None
    """The key of the match that the record names, if it names one."""
    pair: int | None
    """The number of its pair in that match."""
    side: int | None
    """0 if the sides are as named, 1 if they are swapped."""
    source: str
    record: GameRecord


@dataclass(frozen=True)
class StoredMatch:
    """A match as a store lists it."""

    id: int
    """Its number in this store."""
    name: str
    identity: dict[str, Any]
    """Everything that decides its games."""
    sprt: dict[str, Any] | None
    """The test that decides which pairs count; None if all do."""
    created: str
    games: int
    """Number of games in the store."""


def _add_conditions(execute: Execute, text: str) -> int:
    """The id of these conditions, which are stored once."""
    found = execute("SELECT id FROM conditions WHERE content = ?", (text,)).fetchone()
    if found is not None:
        return int(found[0])
    key = int(execute("INSERT INTO conditions (content) VALUES (?)", (text,)).lastrowid)
    checksum = conditions_checksum((key, text))
    execute("UPDATE conditions SET checksum = ? WHERE id = ?", (checksum, key))
    return key


class Store:
    """A file of matches and their games; ``Store(None)`` keeps them in memory.

    Without ``create`` a missing store is an error. Methods that take a list as ``damage`` note
    damage there and go on with what is sound; without it, damage is a StoreError.
    """

    def __init__(self, path: str | Path | None, *, create: bool = True) -> None:
        self.path = None if path is None else Path(path)
        self._copy = None
        if self.path is not None:
            check_store_path(self.path, create=create)
            self._copy = None if create else copy_if_read_only(self.path)
        file = self.path if self._copy is None else Path(self._copy.name, COPY_NAME)
        with self._store_errors():
            self._connection = sqlite3.connect(file or ":memory:", isolation_level=None)
        self._verified = VerifiedRows(self._connection, self.path)
        try:
            with self._store_errors():
                prepare(self._connection, self.path, create=create)
        except BaseException:
            self.close()
            raise

    # Matches

    def begin(self, name: str, identity: dict[str, Any], *, new: bool = False) -> int:
        """Begins or resumes the match of this name and returns its id.

        A stored match with games resumes only under the same identity; one without games is
        replaced. With ``new`` the stored match and its games are removed first.
        """
        return self.begin_all([(name, identity)], new=new)[0]

    def begin_all(
        self, matches: Iterable[tuple[str, dict[str, Any]]], *, new: bool = False
    ) -> list[int]:
        """Begins several matches, each (name, identity): all of them or none."""
        with self._transaction() as execute:
            stored = {row[1]: row for row in self._verified.matches()}
            begun = [
                self._begin(execute, stored.get(name), name, identity, new)
                for name, identity in matches
            ]
            set_seals(execute, "matches")
            return begun

    def _begin(
        self, execute: Execute, found: Any, name: str, identity: dict[str, Any], new: bool
    ) -> int:
        if found is not None and is_same_match(found[2], _dumped(identity)) and not new:
            return int(found[0])
        if found is not None and found[5] and not new:
            raise self._other_match(name, json.loads(found[2]), identity)
        if found is not None:
            execute("DELETE FROM game WHERE experiment = ?", (found[0],))
            execute("DELETE FROM experiment WHERE id = ?", (found[0],))
        insert = "INSERT INTO experiment (name, identity) VALUES (?, ?)"
        match = int(execute(insert, (name, _dumped(identity))).lastrowid)
        set_chain(execute, match, 0, "")
        return match

    def set_sprt(self, match: int, sprt: dict[str, Any] | None) -> None:
        """Stores the test that decides which pairs of a match count; None counts all."""
        text = None if sprt is None else _dumped(sprt)
        with self._transaction() as execute:
            games, chain = self._verified.chain(match)
            execute("UPDATE experiment SET test = ? WHERE id = ?", (text, match))
            set_chain(execute, match, games, chain)
            set_seals(execute, "matches")

    def matches(self, damage: Damage = None) -> list[StoredMatch]:
        """All matches, oldest first."""
        with self._store_errors():
            return [
                StoredMatch(
                    id=row[0],
                    name=row[1],
                    identity=json.loads(row[2]),
                    sprt=None if row[3] is None else json.loads(row[3]),
                    created=row[4],
                    games=row[5],
                )
                for row in self._verified.matches(damage)
            ]

    # Games

    def add_pair(
        self,
        match: int,
        pair: int,
        records: Iterable[GameRecord],
        conditions: Conditions | None = None,
    ) -> None:
        """Stores both games of a pair in one transaction; a stored pair is not changed."""
        with self._transaction() as execute:
            self._add(execute, match, pair, enumerate(records), conditions)

    def add_games(
        self, match: int, games: Iterable[tuple[int, int, GameRecord, Conditions | None]]
    ) -> None:
        """Stores games, each (pair, side, record, conditions), in one transaction."""
        with self._transaction() as execute:
            for pair, side, record, conditions in games:
                self._add(execute, match, pair, [(side, record)], conditions)

    def _add(
        self,
        execute: Execute,
        match: int,
        pair: int,
        sides: Iterable[tuple[int, GameRecord]],
        conditions: Conditions | None,
    ) -> None:
        where = None if conditions is None else _add_conditions(execute, _dumped(conditions))
        games, chain = self._verified.chain(match)
        identity = "SELECT identity FROM experiment WHERE id = ?"
        key = identity_key(execute(identity, (match,)).fetchone()[0])
        for side, record in sides:
            row = (match, pair, side, _record_text(record), where, games, key)
            checksum = game_checksum(row)
            added = execute(
                "INSERT OR IGNORE INTO game"
                " (experiment, pair, side, record, conditions, number, key, checksum)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, checksum),
            ).rowcount
            if added:
                games, chain = games + 1, chained(chain, checksum)
        set_chain(execute, match, games, chain)
        set_seals(execute, "matches")

    def conditions(self, match: int, damage: Damage = None) -> list[tuple[Conditions, set[int]]]:
        """The pairs played under each set of conditions, in the order of their first pair."""
        with self._store_errors():
            self._verified.check_chain(match, damage)
            rows = self._connection.execute(
                "SELECT pair, conditions.id, content, conditions.checksum"
                " FROM game LEFT JOIN conditions ON game.conditions = conditions.id"
                " WHERE experiment = ? AND side = 0 ORDER BY pair",
                (match,),
            ).fetchall()
        found: dict[str | None, set[int]] = {}
        for pair, key, content, checksum in rows:
            if key is not None and conditions_checksum((key, content)) != checksum:
                self._verified.report(f"the conditions of pair {pair} of match {match}", damage)
            else:
                found.setdefault(content, set()).add(pair)
        return [(json.loads(text or "{}"), pairs) for text, pairs in found.items()]

    def pairs(self, match: int) -> set[int]:
        """The numbers of all stored pairs."""
        with self._store_errors():
            self._verified.check_chain(match)
            rows = self._connection.execute(
                "SELECT pair FROM game WHERE experiment = ? GROUP BY pair HAVING count(*) = 2",
                (match,),
            ).fetchall()
        return {int(row[0]) for row in rows}

    def pair(self, match: int, pair: int) -> list[GameRecord]:
        """Both games of a stored pair."""
        with self._store_errors():
            return list(self._verified.records(match, pair))

    def games(self, match: int, damage: Damage = None) -> Iterator[GameRecord]:
        """All games of a match, in the order of the schedule."""
        with self._store_errors():
            self._verified.check_chain(match, damage)
            yield from self._verified.records(match, damage=damage)

    # Imported games, which do not count until a match claims them

    def add_imported(self, games: Iterable[ImportedGame]) -> int:
        """Adds games from a file and returns the number of new ones."""
        new = 0
        with self._transaction() as execute:
            self._verified.check_seal("imported", "the imported games")
            for game in games:
                place = (game.digest, game.match, game.pair, game.side, game.source)
                row = (*place, _record_text(game.record))
                new += execute(
                    "INSERT OR IGNORE INTO imported"
                    " (digest, experiment, pair, side, source, record, checksum)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (*row, imported_checksum(row)),
                ).rowcount
            set_seals(execute, "imported")
        return new

    def imported(self, match: str | None = None, damage: Damage = None) -> Iterator[ImportedGame]:
        """Imported games in order of arrival: all, or those that name the match of this key."""
        with self._store_errors():
            self._verified.check_seal("imported", "the imported games", damage)
            rows = self._connection.execute(
                "SELECT id, digest, experiment, pair, side, source, record, checksum FROM imported"
                " WHERE ?1 IS NULL OR experiment = ?1 ORDER BY id",
                (match,),
            )
            for number, *row, checksum in rows:
                digest, key, pair, side, source, text = row
                sound = imported_checksum(tuple(row)) == checksum
                if sound and (record := stored_record(text)):
                    yield ImportedGame(digest, key, pair, side, source, record)
                else:
                    self._verified.report(f"imported game {number}", damage)

    def claim_pair(
        self,
        match: int,
        pair: int,
        games: Sequence[ImportedGame],
        conditions: Conditions,
    ) -> None:
        """Moves both games of an imported pair to the match that they belong to."""
        with self._transaction() as execute:
            for game in games:
                execute("DELETE FROM imported WHERE digest = ?", (game.digest,))
            set_seals(execute, "imported")
            records = [game.record for game in games]
            self._add(execute, match, pair, enumerate(records), conditions)

    # Maintenance

    def structural_problems(self) -> list[str]:
        """The problems that SQLite finds in the file; empty if it is intact."""
        try:
            found = self._connection.execute("PRAGMA integrity_check(20)").fetchall()
        except sqlite3.Error as error:
            return [str(error)]
        return [] if found == [("ok",)] else [str(row[0]) for row in found]

    def set_created(self, match: int, created: str) -> None:
        """Sets the time at which a match began, for a copy."""
        with self._transaction() as execute:
            games, chain = self._verified.chain(match)
            execute("UPDATE experiment SET created = ? WHERE id = ?", (created, match))
            set_chain(execute, match, games, chain)
            set_seals(execute, "matches")

    def copy_to(self, path: Path) -> None:
        """Copies the whole store, as it is at this moment, to a new file."""
        with self._store_errors():
            target = sqlite3.connect(path)
            try:
                self._connection.backup(target)
            finally:
                target.close()

    # Closing and errors

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()
        if self._copy is not None:
            self._copy.cleanup()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _name(self) -> str:
        return "the store in memory" if self.path is None else str(self.path)

    @contextmanager
    def _transaction(self) -> Iterator[Execute]:
        with self._store_errors(), transaction(self._connection) as execute:
            yield execute

    @contextmanager
    def _store_errors(self) -> Iterator[None]:
        try:
            yield
        except (json.JSONDecodeError, UnicodeError, sqlite3.Error) as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code == sqlite3.SQLITE_CORRUPT:
                raise damaged_store(self.path, str(error)) from error
            if code == sqlite3.SQLITE_READONLY:
                raise StoreError(f"{self._name()} is read-only", path=self.path) from error
            raise StoreError(f"{self._name()}: {error}", path=self.path) from error

    def _other_match(self, name: str, stored: dict[str, Any], given: dict[str, Any]) -> StoreError:
        differences = identity_differences(stored, given)
        lines = [
            f"{self._name()} holds another match under the name {name!r}:",
            *(f"{what}: {old} in the store, {new} now" for what, old, new in differences),
            "Use another store or name, or --new to discard the stored match",
        ]
        return StoreError("\n  ".join(lines), path=self.path, name=name, differences=differences)
