"""Rows of a damaged SQLite file, read page by page without its indexes.

Every page is looked at by itself, so damage to one page costs only the rows on it. Rows that are
damaged themselves may come out wrong; checksums must tell. The format is described at
https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

__all__ = ["Row", "rows"]

Row = tuple[object, ...]

_INDEX_INTERIOR, _INDEX_LEAF, _TABLE_LEAF = 0x02, 0x0A, 0x0D
"""The kinds of pages that hold rows."""
_LARGEST_ROW = 1 << 28
_INTEGER_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_PAGE_SIZES = tuple(1 << n for n in range(9, 17))


class _BrokenRow(Exception):
    """What was found is not a row."""


def rows(data: bytes) -> Iterator[tuple[int | None, Row]]:
    """Every row of the file with its row id; None in tables and indexes without one."""
    size = _page_size(data)
    # SQLite too reads the rest of a page that is cut off as zeros.
    data += bytes(-len(data) % size)
    pages = _Pages(data, size)
    for number in range(1, len(data) // size + 1):
        yield from pages.rows(number)


def _page_size(data: bytes) -> int:
    """The page size in the header, or SQLite's default if the header is damaged."""
    found = struct.unpack_from(">H", data, 16)[0] if len(data) >= 18 else 0
    found = 1 << 16 if found == 1 else found
    return found if found in _PAGE_SIZES else 4096


class _Pages:
    def __init__(self, data: bytes, size: int) -> None:
        self.data, self.size = data, size
        # A sound file has each overflow page in one row. Damaged rows may claim some again, but not
        # so many that reading takes more than linear time.
        self.overflow_left = 4 * (len(data) // size)

    def page(self, number: int) -> bytes:
        if not 1 <= number <= len(self.data) // self.size:
            raise _BrokenRow
        return self.data[(number - 1) * self.size : number * self.size]

    def rows(self, number: int) -> Iterator[tuple[int | None, Row]]:
        page = self.page(number)
        header = 100 if number == 1 else 0
        kind = page[header]
        if kind not in (_INDEX_INTERIOR, _INDEX_LEAF, _TABLE_LEAF):
            return
        first = header + (12 if kind == _INDEX_INTERIOR else 8)
        count = struct.unpack_from(">H", page, header + 3)[0]
        for place in range(first, min(first + 2 * count, self.size - 1), 2):
            at = struct.unpack_from(">H", page, place)[0]
            try:
                yield self._row(page, kind, at)
            except (_BrokenRow, IndexError, struct.error, UnicodeDecodeError):
                continue

    def _row(self, page: bytes, kind: int, at: int) -> tuple[int | None, Row]:
        if kind == _INDEX_INTERIOR:
            at += 4
        length, at = _varint(page, at)
        row_id = None
        if kind == _TABLE_LEAF:
            row_id, at = _varint(page, at)
        return row_id, _values(self._payload(page, at, length, kind))

    def _payload(self, page: bytes, at: int, length: int, kind: int) -> bytes:
        """The bytes of a row, from its page and its overflow pages."""
        if not 0 < length <= min(_LARGEST_ROW, len(self.data)):
            raise _BrokenRow
        size = self.size
        most = size - 35 if kind == _TABLE_LEAF else (size - 12) * 64 // 255 - 23
        if length <= most:
            return page[at : at + length]
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
        found = bytearray(page[at : at + local])
        following = struct.unpack_from(">I", page, at + local)[0]
        while len(found) < length:
            if self.overflow_left == 0:
                raise _BrokenRow
            self.overflow_left -= 1
            more = self.page(following)
            following = struct.unpack_from(">I", more, 0)[0]
            found += more[4 : 4 + min(size - 4, length - len(found))]
        return bytes(found)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """An integer of 1 to 9 bytes, and the place after it."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def _values(payload: bytes) -> Row:
    """The columns of a row."""
    header, at = _varint(payload, 0)
    if not 0 < header <= len(payload):
        raise _BrokenRow
    kinds = []
    while at < header:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values, at = [], header
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[object, int]:
    if kind in (0, 8, 9):
        return (None if kind == 0 else kind - 8), at
    if kind in _INTEGER_SIZES:
        end = at + _INTEGER_SIZES[kind]
        value: object = int.from_bytes(payload[at:end], "big", signed=True)
    elif kind == 7:
        end = at + 8
        value = struct.unpack_from(">d", payload, at)[0]
    elif kind >= 12:
        end = at + (kind - 12) // 2
        value = payload[at:end].decode() if kind % 2 else payload[at:end]
    else:
        raise _BrokenRow
    if end > len(payload):
        raise _BrokenRow
    return value, end
