"""One HTML report over all experiments of one or more studies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tesuji.arena.report_page import page, section, write_page
from tesuji.arena.report_tables import conditions_table
from tesuji.arena.report_text import Html, facts, table, text
from tesuji.experiments.declaration import BUDGETS
from tesuji.experiments.figures import data_figures
from tesuji.experiments.running import Outcome, Study
from tesuji.experiments.tables import outcome_cells
from tesuji.experiments.turning import turning_texts

__all__ = ["study_html", "write_study_report"]


PLURAL = {"agrees": "agree", "differs": "differ", "cannot be compared": "cannot be compared"}


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
    return page(title, f"{scale} scale", _finding(studies), warnings, sections)


def _done(studies: Sequence[Study]) -> bool:
    return all(study.complete for study in studies)


def _finding(studies: Sequence[Study]) -> str:
    words = Counter(
        finding.verdict.word
        for study in studies
        for outcome in study.outcomes
        for finding in outcome.findings
        if finding.reported is not None
    )
    told = ", ".join(f"{count} {PLURAL[word]}" for word, count in words.most_common())
    return f"Comparisons with a report: {told}." if told else "No report is compared with."


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
    each = outcome.experiment
    budgets = {f"Budget {BUDGETS[b.name]}": b.source for b in each.budgets}
    about = Html(f"<p>{text(each.text)}</p>") if each.text else Html("")
    header, *lines = outcome_cells(outcome)
    drawn = [
        Html(f'<figure class="wide">{svg}</figure>') for _, svg in data_figures(outcome.to_dict())
    ]
    why = [
        Html(f"<p>Why it differs (tested by {text(shown)}): {text(reason.text)}</p>")
        for reason in outcome.reasons_of(study.declaration)
        if (shown := ", ".join(reason.tested_by))
    ]
    turns = [Html(f"<p>{text(sentence)}</p>") for sentence in turning_texts(outcome.to_dict())]
    return section(each.title, about, table(header, lines), *why, *drawn, *turns, facts(budgets))
