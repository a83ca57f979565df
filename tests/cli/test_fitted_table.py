"""Tables at several widths: whatever the terminal, each cell is there in full."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from benchmarks.reports_state import RESULTS
from tesuji.cli.fitted_table import print_fitted
from tesuji.cli.study_view import print_layout
from tesuji.studies.layout import lay_out

EXPERIMENTS = {
    f"{study['name']}/{each['name']}": each
    for study in json.loads(RESULTS.read_text("utf-8"))["studies"]
    for each in study["experiments"]
}
HEADER = ("who", "value", "n")
ROWS = [("first(size=1, more=2) - second", "1% [0%, 2%]", "8"), ("third", "-", "9")]


def console(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, highlight=False, emoji=False, markup=False)


def printed(width: int, **options: Any) -> list[str]:
    out = console(width)
    print_fitted(out, HEADER, ROWS, right=["n"], **options)
    assert isinstance(out.file, io.StringIO)
    return [line.rstrip() for line in out.file.getvalue().splitlines()]


WIDE = [
    "who                             value        n",
    "first(size=1, more=2) - second  1% [0%, 2%]  8",
    "third                           -            9",
]


def test_with_room_each_row_is_a_line() -> None:
    assert printed(46) == printed(200) == WIDE


def test_lines_break_between_the_pieces_of_a_cell() -> None:
    assert printed(43, shrinking=["value", "who"]) == [
        "who                             value     n",
        "first(size=1, more=2) - second  1%        8",
        "                                [0%, 2%]",
        "third                           -         9",
    ]
    assert printed(26, shrinking=["value", "who"]) == [
        "who            value     n",
        "first(size=1,  1%        8",
        "more=2) -      [0%, 2%]",
        "second",
        "third          -         9",
    ]


def test_without_room_each_row_is_a_block() -> None:
    assert printed(20, shrinking=["value"]) == [
        "who:   first(size=1,",
        "more=2) - second",
        "value: 1% [0%, 2%]",
        "n:     8",
        "",
        "who:   third",
        "n:     9",
        "",
    ]


def letters(*texts: str) -> list[str]:
    return sorted("".join("".join(texts).split()))


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200, 100_000])
@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_no_cell_of_the_reports_is_cut(experiment: dict[str, Any], width: int) -> None:
    layout, out = lay_out(experiment), console(width)
    print_layout(out, replace(layout, shared=(), limits={}, notes=()))
    assert isinstance(out.file, io.StringIO)
    shown = out.file.getvalue()
    assert max(map(len, shown.splitlines())) <= width
    if "ours, 95%:" not in shown:
        assert letters(shown) == letters(*layout.header, *(c for row in layout.rows for c in row))
        return
    assert width < 100
    blocks = "".join(shown.split())
    for row in layout.rows:
        cells = zip(layout.header, row, strict=True)
        block = "".join(f"{name}:{cell}" for name, cell in cells if cell != "-")
        assert "".join(block.split()) in blocks
