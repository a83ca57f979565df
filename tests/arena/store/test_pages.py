"""Reading the pages of a damaged store takes linear time."""

from __future__ import annotations

import struct

import pytest

from tesuji.arena.store import pages

SIZE = 4096
PAGES = 200
CELLS = 1000
LEAST = (SIZE - 12) * 32 // 255 - 23


def varint(value: int) -> bytes:
    digits = [value & 0x7F]
    while value := value >> 7:
        digits.append(value & 0x7F | 0x80)
    return bytes(reversed(digits))


def greedy_file() -> bytes:
    """A leaf of a table whose cells all claim the same chain of overflow pages."""
    cell = varint(LEAST + (SIZE - 4) * (PAGES - 10)) + varint(1) + bytes(LEAST)
    cell += struct.pack(">I", 2)
    place = SIZE - len(cell)
    leaf = b"\x0d" + struct.pack(">HHHB", 0, CELLS, place, 0) + struct.pack(">H", place) * CELLS
    start = b"SQLite format 3\0" + struct.pack(">H", SIZE)
    first = (start.ljust(100, b"\0") + leaf).ljust(place, b"\0") + cell
    chain = (struct.pack(">I", number + 1).ljust(SIZE, b"\0") for number in range(2, PAGES + 1))
    return first + b"".join(chain)


def test_rows_that_share_overflow_pages_are_read_in_linear_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[int] = []
    page = pages._Pages.page

    def counted(self: pages._Pages, number: int) -> bytes:
        read.append(number)
        return page(self, number)

    monkeypatch.setattr(pages._Pages, "page", counted)
    assert list(pages.rows(greedy_file())) == []
    assert PAGES * 2 < len(read) < PAGES * 6
