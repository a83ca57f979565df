"""The tables of the page on attacks, as Markdown, from the committed result files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.common import markdown_table

__all__ = ["TABLES", "last_run", "long_runs"]

RESULTS = Path(__file__).resolve().parent / "results"
Results = dict[str, Any]


def last_run(folder: Path = RESULTS) -> str:
    """One row for each attack, from its last run by `make torture`."""
    report = json.loads((folder / "torture.json").read_text("utf-8"))
    attacks = report["results"]["attacks"]
    rows = [
        (
            each["attack"],
            each["amount"],
            each["bar"],
            each["found"],
            f"{'yes' if each['passed'] else '**no**'}, {each.get('date', report['date'])}",
        )
        for each in attacks
    ]
    seconds = sum(each["seconds"] for each in attacks)
    made = f"On {report['processor']}, {seconds / 60:.0f} minutes in all: "
    return f"{made}`{report['command']}`\n\n" + markdown_table(
        [("attack", "how much", "what must hold", "found", "passed"), *rows]
    )


def long_runs(folder: Path = RESULTS) -> str:
    """One row for each long run whose result file is there."""
    return markdown_table([("run", "found", "seconds", "command"), *_long_rows(folder)])


def _long_rows(folder: Path) -> Iterator[tuple[str, ...]]:
    for name, (title, told) in LONG.items():
        file = folder / f"{name}.json"
        if file.exists():
            report = json.loads(file.read_text("utf-8"))
            results = report["results"]
            seconds = results.get("seconds", "")
            yield title, told(results), str(seconds), f"`{report['command']}`"


def _inputs(found: Results) -> str:
    core, python = found["core_under_sanitizers"], found["python"]
    failures = core["failures"] + python["failures"]
    return (
        f"{core['inputs']:,} positions and moves in the core under sanitizers, {python['inputs']:,}"
        f" texts for {len(python['by_parser'])} Python parsers: {failures} failures, at most"
        f" {max(core['most_seconds'], python['most_seconds'])} s and"
        f" {max(core['most_bytes'], python['most_bytes']) / 1e6:.0f} MB for one"
    )


def _kills(found: Results) -> str:
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(found["by_kind"].items()))
    return (
        f"{found['kills']:,} kills ({kinds}) of {found['stores']} matches with {found['games']:,}"
        f" games: {found['problems']} problems"
    )


LONG: dict[str, tuple[str, Callable[[Results], str]]] = {
    "bit_flips": (
        "bit flips",
        lambda found: (
            f"{found['flips']:,} flips, {found['noticed']:,} noticed when read,"
            f" {found['problems']} problems"
        ),
    ),
    "kills": ("killed matches", _kills),
    "mutated_inputs": ("mutated inputs", _inputs),
    "differential": (
        "differential play",
        lambda found: (
            f"{found['positions']:,} positions, {found['differences']} differences;"
            f" C++ and Python references agree in {found['references_checked']:,}"
        ),
    ),
    "page_pressure": (
        "hostile clients",
        lambda found: (
            f"{found['attacking_connections']:,} connections: the longest visit took"
            f" {found['longest_visit_seconds']} s, memory grew by"
            f" {found['megabytes_after'] - found['megabytes_before']:.1f} MB"
        ),
    ),
    "fair_searches": (
        "long analyses",
        lambda found: (
            f"{found['analyses']} analyses: a newcomer waited"
            f" {found['longest_wait_for_analysis']} s for an analysis and"
            f" {found['longest_wait_for_level_3']} s for a move"
        ),
    ),
}
"""By result file: the name of the run, and its result in words."""


TABLES = {"last-run": last_run, "long-runs": long_runs}
"""By the argument of the directive that shows them."""
