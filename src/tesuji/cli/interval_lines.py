"""Results as a picture of text: each row's value with its interval on one axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["interval_lines"]

OURS, REPORTED, BAR = "o", "|", "-"
LONGEST_LABEL = 36
LEAST_AXIS = 24
WIDEST = 100
"""The picture takes no more columns than this."""

Data = Mapping[str, Any]


def interval_lines(experiment: Data, width: int) -> list[str]:
    """The lines of the picture; empty for an experiment without values, or without room."""
    rows = [
        each
        for each in experiment["findings"]
        if each["ours"] is not None and each["game"] != "trend" and each["low"] is not None
    ]
    labels = _labels(rows)
    room = min(width, WIDEST) - max(map(len, labels), default=0) - 3
    if not rows or room < LEAST_AXIS:
        return []
    low, high = _ends(rows, experiment["is_share"])
    style = ".0%" if experiment["is_share"] else ".2f"
    ends = f"{low:{style}}", f"{high:{style}}"
    indent = " " * (max(map(len, labels)) + 2)
    lines = [f"{indent}{ends[0]}{ends[1]:>{room - len(ends[0])}}"]
    for label, row in zip(labels, rows, strict=True):
        lines.append(f"{label:<{len(indent)}}{_line(row, low, high, room)}".rstrip())
    legend = f"{OURS} ours, with its 95% interval"
    if any(_reported(row) is not None for row in rows):
        legend += f"; {REPORTED} the report"
    return [*lines, indent + legend]


def _labels(rows: Sequence[Data]) -> list[str]:
    """What tells the rows apart, cut to a bearable length."""
    names = [name for name in ("label", "game", "budget") if len({row[name] for row in rows}) > 1]
    texts = [", ".join(str(row[name]) for name in names or ["game"]) for row in rows]
    return [
        text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 3] + "..." for text in texts
    ]


def _reported(row: Data) -> float | None:
    value = row["reported"]
    return float(value) if isinstance(value, int | float) else None


def _ends(rows: Sequence[Data], share: bool) -> tuple[float, float]:
    """The axis: all shares, or the range of the values."""
    if share:
        return 0.0, 1.0
    values = [row[name] for row in rows for name in ("low", "high", "ours")]
    values += [value for row in rows if (value := _reported(row)) is not None]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 1, high + 1)


def _line(row: Data, low: float, high: float, room: int) -> str:
    def place(value: float) -> int:
        share = (value - low) / (high - low)
        return round(min(1.0, max(0.0, share)) * (room - 1))

    cells = [" "] * room
    first, last = place(row["low"]), place(row["high"])
    cells[first : last + 1] = BAR * (last + 1 - first)
    if (reported := _reported(row)) is not None:
        cells[place(reported)] = REPORTED
    cells[place(row["ours"])] = OURS
    return "".join(cells)
