"""One HTML report over all experiments of one or more studies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.arena.report.markup import Html, facts, table, text
from tesuji.arena.report.page import page, section, write_page
from tesuji.arena.report.tables import conditions_table
from tesuji.studies.cells import NONE, OURS, STRENGTH
from tesuji.studies.crossover import turning_texts
from tesuji.studies.declaration import BUDGETS
from tesuji.studies.figures import data_figures, figure_budgets
from tesuji.studies.layout import Layout, lay_out
from tesuji.studies.remarks import partial_text, reason_texts
from tesuji.studies.running import Outcome, Study
from tesuji.studies.verdict import AGREES, DIFFERS, count_verdicts

__all__ = ["study_html", "write_study_report"]

WHOLE = ("game", "budget", "simulations made", OURS, "report", "difference", STRENGTH)
"""Columns whose cells stay on one line."""
STYLE = Html("""<style>
.compared th, .compared td { text-align: left; white-space: normal; vertical-align: top; }
.compared thead th, .compared .whole { white-space: nowrap; }
.compared tbody th { min-width: 0; font-weight: 400; }
.scroll + p { margin-top: 0.6rem; }
.compared .games { text-align: right; }
.compared .agrees, .compared .differs { font-weight: 600; }
@media (max-width: 40rem) {
  .compared, .compared tbody, .compared tr, .compared th, .compared td { display: block; }
  .compared thead { display: none; }
  .compared tr { padding: 0.5rem 0; border-top: 1px solid var(--line); }
  .compared tbody th, .compared tbody td { max-width: none; padding: 0.05rem 0; border: 0; text-align: left; }
  .compared [data-name]::before { content: attr(data-name) ": "; color: var(--soft); }
  .compared .none { display: none; }
}
</style>""")  # noqa: E501
"""Tables of comparisons: texts break, intervals do not, and on a phone each line is a block."""


def write_study_report(studies: Sequence[Study], path: str | Path) -> Path:
    """Writes the report; a file of that name is replaced at once or stays as it was."""
    return write_page(study_html(studies), path)


def study_html(studies: Sequence[Study]) -> str:
    """The report as a page."""
    titles = [study.declaration.title for study in studies]
    warnings = [
        *(["The run was interrupted: this is what was finished by then."] * (not _done(studies))),
        *(text for study in studies for outcome in study.outcomes for text in outcome.warnings),
    ]
    title = titles[0] if len(titles) == 1 else f"{len(titles)} studies"
    scale = ", ".join(dict.fromkeys(study.scale for study in studies))
    sections = [part for study in studies for part in _sections(study)]
    return page(title, f"{scale} scale", _finding(studies), warnings, [STYLE, *sections])


def _done(studies: Sequence[Study]) -> bool:
    return all(study.complete for study in studies)


def _finding(studies: Sequence[Study]) -> str:
    counted = count_verdicts(
        finding.verdict.word
        for study in studies
        for outcome in study.outcomes
        for finding in outcome.findings
        if finding.reported is not None
    )
    return f"Comparisons with a report: {counted}." if counted else "Nothing is compared."


def _sections(study: Study) -> Iterator[Html]:
    each = study.declaration
    about = {name: value for name, value in (("Source", each.source), ("", each.text)) if value}
    yield section(each.title, facts(about))
    for outcome in study.outcomes:
        yield _experiment(study, outcome)
    if each.left_out:
        rows = [(left.claim, left.reason) for left in each.left_out]
        yield section(f"{each.title}: left out", table(("Claim", "Why"), rows))
    if matches := [match for outcome in study.outcomes for match in outcome.matches]:
        yield section(f"{each.title}: conditions", conditions_table(matches))


def _experiment(study: Study, outcome: Outcome) -> Html:
    each, data = outcome.experiment, outcome.to_dict()
    layout = lay_out(data, simulations=True)
    return section(
        each.title,
        *_paragraphs(each.text, partial_text(outcome), "; ".join(layout.shared)),
        compared_table(layout),
        Html("<p>" + "<br>".join(map(text, layout.below)) + "</p>"),
        *_paragraphs(*reason_texts(study, outcome)),
        *_figures(data),
        *_paragraphs(*turning_texts(data)),
        facts({f"Budget {BUDGETS[b.name]}": b.source for b in each.budgets}),
    )


def _figures(data: Mapping[str, Any]) -> list[Html]:
    """The plots side by side, each under the name of its budget."""
    budgets = figure_budgets(data)
    drawn = [
        f"<figure><figcaption>{text(budgets[name])}</figcaption>{svg}</figure>"
        for name, svg in data_figures(data)
    ]
    return [Html(f'<div class="plots wide">{"".join(drawn)}</div>')] if drawn else []


def _paragraphs(*texts: str) -> list[Html]:
    return [Html(f"<p>{text(each)}</p>") for each in texts if each]


def compared_table(layout: Layout) -> Html:
    """The table; its cells have the names of their columns for screens without room for them."""
    head = "".join(f'<th scope="col" class="{_kind(n, "")}">{text(n)}</th>' for n in layout.header)
    rows = ("".join(map(_cell, layout.header, row)) for row in layout.rows)
    body = "\n".join(f'<tr role="row">{row}</tr>' for row in rows)
    return Html(
        f'<div class="scroll"><table class="compared" role="table"><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(name: str, value: str) -> str:
    classes = _kind(name, value)
    return f'<td role="cell" class="{classes}" data-name="{text(name)}">{text(value)}</td>'


def _kind(name: str, value: str) -> str:
    """The classes of a cell."""
    if value == NONE:
        return "none"
    if name == "verdict":
        return value if value in (AGREES, DIFFERS) else ""
    if name == "games":
        return "games"
    return "whole" if name in WHOLE else ""
