"""The tables of a store, and migrations from older versions."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tesuji.arena.store.checksums import (
    chained,
    conditions_checksum,
    game_checksum,
    imported_checksum,
    match_checksum,
    seal,
)
from tesuji.errors import StoreError

__all__ = [
    "SCHEMA",
    "Execute",
    "check_store_path",
    "damaged_store",
    "identity_key",
    "prepare",
    "seal_of",
    "set_chain",
    "set_seals",
    "transaction",
]

Execute = Callable[..., Any]

SCHEMA = 3
"""Version of the tables. Opening an older store migrates it."""

_TABLES_1 = """
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
_NEW_IN_3 = """
ALTER TABLE experiment ADD COLUMN games INTEGER NOT NULL DEFAULT 0;
ALTER TABLE experiment ADD COLUMN chain TEXT NOT NULL DEFAULT '';
ALTER TABLE experiment ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN key TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE conditions ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE imported ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
CREATE TABLE seal (part TEXT PRIMARY KEY, checksum TEXT NOT NULL) WITHOUT ROWID;
"""
_SMALLEST = 512
"""The size of the smallest SQLite database in bytes."""
APPLICATION = 0x7E5D11
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
{_NEW_IN_2}""",
    2: _NEW_IN_3,
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
    if path.exists() and not path.is_file():
        raise not_a_store(path, "a device or pipe", create=create)
    if not path.exists() and not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent} for the store {path}", path=path)
    if not create and not path.exists():
        raise StoreError(f"there is no store {str(path)!r}", path=path)
    size = path.stat().st_size if path.is_file() else 0
    if not create and path.is_file() and size == 0:
        raise not_a_store(path, "an empty file", create=create)
    # SQLite takes a shorter file for an empty database and would overwrite it.
    if 0 < size < _SMALLEST:
        raise not_a_store(path, "another kind of file", create=create)


def not_a_store(path: Path | None, found: str, *, create: bool) -> StoreError:
    """The error for a path at which there is something else."""
    expected = "the file of a store" + (", or a new name" if create else "")
    return StoreError(
        f"{path} is {found}, not a store; give {expected}",
        path=path,
        given=found,
        expected=expected,
    )


def damaged_store(path: Path | None, what: str) -> StoreError:
    """The error for damage to a part of a store."""
    return StoreError(
        f"{path or 'the store in memory'} is damaged: {what}; 'tesuji store check' lists all"
        " damage, and 'tesuji store salvage' copies what is sound",
        path=path,
        where=what,
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
    ours = execute("PRAGMA application_id").fetchone()[0] == APPLICATION
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
    # What was deleted must not come back when a damaged store is salvaged.
    execute("PRAGMA secure_delete = ON")
    if not ours:
        made = f"PRAGMA application_id = {APPLICATION}; {_TABLES_1} {_NEW_IN_2} {_NEW_IN_3}"
        _change_tables(connection, version, SCHEMA, made)
    elif version < 1:
        raise damaged_store(path, f"the version of its tables, {version}")
    else:
        for step in range(version, SCHEMA):
            _migrate(connection, path, step)


def _migrate(connection: sqlite3.Connection, path: Path | None, version: int) -> None:
    try:
        _change_tables(connection, version, version + 1, _MIGRATIONS[version])
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        # The statements are right, so the tables are not those of the version.
        raise damaged_store(path, f"its tables are not of version {version}: {error}") from error


def _change_tables(
    connection: sqlite3.Connection, version: int, target: int, statements: str
) -> None:
    with transaction(connection) as execute:
        # Another process may have changed them since we read the version.
        if int(execute("PRAGMA user_version").fetchone()[0]) == version:
            for statement in statements.split(";"):
                execute(statement)
            if target == SCHEMA:
                protect(execute)
            execute(f"PRAGMA user_version = {target}")


def protect(execute: Execute) -> None:
    """Computes the checksums of all rows, for a store that was written without them."""
    for row in execute("SELECT id, content FROM conditions").fetchall():
        statement = "UPDATE conditions SET checksum = ? WHERE id = ?"
        execute(statement, (conditions_checksum(row), row[0]))
    for key, *row in execute(
        "SELECT id, digest, experiment, pair, side, source, record FROM imported"
    ).fetchall():
        statement = "UPDATE imported SET checksum = ? WHERE id = ?"
        execute(statement, (imported_checksum(tuple(row)), key))
    for match, identity in execute("SELECT id, identity FROM experiment").fetchall():
        _protect_match(execute, match, identity_key(identity))
    set_seals(execute)


def _protect_match(execute: Execute, match: int, key: str) -> None:
    chain, count = "", 0
    for pair, side, record, conditions in execute(
        "SELECT pair, side, record, conditions FROM game WHERE experiment = ? ORDER BY pair, side",
        (match,),
    ).fetchall():
        checksum = game_checksum((match, pair, side, record, conditions, count, key))
        execute(
            "UPDATE game SET number = ?, key = ?, checksum = ?"
            " WHERE experiment = ? AND pair = ? AND side = ?",
            (count, key, checksum, match, pair, side),
        )
        chain, count = chained(chain, checksum), count + 1
    set_chain(execute, match, count, chain)


def identity_key(identity: str) -> str:
    """A short key for the identity of a match, given as its JSON text."""
    return hashlib.sha256(identity.encode()).hexdigest()[:16]


def set_chain(execute: Execute, match: int, games: int, chain: str) -> None:
    """Sets the number of games and the chain of a match, and its checksum."""
    execute("UPDATE experiment SET games = ?, chain = ? WHERE id = ?", (games, chain, match))
    row = execute(
        "SELECT id, name, identity, test, created, games, chain FROM experiment WHERE id = ?",
        (match,),
    ).fetchone()
    execute("UPDATE experiment SET checksum = ? WHERE id = ?", (match_checksum(row), match))


SEALED = {"matches": "experiment", "imported": "imported"}
"""The tables whose rows a seal covers, by the name of the seal."""


def set_seals(execute: Execute, *parts: str) -> None:
    """Computes the seals over matches and imported games, or those named, again."""
    for part in parts or SEALED:
        found = seal_of(execute, part)
        execute("INSERT OR REPLACE INTO seal (part, checksum) VALUES (?, ?)", (part, found))


def seal_of(execute: Execute, part: str) -> str:
    """The seal as it should be."""
    rows = execute(f"SELECT checksum FROM {SEALED[part]} ORDER BY id").fetchall()
    return seal(row[0] for row in rows)
