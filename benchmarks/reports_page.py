"""The documentation's page on the reports' claims, written from the results file alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tesuji.experiments.figures import data_figures
from tesuji.experiments.tables import data_cells, header_of

PAGE = Path(__file__).parents[1] / "docs" / "results.md"
FIGURES = PAGE.parent / "images" / "results"
WORDS = ("agrees", "differs", "cannot be compared")

Data = Mapping[str, Any]


def write_page(report: Data) -> Iterator[Path]:
    """Writes the page and its figures; figures that it no longer has are removed."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    drawn = {name: svg for _, _, figures in _experiments(report) for name, svg in figures}
    for old in FIGURES.glob("*.svg"):
        if old.stem not in drawn:
            old.unlink()
    for name, svg in drawn.items():
        (FIGURES / f"{name}.svg").write_text(svg + "\n", "utf-8")
    PAGE.write_text(page_text(report), "utf-8")
    yield PAGE


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


def _experiments(report: Data) -> Iterator[tuple[Data, Data, list[tuple[str, str]]]]:
    for study in report["studies"]:
        for experiment in study["experiments"]:
            figures = list(data_figures(experiment)) if _is_drawn(experiment) else []
            named = [(f"{study['name']}-{name}", svg) for name, svg in figures]
            yield study, experiment, named


def _is_drawn(experiment: Data) -> bool:
    """What has an axis is drawn; a table says the rest as well."""
    return experiment["kind"] in ("curve", "sweep")


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
        " reach; **now** is equal CPU time for both sides with this engine.\n"
        "A figure *agrees* if the 95% interval of the difference, with the errors of both samples,"
        " holds 0. Each table is one family of comparisons, and its intervals of differences are"
        " widened for that; the intervals of our own values are plain."
    )
    yield _table(("report", *WORDS), [*_summary(report)])
    yield "```text\n" + report["command"] + "\n```"
    kinds = "; ".join(
        f"{each['processor']} ({each['build']}, Python {each['python']})"
        for each in report["conditions"]
    )
    yield (
        f"{report['games']:,} games, {report['cpu_hours']:g} hours of CPU time, at commit"
        f" {report['commit']}, finished on {report['date']} on {report['cores']} cores: {kinds}."
    )


def _summary(report: Data) -> Iterator[tuple[str, ...]]:
    for study in report["studies"]:
        words = Counter(
            finding["verdict"]
            for experiment in study["experiments"]
            for finding in experiment["findings"]
            if finding["reported"] is not None
        )
        if words:
            yield study["title"], *(str(words[word]) for word in WORDS)


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
    constant, header, rows = _without_constants(header_of(experiment), data_cells(experiment))
    if constant:
        yield " on ".join(f"`{cell}`" for cell in constant) + f" (`{experiment['name']}`):"
    else:
        yield f"`{experiment['name']}`:"
    yield _table(header, rows)
    if _is_drawn(experiment):
        for name, _ in data_figures(experiment):
            place = f"images/results/{study['name']}-{name}.svg"
            yield f"![{experiment['title']}]({place})"
    yield from _why(study, experiment)
    budgets = {"as_then": "As then", "now": "Now", "curve": "Budgets"}
    yield "\n".join(f"- {budgets[name]}: {text}" for name, text in experiment["budgets"].items())


def _why(study: Data, experiment: Data) -> Iterator[str]:
    if any(finding["verdict"] == "differs" for finding in experiment["findings"]):
        for reason in study["reasons"]:
            if reason["of"] == experiment["name"]:
                shown = ", ".join(f"`{name}`" for name in reason["tested_by"])
                yield f"**Why it differs** (shown by {shown}). {reason['text']}"


def _without_constants(
    header: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[str], list[list[str]]]:
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
