"""Tests the reports' claims at full scale, and writes the results file and the results page.

``python -m benchmarks.reports`` plays nothing: it updates the texts in the results file from the
study files, keeps the numbers, and writes docs/results.md with its figures. It also marks the
experiments in docs/claims.md that have not been played, or not as they are declared now.
``--plan`` lists what is out of date, with its cost. ``--store games.db`` plays that, merges it into
benchmarks/results/reports.json and writes the page; games in the store are not played again. With
``--minutes M`` it plays no longer than that and writes only the store, which the next call resumes
from; ``--merge --commit HASH`` takes over what is complete in it. A store named .xz is packed.
``--confirm`` is for a new behaviour of the engine: it plays the first pair of each match again, and
marks the experiments whose games are the same as current; ``--confirm --plan`` lists the cost.
``--check`` is for releases. It fails if the published figures come from an engine with another
behaviour and are not confirmed for this one, or if a declared experiment has none.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from benchmarks.packed_store import unpacked
from benchmarks.reports_confirm import candidates, confirm, cost_text, obstacles_text
from benchmarks.reports_page import write_page
from benchmarks.reports_replay import (
    Pending,
    current_commit,
    merge,
    pending,
    plan_text,
    play_slot,
    refusal,
)
from benchmarks.reports_state import (
    OLDER,
    RESULTS,
    check,
    declared_rows,
    marked,
    states,
    studies,
)
from tesuji.errors import StoreError
from tesuji.output_files import write_whole
from tesuji.studies import ExperimentResult, StudyResult

CLAIMS = Path(__file__).parents[1] / "docs" / "claims.md"
STUDY_TEXTS = (
    "title",
    "text",
    "source",
    "built",
    "presets",
    "tables",
    "figures",
    "left_out",
    "reasons",
)
EXPERIMENT_TEXTS = ("title", "text", "conclusion", "budgets", "repeats")


def main() -> None:
    """Plays if there is a store, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="study/experiment; default: all out of date")
    parser.add_argument("--store", type=Path, help="file that keeps the games")
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count(),
        help="games to play in parallel; default: one per core",
    )
    parser.add_argument(
        "--minutes", type=float, help="begin no game after this time, and merge nothing"
    )
    parser.add_argument("--merge", action="store_true", help="play nothing, take what is complete")
    parser.add_argument(
        "--commit", help="commit that played the games; default: this one, if it plays them"
    )
    parser.add_argument("--plan", action="store_true", help="list what is out of date")
    parser.add_argument(
        "--confirm", action="store_true", help="play first pairs to confirm older figures"
    )
    parser.add_argument("--check", action="store_true", help="check the figures for a release")
    given = parser.parse_args()
    if given.merge and given.commit is None:
        parser.error("--merge needs --commit: the commit that played the games")
    report = json.loads(RESULTS.read_text("utf-8"))
    if given.check:
        check(report)
        return
    if given.confirm:
        confirm_older(report, given)
        return
    waiting = pending(report, only=given.names)
    if given.store is None:
        if given.plan:
            print(plan_text(waiting))
        else:
            write_everything(report)
        return
    try:
        with unpacked(given.store) as store:
            replay(report, waiting, store, given)
    except StoreError as error:
        raise SystemExit(refusal(error, given.store)) from error


def replay(
    report: dict[str, Any], waiting: list[Pending], store: Path, given: argparse.Namespace
) -> None:
    """Plays what is out of date, and merges it unless only a slot was asked for, or Ctrl-C came."""
    if given.plan:
        print(plan_text(waiting, store))
        return
    done = given.merge or play_slot(waiting, store, minutes=given.minutes, jobs=given.jobs)
    if given.merge or (done and given.minutes is None):
        commit = given.commit or current_commit()
        merge(report, waiting, store, commit=commit, jobs=given.jobs)
        write_everything(report)


def confirm_older(report: dict[str, Any], given: argparse.Namespace) -> None:
    """Plays the first pairs of what an older engine played, and writes the page."""
    found = candidates(report, given.names)
    for name in sorted(set(given.names) - {each.name for each in found}):
        state = states(report).get(name, "not declared")
        print(f"{name} is not to be confirmed: its state is {state!r}, not {OLDER!r}")
    possible = [each for each in found if each.obstacle() is None]
    print(obstacles_text(found), cost_text(possible), sep="\n", flush=True)
    if given.plan or not possible:
        return
    same = confirm(possible, jobs=given.jobs, commit=current_commit(), save=lambda: save(report))
    print(f"confirmed {len(same)} of {len(found)} experiments of older engines")
    write_everything(report)


def write_everything(report: dict[str, Any]) -> None:
    """Writes the results file with today's texts, the page with its figures, and the claims."""
    save(with_current_texts(report))
    CLAIMS.write_text(marked(CLAIMS.read_text("utf-8"), report), "utf-8")
    for path in (RESULTS, *write_page(report), CLAIMS):
        print(f"wrote {path}")


def save(report: dict[str, Any]) -> None:
    """Writes the results file."""
    write_whole(json.dumps(report, indent=1) + "\n", RESULTS, exact=True)


def with_current_texts(report: dict[str, Any]) -> dict[str, Any]:
    """The report with the titles, texts and limits of today's study files."""
    known = {study.name: study for study in studies()}
    for data in report["studies"]:
        study = known[data["name"]]
        texts = StudyResult(study, data["scale"], ()).to_dict()
        data |= {key: texts[key] for key in STUDY_TEXTS}
        declared = {experiment.name: experiment for experiment in study.experiments}
        for each in data["experiments"]:
            experiment = declared[each["name"]]
            texts = ExperimentResult(experiment, (), (), complete=True).to_dict()
            each |= {key: texts[key] for key in EXPERIMENT_TEXTS}
            for finding, row, limits in declared_rows(experiment, each):
                finding |= {"label": row.label, "limits": limits}
    return report


if __name__ == "__main__":
    main()
