"""Counts what the reports' experiments cost: seconds of one core per game.

``python -m benchmarks.reports_costs [--jobs N] [NAME ...]`` plays one pair of every row of the
named experiments, by default of those without a figure or with a changed number of rows, and writes
src/tesuji/studies/reports/costs.json. Only the time of the moves counts, and the time of measures
that search the games again.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from tesuji.agents.bench import BEHAVIOUR
from tesuji.arena.match.api import play_plans
from tesuji.arena.run.conditions import processor
from tesuji.studies import Experiment, builtin_studies
from tesuji.studies.costs import FILE
from tesuji.studies.measures import measure_match
from tesuji.studies.run import make_plans

OUT = Path(__file__).parents[1] / "src" / "tesuji" / "studies" / FILE


def main() -> None:
    """Measures the experiments, and writes the file after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="study/experiment")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--store", type=Path, help="keeps the games")
    given = parser.parse_args()
    declared = {
        f"{study.name}/{each.name}": each
        for study in builtin_studies()
        for each in study.experiments
    }
    file = json.loads(OUT.read_text("utf-8")) if OUT.exists() else {"experiments": {}}
    known = {name: cost for name, cost in file["experiments"].items() if name in declared}
    for name, experiment in declared.items():
        if name in given.names or (not given.names and not _is_known(experiment, known.get(name))):
            known[name] = cost_of(experiment, name.split("/")[0], given)
            print(name, known[name], flush=True)
            OUT.write_text(json.dumps(_report(known, list(declared)), indent=1) + "\n", "utf-8")


def _is_known(experiment: Experiment, cost: dict[str, Any] | None) -> bool:
    return cost is not None and cost["rows"] == len(list(experiment.rows()))


def cost_of(experiment: Experiment, study: str, given: argparse.Namespace) -> dict[str, Any]:
    """The mean cost of a game over all rows, and of measuring it."""
    plans = [replace(plan, pairs=1) for plan in make_plans(experiment, "quick", f"{study}: ")]
    matches = play_plans(plans, store=given.store, jobs=given.jobs)
    games = sum(match.pentanomial.games for match in matches)
    played = sum(cost.seconds for match in matches for cost in match.match.tally.costs)
    begun = time.process_time()
    for match in matches:
        if experiment.measure is not None:
            measure_match(experiment.measure, match)
    measured = time.process_time() - begun
    return {
        "rows": len(plans),
        "game": round(played / games, 4),
        "measure": round(measured / games, 4),
        "behaviour": BEHAVIOUR,
        "processor": processor(),
        "date": time.strftime("%Y-%m-%d"),
    }


def _report(known: dict[str, Any], order: list[str]) -> dict[str, Any]:
    return {
        "command": "python -m benchmarks.reports_costs",
        "experiments": {name: known[name] for name in order if name in known},
    }


if __name__ == "__main__":
    main()
