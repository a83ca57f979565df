"""Tests the reports' claims at full scale, and writes the results file and the results page.

``python -m benchmarks.reports --store games.db [--jobs N]`` plays the games that are missing in the
store, then writes benchmarks/results/reports.json and from it docs/results.md with its figures.
``python -m benchmarks.reports`` plays nothing: it updates the texts in the results file from the
study files, keeps the numbers, and writes the page again. Both mark the experiments in
docs/claims.md that have not been played, or not as they are declared now.
``python -m benchmarks.reports --check`` is for releases. It fails if the published figures come
from an engine with another behaviour, or if a declared experiment has none.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.reports_page import write_page
from tesuji import _core
from tesuji.agents.bench import BEHAVIOUR
from tesuji.arena.run.conditions import processor
from tesuji.studies import (
    Experiment,
    ExperimentResult,
    Study,
    StudyResult,
    builtin_studies,
    run_study,
)
from tesuji.studies.run import row_limits_text
from tesuji.studies.study import Row

CLAIMS = Path(__file__).parents[1] / "docs" / "claims.md"
NOT_PLAYED = " (not played yet)"
CHANGED = " (to be played again)"
RESULTS = Path(__file__).parent / "results" / "reports.json"
STUDY_TEXTS = ("title", "text", "source", "built", "presets", "tables", "left_out", "reasons")
EXPERIMENT_TEXTS = ("title", "text", "conclusion", "budgets", "repeats", "openings")
COMMAND = "python -m benchmarks.reports --store games.db"


def main() -> None:
    """Plays if there is a store, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path, help="file that keeps the games")
    parser.add_argument("--jobs", type=int, help="games to play in parallel; default: one per core")
    parser.add_argument("--scale", default="full", choices=("quick", "full"))
    parser.add_argument("--commit", help="commit that played the games, if not this one")
    parser.add_argument("--check", action="store_true", help="check the figures for a release")
    given = parser.parse_args()
    if given.check:
        check(json.loads(RESULTS.read_text("utf-8")))
        return
    if given.store is not None:
        studies = [play(each, given) for each in builtin_studies()]
        write_results(collect(studies, commit=given.commit or current_commit()))
    else:
        write_results(with_current_texts(json.loads(RESULTS.read_text("utf-8"))))
    report = json.loads(RESULTS.read_text("utf-8"))
    CLAIMS.write_text(marked(CLAIMS.read_text("utf-8"), report), "utf-8")
    for path in (*write_page(report), CLAIMS):
        print(f"wrote {path}")


def marked(claims: str, report: dict[str, Any]) -> str:
    """The page of claims with a mark behind each experiment without current figures."""
    missing, changed = frozenset(unplayed(report)), frozenset(redeclared(report))
    marks = f"{re.escape(NOT_PLAYED)}|{re.escape(CHANGED)}"
    return re.sub(
        rf"(`([\w-]+/[\w.-]+)`)(?:{marks})?",
        lambda found: (
            found[1] + NOT_PLAYED * (found[2] in missing) + CHANGED * (found[2] in changed)
        ),
        claims,
    )


def check(report: dict[str, Any]) -> None:
    """Ends with an error if the figures are not those of this engine and these studies."""
    wrong = [*outdated(report)]
    if wrong:
        raise SystemExit("the published results are out of date: " + "; ".join(wrong))
    print(f"the published results are those of behaviour {BEHAVIOUR}")


def outdated(report: dict[str, Any]) -> Iterator[str]:
    """What the results file lacks, in words."""
    if report["behaviour"] != BEHAVIOUR:
        yield f"they have behaviour {report['behaviour']}, and the engine has {BEHAVIOUR}"
    if missing := unplayed(report):
        yield f"not played: {', '.join(missing)}"
    if changed := redeclared(report):
        yield f"declared differently since they were played: {', '.join(changed)}"


def outdated_in_brief(report: dict[str, Any]) -> Iterator[str]:
    """The same for a reader of the page, with numbers instead of names."""
    if report["behaviour"] != BEHAVIOUR:
        yield f"they have behaviour {report['behaviour']}, and the engine has {BEHAVIOUR}"
    if missing := unplayed(report):
        yield f"{len(missing)} of the declared experiments have not been played"
    if changed := redeclared(report):
        yield f"{len(changed)} have been declared differently since they were played"


def unplayed(report: dict[str, Any]) -> list[str]:
    """The declared experiments without results, as study/experiment."""
    return [name for name, _, played in _declared(report) if played is None]


def redeclared(report: dict[str, Any]) -> list[str]:
    """The experiments whose results are those of an older declaration, as study/experiment."""
    return [
        name
        for name, experiment, played in _declared(report)
        if played is not None and not _is_as_declared(experiment, played)
    ]


