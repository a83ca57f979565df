"""The layout of a result table, shared by terminal, HTML, LaTeX and the results page.

A table has columns only for what varies from row to row. What all rows have in common stands
above it, and the limits of each budget below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tesuji.studies.cells import OURS, STRENGTH, cell_text
from tesuji.studies.verdict import OPEN_WORDS
from tesuji.wording import counted

__all__ = ["Layout", "lay_out"]

ALL, TREND = "all", "trend"

Data = Mapping[str, Any]
Columns = dict[str, list[str]]


@dataclass(frozen=True)
class Layout:
    """A table, and the texts above and below it."""

    shared: tuple[str, ...]
    """What all rows have in common: the agents, the game, the number of games."""
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    limits: Mapping[str, str]
    """The limits of each budget, unless a column shows them."""
    notes: tuple[str, ...]
    """What the rows "all" and "trend" are, and why a verdict is open."""

    @property
    def below(self) -> tuple[str, ...]:
        """All lines below the table."""
        return (*(f"{budget}: {limits}" for budget, limits in self.limits.items()), *self.notes)


def lay_out(experiment: Data, *, simulations: bool = False) -> Layout:
    """Lays out an experiment's results; ``simulations`` adds a column of those made per move."""
    findings, share = experiment["findings"], experiment["is_share"]
    shared: list[str] = []
    columns: Columns = {
        **_agents([each["setting"] for each in findings], shared),
        **_unless_same("game", [each["game"] for each in findings], shared),
        **_budgets(experiment),
    }
    for name in _measured_columns(experiment, simulations):
        columns[name] = [cell_text(name, each, share) for each in findings]
    if games := _same_games(findings):
        del columns["games"]
        shared.append(counted(games, "game") + " per row" * (len(findings) > 1))
    reasons = _mark_reasons(findings, columns)
    return Layout(
        tuple(shared),
        tuple(columns),
        tuple(zip(*columns.values(), strict=True)),
        dict(_limits(experiment)),
        (*_row_notes(findings), *reasons),
    )


def _measured_columns(experiment: Data, simulations: bool) -> Iterator[str]:
    if simulations:
        yield "simulations made"
    yield OURS
    compared = any(finding["reported"] is not None for finding in experiment["findings"])
    if compared:
        yield from ("report", "verdict", "difference", "detectable")
    yield "games"
    if not compared and experiment["measure"] is None:
        yield STRENGTH


def _agents(settings: list[str], shared: list[str]) -> Columns:
    """The column of settings; an agent or an opponent that all rows have is shared."""
    if len(set(settings)) == 1:
        return _unless_same("setting", settings, shared)
    pairs = [setting.split(" - ") for setting in settings]
    if all(len(pair) == 2 for pair in pairs):
        agents, opponents = ([pair[side] for pair in pairs] for side in (0, 1))
        if len(set(opponents)) == 1:
            shared.append(f"against {opponents[0]}")
            return {"agent": agents}
        if len(set(agents)) == 1:
            shared.append(agents[0])
            return {"against": opponents}
    return {"setting": settings}


def _unless_same(name: str, cells: list[str], shared: list[str]) -> Columns:
    if len(set(cells)) != 1:
        return {name: cells}
    shared.append(cells[0])
    return {}


def _is_summary(finding: Data) -> bool:
    """Whether a row summarises the rows above it."""
    return finding["game"] in (ALL, TREND)


def _same_games(findings: Sequence[Data]) -> int:
    """The number of games that every plain row has, or 0 if it varies."""
    numbers = {each["games"] for each in findings if not _is_summary(each)}
    return int(numbers.pop()) if len(numbers) == 1 else 0


# Budgets: a word in the table, and the limits below it


def _budgets(experiment: Data) -> Columns:
    """The column of budgets: the axis of a curve, or the budget's name."""
    findings = experiment["findings"]
    if _curve_limits(experiment) is not None:
        return {experiment["axis"]: [_point(each["point"]) for each in findings]}
    if experiment["kind"] == "curve":
        return {"budget": [each["limits"] for each in findings]}
    words = [each["budget"] for each in findings]
    return {"budget": words} if len(set(words)) > 1 else {}


def _point(text: str) -> str:
    return f"{int(text):,}" if text.isdigit() else text or "-"


def _curve_limits(experiment: Data) -> str | None:
    """The limits of a curve with N for the point; None if more than the point changes."""
    if experiment["kind"] != "curve":
        return None
    texts = {
        re.sub(rf"(?<![\d.]){re.escape(each['point'])}(?![\d.])", "N", each["limits"], count=1)
        for each in experiment["findings"]
        if not _is_summary(each)
    }
    return texts.pop() if len(texts) == 1 else None


def _limits(experiment: Data) -> Iterator[tuple[str, str]]:
    """The limits of each budget in words."""
    if curve := _curve_limits(experiment):
        yield "curve", f"{curve}; N is the column {experiment['axis']}"
    if experiment["kind"] == "curve":
        return
    found: dict[str, dict[str, list[str]]] = {}
    for each in experiment["findings"]:
        if not _is_summary(each):
            games = found.setdefault(each["budget"], {}).setdefault(each["limits"], [])
            games.extend([each["game"]] * (each["game"] not in games))
    for budget, limits in found.items():
        yield budget, _limits_by_game(limits)


def _limits_by_game(limits: Mapping[str, Sequence[str]]) -> str:
    """The limits, once if all games have the same; words that end all of them are not repeated."""
    if len(limits) == 1:
        return next(iter(limits))
    ending = _common_ending([text.split() for text in limits])
    texts = [
        f"{text if not number else ' '.join(text.split()[: -ending or None])} on {', '.join(games)}"
        for number, (text, games) in enumerate(limits.items())
    ]
    return ", ".join(texts)


def _common_ending(texts: Sequence[Sequence[str]]) -> int:
    """How many words all texts end with; each keeps at least one of its own."""
    same = 0
    while same + 1 < min(len(words) for words in texts):
        if len({words[-same - 1] for words in texts}) > 1:
            break
        same += 1
    return same


# Notes on rows


def _row_notes(findings: Sequence[Data]) -> Iterator[str]:
    games = {each["game"] for each in findings}
    if ALL in games:
        yield "all: the games of the rows above, added up"
    if TREND in games:
        yield "trend: the last row above minus the first"


def _mark_reasons(findings: Sequence[Data], columns: Columns) -> list[str]:
    """Notes on why verdicts are open; letters tell several reasons apart."""
    if "verdict" not in columns:
        return []
    rows = list(zip(columns["verdict"], (each["reason"] for each in findings), strict=True))
    notes = dict.fromkeys(row for row in rows if row[0] in OPEN_WORDS)
    marks = {
        row: f" ({chr(ord('a') + n % 26)})" if len(notes) > 1 else "" for n, row in enumerate(notes)
    }
    columns["verdict"] = [row[0] + marks.get(row, "") for row in rows]
    return [f"{verdict}{mark}: {reason}" for (verdict, reason), mark in marks.items()]
