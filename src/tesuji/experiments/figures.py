"""Figures of results: curves over a budget and sweeps over a value, a plot for each budget.

Like the tables they are made from plain data, so from a result file as well as from a run.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tesuji.arena import plots
from tesuji.arena.plots import Row
from tesuji.arena.report_text import is_number

__all__ = ["data_figures"]

MOST_LINES = 4
MOST_ROWS = 40
Data = Mapping[str, Any]


def data_figures(experiment: Data) -> Iterator[tuple[str, str]]:
    """A name and an SVG for each plot: of a curve or a sweep lines, of others dots."""
    known = [found for found in experiment["findings"] if found["ours"] is not None]
    for number, budget in enumerate(dict.fromkeys(found["budget"] for found in known)):
        findings = [f for f in known if f["budget"] == budget and f["game"] != "trend"]
        lines = _lines(experiment, findings)
        name = experiment["name"] + (f"-{number + 1}" if number else "")
        title = f"{experiment['title']} ({budget})"
        if lines and len(lines) <= MOST_LINES:
            yield name, _curve(experiment, lines, name, title)
        elif findings and len(findings) <= MOST_ROWS:
            yield name, _dots(experiment, findings, name, title)


def _lines(experiment: Data, findings: Sequence[Data]) -> dict[str, list[Row]]:
    """A line for each setting and game of a curve; of a sweep one for us and one for them."""
    lines: dict[str, list[Row]] = {}
    names = [name for name in ("setting", "game") if len({each[name] for each in findings}) > 1]
    for found in findings:
        if not is_number(found["point"]):
            continue
        if experiment["kind"] == "curve":
            line = ", ".join(found[name] for name in names)
            lines.setdefault(line, []).append(_row(found))
            continue
        at = f", {found['game']}" if "game" in names else ""
        lines.setdefault(f"ours{at}", []).append(_row(found))
        if isinstance(value := found["reported"], int | float):
            lines.setdefault(f"report{at}", []).append((found["point"], value, (value, value)))
    return lines


def _row(found: Data, label: str = "") -> Row:
    low, high = found["low"], found["high"]
    ends = (-math.inf if low is None else low, math.inf if high is None else high)
    return label or found["point"], found["ours"], ends


def _curve(experiment: Data, lines: dict[str, list[Row]], name: str, title: str) -> str:
    measure = experiment["measure"]
    return plots.curve_plot(
        lines,
        name=name,
        title=title,
        label=experiment["axis"],
        value_label=measure or "score",
        reference=0.5 if measure is None else None,
        percent=experiment["is_share"],
        log=experiment["kind"] == "curve",
    )


def _dots(experiment: Data, findings: Sequence[Data], name: str, title: str) -> str:
    settings = len({found["setting"] for found in findings})
    rows = [
        _row(found, f"{found['label']}, {found['game']}" if settings > 1 else found["game"])
        for found in findings
    ]
    measure = experiment["measure"]
    return plots.dot_plot(
        rows,
        name=name,
        title=title,
        label=measure or "score",
        reference=0.5 if measure is None else rows[0][1],
        percent=experiment["is_share"],
    )
