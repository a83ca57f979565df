"""The store: finished games in SQLite, each under a unique key, durable once written.

One process writes; workers never open it. A match that is killed at any moment resumes with the
same command: what is stored is not played again, and nothing can be counted twice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from tesuji.arena.record import GameRecord
from tesuji.errors import StoreError

__all__ = ["SCHEMA", "Store"]

SCHEMA = 1
"""Version of the tables; older stores are brought up to it when they are opened."""

_TABLES = """
CREATE TABLE experiment (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  identity TEXT NOT NULL,
  conditions TEXT NOT NULL,
  created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  UNIQUE (name)
);
CREATE TABLE game (
  experiment INTEGER NOT NULL REFERENCES experiment (id),
  pair INTEGER NOT NULL,
  side INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (experiment, pair, side)
) WITHOUT ROWID;
"""
_APPLICATION = 0x7E5D11
"""Marks the file as ours: other programs number their tables too."""
_MIGRATIONS: dict[int, str] = {}
"""From each older version, the statements that lead to the next."""


class Store:
    """A file of experiments and their games; ``Store(None)`` keeps them in memory."""

    def __init__(self, path: str | Path | None) -> None:
        self.path = None if path is None else Path(path)
        with self._clear_errors():
            self._connection = sqlite3.connect(
                ":memory:" if self.path is None else self.path, isolation_level=None
            )
        try:
            with self._clear_errors():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        execute = self._connection.execute
        execute("PRAGMA busy_timeout = 2000")
        version = int(execute("PRAGMA user_version").fetchone()[0])
        ours = execute("PRAGMA application_id").fetchone()[0] == _APPLICATION
        if not ours and execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise StoreError(f"{self._name()} is an SQLite file, but not a store of tesuji")
        if version > SCHEMA:
            raise StoreError(
                f"{self._name()} was written by a newer tesuji (tables {version}, here {SCHEMA})"
            )
        if self.path is not None:
            execute("PRAGMA journal_mode = WAL")
            execute("PRAGMA synchronous = FULL")
        if not ours:
            self._change_tables(f"PRAGMA application_id = {_APPLICATION}; {_TABLES}", SCHEMA)
        for step in range(version if ours else SCHEMA, SCHEMA):
            self._change_tables(_MIGRATIONS[step], step + 1)

    def _change_tables(self, statements: str, version: int) -> None:
        self._connection.executescript(
            f"BEGIN IMMEDIATE; {statements} PRAGMA user_version = {version}; COMMIT;"
        )

    # Experiments

    def begin(
        self, name: str, identity: dict[str, Any], conditions: dict[str, Any], *, new: bool = False
    ) -> int:
        """The experiment of this name: resumed if its identity is the same, else refused.

        One without any game is nothing to lose: another may take its name.
        With ``new`` an experiment of this name and its games are removed first.
        """
        return self.begin_all([(name, identity, conditions)], new=new)[0]

    def begin_all(
        self,
        experiments: Iterable[tuple[str, dict[str, Any], dict[str, Any]]],
        *,
        new: bool = False,
    ) -> list[int]:
        """Begins several experiments, each (name, identity, conditions): all of them or none."""
        with self._transaction() as execute:
            return [self._begin(execute, *experiment, new) for experiment in experiments]

    def _begin(
        self,
        execute: Any,
        name: str,
        identity: dict[str, Any],
        conditions: dict[str, Any],
        new: bool,
    ) -> int:
        text = json.dumps(identity, sort_keys=True)
        row = execute(
            "SELECT id, identity, EXISTS (SELECT 1 FROM game WHERE experiment = id)"
            " FROM experiment WHERE name = ?",
            (name,),
        ).fetchone()
        if row is not None and row[1] == text and not new:
            return int(row[0])
        if row is not None and row[2] and not new:
            raise StoreError(_difference(self._name(), name, json.loads(row[1]), identity))
        if row is not None:
            execute("DELETE FROM game WHERE experiment = ?", (row[0],))
            execute("DELETE FROM experiment WHERE id = ?", (row[0],))
        return int(
            execute(
                "INSERT INTO experiment (name, identity, conditions) VALUES (?, ?, ?)",
                (name, text, json.dumps(conditions, sort_keys=True)),
            ).lastrowid
        )

    def experiments(self) -> list[dict[str, Any]]:
        """All experiments with the number of their games."""
        with self._clear_errors():
            rows = self._connection.execute(
                "SELECT id, name, identity, conditions, created,"
                " (SELECT count(*) FROM game WHERE experiment = id) FROM experiment ORDER BY id"
            ).fetchall()
        keys = ("id", "name", "identity", "conditions", "created", "games")
        return [
            dict(
                zip(keys, (*row[:2], json.loads(row[2]), json.loads(row[3]), *row[4:]), strict=True)
            )
            for row in rows
        ]

    # Games

    def add_pair(self, experiment: int, pair: int, records: Iterable[GameRecord]) -> None:
        """Stores both games of a pair at once; a pair that is there already stays as it is."""
        rows = [
            (experiment, pair, side, json.dumps(record.to_dict(), separators=(",", ":")))
            for side, record in enumerate(records)
        ]
        with self._transaction() as execute:
            for row in rows:
                execute(
                    "INSERT OR IGNORE INTO game (experiment, pair, side, record)"
                    " VALUES (?, ?, ?, ?)",
                    row,
                )

    def pairs(self, experiment: int) -> set[int]:
        """The pairs that are stored."""
        with self._clear_errors():
            rows = self._connection.execute(
                "SELECT pair FROM game WHERE experiment = ? GROUP BY pair HAVING count(*) = 2",
                (experiment,),
            ).fetchall()
        return {int(row[0]) for row in rows}

    def pair(self, experiment: int, pair: int) -> list[GameRecord]:
        """The games of a stored pair."""
        with self._clear_errors():
            rows = self._connection.execute(
                "SELECT record FROM game WHERE experiment = ? AND pair = ? ORDER BY side",
                (experiment, pair),
            ).fetchall()
        return [GameRecord.from_dict(json.loads(row[0])) for row in rows]

    def games(self, experiment: int) -> Iterator[GameRecord]:
        """All games in the order of the schedule, one at a time."""
        with self._clear_errors():
            cursor = self._connection.execute(
                "SELECT record FROM game WHERE experiment = ? ORDER BY pair, side", (experiment,)
            )
            for row in cursor:
                yield GameRecord.from_dict(json.loads(row[0]))

    def check(self) -> bool:
        """Whether SQLite finds the file in order."""
        with self._clear_errors():
            found = self._connection.execute("PRAGMA integrity_check").fetchone()[0]
        return bool(found == "ok")

    # The rest

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
    def _transaction(self) -> Iterator[Any]:
        with self._clear_errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection.execute
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self._name()}: {error}") from error


def _difference(store: str, name: str, stored: dict[str, Any], wanted: dict[str, Any]) -> str:
    keys = [key for key in {**stored, **wanted} if stored.get(key) != wanted.get(key)]
    shown = "; ".join(
        f"{key}: stored {stored.get(key)!r}, wanted {wanted.get(key)!r}" for key in keys
    )
    return (
        f"{store} holds another experiment under the name {name!r}: {shown}."
        " Use another store or name, or --new to start afresh"
    )
