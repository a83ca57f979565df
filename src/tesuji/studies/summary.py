"""What came of a report's claims: its own tables with our values, and verdicts in a few words.

All of it is made from plain data, so from a results file as well as from a run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tesuji.studies.cells import NONE, OURS, cell_text
from tesuji.studies.pooled import added_up
from tesuji.studies.verdict import AGREES, DIFFERS, NO_DIFFERENCE
from tesuji.wording import counted

__all__ = ["ANSWERS", "ClaimSummary", "Table", "report_tables", "summarise", "summary_text"]

HOLDS, PARTLY, FAILS = "holds", "holds in part", "does not hold"
SMALL, OPEN = "shows no difference", "is open"
ANSWERS = {
    HOLDS: "hold",
    PARTLY: "hold in part",
    FAILS: "do not hold",
    SMALL: "show no difference",
    OPEN: "are open",
}
"""Each answer with its plural."""

Data = Mapping[str, Any]


@dataclass(frozen=True)
class ClaimSummary:
    """An experiment that tests a claim, with the rows that decide it."""

    experiment: Data
    findings: tuple[Data, ...]

    @property
    def answer(self) -> str:
        """What the rows say together, one of ANSWERS."""
        words = {finding["verdict"] for finding in self.findings}
        if AGREES in words:
            return HOLDS if words == {AGREES} else PARTLY
        if DIFFERS in words:
            return FAILS
        return SMALL if words == {NO_DIFFERENCE} else OPEN


@dataclass(frozen=True)
class Table:
    """A table of the report: each cell has the report's text and ours."""

    title: str
    text: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]
    """The name of each row, and the lines of its cells."""
    added_up: tuple[str, ...]
    """A line for each row whose cells can be added up."""
    note: str


def summarise(study: Data) -> list[ClaimSummary]:
    """The claims of a study in order. A repetition takes the place of what it repeats."""
    return [
        ClaimSummary(each, tuple(found))
        for each in study["experiments"]
        if each.get("repeats") is None and (found := _deciding(study, each))
    ]


def _deciding(study: Data, experiment: Data) -> list[Data]:
    """The rows with a claim under the report's own budget, the best repetition of each."""
    judged = [each for each in experiment["findings"] if each["reported"] is not None]
    then = [each for each in judged if each["budget"] == "then"]
    return [_repeated(study, experiment["name"], each) for each in then or judged]


def _repeated(study: Data, name: str, finding: Data) -> Data:
    """The same row in an experiment that repeats this one; else the row itself."""
    for other in study["experiments"]:
        if other.get("repeats") == name:
            for each in other["findings"]:
                if _place(each) == _place(finding) and each["ours"] is not None:
                    return _repeated(study, other["name"], each)
    return finding


def _place(finding: Data) -> tuple[str, str, str]:
    return finding["setting"], finding["point"], finding["game"]


def summary_text(study: Data) -> str:
    """One paragraph: which claims hold, and which do not; "" if none was tested."""
    claims = summarise(study)
    parts = []
    for answer, plural in ANSWERS.items():
        if titles := [each.experiment["title"] for each in claims if each.answer == answer]:
            parts.append(f"{counted(len(titles), answer, plural)}: {'; '.join(titles)}.")
    if not parts:
        return ""
    return f"{counted(len(claims), 'claim was', 'claims were')} tested. {' '.join(parts)}"


# The report's own tables


def report_tables(study: Data) -> Iterator[Table]:
    """The tables that the report has, with our values in each cell."""
    experiments = {each["name"]: each for each in study["experiments"]}
    for table in study.get("tables", ()):
        found = {
            name: (experiments[experiment], _in_columns(study, table, experiments[experiment]))
            for name, experiment in table["rows"]
            if experiment in experiments
        }
        budgets = {_own_limits(cell) for _, row in found.values() for cell in row if cell}
        if found:
            yield Table(
                table["title"],
                table["text"],
                (table["corner"], *table["columns"]),
                tuple(
                    (name, tuple(_cell(each, experiment, len(budgets) > 1) for each in row))
                    for name, (experiment, row) in found.items()
                ),
                tuple(each.text for each in added_up({n: row for n, (_, row) in found.items()})),
                table.get("note", ""),
            )


def _in_columns(study: Data, table: Data, experiment: Data) -> list[Data | None]:
    """The row that belongs into each column."""
    deciding = _deciding(study, experiment)
    if table["points"] is None:
        return [*deciding, *[None] * len(table["columns"])][: len(table["columns"])]
    at = {each["point"]: each for each in deciding}
    return [at.get(point) for point in table["points"]]


def _own_limits(finding: Data) -> str:
    """The limits of the agent in short, without those of its opponent."""
    own = str(finding["limits"]).split(" against ")[0].removesuffix(" per move")
    return re.sub(r"\d{5,}", lambda found: f"{int(found[0]):,}", own)


def _cell(finding: Data | None, experiment: Data, with_limits: bool) -> tuple[str, ...]:
    """The report's figure as it prints it, and ours with its interval and verdict."""
    if finding is None:
        return (NONE,)
    share = experiment["is_share"]
    theirs = cell_text("report", finding, share)
    if finding["reported_wins"]:
        won = round(finding["reported"] * finding["reported_games"])
        theirs = f"{won}W - {finding['reported_games'] - won}L"
    verdict = finding["verdict"] + (f" ({_own_limits(finding)})" if with_limits else "")
    return theirs, cell_text(OURS, finding, share), verdict
