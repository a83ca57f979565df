"""Grades one submission for Gradescope or GitHub Classroom: does it play, whom does it beat.

Ratings need the other submissions, so grades that depend on them are decided by the ladder later.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tesuji.arena.match.contest import Progress
from tesuji.errors import ParameterError
from tesuji.interop.ladder.run import Gate, Ladder, LadderResult
from tesuji.interop.ladder.submissions import SpecOf
from tesuji.interop.ladder.table import Row, table_rows
from tesuji.interop.league.course import Course
from tesuji.interop.league.grading import Grade, grade_row
from tesuji.wording import counted

__all__ = ["Autograde", "autograde"]


@dataclass(frozen=True)
class Autograde:
    """The result of one submission."""

    course: Course
    row: Row
    grade: Grade
    tests: Sequence[tuple[str, bool, str]]
    """Name, whether it passed, and details."""

    def gradescope(self) -> dict[str, Any]:
        """The content of Gradescope's ``results.json``."""
        return {
            "score": self.grade.points,
            "output": self._summary(),
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": [
                {"name": name, "status": "passed" if passed else "failed", "output": details}
                for name, passed, details in self.tests
            ],
            "leaderboard": [{"name": "Baselines beaten", "value": self.row.beaten}],
        }

    def _summary(self) -> str:
        note = f" ({self.grade.note})" if self.grade.note else ""
        pending = any(band.needs_ladder for band in self.course.bands)
        later = " The ladder can still raise it." if pending else ""
        return (
            f"Grade so far: {self.grade.name},"
            f" {counted(self.grade.points, 'point', form='g')}{note}.{later}"
            f' "beats X" means that a test, {self.course.options.sprt}, accepts the agent as'
            " stronger than X."
        )


def autograde(
    course: Course,
    submission: Path,
    folder: Path,
    *,
    unsafe: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
    spec_of: SpecOf | None = None,
) -> Autograde:
    """Plays one submission against the baselines. ``folder`` keeps the games for the next call.

    The submission itself is only read. ``folder`` must not contain it, nor lie in it.
    """
    _check_apart(submission, folder)
    options = replace(course.options, check_positions=0)
    with TemporaryDirectory() as temporary:
        _copy(submission, Path(temporary))
        # The ladder keeps its own copy of the submission.
        ladder = Ladder(options, temporary, folder / "ladder", unsafe=unsafe, spec_of=spec_of)
    result = ladder.run(jobs=jobs, progress=progress, rounds=False)
    row = next(row for row in table_rows(result) if row.status != "baseline")
    only_gates = tuple(band for band in course.bands if not band.needs_ladder)
    grade = grade_row(replace(course, bands=only_gates), row, rated=0)
    return Autograde(course, row, grade, list(_tests(course, result, row)))


def _check_apart(submission: Path, folder: Path) -> None:
    """Raises ParameterError if one of the two lies in the other, or if they are the same."""
    handed_in, kept = submission.resolve(), folder.resolve()
    if handed_in.is_relative_to(kept) or kept.is_relative_to(handed_in):
        expected = "a folder outside the submission that does not contain it"
        raise ParameterError(
            f"cannot keep the games of the submission {str(submission)!r} in {str(folder)!r}:"
            f" expected {expected}",
            where="folder",
            given=str(folder),
            expected=expected,
        )


def _copy(submission: Path, folder: Path) -> None:
    """Copies a submission into a folder, so that the folder holds nothing else."""
    if submission.is_dir():
        shutil.copytree(submission, folder / "submission", symlinks=True)
    else:
        shutil.copyfile(submission, folder / submission.name)


def _tests(course: Course, result: LadderResult, row: Row) -> list[tuple[str, bool, str]]:
    plays = row.status not in ("rejected", "does not play")
    tests = [("plays a legal game", plays, row.problem or "It finished its first two games.")]
    gates = result.gates.get(row.key, [])
    for number, baseline in enumerate(course.options.baselines):
        details = "Not tried: the baseline before it was not beaten."
        passed = False
        if number < len(gates):
            found, passed = gates[number].result.pentanomial, gates[number].passed
            low, high = found.interval
            details = (
                f"Score {found.score:.0%} [{low:.0%}, {high:.0%}] after"
                f" {counted(found.games, 'game')}. {_verdict(gates[number])}"
            )
        tests.append((f"beats {baseline}", passed, details))
    return tests


def _verdict(gate: Gate) -> str:
    """Why the result counts as beating the baseline, or why not."""
    match = gate.result.match
    assert match.sprt is not None
    if match.verdict == "H1":
        return "It beats the baseline: the test decided that it is stronger."
    if match.verdict == "H0":
        return (
            "It does not beat the baseline: the test decided that it is not clearly stronger. A"
            " score above 50% is not enough if the games leave doubt."
        )
    leaning = "leans towards stronger" if gate.passed else "does not lean towards stronger"
    return (
        f"The test did not decide within {counted(match.plan.pairs, 'pair')} and {leaning}, so this"
        f" {'counts' if gate.passed else 'does not count'} as beating the baseline."
    )
