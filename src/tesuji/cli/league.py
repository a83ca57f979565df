"""tesuji league: a course from one file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tesuji
from tesuji.cli.arguments import AllowOption, LoadOption, load_files
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.ladder import RunOptions, play_ladder, runs_unsafe
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.outputs import output_option
from tesuji.cli.stopping import STOPPED

if TYPE_CHECKING:
    from tesuji.interop.league import Course

FAILED = 1
"""Exit status of a submission that beats too few baselines."""


@takes_groups
def league(
    course: Annotated[Path, typer.Argument(metavar="course.toml", help="File of the course.")],
    run: RunOptions,
    agents: Annotated[
        Path | None, typer.Option("--agents", metavar="DIR", help="Rate these submissions too.")
    ] = None,
    submitted: Annotated[
        Path | None,
        typer.Option(
            "--submitted", metavar="FILE", help="CSV with name and time, for the late rule."
        ),
    ] = None,
    grade: Annotated[
        Path | None, typer.Option("--grade", metavar="PATH", help="Grade one submission only.")
    ] = None,
    results: Annotated[
        Path | None, output_option("--results", "With --grade: write Gradescope's results.json.")
    ] = None,
    need: Annotated[
        int | None,
        typer.Option("--need", metavar="N", help="With --grade: fail below N beaten baselines."),
    ] = None,
    load: LoadOption = None,
    allow: AllowOption = None,
) -> int:
    """Make the starter kit, autograders and leaderboard of a course, or grade a submission."""
    from tesuji.interop.league import read_course

    load_files(load)
    tesuji.allow(*(allow or ()))
    found = read_course(course)
    sandbox = not runs_unsafe(run.unsafe)
    limits = replace(found.options.submissions, sandbox=sandbox, python=run.python)
    files = tuple(str(file) for file in load or ())
    found = replace(found, options=replace(found.options, submissions=limits, load=files))
    if grade is not None:
        return _grade(found, grade, run, results, need)
    return _make(found, run, agents, submitted)


def _make(found: Course, run: RunOptions, agents: Path | None, submitted: Path | None) -> int:
    from tesuji.interop.ladder.pages import write_results
    from tesuji.interop.ladder.table import table_rows
    from tesuji.interop.league.grading import grade_columns, grade_rows, read_times
    from tesuji.interop.league.kit import write_course

    out = run.folder("league")
    times = {} if submitted is None else read_times(submitted)
    if not run.dry_run:
        for folder in write_course(found, out):
            print(f"wrote {folder}")
    if agents is None:
        return 0
    result = play_ladder(found.options, agents, out / "ladder", run)
    if result is None:
        return 0
    grades = grade_columns(grade_rows(found, table_rows(result), times))
    for path in write_results(
        result,
        out / "ladder",
        feedback_games=run.feedback,
        final=run.final,
        grades=grades,
        title=found.name,
    ):
        print(f"wrote {path}")
    return 0 if result.complete else STOPPED


def _grade(
    found: Course, submission: Path, run: RunOptions, results: Path | None, need: int | None
) -> int:
    from tesuji.interop.league.autograde import autograde
    from tesuji.interop.league.kit import GRADING
    from tesuji.output_files import write_whole

    kept = run.folder(GRADING)
    with contest_progress() as progress:
        graded = autograde(
            found, submission, kept, unsafe=run.unsafe, jobs=run.jobs, progress=progress
        )
    for name, passed, details in graded.tests:
        print(f"{'passed' if passed else 'failed'}: {name}: {details}")
    print(graded.gradescope()["output"])
    if results is not None:
        write_whole(json.dumps(graded.gradescope(), indent=1) + "\n", results)
    plays = graded.tests[0][1]
    return FAILED if need is not None and (not plays or graded.row.beaten < need) else 0
