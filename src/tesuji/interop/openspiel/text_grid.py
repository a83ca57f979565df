"""Reading a board from the text that OpenSpiel prints for a state."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["TextGrid", "read_grid"]

_LABELLED = re.compile(r"^\s*(\d+)\s?(.*?)(?:\s+\1)?\s*$")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class TextGrid:
    """Rows of one character per cell, and the names of rows and columns if the text has any."""

    rows: list[str]
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()

    def cell(self, name: str) -> tuple[int, int] | None:
        """The row and column of a name such as ``a7``; None if there is no such cell."""
        column, row = name[:1].lower(), name[1:]
        if column not in self.column_names or row not in self.row_names:
            return None
        return self.row_names.index(row), self.column_names.index(column)


def read_grid(text: str) -> TextGrid | None:
    """The board in a text, if it has one: lines with a character for each cell.

    >>> read_grid("2bb.\\n1.ww\\n abc")
    TextGrid(rows=['bb.', '.ww'], row_names=('2', '1'), column_names=('a', 'b', 'c'))
    >>> read_grid("x..\\n.o.").rows
    ['x..', '.o.']
    """
    if (fen := _from_fen(text)) is not None:
        return fen
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    for find in (_labelled_rows, _plain_rows):
        found = find(lines)
        if found is not None:
            return found
    return None


def _from_fen(text: str) -> TextGrid | None:
    """The board of a FEN such as chess uses, in which digits are runs of empty cells."""
    parts = text.split()[0].split("/") if text.split() else []
    if len(parts) < 4 or not all(re.fullmatch(r"[A-Za-z1-9]+", part) for part in parts):
        return None
    return _named([re.sub(r"\d", lambda run: "." * int(run[0]), part) for part in parts])


def _named(rows: list[str], numbers: tuple[str, ...] = (), letters: str = "") -> TextGrid | None:
    if len(rows) < 2 or len({len(row) for row in rows}) != 1 or len(rows[0]) < 2:
        return None
    if any("|" in row or " " in row for row in rows) or len(rows[0]) > len(LETTERS):
        return None
    names = letters if len(letters) == len(rows[0]) else LETTERS[: len(rows[0])]
    from_below = tuple(str(number) for number in range(len(rows), 0, -1))
    return TextGrid(rows, numbers or from_below, tuple(names))


def _labelled_rows(lines: list[str]) -> TextGrid | None:
    """Rows that begin with their numbers, which count up or down."""
    matches = [match for line in lines if (match := _LABELLED.match(line))]
    numbers = [int(match[1]) for match in matches]
    count = len(numbers)
    if count < 2 or numbers not in (list(range(1, count + 1)), list(range(count, 0, -1))):
        return None
    letters = next((found for line in lines if (found := _letters(line))), "")
    rows = [_without_gaps(match[2]) for match in matches]
    return _named(rows, tuple(match[1] for match in matches), letters)


def _letters(line: str) -> str:
    """The names of the columns, if this line has nothing else. Go leaves out the letter i."""
    found = "".join(line.split()).lower()
    alphabets = (LETTERS, LETTERS.replace("i", ""))
    return found if len(found) > 1 and any(a.startswith(found) for a in alphabets) else ""


def _plain_rows(lines: list[str]) -> TextGrid | None:
    """The first lines of equal length; they may be shifted, as in Hex."""
    rows: list[str] = []
    for line in lines:
        row = _without_gaps(line.strip())
        if rows and len(row) != len(rows[0]):
            break
        rows.append(row)
    grid = _named(rows)
    if grid is None:
        return None
    return TextGrid(rows, tuple(str(n) for n in range(1, len(rows) + 1)), grid.column_names)


def _without_gaps(row: str) -> str:
    """The row without the spaces between its cells, if it has one after every cell."""
    row = row.strip()
    return row[::2] if len(row) > 2 and not row[1::2].strip() else row
