"""Plots of results: curves over a limit and sweeps over a value, one plot per budget.

Like the tables they are made from plain data, so from a results file as well as from a run.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tesuji.arena.report import plots
from tesuji.arena.report.markup import is_number
from tesuji.arena.report.plots import Row
from tesuji.arena.stats.pentanomial import Interval, wilson_interval

__all__ = ["data_figures", "figure_budgets", "figure_title"]

MOST_LINES = 4
MOST_ROWS = 40
STRETCH = 8
"""An axis is logarithmic if its largest point is more than this many times its smallest."""
Data = Mapping[str, Any]


def data_figures(experiment: Data) -> Iterator[tuple[str, str]]:
    """The name and SVG of each plot: lines for a curve or a sweep, dots for other kinds."""
    for name, budget, findings in _budgets(experiment):
        lines = _lines(experiment, findings)
        title = figure_title(experiment, budget)
        value = (experiment["measure"] or "score").replace("_", " ")
        if budget != "curve":
            value += f", {budget}"
        if lines and len(lines) <= MOST_LINES:
            yield name, _curve(experiment, lines, name, title, value)
        elif len(findings) <= MOST_ROWS:
            yield name, _dots(experiment, findings, name, title, value)


def figure_budgets(experiment: Data) -> dict[str, str]:
    """The budget of each plot, by the plot's name."""
    return {name: budget for name, budget, _ in _budgets(experiment)}


def figure_title(experiment: Data, budget: str) -> str:
    """The title of a plot."""
    return f"{experiment['title']} ({budget})"


def _budgets(experiment: Data) -> Iterator[tuple[str, str, list[Data]]]:
    """The name of each plot, its budget, and the findings with that budget."""
    known = [found for found in experiment["findings"] if found["ours"] is not None]
    for number, budget in enumerate(dict.fromkeys(found["budget"] for found in known)):
        name = experiment["name"] + (f"-{number + 1}" if number else "")
        if findings := [f for f in known if f["budget"] == budget and f["game"] != "trend"]:
            yield name, budget, findings


def _lines(experiment: Data, findings: Sequence[Data]) -> dict[str, list[Row]]:
    """One line per setting and game of a curve; a sweep has one line of ours and one reported."""
    lines: dict[str, list[Row]] = {}
    names = [name for name in ("setting", "game") if len({each[name] for each in findings}) > 1]
    shorter = _without_shared_opponent(findings)
    for found in findings:
        if not is_number(found["point"]):
            continue
        if experiment["kind"] == "curve":
            called = {"setting": shorter.get(found["setting"]), "game": found["game"]}
            line = ", ".join(called[name] or found[name] for name in names)
            lines.setdefault(line, []).append(_row(found))
            continue
        at = f", {found['game']}" if "game" in names else ""
        lines.setdefault(f"ours{at}", []).append(_row(found))
        if isinstance(found["reported"], int | float):
            lines.setdefault(f"report{at}", []).append(_reported_row(found))
    return lines


def _without_shared_opponent(findings: Sequence[Data]) -> dict[str, str]:
    """Shorter names for settings that share their opponent, which the table already names."""
    pairs = {each["setting"]: each["setting"].partition(" - ") for each in findings}
    if len({opponent for _, _, opponent in pairs.values()}) > 1:
        return {}
    return {setting: agent for setting, (agent, _, _) in pairs.items()}


def _reported_row(found: Data) -> Row:
    """The reported value with its 95% interval, or with the range of an "about"."""
    value, of, within = (found[key] for key in ("reported", "reported_games", "reported_within"))
    if of is not None and 0 <= value <= 1:
        return found["point"], value, wilson_interval(value * of, of)
    return found["point"], value, (value - (within or 0), value + (within or 0))


def _row(found: Data, label: str = "") -> Row:
    low, high = found["low"], found["high"]
    ends = (-math.inf if low is None else low, math.inf if high is None else high)
    return label or found["point"], found["ours"], ends


def _curve(experiment: Data, lines: dict[str, list[Row]], name: str, title: str, value: str) -> str:
    points = [float(row[0]) for rows in lines.values() for row in rows]
    return plots.curve_plot(
        lines,
        name=name,
        title=title,
        label=experiment["axis"],
        value_label=value,
        reference=0.5 if experiment["measure"] is None else None,
        percent=experiment["is_share"],
        log=experiment["kind"] == "curve" and max(points) > STRETCH * min(points),
        reported=_reported(experiment) if experiment["kind"] == "curve" else None,
    )


def _reported(experiment: Data) -> tuple[float, Interval] | None:
    """The report's figure for all points of a curve, if it has one."""
    values = {
        _reported_row(found)[1:]
        for found in experiment["findings"]
        if isinstance(found["reported"], int | float)
    }
    return values.pop() if len(values) == 1 else None


def _dots(experiment: Data, findings: Sequence[Data], name: str, title: str, value: str) -> str:
    settings = len({found["setting"] for found in findings})
    rows = [
        _row(found, f"{found['label']}, {found['game']}" if settings > 1 else found["game"])
        for found in findings
    ]
    return plots.dot_plot(
        rows,
        name=name,
        title=title,
        label=value,
        reference=0.5 if experiment["measure"] is None else rows[0][1],
        percent=experiment["is_share"],
    )