def _declared(report: dict[str, Any]) -> Iterator[tuple[str, Experiment, dict[str, Any] | None]]:
    """Every declared experiment with its name and its results, if there are any."""
    played = {
        (data["name"], each["name"]): each
        for data in report["studies"]
        for each in data["experiments"]
    }
    for study in _studies():
        for each in study.experiments:
            yield f"{study.name}/{each.name}", each, played.get((study.name, each.name))


@cache
def _studies() -> tuple[Study, ...]:
    """Reading the studies checks every agent on every game, which takes seconds."""
    return tuple(builtin_studies())


def _is_as_declared(experiment: Experiment, played: dict[str, Any]) -> bool:
    """Whether the results are exactly the declared rows, with their limits, games and claims."""
    rows = list(_declared_rows(experiment, played))
    findings = [each for each in played["findings"] if each["simulations"] is not None]
    return len(rows) == len(findings) == len(list(experiment.rows())) and all(
        finding["games"] == experiment.scale["full"]
        and finding["reported"]
        == (None if row.claim is None else row.claim.word or row.claim.value)
        for finding, row, _ in rows
    )


def _declared_rows(
    experiment: Experiment, played: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], Row, str]]:
    """The results that belong to a declared row, with that row and its limits in words."""
    findings = {
        tuple(each[key] for key in ("setting", "point", "game", "budget")): each
        for each in played["findings"]
        if each["simulations"] is not None
    }
    for row in experiment.rows():
        found = findings.get((row.setting, row.point, row.shown_game, row.budget))
        if found is not None:
            limits = row_limits_text(row)
            if _numbers(found["limits"]) == _numbers(limits):
                yield found, row, limits


def _numbers(limits: str) -> list[str]:
    """What the words of limits are about; the words themselves may change."""
    return re.findall(r"[\d.]+", limits)


def play(study: Study, given: argparse.Namespace) -> StudyResult:
    """Runs a study; games in the store are not played again."""
    print(study.title, flush=True)
    return run_study(
        study,
        scale=given.scale,
        store=given.store,
        jobs=given.jobs,
        begin=lambda experiment: print(f"  {experiment.name}", flush=True),
    )


def current_commit() -> str:
    """The commit of the working tree, marked if files have changed since."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=10"],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parent,
    )  # fmt: skip
    return found.stdout.strip()


def collect(studies: Iterable[StudyResult], *, commit: str) -> dict[str, Any]:
    """Every row of every table with full numbers, and the conditions."""
    data = [study.to_dict() for study in studies]
    if not all(study["complete"] for study in data):
        raise SystemExit("some games are missing: run again with the same store")
    matches = [
        match for study in data for each in study["experiments"] for match in each.pop("matches")
    ]
    return {
        "command": COMMAND,
        "date": time.strftime("%Y-%m-%d"),
        "commit": commit,
        "behaviour": BEHAVIOUR,
        "processor": processor(),
        "cores": os.cpu_count(),
        "build": _core.build(),
        "conditions": _conditions(matches),
        "games": sum(match["games"] for match in matches),
        "cpu_hours": round(sum(_seconds(match) for match in matches) / 3600, 2),
        "studies": data,
    }


def with_current_texts(report: dict[str, Any]) -> dict[str, Any]:
    """The report with the titles, texts and limits of today's study files."""
    studies = {study.name: study for study in _studies()}
    for data in report["studies"]:
        study = studies[data["name"]]
        texts = StudyResult(study, data["scale"], ()).to_dict()
        data |= {key: texts[key] for key in STUDY_TEXTS}
        declared = {experiment.name: experiment for experiment in study.experiments}
        for each in data["experiments"]:
            experiment = declared[each["name"]]
            texts = ExperimentResult(experiment, (), (), complete=True).to_dict()
            each |= {key: texts[key] for key in EXPERIMENT_TEXTS}
            for finding, row, limits in _declared_rows(experiment, each):
                finding |= {"label": row.label, "limits": limits}
    return report


def write_results(report: dict[str, Any]) -> None:
    """Writes the results file."""
    RESULTS.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(f"wrote {RESULTS}")


def _seconds(match: dict[str, Any]) -> float:
    return float(sum(cost["moves"] * cost["seconds_a_move"] for cost in match["costs"]))


def _conditions(matches: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every kind of machine and build that played games."""
    found: list[dict[str, Any]] = []
    for match in matches:
        for each in match["conditions"]:
            kind = {name: each.get(name) for name in ("processor", "build", "python", "tesuji")}
            if kind not in found:
                found.append(kind)
    return found


if __name__ == "__main__":
    main()
