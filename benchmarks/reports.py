"""The reports' claims at full scale: their results file, and the page of the documentation on it.

``python -m benchmarks.reports --store games.db [--jobs N]`` plays what the store does not have yet,
writes benchmarks/results/reports.json, and from that docs/results.md with its figures.
``python -m benchmarks.reports`` makes only the page, from the file.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.reports_page import write_page
from tesuji import _core
from tesuji.arena.run.conditions import processor
from tesuji.studies import Declaration, Study, builtin_declarations, run_declaration

RESULTS = Path(__file__).parent / "results" / "reports.json"
COMMAND = "python -m benchmarks.reports --store games.db"


def main() -> None:
    """Plays, or only writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path, help="where games are kept, and taken from")
    parser.add_argument("--jobs", type=int, help="games at once; default: one a core")
    parser.add_argument("--scale", default="full", choices=("quick", "full"))
    parser.add_argument("--commit", help="what games of an older store were played with")
    given = parser.parse_args()
    if given.store is not None:
        studies = [play(each, given) for each in builtin_declarations()]
        write_results(studies, commit=given.commit or commit_here())
    for path in write_page(json.loads(RESULTS.read_text("utf-8"))):
        print(f"wrote {path}")


def play(declaration: Declaration, given: argparse.Namespace) -> Study:
    """All experiments of a report; games that the store has are not played again."""
    print(declaration.title, flush=True)
    return run_declaration(
        declaration,
        scale=given.scale,
        store=given.store,
        jobs=given.jobs,
        begin=lambda experiment: print(f"  {experiment.name}", flush=True),
    )


def commit_here() -> str:
    """The commit of the working tree, marked where files were changed since."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=10"],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parent,
    )  # fmt: skip
    return found.stdout.strip()


def write_results(studies: Iterable[Study], *, commit: str) -> None:
    """The file: every line of every table with full numbers, and where they come from."""
    data = [study.to_dict() for study in studies]
    if not all(study["complete"] for study in data):
        raise SystemExit("not all was played: run again with the same store")
    matches = [
        match for study in data for each in study["experiments"] for match in each.pop("matches")
    ]
    report = {
        "command": COMMAND,
        "date": time.strftime("%Y-%m-%d"),
        "commit": commit,
        "processor": processor(),
        "cores": os.cpu_count(),
        "build": _core.build(),
        "conditions": _conditions(matches),
        "games": sum(match["games"] for match in matches),
        "cpu_hours": round(sum(_seconds(match) for match in matches) / 3600, 2),
        "studies": data,
    }
    RESULTS.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(f"wrote {RESULTS}")


def _seconds(match: dict[str, Any]) -> float:
    return float(sum(cost["moves"] * cost["seconds_a_move"] for cost in match["costs"]))


def _conditions(matches: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every kind of machine and build that games were played on."""
    found: list[dict[str, Any]] = []
    for match in matches:
        for each in match["conditions"]:
            kind = {name: each.get(name) for name in ("processor", "build", "python", "tesuji")}
            if kind not in found:
                found.append(kind)
    return found


if __name__ == "__main__":
    main()
