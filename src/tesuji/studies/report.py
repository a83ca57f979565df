"""The HTML report of one or more studies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.arena.report.markup import Html, facts, page, section, table, text
from tesuji.arena.report.tables import command_line, conditions_table
from tesuji.games.rules_text import make_example
from tesuji.output_files import write_whole
from tesuji.studies.cells import NONE, OURS, STRENGTH
from tesuji.studies.crossover import crossover_sentences
from tesuji.studies.figures import data_figures, figure_budgets
from tesuji.studies.layout import Layout, lay_out
from tesuji.studies.overview import overview_plot
from tesuji.studies.results import ExperimentResult, StudyResult
from tesuji.studies.study import ReportFigure
from tesuji.studies.summary import Table, report_tables, summarise, summary_text
from tesuji.studies.verdict import AGREES, DIFFERS, count_verdicts

__all__ = ["study_html", "write_study_report"]

WHOLE = ("game", "budget", "simulations made", OURS, "report", "difference", STRENGTH)
"""Columns whose cells stay on one line."""
MOST_OPEN = 3
"""Experiments that are shown unfolded."""
BOARD = 320
"""Pixels along the side of a drawn position."""
STYLE = Html("""<style>
.reported td, .reported th { text-align: left; vertical-align: top; }
details > summary { cursor: pointer; }
details > summary > h2 { display: inline; }
details > :not(summary) { margin-top: 0.8rem; }
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
"""Tables wrap texts but not intervals; on a phone each row becomes a block."""


def write_study_report(
    studies: Sequence[StudyResult], path: str | Path, *, command: str = ""
) -> Path:
    """Writes the report; an existing file is replaced as a whole or not at all."""
    return write_whole(study_html(studies, command=command), path)


def study_html(studies: Sequence[StudyResult], *, command: str = "") -> str:
    """The report as an HTML page; ``command`` is the command that made it."""
    titles = [each.study.title for each in studies]
    warnings = [text for each in studies for result in each.results for text in result.warnings]
    if not all(each.complete for each in studies):
        warnings.insert(0, "The run was interrupted: the report shows what was finished.")
    title = titles[0] if len(titles) == 1 else f"{len(titles)} studies"
    scale = ", ".join(dict.fromkeys(each.scale for each in studies))
    sections = [*_overview(studies), *(part for each in studies for part in _sections(each))]
    if command:
        sections.append(section("Command", command_line(command)))
    return page(title, f"{scale} scale", _summary(studies), warnings, [STYLE, *sections])


def _summary(studies: Sequence[StudyResult]) -> str:
    counted = count_verdicts(
        finding.verdict.word
        for each in studies
        for result in each.results
        for finding in result.findings
        if finding.claim is not None
    )
    return f"Comparisons with a report: {counted}." if counted else "Nothing is compared."


def _overview(studies: Sequence[StudyResult]) -> Iterator[Html]:
    """One picture of all claims, if there are several."""
    data = [each.to_dict() for each in studies]
    if sum(len(summarise(each)) for each in data) > 1 and (svg := overview_plot(data)):
        shown = f'<div class="plots wide"><figure>{svg}</figure></div>'
        yield section("All claims at a glance", Html(shown))


def _sections(result: StudyResult) -> Iterator[Html]:
    study, data = result.study, result.to_dict()
    about = {
        "Source": study.source,
        "What it built": study.built,
        "Here": ", ".join(study.presets),
        "What came of it": summary_text(data),
        "": study.text,
    }
    yield section(study.title, facts({name: value for name, value in about.items() if value}))
    for each in report_tables(data):
        yield _report_table(each, full=result.scale == "full")
    for figure in study.figures:
        yield section(figure.title, _boards(figure), *_paragraphs(figure.caption))
    folded = len(result.results) > MOST_OPEN
    for result_of_one in result.results:
        yield _experiment(result, result_of_one, folded=folded)
    if study.left_out:
        rows = [(left.claim, left.reason) for left in study.left_out]
        yield section(f"{study.title}: left out", table(("Claim", "Why"), rows))
    if matches := [match for each in result.results for match in each.matches]:
        yield section(f"{study.title}: conditions", conditions_table(matches))


def _report_table(made: Table, *, full: bool) -> Html:
    """A table of the report with our values; its note is about results at full scale."""
    rows = [(name, *map(_lines, cells)) for name, cells in made.rows]
    above = f"{made.text} Each cell has the report's figure, then ours.".strip()
    below = [f"All cells added up, {line}." for line in made.added_up]
    below += [made.note] if full else []
    shown = table(made.header, rows, kind="reported")
    return section(made.title, *_paragraphs(above), shown, *_paragraphs(*below))


def _boards(figure: ReportFigure) -> Html:
    """A board, or those before and after a move."""
    example = make_example(figure.game, figure.position, figure.move, figure.caption)
    svgs = [example.before.svg(size=BOARD)] if figure.move else []
    shown = "".join(f"<figure>{svg}</figure>" for svg in (*svgs, example.svg(size=BOARD)))
    return Html(f'<div class="plots">{shown}</div>')


def _lines(cell: Sequence[str]) -> Html:
    return Html("<br>".join(map(text, cell)))


def _folded(title: str, *parts: Html) -> Html:
    """A section whose heading opens it."""
    body = "\n".join(parts)
    return Html(
        f"<section><details><summary><h2>{text(title)}</h2></summary>\n{body}</details></section>"
    )


def _experiment(study: StudyResult, result: ExperimentResult, *, folded: bool) -> Html:
    experiment, data = result.experiment, result.to_dict()
    layout = lay_out(data, simulations=True)
    return (_folded if folded else section)(
        experiment.title,
        *_paragraphs(experiment.text, result.partial_note(), "; ".join(layout.shared)),
        compared_table(layout),
        Html("<p>" + "<br>".join(map(text, layout.below)) + "</p>"),
        *_paragraphs(*study.explanations(result)),
        *_figures(data),
        *_paragraphs(*crossover_sentences(data)),
        facts({f"Budget {budget.name}": budget.source for budget in experiment.budgets}),
    )


def _figures(data: Mapping[str, Any]) -> list[Html]:
    """The plots side by side, each with its budget as caption."""
    budgets = figure_budgets(data)
    drawn = [
        f"<figure><figcaption>{text(budgets[name])}</figcaption>{svg}</figure>"
        for name, svg in data_figures(data)
    ]
    return [Html(f'<div class="plots wide">{"".join(drawn)}</div>')] if drawn else []


def _paragraphs(*texts: str) -> list[Html]:
    return [Html(f"<p>{text(each)}</p>") for each in texts if each]


def compared_table(layout: Layout) -> Html:
    """The table; each cell repeats its column name for narrow screens, which hide the header."""
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
