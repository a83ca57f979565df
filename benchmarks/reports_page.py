"""The documentation's page on the reports' claims, written from the results file alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.studies.crossover import turning_texts
from tesuji.studies.declaration import BUDGETS
from tesuji.studies.figures import data_figures, figure_budgets, figure_title
from tesuji.studies.tables import data_cells
from tesuji.studies.verdict import AGREES, DIFFERS, UNCOMPARED

PAGE = Path(__file__).parents[1] / "docs" / "results.md"
FIGURES = PAGE.parent / "images" / "results"
WORDS = (AGREES, DIFFERS, UNCOMPARED)
CLAIMS = ("report", "claim", "as then", "now, or over budgets")

Data = Mapping[str, Any]


def write_page(report: Data) -> list[Path]:
    """Writes the page and its figures; figures that it no longer has are removed."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    drawn = {
        name: svg
        for study in report["studies"]
        for experiment in study["experiments"]
        for name, svg in _figures(study, experiment)
    }
    for old in FIGURES.glob("*.svg"):
        if old.stem not in drawn:
            old.unlink()
    for name, svg in drawn.items():
        (FIGURES / f"{name}.svg").write_text(svg + "\n", "utf-8")
    PAGE.write_text(page_text(report), "utf-8")
    return [PAGE, FIGURES]


def page_text(report: Data) -> str:
    """The page, without its figures."""
    parts = [*_head(report)]
    for study in report["studies"]:
        parts += [f"## {study['title']}", *_about(study)]
        for experiment in study["experiments"]:
            parts += _experiment(study, experiment)
        if study["left_out"]:
            parts.append("### Left out")
            parts += [f"*{left['claim']}.* {left['reason']}" for left in study["left_out"]]
    return "\n\n".join(parts) + "\n"


def _figures(study: Data, experiment: Data) -> list[tuple[str, str]]:
    """What has an axis is drawn; a table says the rest as well."""
    if experiment["kind"] not in ("curve", "sweep"):
        return []
    return [(f"{study['name']}-{name}", svg) for name, svg in data_figures(experiment)]


# The head


def _head(report: Data) -> Iterator[str]:
    yield "<!-- Made by benchmarks/reports.py from benchmarks/results/reports.json. -->"
    yield "# Results: the reports beside Tesuji"
    yield (
        "Five student reports describe the agents that the [presets](agents/index.md) are made"
        " after, and say what they saw. This page puts our figure beside each of theirs.\n"
        "[Declared experiments](reproduce.md) says how they are declared, run and judged."
    )
    yield (
        "**As then** is the number of simulations, or the depth, that the authors' code could"
        " reach, or a stated part of it; **now** is CPU time with this engine, equal for both"
        " sides where the row does not say otherwise. It is scaled down, so it may be less than"
        " then: the column of simulations has what each side made a move (nodes for alpha-beta)."
    )
    yield (
        "A figure *agrees* if the 95% interval of the difference, with the errors of both samples,"
        " holds 0; where a report gives no number, *wins* and *loses* are compared with one half,"
        " *rises* and *falls* with 0, and *never* and *always* fall with one exception. The"
        ' range of an "about" is ours. Each table is one family of comparisons, and its'
        " intervals of differences, or of nElo where nothing is compared, are widened for that;"
        " the intervals of our own values are plain. The line *all* adds up the games of the"
        " boards above it, *trend* is the last of them less the first. [nElo](arena/statistics.md)"
        " is the score in units of its noise."
    )
    yield (
        "The claims first, a line for each table that compares something: the value and the verdict"
        " where it compares one, else how often each verdict is given. Tables *at 250,000"
        " simulations* test a claim again with about as many as the report's agent made."
    )
    yield _table(CLAIMS, [*_claims(report)])
    yield "```text\n" + report["command"] + "\n```"
    kinds = "; ".join(
        f"{each['processor']} ({each['build']}, Python {each['python']})"
        for each in report["conditions"]
    )
    yield (
        f"{report['games']:,} games, {report['cpu_hours']:g} hours of CPU time, with the"
        f" engine of commit {report['commit']}, finished on {report['date']}"
        f" on {report['cores']} cores: {kinds}."
    )


