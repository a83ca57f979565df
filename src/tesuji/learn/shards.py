"""Shards: files of positions with what a search found and how their games ended.

``docs/learning.md`` describes the format; the core reads it too (``core/tesuji/learned``). A shard
is complete or absent: it is written under another name first.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import ShardError
from tesuji.input_files import read_bytes
from tesuji.output_files import write_bytes

__all__ = ["Row", "Shard", "merged", "position_key", "read_shard", "shard_bytes", "write_shard"]

MAGIC = b"TSJSHARD"
VERSION = 1
HEADER = struct.Struct("<8sIIQII16sII")
CHECKSUM_AT = 48
LARGEST = 1 << 30
"""Bytes of the largest shard that is read."""
FIELDS = [
    ("key", "<u8"),
    ("game", "<u4"),
    ("value", "<f4"),
    ("ply", "<u2"),
    ("best", "<u2"),
    ("seen", "<u2"),
    ("score", "<u2"),
    ("depth", "u1"),
    ("flags", "u1"),
    ("letters", "<u2"),
    ("reserved", "<u4"),
]
MOST = 2**16 - 1


class Row(NamedTuple):
    """One position. Values and scores are those of the player to move."""

    key: int
    """Equal for positions that symmetries turn into each other."""
    game: int
    """Number of the game in which it was first seen."""
    value: float
    """Expected result from 0 to 1; NaN if the agent gives none."""
    ply: int
    best: int
    """Place of the best move among the legal moves."""
    seen: int
    """Number of games in which it was seen."""
    score: int
    """Half points from these games."""
    depth: int
    flags: int
    """1 if a move that the agent did not choose followed, so that the result says less."""
    position: str
    """The position in notation."""


@dataclass(frozen=True)
class Shard:
    """A shard that was read and checked."""

    path: Path
    sheet: Mapping[str, Any]
    """The data sheet: game, agent, seed and the numbers of the games."""
    records: NDArray[Any] = field(repr=False)
    """A structured array with the fields of a row, and the packed ``position``."""
    alphabet: bytes
    """The letters of positions, which take half a byte each; empty if they take a whole byte."""
    data: bytes = field(repr=False)
    """The whole file."""

    def positions(self) -> list[str]:
        """The positions in notation, in the order of the records."""
        packed = self.records["position"]
        if self.alphabet:
            halves = np.stack([packed & 15, packed >> 4], axis=-1).reshape(len(packed), -1)
            letters = np.frombuffer(b"\0" + self.alphabet.ljust(15, b"\0"), np.uint8)[halves]
        else:
            letters = packed
        lengths = self.records["letters"]
        return [bytes(row[:length]).decode() for row, length in zip(letters, lengths, strict=True)]


def position_key(text: str) -> int:
    """The key of a position, from the text of its canonical image."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def merged(rows: Iterable[Row]) -> list[Row]:
    """Rows without duplicates: counts and scores are added, and the deepest search is kept."""
    found: dict[int, Row] = {}
    for row in rows:
        known = found.get(row.key)
        if known is None:
            found[row.key] = row
        elif known.seen + row.seen <= MOST and known.score + row.score <= MOST:
            best = row if row.depth > known.depth else known
            found[row.key] = best._replace(
                game=known.game,
                seen=known.seen + row.seen,
                score=known.score + row.score,
                flags=known.flags | row.flags,
            )
    return list(found.values())


