"""The folders of a course: a starter kit for students, autograders for Gradescope and GitHub."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tesuji.interop.function_agent import ENTRY_FILE
from tesuji.interop.league.course import Course
from tesuji.output_files import write_whole
from tesuji.wording import counted

__all__ = ["GRADING", "write_course"]

GRADING = ".grading"
"""Where a grader keeps its games, so that the next step of a workflow does not repeat them."""


def write_course(course: Course, folder: Path) -> list[Path]:
    """Writes the starter kit and both autograders; returns the folders."""
    parts = {
        "starter-kit": starter_kit(course),
        "gradescope": gradescope(course),
        "github-classroom": github_classroom(course),
    }
    for name, files in parts.items():
        for file, content in files:
            path = folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(content, path, exact=True)
            if content.startswith("#!"):
                path.chmod(0o755)
    return [folder / name for name in parts]


# Students


def starter_kit(course: Course) -> Iterator[tuple[str, str]]:
    """A template agent, and how to try it."""
    yield f"agent/{ENTRY_FILE}", _template(course)
    yield "README.md", _readme(course)
    yield "course.toml", course.source


def _template(course: Course) -> str:
    return f'''"""My agent for {course.options.game}."""

import random


def choose(position):
    """Returns one of the legal moves.

    position.legal_moves    all legal moves
    position.play(move)     the position after a move
    position.outcome        None until the game is over, then .winner is 0, 1 or None
    position.to_move        the player to move, 0 or 1
    """
    for move in position.legal_moves:
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.to_move:
            return move
    return random.choice(list(position.legal_moves))
'''


def _readme(course: Course) -> str:
    options = course.options
    game = options.game.partition("(")[0]
    limits = ", ".join(f"{name} {value}" for name, value in options.limits.items())
    deadline = "" if course.deadline is None else f"- Deadline: {course.deadline.isoformat()}\n"
    late = (
        f"- Late: {counted(course.late.penalty, 'point', form='g')} for each started day, at most"
        f" {counted(course.late.days, 'day')}\n"
        if course.deadline is not None
        else ""
    )
    grades = "\n".join(f"| {band.name} | {band.points:g} | {_condition(course, index)} |"
                       for index, band in enumerate(course.bands))  # fmt: skip
    return f"""# {course.name}

Write an agent for `{options.game}`. These are its rules: `tesuji rules {game}`.

- Limits: {limits}, {options.submissions.memory} MB, {options.submissions.processes} processes,
  no network, no files outside your folder
{deadline}{late}
## Start

    python -m venv .venv
    .venv/bin/pip install "{course.install}"
    .venv/bin/tesuji match 'sandboxed("agent")' random --game "{options.game}" --pairs 5

Change `agent/{ENTRY_FILE}`. A class named `choose` with `choose(self, position, budget)` works too.

## Check it before you hand it in

    .venv/bin/tesuji league course.toml --grade agent

It plays under the rules of the course, against the same baselines, and shows your grade so far.
Hand in the folder `agent` as a zip file.

## Grades

| Grade | Points | Condition |
|---|---|---|
{grades}
"""


def _condition(course: Course, index: int) -> str:
    band = course.bands[index]
    parts = []
    if band.beats:
        parts.append(f"beats `{course.options.baselines[band.beats - 1]}`")
    if band.rating is not None:
        parts.append(f"Elo of at least {band.rating:g} above `{course.options.baselines[0]}`")
    if band.top is not None:
        parts.append(f"among the best {band.top:.0%}")
    return ", ".join(parts) or "plays legal games"


# Graders


def gradescope(course: Course) -> Iterator[tuple[str, str]]:
    """The files of an autograder zip: zip the content of this folder, not the folder."""
    yield (
        "setup.sh",
        f"""#!/usr/bin/env bash
set -euo pipefail
apt-get update
apt-get install -y python3 python3-venv bubblewrap
python3 -m venv /opt/tesuji
/opt/tesuji/bin/pip install "{course.install}"
""",
    )
    # Gradescope gives every submission a container of its own; --unsafe uses that one where
    # bubblewrap does not work.
    yield (
        "run_autograder",
        """#!/usr/bin/env bash
set -euo pipefail
mkdir -p /autograder/results
/opt/tesuji/bin/tesuji league /autograder/source/course.toml --grade /autograder/submission \\
  --results /autograder/results/results.json --out /tmp/grading --unsafe
""",
    )
    yield "course.toml", course.source


def github_classroom(course: Course) -> Iterator[tuple[str, str]]:
    """A template repository: the starter kit with a workflow, and the older JSON format."""
    yield from starter_kit(course)
    yield ".github/workflows/classroom.yml", _workflow(course)
    yield ".github/classroom/autograding.json", _autograding(course)
    yield ".gitignore", f"{GRADING}/\n.venv/\n__pycache__/\n"


def _steps(course: Course) -> Iterator[tuple[str, str, int]]:
    """Name, command and points of each step. The steps share their games."""
    base = f"tesuji league course.toml --grade agent --out {GRADING} --unsafe"
    by_beats = [(band.beats or 0, band.points) for band in course.bands if not band.needs_ladder]
    before = 0.0
    for number in range(len(course.options.baselines) + 1):
        points = max([points for beats, points in by_beats if beats <= number], default=0.0)
        name = f"beats {course.options.baselines[number - 1]}" if number else "plays a legal game"
        yield name, f"{base} --need {number}", round(points - before)
        before = points


def _workflow(course: Course) -> str:
    setup = f'sudo apt-get install -y bubblewrap; pip install "{course.install}"'
    steps, results = [], []
    for number, (name, command, points) in enumerate(_steps(course)):
        steps.append(
            f"      - name: {json.dumps(name)}\n"
            f"        id: step-{number}\n"
            "        uses: classroom-resources/autograding-command-grader@v1\n"
            "        with:\n"
            f"          test-name: {json.dumps(name)}\n"
            f"          setup-command: {json.dumps(setup if number == 0 else '')}\n"
            f"          command: {json.dumps(command)}\n"
            "          timeout: 60\n"
            f"          max-score: {points}\n"
        )
        output = f"${{{{ steps.step-{number}.outputs.result }}}}"
        results.append(f"          STEP-{number}_RESULTS: {json.dumps(output)}\n")
    runners = ",".join(f"step-{number}" for number in range(len(steps)))
    return (
        "name: Autograding Tests\n"
        '"on": [push, repository_dispatch]\n'
        "permissions:\n  checks: write\n  actions: read\n  contents: read\n"
        "jobs:\n  run-autograding-tests:\n    runs-on: ubuntu-latest\n"
        "    if: github.actor != 'github-classroom[bot]'\n    steps:\n"
        "      - uses: actions/checkout@v4\n"
        "      - uses: actions/setup-python@v5\n"
        '        with:\n          python-version: "3.12"\n'
        f"{''.join(steps)}"
        "      - name: Autograding Reporter\n"
        "        uses: classroom-resources/autograding-grading-reporter@v1\n"
        f"        env:\n{''.join(results)}"
        f"        with:\n          runners: {runners}\n"
    )


def _autograding(course: Course) -> str:
    tests = [
        {
            "name": name,
            "setup": f'pip install "{course.install}"' if number == 0 else "",
            "run": command,
            "input": "",
            "output": "",
            "comparison": "included",
            "timeout": 60,
            "points": points,
        }
        for number, (name, command, points) in enumerate(_steps(course))
    ]
    return json.dumps({"tests": tests}, indent=2) + "\n"
