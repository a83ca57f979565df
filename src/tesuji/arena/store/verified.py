"""Rows of a store whose checksums are verified as they are read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tesuji.arena.store.checksums import chained, game_checksum, match_checksum
from tesuji.arena.store.schema import damaged_store, seal_of
from tesuji.errors import StoreError
from tesuji.games.record import GameRecord

__all__ = ["Damage", "VerifiedRows", "stored_record"]

_SELECT_MATCH = "SELECT id, name, identity, test, created, games, chain, checksum FROM experiment"


Damage = list[str] | None
"""Where to note damage; None raises an error instead."""


class VerifiedRows:
    """Reads a store and finds damage.

    Every method raises a StoreError that names the damage. Those that take a list note the damage
    there instead, and go on with what is sound.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self._connection = connection
        self._path = path

    def report(self, what: str, damage: Damage = None) -> None:
        """Raises the error for damage to a part of the store, or notes it."""
        if damage is None:
            raise damaged_store(self._path, what)
        damage.append(what)

    def matches(self, damage: Damage = None) -> list[Any]:
        """The rows of all matches."""
        execute = self._connection.execute
        rows = execute(f"{_SELECT_MATCH} ORDER BY id").fetchall()
        sound = [row for row in rows if self._is_sound(row, damage)]
        self.check_seal("matches", "the list of matches", damage)
        return sound

    def _is_sound(self, match: tuple[Any, ...], damage: Damage = None) -> bool:
        if match_checksum(match[:-1]) == match[-1]:
            return True
        self.report(f"match {match[0]} ({match[1]!r})", damage)
        return False

    def check_seal(self, part: str, what: str, damage: Damage = None) -> None:
        """Checks that no row of a part is missing or was added."""
        execute = self._connection.execute
        found = execute("SELECT checksum FROM seal WHERE part = ?", (part,)).fetchone()
        if found != (seal_of(execute, part),):
            self.report(what, damage)

    def chain(self, match: int) -> tuple[int, str]:
        """The number of games of a match and their chain, both as its row says."""
        row = self._connection.execute(f"{_SELECT_MATCH} WHERE id = ?", (match,)).fetchone()
        if row is None:
            raise StoreError(f"{self._path} has no match {match}", path=self._path, given=match)
        self._is_sound(row)
        return int(row[5]), str(row[6])

    def check_chain(self, match: int, damage: Damage = None) -> None:
        """Checks that no game of a match is missing, doubled or replaced."""
        execute = self._connection.execute
        games, expected = self.chain(match)
        chain, found = "", 0
        for (checksum,) in execute(
            "SELECT checksum FROM game WHERE experiment = ? ORDER BY number", (match,)
        ):
            chain, found = chained(chain, checksum), found + 1
        if (found, chain) != (games, expected):
            self.report(f"the list of games of match {match}, {found} of {games}", damage)

    def records(
        self, match: int, pair: int | None = None, damage: Damage = None
    ) -> Iterator[GameRecord]:
        """The games of a match, or of one pair."""
        for row in self._game_rows(match, pair):
            sound = game_checksum(row[:-1]) == row[-1]
            record = stored_record(row[3]) if sound else None
            if record is not None:
                yield record
                continue
            side = "second" if row[2] == 1 else "first"
            self.report(f"the {side} game of pair {row[1]} of match {row[0]}", damage)

    def _game_rows(self, match: int, pair: int | None = None) -> sqlite3.Cursor:
        given = (match,) if pair is None else (match, pair)
        return self._connection.execute(
            "SELECT experiment, pair, side, record, conditions, number, key, checksum FROM game"
            f" WHERE experiment = ? {'' if pair is None else 'AND pair = ?'} ORDER BY pair, side",
            given,
        )


def stored_record(text: str) -> GameRecord | None:
    """A game from its text in a store.

    None if the text is not a game: it was damaged in an older version, before it had a checksum.
    """
    try:
        return GameRecord.from_dict(json.loads(text))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