def shard_bytes(sheet: Mapping[str, Any], rows: Sequence[Row]) -> bytes:
    """The content of a shard."""
    texts = [row.position.encode() for row in rows]
    alphabet = bytes(sorted(set(b"".join(texts))))
    if len(alphabet) > 15:
        alphabet = b""
    longest = max(map(len, texts), default=0)
    width = -(-(longest if not alphabet else (longest + 1) // 2) // 8) * 8
    records = np.zeros(len(rows), _dtype(width))
    for name, _ in FIELDS[:-2]:
        records[name] = [getattr(row, name) for row in rows]
    records["letters"] = [len(text) for text in texts]
    records["position"] = _packed(texts, alphabet, width)
    text = json.dumps(sheet, sort_keys=True).encode()
    text += b" " * (-len(text) % 8)
    body = text + records.tobytes()
    start = HEADER.pack(
        MAGIC,
        VERSION,
        records.dtype.itemsize,
        len(rows),
        len(text),
        4 if alphabet else 8,
        alphabet,
        0,
        0,
    )
    checksum = zlib.crc32(body, zlib.crc32(start[CHECKSUM_AT + 4 :], _before(start)))
    return start[:CHECKSUM_AT] + struct.pack("<I", checksum) + start[CHECKSUM_AT + 4 :] + body


def _before(data: bytes) -> int:
    return zlib.crc32(data[:CHECKSUM_AT])


def _dtype(width: int) -> np.dtype[Any]:
    return np.dtype([*FIELDS, ("position", "u1", (width,))])


def _packed(texts: Sequence[bytes], alphabet: bytes, width: int) -> NDArray[np.uint8]:
    if not alphabet:
        plain = np.zeros((len(texts), width), np.uint8)
        for row, text in zip(plain, texts, strict=True):
            row[: len(text)] = np.frombuffer(text, np.uint8)
        return plain
    number = np.zeros(256, np.uint8)
    number[np.frombuffer(alphabet, np.uint8)] = np.arange(1, len(alphabet) + 1)
    halves = np.zeros((len(texts), 2 * width), np.uint8)
    for row, text in zip(halves, texts, strict=True):
        row[: len(text)] = number[np.frombuffer(text, np.uint8)]
    packed: NDArray[np.uint8] = (halves[:, 0::2] | halves[:, 1::2] << 4).astype(np.uint8)
    return packed


def write_shard(path: Path, sheet: Mapping[str, Any], rows: Sequence[Row]) -> None:
    """Writes a shard completely or not at all, even if the machine loses power."""
    write_bytes(shard_bytes(sheet, rows), path)


def read_shard(path: Path) -> Shard:
    """Reads a shard; raises ShardError if it is damaged, truncated, foreign or empty."""
    try:
        data = read_bytes(path, LARGEST)
    except OSError as error:
        raise _error(path, f"it cannot be read: {error.strerror}") from None
    return parse_shard(data, path)


def parse_shard(data: bytes, path: Path) -> Shard:
    """The shard in the content of a file."""
    if not data.startswith(MAGIC[: len(data)]) or not data:
        raise _error(path, "it is not a shard" if data else "the file is empty")
    if len(data) < HEADER.size:
        raise _error(path, "it is truncated: the header is not complete")
    _, version, record_bytes, count, sheet_bytes, bits, alphabet, checksum, _ = HEADER.unpack_from(
        data
    )
    if version != VERSION:
        raise _error(path, f"it has version {version}, expected {VERSION}")
    width = record_bytes - _dtype(0).itemsize
    size = HEADER.size + sheet_bytes + count * record_bytes
    letters = alphabet.rstrip(b"\0") if bits == 4 else b""
    if width < 0 or bits not in (4, 8) or (bits == 4 and not letters):
        raise _error(path, "the header is damaged")
    if len(data) != size:
        problem = "truncated" if len(data) < size else "longer than its header says"
        raise _error(path, f"it is {problem}: {len(data)} bytes, expected {size}")
    if zlib.crc32(data[CHECKSUM_AT + 4 :], _before(data)) != checksum:
        raise _error(path, "it is damaged: the checksum is wrong")
    if count == 0:
        raise _error(path, "it has no positions")
    first = HEADER.size + sheet_bytes
    records = np.frombuffer(data, _dtype(width), count, first)
    if (records["letters"].astype(np.int64) * bits > 8 * width).any():
        raise _error(path, "a position is longer than its record")
    values = records["value"]
    wrong = (records["seen"] == 0) | (records["score"] > 2 * records["seen"].astype(np.int64))
    if (wrong | (values < 0) | (values > 1)).any():
        raise _error(path, "a record is impossible: its count, score or value")
    try:
        sheet = json.loads(data[HEADER.size : first])
    except (ValueError, RecursionError):
        raise _error(path, "its data sheet is not JSON") from None
    if not isinstance(sheet, dict):
        raise _error(path, "its data sheet is not an object")
    return Shard(path, sheet, records, letters, data)


def _error(path: Path, problem: str) -> ShardError:
    return ShardError(f"shard {path}: {problem}", path=str(path), problem=problem)
