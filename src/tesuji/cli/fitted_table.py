"""Tables that fit a terminal of any width: cells wrap between words and are never cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from tesuji.cli.terminal import make_table

__all__ = ["fitted_table", "print_fitted"]

GAP = 2
Cells = Sequence[str]

_PIECE = re.compile(r"\[[^\]]*\],?|\(?[^\s,(/]+[,(/]?|\S")
"""A piece that is never broken: an interval, a word, or a part of a spec."""


def print_fitted(
    console: Console,
    header: Cells,
    rows: Sequence[Cells],
    *,
    right: Cells = (),
    shrinking: Cells = (),
    empty: str = "-",
) -> None:
    """Prints a table that is no wider than the console.

    If there is no room, the columns of ``shrinking`` wrap, the first of them first. If that is not
    enough, each row becomes a block of lines, without its ``empty`` cells.
    """
    table = fitted_table(header, rows, console.width, right=right, shrinking=shrinking)
    if table is not None:
        console.print(table)
        return
    for lines in _blocks(header, rows, empty):
        console.print("\n".join(lines) + "\n")


def fitted_table(
    header: Cells,
    rows: Sequence[Cells],
    width: int,
    *,
    right: Cells = (),
    shrinking: Cells = (),
) -> Table | None:
    """A table that is no wider than this; None if even the ``shrinking`` columns leave no room."""
    widths = _fit(header, rows, shrinking, width)
    if widths is None:
        return None
    table = make_table(*header, right=right, folds=())
    for row in rows:
        table.add_row(*map(_broken, row, widths))
    for column, room in zip(table.columns, widths, strict=True):
        column.header = _broken(str(column.header), room)
    return table


def _fit(header: Cells, rows: Sequence[Cells], shrinking: Cells, width: int) -> list[int] | None:
    """The widths of the columns; None if the table cannot be that narrow."""
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    surplus = sum(widths) + GAP * (len(widths) - 1) - width
    for name in shrinking:
        if name in header and surplus > 0:
            at = header.index(name)
            saved = min(surplus, widths[at] - _narrowest(columns[at]))
            widths[at] -= saved
            surplus -= saved
    return widths if surplus <= 0 else None


def _narrowest(column: Cells) -> int:
    return max(len(piece) for cell in column for piece in _PIECE.findall(cell) or [""])


def _broken(cell: str, width: int) -> str:
    """The cell wrapped to this width."""
    if len(cell) <= width:
        return cell
    lines = [""]
    for piece in re.finditer(rf"(?:{_PIECE.pattern})\s*", cell):
        if lines[-1] and len(lines[-1]) + len(piece[0].rstrip()) > width:
            lines.append("")
        lines[-1] += piece[0]
    return "\n".join(line.rstrip() for line in lines)


def _blocks(header: Cells, rows: Sequence[Cells], empty: str) -> Iterator[list[str]]:
    longest = max(map(len, header)) + GAP
    for row in rows:
        yield [
            f"{name + ':':{longest}}{cell}"
            for name, cell in zip(header, row, strict=True)
            if cell != empty
        ]
