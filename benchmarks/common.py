"""Shared by the benchmarks: the conditions, pass or fail marks, and the report file."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import tesuji
from tesuji import Position, _core
from tesuji.arena.run.conditions import processor
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream
from tesuji.output_files import write_whole


def load_average() -> float | None:
    """The load average over the last minute."""
    try:
        return round(os.getloadavg()[0], 2)
    except OSError:
        return None


def write_report(path: Path, command: str, results: Any) -> None:
    """Writes results as JSON, with the command and the machine that produced them."""
    report = {
        "command": command,
        "date": time.strftime("%Y-%m-%d"),
        "processor": processor(),
        "build": _core.build(),
        "results": results,
    }
    write_whole(json.dumps(report, indent=1) + "\n", path, exact=True)


FILE_OPTIONS = frozenset({"--out", "--store", "--stores", "--json"})
"""Options that name files: where they lie does not matter for a result."""


def command_line(arguments: Sequence[str] | None = None, *, without: Collection[str] = ()) -> str:
    """The command that gives the same result, without the options that name files.

    ``without`` are more options to leave out, with their values.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    dropped = FILE_OPTIONS.union(without)
    kept = [
        word
        for before, word in zip(["", *given], given, strict=False)
        if word not in dropped and before not in dropped
    ]
    return shlex.join(["python", "-m", f"benchmarks.{Path(sys.argv[0]).stem}", *kept])


def finish(path: Path, results: dict[str, Any], problems: list[str], *, write: bool) -> int:
    """Prints the results of this command and its first problems, writes them if asked to, and
    returns its exit status."""
    width = max(map(len, results))
    for name, value in results.items():
        print(f"{name:{width}} {value}")
    for problem in problems[:20]:
        print(problem, file=sys.stderr)
    if write:
        write_report(path, command_line(), results)
    return 1 if problems else 0


def markdown_table(lines: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; the first line is its head."""
    head, *rows = lines
    marks = ["---"] * len(head)
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, marks, *rows))


def report_table(file: Path, table: Callable[[Any], str], command: str) -> str:
    """The table of a result file with its machine and command; what to run if there is no file."""
    if not file.exists():
        return f"Still to be measured: `{command}`."
    report = json.loads(file.read_text("utf-8"))
    about = f"{report['processor']}, {report['date']}:"
    return f"{table(report['results'])}\n{about}\n\n    {report['command']}\n"


def mark(passed: bool) -> str:
    """Whether a bar was passed, as text for a table."""
    return "pass" if passed else "FAIL"


def positions_of(game: str, path: Path) -> list[Position]:
    """The positions of a game in a file that has a section in square brackets for each game."""
    found: list[Position] = []
    section = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif section == game and line:
            found.append(tesuji.game(game).position(line))
    return found


def after_random_plies(position: Position, plies: int, stream: RandomStream) -> Position:
    """The position to decide after some random moves, or the end of the game if that is first."""
    turns = play_game(position, random_mover(stream), stream)
    while not position.is_over and (position.is_chance or plies > 0):
        turn = next(turns)
        position, plies = turn.after, plies - (turn.player is not None)
    return position
