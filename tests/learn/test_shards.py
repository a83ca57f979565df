"""Shards: both readers agree with what was written, and refuse everything else."""

from __future__ import annotations

import math
import random
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from tesuji import _core
from tesuji.errors import ShardError
from tesuji.learn.shards import (
    CHECKSUM_AT,
    HEADER,
    Row,
    merged,
    parse_shard,
    read_shard,
    shard_bytes,
    write_shard,
)

SHEET = {"game": "avalam", "seed": 7}
HERE = Path("here.shard")


def row(number: int = 0, position: str = "6/6/1wb3/6/6/6", **changed: object) -> Row:
    made = Row(
        key=2**64 - 1 - number,
        game=number,
        value=0.25,
        ply=number,
        best=3,
        seen=1,
        score=2,
        depth=4,
        flags=number % 2,
        position=position,
    )
    return made._replace(**changed)  # type: ignore[arg-type]


ROWS = {
    "a small alphabet": [row(n, "6/6/1wb3/6/6/6"[: 14 - n]) for n in range(9)],
    "a large alphabet": [row(0, "abcdefghijklmnopqrstuvwxyz"), row(1, "ABC")],
    "letters of several bytes": [row(0, "größe ⚂"), row(1, "x")],
    "an empty text": [row(0, ""), row(1, "ab")],
    "no value": [row(0, value=math.nan), row(1, value=1.0)],
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_a_shard_reads_back_as_it_was_written(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "games.shard"
    write_shard(path, SHEET, rows)
    shard = read_shard(path)
    assert shard.sheet == SHEET
    assert shard.positions() == [each.position for each in rows]
    for name in ("key", "game", "ply", "best", "seen", "score", "depth", "flags"):
        assert shard.records[name].tolist() == [getattr(each, name) for each in rows]
    for found, given in zip(shard.records["value"].tolist(), rows, strict=True):
        assert found == given.value or (math.isnan(found) and math.isnan(given.value))


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_the_core_reads_the_same(rows: list[Row]) -> None:
    found = _core.shard_rows(shard_bytes(SHEET, rows))
    assert [repr(tuple(each)) for each in found] == [repr(tuple(each)) for each in rows]


def damaged_shards() -> dict[str, bytes]:
    whole = shard_bytes(SHEET, ROWS["a small alphabet"])
    other_version = whole[:8] + struct.pack("<I", 2) + whole[12:]
    huge = whole[:16] + struct.pack("<Q", 2**63) + whole[24:]
    tiny_records = whole[:12] + struct.pack("<I", 0) + whole[16:]
    return {
        "nothing": b"",
        "another file": b"SQLite format 3\0" + whole[16:],
        "a short header": whole[: HEADER.size - 1],
        "a header alone": whole[: HEADER.size],
        "one byte less": whole[:-1],
        "one byte more": whole + b"\0",
        "another version": other_version,
        "a huge count": huge,
        "records of no bytes": tiny_records,
        "no positions": shard_bytes(SHEET, []),
    }


DAMAGED = damaged_shards()


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_both_readers_refuse_what_is_not_a_complete_shard(data: bytes) -> None:
    with pytest.raises(ShardError, match=r"here\.shard") as caught:
        parse_shard(data, HERE)
    assert caught.value.path == "here.shard"
    assert caught.value.problem
    with pytest.raises(RuntimeError):
        _core.shard_rows(data)


def test_both_readers_see_every_flipped_bit() -> None:
    whole = shard_bytes(SHEET, ROWS["a small alphabet"])
    generator = random.Random(1)
    places = [*range(HEADER.size), *generator.sample(range(len(whole)), 60)]
    for at in places:
        flipped = bytearray(whole)
        flipped[at] ^= 1 << generator.randrange(8)
        with pytest.raises(ShardError):
            parse_shard(bytes(flipped), HERE)
        with pytest.raises(RuntimeError):
            _core.shard_rows(bytes(flipped))


def test_a_missing_file_is_a_shard_error(tmp_path: Path) -> None:
    with pytest.raises(ShardError) as caught:
        read_shard(tmp_path / "none.shard")
    assert caught.value.path == str(tmp_path / "none.shard")


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        write_shard(tmp_path / "games.shard", {"not": object()}, [row()])
    assert list(tmp_path.iterdir()) == []


def test_the_checksum_is_where_the_format_says() -> None:
    start = HEADER.unpack_from(shard_bytes(SHEET, [row()]))
    assert HEADER.size == 56
    assert CHECKSUM_AT == 48
    assert start[-2] == struct.unpack_from("<I", shard_bytes(SHEET, [row()]), CHECKSUM_AT)[0]


def test_duplicates_are_merged_and_the_deepest_search_is_kept() -> None:
    first = row(0, key=5, score=2, depth=3, value=0.25, game=4, flags=0)
    deeper = row(0, key=5, score=1, depth=6, value=0.75, game=9, flags=1)
    other = row(0, key=6)
    assert merged([first, other, deeper]) == [
        first._replace(seen=2, score=3, depth=6, value=0.75, flags=1),
        other,
    ]


def test_a_count_that_is_full_stays_as_it_is() -> None:
    full = row(0, seen=2**16 - 1, score=0)
    assert merged([full, row(0)]) == [full]


@pytest.mark.parametrize(
    "changed", [{"seen": 0, "score": 0}, {"seen": 1, "score": 3}, {"value": 1.5}, {"value": -0.1}]
)
def test_impossible_records_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ShardError) as caught:
        parse_shard(shard_bytes(SHEET, [row(), row(1, **changed)]), HERE)
    assert caught.value.path == "here.shard"


def forged(data: bytes, at: int, new: bytes) -> bytes:
    """The shard with other bytes and the right checksum."""
    whole = bytearray(data)
    whole[at : at + len(new)] = new
    rest = zlib.crc32(whole[CHECKSUM_AT + 4 :], zlib.crc32(whole[:CHECKSUM_AT]))
    whole[CHECKSUM_AT : CHECKSUM_AT + 4] = struct.pack("<I", rest)
    return bytes(whole)


def test_half_bytes_without_an_alphabet_are_refused() -> None:
    whole = shard_bytes(SHEET, [row()])
    assert parse_shard(forged(whole, 32, whole[32:48]), HERE).alphabet
    with pytest.raises(ShardError) as caught:
        parse_shard(forged(whole, 32, bytes(16)), HERE)
    assert caught.value.problem == "the header is damaged"


@pytest.mark.parametrize("sheet", [b"\xff" * 8, b"[" * 10_000, b"[]      ", b"{       "])
def test_a_data_sheet_that_is_not_an_object_is_refused(sheet: bytes) -> None:
    whole = bytearray(shard_bytes({}, [row()]))
    whole[HEADER.size : HEADER.size + 8] = sheet
    with pytest.raises(ShardError) as caught:
        parse_shard(forged(bytes(whole), 24, struct.pack("<I", len(sheet))), HERE)
    assert "data sheet" in caught.value.problem
