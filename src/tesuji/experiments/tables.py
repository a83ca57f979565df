"""Tables of a study: cells for people, CSV for programs, LaTeX for papers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from tesuji.arena.statistics import Interval
from tesuji.experiments.declaration import Reported
from tesuji.experiments.running import Finding, Outcome, Study

__all__ = ["HEADER", "csv_text", "latex_text", "outcome_cells", "plain_text"]

HEADER = ("setting", "game", "budget", "report", "ours, 95%", "games", "difference", "verdict")


def outcome_cells(outcome: Outcome) -> list[tuple[str, ...]]:
    """The lines of an experiment's table as texts, one for each column of the header."""
    return [_cells(finding, outcome.is_share) for finding in outcome.findings]


def _cells(finding: Finding, share: bool) -> tuple[str, ...]:
    ours, verdict = finding.ours, finding.verdict
    interval = finding.interval
    return (
        finding.label,
        finding.game,
        f"{finding.budget}: {finding.limits}",
        _reported(finding.reported, share),
        "-" if ours is None or interval is None else _ranged(ours.value, interval, share),
        "0" if ours is None else str(ours.games),
        "-"
        if verdict.difference is None or verdict.interval is None
        else _ranged(verdict.difference, verdict.interval, share, sign=True),
        "-" if finding.reported is None else verdict.word,
    )


def _reported(reported: Reported | None, share: bool) -> str:
    if reported is None:
        return "-"
    if reported.value is None:
        return str(reported.claim)
    if reported.as_wins and reported.of is not None:
        return f"{round(reported.value * reported.of)} of {reported.of}"
    shown = _number(reported.value, share)
    return shown if reported.within is None else f"about {shown}"


def _number(value: float, share: bool, sign: bool = False) -> str:
    # The letter z: no number is minus zero once it is rounded.
    form = ("+z" if sign else "z") + (".1%" if share else ".2f")
    return f"{value:{form}}"


def _ranged(value: float, interval: Interval, share: bool, sign: bool = False) -> str:
    low, high = (_number(bound, share, sign) for bound in interval)
    return f"{_number(value, share, sign)} [{low}, {high}]"


def plain_text(study: Study) -> str:
    """All tables as text with aligned columns."""
    parts = [study.declaration.title]
    for outcome in study.outcomes:
        parts.append(f"{outcome.experiment.title}\n{_aligned([HEADER, *outcome_cells(outcome)])}")
    return "\n\n".join(parts) + "\n"


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def csv_text(studies: Iterable[Study]) -> str:
    """Every line of every experiment with full numbers; an empty cell is not known."""
    out = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for study in studies:
        for outcome in study.outcomes:
            for finding in outcome.findings:
                where = {"study": study.declaration.name, "experiment": outcome.experiment.name}
                row = {**where, **finding.to_dict()}
                if writer is None:
                    writer = csv.DictWriter(out, list(row), lineterminator="\n")
                    writer.writeheader()
                writer.writerow(row)
    return out.getvalue()


def latex_text(studies: Iterable[Study]) -> str:
    """A table environment for each experiment; needs the package booktabs."""
    tables = [_latex(outcome) for study in studies for outcome in study.outcomes]
    return "% Needs \\usepackage{booktabs}.\n" + "\n".join(tables)


def _latex(outcome: Outcome) -> str:
    lines = [" & ".join(_escaped(cell) for cell in row) for row in outcome_cells(outcome)]
    head = " & ".join(_escaped(cell) for cell in HEADER)
    rows = "".join(f"{line} \\\\\n" for line in lines)
    return (
        "\\begin{table}\n\\centering\n"
        f"\\caption{{{_escaped(outcome.experiment.title)}}}\n"
        f"\\begin{{tabular}}{{{'l' * len(HEADER)}}}\n\\toprule\n{head} \\\\\n\\midrule\n"
        f"{rows}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n"
    )


_SPECIAL = {
    "\\": "\\textbackslash{}", "&": "\\&", "%": "\\%", "$": "\\$", "#": "\\#", "_": "\\_",
    "{": "\\{", "}": "\\}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
}  # fmt: skip


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)
