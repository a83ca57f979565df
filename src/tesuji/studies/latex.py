"""Tables of studies in LaTeX; they need only the booktabs package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tesuji.studies.cells import NONE
from tesuji.studies.layout import lay_out
from tesuji.studies.results import ExperimentResult, StudyResult
from tesuji.studies.verdict import OPEN_WORDS

__all__ = ["escaped", "latex_text"]

LONGEST = 26
"""Wider columns, in characters, become paragraphs."""


def latex_text(studies: Iterable[StudyResult]) -> str:
    """A table environment for each experiment."""
    tables = [_table(result) for study in studies for result in study.results]
    return "% Needs \\usepackage{booktabs}.\n" + "\n".join(tables)


def _table(result: ExperimentResult) -> str:
    layout = lay_out(result.to_dict())
    lines = [" & ".join(escaped(cell) for cell in row) for row in layout.rows]
    head = " & ".join(escaped(cell) for cell in layout.header)
    rows = "".join(f"{line} \\\\\n" for line in lines)
    notes = [*layout.below, *filter(None, [result.partial_note().removesuffix(".")])]
    below = "".join(f"\\par {escaped(note)}.\n" for note in notes)
    columns = "".join(_kind(each) for each in zip(layout.header, *layout.rows, strict=True))
    return (
        "\\begin{table}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}\n"
        f"\\caption{{{escaped(_caption(result, layout.shared))}}}\n"
        f"\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\toprule\n{head} \\\\\n\\midrule\n"
        f"{rows}\\bottomrule\n\\end{{tabular}}\n{below}\\end{{table}}\n"
    )


def _caption(result: ExperimentResult, shared: Sequence[str]) -> str:
    about = "; ".join(shared)
    return f"{result.experiment.title} ({about})" if about else result.experiment.title


def _kind(column: Sequence[str]) -> str:
    """The column type: games to the right, long texts and long verdicts as paragraphs."""
    if column[0] == "games":
        return "r"
    if any(cell.startswith(OPEN_WORDS) for cell in column):
        return "p{0.12\\linewidth}"
    return "l" if max(map(len, column)) <= LONGEST else "p{0.22\\linewidth}"


_SPECIAL = {
    "\\": "\\textbackslash{}", "&": "\\&", "%": "\\%", "$": "\\$", "#": "\\#", "_": "\\_",
    "{": "\\{", "}": "\\}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
    "<": "$<$", ">": "$>$", "|": "$|$",
}  # fmt: skip


def escaped(text: str) -> str:
    """The text in LaTeX: special characters escaped, real minus signs, a dash for an empty cell."""
    if text == NONE:
        return "---"
    safe = "".join(_SPECIAL.get(character, character) for character in text)
    safe = re.sub(r"(?<![\w)])([-+])inf\b", r"$\1\\infty$", safe.replace(" - ", " -- "))
    return re.sub(r"(?<![\w)-])-(?=\d)", "$-$", safe)
