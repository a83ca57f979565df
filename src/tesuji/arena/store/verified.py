"""Rows of a store whose checksums are verified as they are read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tesuji.arena.store.checksums import chained, game_checksum, match_checksum
from tesuji.arena.store.schema import seal_of
from tesuji.errors import StoreError
from tesuji.games.record import GameRecord

__all__ = ["VerifiedRows"]

_SELECT_MATCH = "SELECT id, name, identity, test, created, games, chain, checksum FROM experiment"


class VerifiedRows:
    """Reads a store; every method raises StoreError, which names the damage, if it finds some."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None, name: str) -> None:
        self._connection = connection
        self._path = path
        self._name = name

    def matches(self) -> list[Any]:
        """The rows of all matches."""
        execute = self._connection.execute
        rows = execute(f"{_SELECT_MATCH} ORDER BY id").fetchall()
        for row in rows:
            self._check_match(row)
        self.check_seal("matches", "the list of matches")
        return rows

    def _check_match(self, row: tuple[Any, ...]) -> None:
        if match_checksum(row[:-1]) != row[-1]:
            raise self.damaged(f"match {row[0]} ({row[1]!r})")

    def check_seal(self, part: str, what: str) -> None:
        """Checks that no row of a part is missing or was added."""
        execute = self._connection.execute
        found = execute("SELECT checksum FROM seal WHERE part = ?", (part,)).fetchone()
        if found != (seal_of(execute, part),):
            raise self.damaged(what)

    def chain(self, match: int) -> tuple[int, str]:
        """The number of games of a match and their chain, both as its row says."""
        row = self._connection.execute(f"{_SELECT_MATCH} WHERE id = ?", (match,)).fetchone()
        if row is None:
            raise StoreError(f"{self._name} has no match {match}", path=self._path, given=match)
        self._check_match(row)
        return int(row[5]), str(row[6])

    def check_chain(self, match: int) -> None:
        """Checks that no game of a match is missing, doubled or replaced."""
        execute = self._connection.execute
        games, expected = self.chain(match)
        chain, found = "", 0
        for (checksum,) in execute(
            "SELECT checksum FROM game WHERE experiment = ? ORDER BY number", (match,)
        ):
            chain, found = chained(chain, checksum), found + 1
        if (found, chain) != (games, expected):
            raise self.damaged(f"the list of games of match {match}, {found} of {games}")

    def records(self, match: int, pair: int | None = None) -> Iterator[GameRecord]:
        """The games of a match, or of one pair."""
        for row in self._game_rows(match, pair):
            if problem := _game_problem(row):
                raise self.damaged(problem)
            yield GameRecord.from_dict(json.loads(row[3]))

    def problems(self, match: int) -> Iterator[str]:
        """All damage to the games of a match."""
        for row in self._game_rows(match):
            if problem := _game_problem(row):
                yield problem
        try:
            self.check_chain(match)
        except StoreError as error:
            yield str(error.where)

    def _game_rows(self, match: int, pair: int | None = None) -> sqlite3.Cursor:
        given = (match,) if pair is None else (match, pair)
        return self._connection.execute(
            "SELECT experiment, pair, side, record, conditions, number, key, checksum FROM game"
            f" WHERE experiment = ? {'' if pair is None else 'AND pair = ?'} ORDER BY pair, side",
            given,
        )

    def damaged(self, what: str) -> StoreError:
        """The error for damage to a part of the store."""
        return StoreError(
            f"{self._name} is damaged: {what}; 'tesuji store check' lists all damage, and"
            " 'tesuji store salvage' copies what is sound",
            path=self._path,
            where=what,
        )


def _game_problem(row: tuple[Any, ...]) -> str | None:
    if game_checksum(row[:-1]) == row[-1]:
        return None
    side = "second" if row[2] == 1 else "first"
    return f"the {side} game of pair {row[1]} of match {row[0]}"