def _claims(report: Data) -> Iterator[tuple[str, ...]]:
    """A line for each experiment with something to compare."""
    for study in report["studies"]:
        for experiment in study["experiments"]:
            if any(finding["reported"] is not None for finding in experiment["findings"]):
                claim = f"[{experiment['title']}](#{_anchor(experiment['title'])})"
                then, now = (
                    _answer(experiment, budgets) for budgets in (["as then"], ["now", "curve"])
                )
                yield study["name"], claim, then, now


def _answer(experiment: Data, budgets: Sequence[str]) -> str:
    """What came of a claim with these budgets: one value with its verdict, or verdicts counted."""
    header, *rows = data_cells(experiment)
    judged = [
        (finding["verdict"], dict(zip(header, row, strict=True))["ours, 95%"])
        for finding, row in zip(experiment["findings"], rows, strict=True)
        if finding["reported"] is not None and finding["budget"] in budgets
    ]
    if len(judged) == 1:
        [(word, ours)] = judged
        return f"{ours}: {word}"
    counted = Counter(word for word, _ in judged)
    return ", ".join(f"{word} {counted[word]}" for word in WORDS if counted[word]) or "-"


def _anchor(title: str) -> str:
    """What a link to a heading is called."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


# The studies


def _about(study: Data) -> Iterator[str]:
    if study["source"]:
        yield f"Report: {study['source']}."
    if study["text"]:
        yield study["text"]


def _experiment(study: Data, experiment: Data) -> Iterator[str]:
    yield f"### {experiment['title']}"
    if experiment["text"]:
        yield experiment["text"]
    shared = _shared_limits(experiment)
    every, *cells = data_cells(experiment, made=True)
    cells = [tuple(_shorter(cell, shared) for cell in row) for row in cells]
    constant, header, rows = _without_constants(every, cells)
    about = [f"`{experiment['name']}`", *(f"`{cell}`" for cell in constant)]
    yield ", ".join(about) + ":"
    yield _table(header, rows)
    for name, _ in _figures(study, experiment):
        budget = figure_budgets(experiment)[name.removeprefix(f"{study['name']}-")]
        yield f"![{figure_title(experiment, budget)}](images/results/{name}.svg)"
    yield from (f"- {sentence}" for sentence in turning_texts(experiment))
    yield from _why(study, experiment)
    yield "\n".join(
        f"- **{BUDGETS[name]}**{_limits(shared, BUDGETS[name])}: {source}"
        for name, source in experiment["budgets"].items()
    )


def _limits(shared: Mapping[str, str], budget: str) -> str:
    return f", {shared[budget]}" if budget in shared else ""


def _shared_limits(experiment: Data) -> dict[str, str]:
    """The limits of each budget that has the same ones in every row."""
    found: dict[str, set[str]] = {}
    for finding in experiment["findings"]:
        if finding["simulations"] is not None:
            found.setdefault(finding["budget"], set()).add(finding["limits"])
    return {name: limits.pop() for name, limits in found.items() if len(limits) == 1}


def _shorter(cell: str, shared: Mapping[str, str]) -> str:
    """A cell of the column of budgets without limits that stand below the table."""
    for name, limits in shared.items():
        if cell in (f"{name}: {limits}", f"{name}: as above"):
            return name
    return cell


def _why(study: Data, experiment: Data) -> Iterator[str]:
    if any(finding["verdict"] == "differs" for finding in experiment["findings"]):
        for reason in study["reasons"]:
            if reason["of"] == experiment["name"]:
                shown = ", ".join(f"`{name}`" for name in reason["tested_by"])
                yield f"**Why it differs** (tested by {shown}). {reason['text']}"


def _without_constants(
    header: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], Sequence[str], list[list[str]]]:
    """Setting and game where they are the same in every row, and the table without them."""
    same = [
        column
        for column, name in enumerate(header)
        if name in ("setting", "game") and len({row[column] for row in rows}) == 1
    ]
    kept = [column for column in range(len(header)) if column not in same]
    lines = [[row[column] for column in kept] for row in rows]
    return [rows[0][column] for column in same], [header[column] for column in kept], lines


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
