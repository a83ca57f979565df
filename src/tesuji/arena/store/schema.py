"""The tables of a store, and migrations from older versions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tesuji.errors import StoreError

__all__ = ["SCHEMA", "Execute", "check_store_path", "prepare", "transaction"]

Execute = Callable[..., Any]

SCHEMA = 2
"""Version of the tables. Opening an older store migrates it."""

_TABLES = """
CREATE TABLE experiment (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  identity TEXT NOT NULL,
  test TEXT,
  created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  UNIQUE (name)
);
CREATE TABLE game (
  experiment INTEGER NOT NULL REFERENCES experiment (id),
  pair INTEGER NOT NULL,
  side INTEGER NOT NULL,
  record TEXT NOT NULL,
  conditions INTEGER REFERENCES conditions (id),
  PRIMARY KEY (experiment, pair, side)
) WITHOUT ROWID;
"""
_NEW_IN_2 = """
CREATE TABLE conditions (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE);
CREATE TABLE imported (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  experiment TEXT,
  pair INTEGER,
  side INTEGER,
  source TEXT NOT NULL,
  record TEXT NOT NULL
);
"""
_APPLICATION = 0x7E5D11
"""SQLite application id of a store, since other programs use user_version too."""
_MIGRATIONS = {
    1: f"""
CREATE TABLE newer (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  identity TEXT NOT NULL,
  test TEXT,
  created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  UNIQUE (name)
);
INSERT INTO newer SELECT id, name, identity, NULL, created FROM experiment;
DROP TABLE experiment;
ALTER TABLE newer RENAME TO experiment;
ALTER TABLE game ADD COLUMN conditions INTEGER REFERENCES conditions (id);
{_NEW_IN_2}"""
}
"""The statements that migrate each older version to the next."""


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[Execute]:
    """Executes everything within, or nothing if it fails."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection.execute
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check_store_path(path: Path, *, create: bool) -> None:
    """Raises StoreError if no store can be opened here or, with ``create``, made here."""
    if path.is_dir():
        raise not_a_store(path, "a folder", create=create)
    if not path.exists() and not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent} for the store {path}", path=path)
    if not create and not path.exists():
        raise StoreError(f"there is no store {str(path)!r}", path=path)
    if not create and path.is_file() and path.stat().st_size == 0:
        raise not_a_store(path, "an empty file", create=create)


def not_a_store(path: Path | None, found: str, *, create: bool) -> StoreError:
    """The error for a path at which there is something else."""
    expected = "the file of a store" + (", or a new name" if create else "")
    return StoreError(
        f"{path} is {found}, not a store; give {expected}",
        path=path,
        given=found,
        expected=expected,
    )


def prepare(connection: sqlite3.Connection, path: Path | None, *, create: bool = True) -> None:
    """Makes or migrates the tables. Raises StoreError for a file that is not a store."""
    execute = connection.execute
    execute("PRAGMA busy_timeout = 2000")
    try:
        version = int(execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.DatabaseError as error:
        # Do not open the file ourselves: closing it would release the locks of SQLite.
        if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
            raise
        raise not_a_store(path, "another kind of file", create=create) from error
    ours = execute("PRAGMA application_id").fetchone()[0] == _APPLICATION
    if not ours and (not create or execute("SELECT count(*) FROM sqlite_master").fetchone()[0]):
        raise not_a_store(path, "another program's database", create=create)
    if version > SCHEMA:
        raise StoreError(
            f"{path} was written by a newer tesuji: its tables have version {version}, and this"
            f" tesuji reads up to version {SCHEMA}",
            path=path,
            given=version,
            expected=f"at most {SCHEMA}",
        )
    if path is not None:
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = FULL")
    if not ours:
        made = f"PRAGMA application_id = {_APPLICATION}; {_TABLES} {_NEW_IN_2}"
        _change_tables(connection, version, SCHEMA, made)
    else:
        for step in range(version, SCHEMA):
            _change_tables(connection, step, step + 1, _MIGRATIONS[step])


def _change_tables(
    connection: sqlite3.Connection, version: int, target: int, statements: str
) -> None:
    with transaction(connection) as execute:
        # Another process may have changed them since we read the version.
        if int(execute("PRAGMA user_version").fetchone()[0]) == version:
            for statement in statements.split(";"):
                execute(statement)
            execute(f"PRAGMA user_version = {target}")
