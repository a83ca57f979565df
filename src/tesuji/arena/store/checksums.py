"""Checksums of everything that a store holds, so that damage is noticed when it is read.

Each game has a checksum. A chain over the games of a match, in the order of their arrival, shows
that none is missing, and a seal over all matches shows that no match is. They protect against
damage by accident. They are not a signature: anyone who can write to the file can compute them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

__all__ = [
    "chained",
    "conditions_checksum",
    "game_checksum",
    "imported_checksum",
    "match_checksum",
    "seal",
]

Row = tuple[object, ...]


def _checksum(kind: str, *fields: object) -> str:
    # In a damaged file a column may have any type.
    text = json.dumps([kind, *fields], default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def game_checksum(row: Row) -> str:
    """Of (match id, pair, side, record, conditions id, number, match key)."""
    return _checksum("game", *row)


def conditions_checksum(row: Row) -> str:
    """Of (id, content)."""
    return _checksum("conditions", *row)


def match_checksum(row: Row) -> str:
    """Of (id, name, identity, test, created, games, chain)."""
    return _checksum("match", *row)


def imported_checksum(row: Row) -> str:
    """Of (digest, match key, pair, side, source, record)."""
    return _checksum("imported", *row)


def chained(chain: str, checksum: str) -> str:
    """The chain of a match after one more game."""
    return _checksum("chain", chain, checksum)


def seal(checksums: Iterable[str]) -> str:
    """One checksum over those of many rows, in order."""
    return _checksum("seal", *checksums)
