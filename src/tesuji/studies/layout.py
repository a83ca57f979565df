"""Layouts: a table of results with only what varies from line to line; the rest is said once.

Made from the plain data of results, for terminals, pages and papers alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tesuji.studies.tables import cell_text, header_of
from tesuji.studies.verdict import UNCOMPARED

__all__ = ["NONE", "Layout", "lay_out"]

NONE = "-"
"""What stands where a line has nothing to say."""
ALL, TREND = "all", "trend"
ORDER = (
    "setting", "game", "ours, 95%", "report", "verdict", "difference", "games", "nElo, all 95%",
)  # fmt: skip
"""Budgets have words of their own, and stand before what was measured."""

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Layout:
    """A table, and what is said above and below it."""

    shared: tuple[str, ...]
    """What all lines have in common: who plays whom, on what, how many games."""
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    """Budgets in full, what lines about several others are, and why something is not compared."""


def lay_out(experiment: Data) -> Layout:
    """The table of an experiment."""
    findings, share = experiment["findings"], experiment["is_share"]
    names = [name for name in ORDER if name in header_of(experiment)]
    columns = {name: [cell_text(name, each, share) for each in findings] for name in names}
    shared: list[str] = []
    columns = {
        **_who(columns.pop("setting"), shared),
        **_unless_same("game", columns.pop("game"), shared),
        **_budgets(experiment),
        **columns,
    }
    if games := _same_games(findings):
        del columns["games"]
        shared.append(f"{games} games" + " a line" * (len(findings) > 1))
    reasons = _mark_reasons(findings, columns)
    return Layout(
        tuple(shared),
        tuple(columns),
        tuple(zip(*columns.values(), strict=True)),
        (*_budget_notes(experiment), *_line_notes(findings), *reasons),
    )


def _who(settings: list[str], shared: list[str]) -> dict[str, list[str]]:
    """The column of settings; an agent or an opponent that all have is told once."""
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


def _unless_same(name: str, cells: list[str], shared: list[str]) -> dict[str, list[str]]:
    if len(set(cells)) != 1:
        return {name: cells}
    shared.append(cells[0])
    return {}


def _is_sum(finding: Data) -> bool:
    """Whether a line is about several others."""
    return finding["game"] in (ALL, TREND)


def _same_games(findings: Sequence[Data]) -> int:
    """The number of games of every line that is not a sum, or 0 where they have several."""
    numbers = {each["games"] for each in findings if not _is_sum(each)}
    return int(numbers.pop()) if len(numbers) == 1 else 0


# Budgets: a word in the table, and the limits below it


def _budgets(experiment: Data) -> dict[str, list[str]]:
    """The column of budgets: of a curve its axis, of others the budget's name."""
    findings = experiment["findings"]
    if _curve_limits(experiment) is not None:
        return {experiment["axis"]: [_point(each["point"]) for each in findings]}
    if experiment["kind"] == "curve":
        return {"budget": [each["limits"] for each in findings]}
    words = [each["budget"] for each in findings]
    return {"budget": words} if len(set(words)) > 1 else {}


def _point(text: str) -> str:
    return f"{int(text):,}" if text.isdigit() else text or NONE


def _curve_limits(experiment: Data) -> str | None:
    """The limits of a curve with N for the point; None: more than the point changes."""
    if experiment["kind"] != "curve":
        return None
    texts = {
        re.sub(rf"(?<![\d.]){re.escape(each['point'])}(?![\d.])", "N", each["limits"], count=1)
        for each in experiment["findings"]
        if not _is_sum(each)
    }
    return texts.pop() if len(texts) == 1 else None


def _budget_notes(experiment: Data) -> Iterator[str]:
    if curve := _curve_limits(experiment):
        yield f"curve: {curve}; N is the column {experiment['axis']}"
        return
    if experiment["kind"] == "curve":
        return
    found: dict[str, dict[str, list[str]]] = {}
    for each in experiment["findings"]:
        if not _is_sum(each):
            games = found.setdefault(each["budget"], {}).setdefault(each["limits"], [])
            games.extend([each["game"]] * (each["game"] not in games))
    for budget, limits in found.items():
        yield f"{budget}: {_limits_by_game(limits)}"


def _limits_by_game(limits: Mapping[str, Sequence[str]]) -> str:
    """The limits, once where all games have them; words that end all of them are said once."""
    if len(limits) == 1:
        return next(iter(limits))
    ending = _common_ending([text.split() for text in limits])
    told = [
        f"{text if not number else ' '.join(text.split()[: -ending or None])} on {', '.join(games)}"
        for number, (text, games) in enumerate(limits.items())
    ]
    return ", ".join(told)


def _common_ending(texts: Sequence[Sequence[str]]) -> int:
    """How many words all texts end with; each keeps one of its own."""
    same = 0
    while same + 1 < min(len(words) for words in texts):
        if len({words[-same - 1] for words in texts}) > 1:
            break
        same += 1
    return same


# Notes on lines


def _line_notes(findings: Sequence[Data]) -> Iterator[str]:
    games = {each["game"] for each in findings}
    if ALL in games:
        yield "all: the games of the lines above together"
    if TREND in games:
        yield "trend: the last of the lines above less the first"


def _mark_reasons(findings: Sequence[Data], columns: dict[str, list[str]]) -> list[str]:
    """Notes on why lines cannot be compared; several reasons are told apart by letters."""
    if "verdict" not in columns:
        return []
    reasons = dict.fromkeys(
        each["reason"]
        for each in findings
        if each["verdict"] == UNCOMPARED and each["reported"] is not None
    )
    marks = {reason: f" ({chr(ord('a') + n % 26)})" for n, reason in enumerate(reasons)}
    if len(reasons) < 2:
        marks = dict.fromkeys(reasons, "")
    columns["verdict"] = [_verdict(each, marks) for each in findings]
    return [f"{UNCOMPARED}{mark}: {reason}" for reason, mark in marks.items()]


def _verdict(finding: Data, marks: Mapping[str, str]) -> str:
    if finding["reported"] is None:
        return NONE
    mark = marks.get(finding["reason"], "") if finding["verdict"] == UNCOMPARED else ""
    return f"{finding['verdict']}{mark}"
