"""Tables of studies for papers: LaTeX that needs the package booktabs and no other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tesuji.studies.cells import NONE
from tesuji.studies.layout import lay_out
from tesuji.studies.remarks import partial_text
from tesuji.studies.running import Outcome, Study
from tesuji.studies.verdict import UNCOMPARED

__all__ = ["escaped", "latex_text"]

LONGEST = 26
"""Characters of a column that stays on one line; a longer one is a paragraph."""


def latex_text(studies: Iterable[Study]) -> str:
    """A table environment for each experiment."""
    tables = [_table(outcome) for study in studies for outcome in study.outcomes]
    return "% Needs \\usepackage{booktabs}.\n" + "\n".join(tables)


def _table(outcome: Outcome) -> str:
    layout = lay_out(outcome.to_dict())
    lines = [" & ".join(escaped(cell) for cell in row) for row in layout.rows]
    head = " & ".join(escaped(cell) for cell in layout.header)
    rows = "".join(f"{line} \\\\\n" for line in lines)
    notes = [*layout.below, *filter(None, [partial_text(outcome).removesuffix(".")])]
    below = "".join(f"\\par {escaped(note)}.\n" for note in notes)
    columns = "".join(_kind(each) for each in zip(layout.header, *layout.rows, strict=True))
    return (
        "\\begin{table}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}\n"
        f"\\caption{{{escaped(_caption(outcome, layout.shared))}}}\n"
        f"\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\toprule\n{head} \\\\\n\\midrule\n"
        f"{rows}\\bottomrule\n\\end{{tabular}}\n{below}\\end{{table}}\n"
    )


def _caption(outcome: Outcome, shared: Sequence[str]) -> str:
    about = "; ".join(shared)
    return f"{outcome.experiment.title} ({about})" if about else outcome.experiment.title


def _kind(column: Sequence[str]) -> str:
    """Numbers of games to the right; what is too long, or a long verdict, in lines of its own."""
    if column[0] == "games":
        return "r"
    if any(cell.startswith(UNCOMPARED) for cell in column):
        return "p{0.12\\linewidth}"
    return "l" if max(map(len, column)) <= LONGEST else "p{0.22\\linewidth}"


_SPECIAL = {
    "\\": "\\textbackslash{}", "&": "\\&", "%": "\\%", "$": "\\$", "#": "\\#", "_": "\\_",
    "{": "\\{", "}": "\\}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
    "<": "$<$", ">": "$>$", "|": "$|$",
}  # fmt: skip


def escaped(text: str) -> str:
    """The text as LaTeX shows it: a minus before a number, a dash where there is nothing."""
    if text == NONE:
        return "---"
    safe = "".join(_SPECIAL.get(character, character) for character in text)
    safe = re.sub(r"(?<![\w)])([-+])inf\b", r"$\1\\infty$", safe.replace(" - ", " -- "))
    return re.sub(r"(?<![\w)-])-(?=\d)", "$-$", safe)
