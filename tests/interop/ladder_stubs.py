"""Stub submissions for ladders: cheap agents of ours under the names of students.

Run as a program, ``ladder_stubs.py FOLDER [ROUNDS]``, it plays the ladder of a folder.
"""

from __future__ import annotations

import csv
import io
import sys
import zipfile
from pathlib import Path

from tesuji.interop.ladder import Ladder, LadderOptions, LadderResult, SubmissionOptions
from tesuji.interop.ladder.table import MEASURED, table_rows, teacher_csv
from tesuji.interop.ladder.triage import Check

LIMIT = 20.0
"""Seconds per move: no stub needs them, however busy the machine is."""
BROKEN_AGENTS = """
from tesuji.agents import registry
from tesuji.agents.searchers import RandomSearcher
from tesuji.errors import AgentFailure
from tesuji.specs import Kind


class Illegal(AgentFailure):
    end = "illegal"


def crash(position, seed):
    raise RuntimeError("no move today")


def illegal(position, seed):
    raise Illegal("answered 'z9'")


for name, draw in (("crashing", crash), ("illegal", illegal)):
    registry._kinds[name] = Kind(
        name, "A stub.", make=lambda spec, settings, game, draw=draw: RandomSearcher(spec, draw)
    )
"""
SPEC = "stub.txt"


def stub_spec(folder: Path, game: str, options: SubmissionOptions) -> str:
    """The spec in a stub's file; a comment makes equal stubs different submissions."""
    return (folder / SPEC).read_text("utf-8").partition("#")[0].strip()


def write_stub(folder: Path, name: str, spec: str) -> None:
    (folder / name).mkdir(exist_ok=True)
    (folder / name / SPEC).write_text(f"{spec} # {name}", "utf-8")


def write_stubs(folder: Path, count: int, broken: int) -> None:
    """Writes so many submissions, some of them broken in four ways."""
    folder.mkdir(parents=True)
    for number in range(count - broken):
        strength = 1 + number % 8
        specs = (
            "random",
            "greedy",
            f"flat(simulations={8 * strength})",
            f"mcts(simulations={8 * strength})",
        )
        write_stub(folder, f"student{number:03}", specs[number % 4])
    for number in range(broken):
        name = f"broken{number:03}"
        if number % 4 == 0:
            (folder / name).mkdir()
        elif number % 4 == 1:
            with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
                archive.writestr("../outside.txt", "out")
        else:
            write_stub(folder, name, "crashing" if number % 4 == 2 else "illegal")


def fix_seed(folder: Path) -> None:
    """Gives a new ladder a seed that is the same in every test run."""
    folder.mkdir(parents=True)
    (folder / "secret-seed").write_text("5eed" * 16, "ascii")


def stub_options(root: Path, **given: object) -> LadderOptions:
    file = root / "broken_agents.py"
    file.write_text(BROKEN_AGENTS, "utf-8")
    shape: dict[str, object] = {"rounds": 3, "pairs": 1, "gate_pairs": 6, **given}
    return LadderOptions(
        game="ewn",
        limits={"seconds": LIMIT},
        load=(str(file),),
        **shape,  # type: ignore[arg-type]
    )


def stub_ladder(root: Path, *, check: Check | None = None, **given: object) -> Ladder:
    """The ladder of the folder ``in`` below the root."""
    options = stub_options(root, **given)
    return Ladder(options, root / "in", root / "out", unsafe=True, spec_of=stub_spec, check=check)


def comparable(result: LadderResult) -> list[dict[str, str]]:
    """The table without aliases, which are random, and without measured columns."""
    rows = csv.DictReader(io.StringIO(teacher_csv(table_rows(result))))
    return [
        {name: cell for name, cell in row.items() if name not in (*MEASURED, "alias")}
        for row in rows
    ]


if __name__ == "__main__":
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    stub_ladder(Path(sys.argv[1]), rounds=rounds).run(jobs=2)
