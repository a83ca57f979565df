"""The store: an SQLite file of finished games, each under a unique key.

Only one process writes; workers never open the file. A match that is killed at any moment resumes
with the same command: stored pairs are not played again, and no game is counted twice.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from tesuji.arena.store.identity import identity_differences
from tesuji.arena.store.schema import Execute, check_store_path, prepare, transaction
from tesuji.errors import StoreError
from tesuji.games.record import GameRecord

__all__ = ["ImportedGame", "Store", "StoredMatch", "match_key"]

Conditions = dict[str, Any]
"""Where and with what a game was played; empty if unknown."""


def match_key(identity: dict[str, Any]) -> str:
    """A short key for the identity of a match, which exported games carry."""
    return hashlib.sha256(_dumped(identity).encode()).hexdigest()[:16]


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


class Store:
    """A file of matches and their games; ``Store(None)`` keeps them in memory.

    Without ``create`` a missing store is an error.
    """

    def __init__(self, path: str | Path | None, *, create: bool = True) -> None:
        self.path = None if path is None else Path(path)
        if self.path is not None:
            check_store_path(self.path, create=create)
        with self._store_errors():
            self._connection = sqlite3.connect(
                ":memory:" if self.path is None else self.path, isolation_level=None
            )
        try:
            with self._store_errors():
                prepare(self._connection, self.path, create=create)
        except BaseException:
            self._connection.close()
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
            return [self._begin(execute, *match, new) for match in matches]

    def _begin(self, execute: Execute, name: str, identity: dict[str, Any], new: bool) -> int:
        row = execute(
            "SELECT id, identity, EXISTS (SELECT 1 FROM game WHERE experiment = id)"
            " FROM experiment WHERE name = ?",
            (name,),
        ).fetchone()
        if row is not None and row[1] == _dumped(identity) and not new:
            return int(row[0])
        if row is not None and row[2] and not new:
            raise self._other_match(name, json.loads(row[1]), identity)
        if row is not None:
            execute("DELETE FROM game WHERE experiment = ?", (row[0],))
            execute("DELETE FROM experiment WHERE id = ?", (row[0],))
        insert = "INSERT INTO experiment (name, identity) VALUES (?, ?)"
        return int(execute(insert, (name, _dumped(identity))).lastrowid)

    def set_sprt(self, match: int, sprt: dict[str, Any] | None) -> None:
        """Stores the test that decides which pairs of a match count; None counts all."""
        text = None if sprt is None else _dumped(sprt)
        with self._transaction() as execute:
            execute("UPDATE experiment SET test = ? WHERE id = ?", (text, match))

    def matches(self) -> list[StoredMatch]:
        """All matches, oldest first."""
        with self._store_errors():
            rows = self._connection.execute(
                "SELECT id, name, identity, test, created,"
                " (SELECT count(*) FROM game WHERE experiment = id) FROM experiment ORDER BY id"
            ).fetchall()
        return [
            StoredMatch(
                id=row[0],
                name=row[1],
                identity=json.loads(row[2]),
                sprt=None if row[3] is None else json.loads(row[3]),
                created=row[4],
                games=row[5],
            )
            for row in rows
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
            self._add_pair(execute, match, pair, records, conditions)

    def _add_pair(
        self,
        execute: Execute,
        match: int,
        pair: int,
        records: Iterable[GameRecord],
        conditions: Conditions | None,
    ) -> None:
        where = None
        if conditions is not None:
            text = _dumped(conditions)
            execute("INSERT OR IGNORE INTO conditions (content) VALUES (?)", (text,))
            where = execute("SELECT id FROM conditions WHERE content = ?", (text,)).fetchone()[0]
        for side, record in enumerate(records):
            execute(
                "INSERT OR IGNORE INTO game (experiment, pair, side, record, conditions)"
                " VALUES (?, ?, ?, ?, ?)",
                (match, pair, side, _record_text(record), where),
            )

    def conditions(self, match: int) -> list[tuple[Conditions, set[int]]]:
        """The pairs played under each set of conditions, in the order of their first pair."""
        with self._store_errors():
            rows = self._connection.execute(
                "SELECT pair, content FROM game LEFT JOIN conditions ON game.conditions = id"
                " WHERE experiment = ? AND side = 0 ORDER BY pair",
                (match,),
            ).fetchall()
        found: dict[str | None, set[int]] = {}
        for pair, content in rows:
            found.setdefault(content, set()).add(pair)
        return [(json.loads(text or "{}"), pairs) for text, pairs in found.items()]

    def pairs(self, match: int) -> set[int]:
        """The numbers of all stored pairs."""
        with self._store_errors():
            rows = self._connection.execute(
                "SELECT pair FROM game WHERE experiment = ? GROUP BY pair HAVING count(*) = 2",
                (match,),
            ).fetchall()
        return {int(row[0]) for row in rows}

    def pair(self, match: int, pair: int) -> list[GameRecord]:
        """Both games of a stored pair."""
        with self._store_errors():
            rows = self._connection.execute(
                "SELECT record FROM game WHERE experiment = ? AND pair = ? ORDER BY side",
                (match, pair),
            ).fetchall()
        return [GameRecord.from_dict(json.loads(row[0])) for row in rows]

    def games(self, match: int) -> Iterator[GameRecord]:
        """All games of a match, in the order of the schedule."""
        with self._store_errors():
            cursor = self._connection.execute(
                "SELECT record FROM game WHERE experiment = ? ORDER BY pair, side", (match,)
            )
            for row in cursor:
                yield GameRecord.from_dict(json.loads(row[0]))

    # Imported games, which do not count until a match claims them

    def add_imported(self, games: Iterable[ImportedGame]) -> int:
        """Adds games from a file and returns the number of new ones."""
        with self._transaction() as execute:
            return sum(
                execute(
                    "INSERT OR IGNORE INTO imported"
                    " (digest, experiment, pair, side, source, record) VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        game.digest,
                        game.match,
                        game.pair,
                        game.side,
                        game.source,
                        _record_text(game.record),
                    ),
                ).rowcount
                for game in games
            )

    def imported(self, match: str | None = None) -> Iterator[ImportedGame]:
        """Imported games in order of arrival: all, or those that name the match of this key."""
        with self._store_errors():
            rows = self._connection.execute(
                "SELECT digest, experiment, pair, side, source, record FROM imported"
                " WHERE ?1 IS NULL OR experiment = ?1 ORDER BY id",
                (match,),
            )
            for digest, key, pair, side, source, record in rows:
                game = GameRecord.from_dict(json.loads(record))
                yield ImportedGame(digest, key, pair, side, source, game)

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
            records = [game.record for game in games]
            self._add_pair(execute, match, pair, records, conditions)

    def check(self) -> bool:
        """Whether SQLite finds the file intact."""
        with self._store_errors():
            found = self._connection.execute("PRAGMA integrity_check").fetchone()[0]
        return bool(found == "ok")

    # Closing and errors

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

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
        except sqlite3.Error as error:
            raise StoreError(f"{self._name()}: {error}", path=self.path) from error

    def _other_match(self, name: str, stored: dict[str, Any], given: dict[str, Any]) -> StoreError:
        differences = identity_differences(stored, given)
        lines = [
            f"{self._name()} holds another match under the name {name!r}:",
            *(f"{what}: {old} in the store, {new} now" for what, old, new in differences),
            "Use another store or name, or --new to discard the stored match",
        ]
        return StoreError("\n  ".join(lines), path=self.path, name=name, differences=differences)
