"""What all results share: they print as a table, show as one in a notebook, and write a report."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

from tesuji.arena.terms import TERMS, term_key

__all__ = ["Picture", "ShownResult"]

Rows = Sequence[tuple[str, ...]]


class Picture(str):
    """An SVG picture as text, which a notebook draws."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture of {len(self)} characters>"


class ShownResult:
    """Base of results. Subclasses have a heading, rows, warnings and a summary."""

    @property
    def heading(self) -> str:
        """What was played, in a few words."""
        raise NotImplementedError

    @property
    def warnings(self) -> list[str]:
        """Reasons to doubt the result."""
        raise NotImplementedError

    def summary(self) -> str:
        """The result in one line."""
        raise NotImplementedError

    def _rows(self) -> Rows:
        raise NotImplementedError

    def report(self, path: str | Path, *, command: str = "") -> Path:
        """Writes the result as an HTML report and returns its path; plots need matplotlib.

        ``command`` is the command that made the result, which the report shows.
        """
        from tesuji.arena.report.pages import Result, write_report

        assert isinstance(self, Result)
        return write_report(self, path, command=command)

    def __str__(self) -> str:
        return text_table(self.heading, self._rows(), self.warnings)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary()}>"

    def _repr_html_(self) -> str:
        return html_table(self.heading, self._rows(), self.warnings)


def text_table(title: str, rows: Rows, warnings: Sequence[str]) -> str:
    """A result as lines of text, its columns aligned.

    >>> print(text_table("a - b", [("score", "50%"), ("Elo", "+0")], ["few games"]))
    a - b
    score  50%
    Elo    +0
    Warning: few games
    """
    columns = zip(*rows, strict=True)
    widths = [max(map(len, column)) for column in columns]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([title, *lines, *(f"Warning: {warning}" for warning in warnings)])


def html_table(title: str, rows: Rows, warnings: Sequence[str]) -> str:
    """A result as HTML for a notebook; technical terms in the first column have tooltips."""
    lines = "".join(_row(*row) for row in rows)
    notes = "".join(f"<p>Warning: {html.escape(warning)}</p>" for warning in warnings)
    return f"<p><b>{html.escape(title)}</b></p><table>{lines}</table>{notes}"


def _row(first: str, *rest: str) -> str:
    key = term_key(first)
    tip = f' title="{html.escape(TERMS[key])}"' if key else ""
    cells = "".join(f'<td style="text-align: left">{html.escape(cell)}</td>' for cell in rest)
    head = f'<th scope="row" style="text-align: left"{tip}>{html.escape(first)}</th>'
    return f"<tr>{head}{cells}</tr>"
