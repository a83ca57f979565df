"""Hard positions: finds new ones, marks those of the committed sets, and searches some for longer.

    python -m benchmarks.solve_hard find FOLDER [--minutes 7.5] [--jobs 16] [--games NAMES]
        [--first-seed N]
    python -m benchmarks.solve_hard mark FOLDER [--minutes 7.5] [--jobs 16] [--games NAMES]
    python -m benchmarks.solve_hard sample [--positions 20] [--seconds 10] [--jobs 16]
        [--games NAMES]

`find` solves new positions of each game by `tesuji solve-set`, `mark` searches the positions of the
committed sets for two seconds each. Both write FOLDER/GAME.jsonl, also when their time is up, and
`python -m benchmarks.solve_sets` merges such files. For ewn, `find` first builds the tables with
five stones, in TESUJI_DATA if that is set. `sample` searches random hard positions of each
committed set once more, for longer, and writes how many stay unproven.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import tesuji
from benchmarks.common import command_line, write_report
from tesuji.arena.run.local_pool import end_workers, local_executor
from tesuji.studies.blunders import SolvedPosition, set_of_game
from tesuji.studies.blunders.solved_set import HARD_UNPROVEN, write_set
from tesuji.studies.blunders.unproven import text_stays_unproven

RESULTS = Path(__file__).parent / "results" / "solve_hard.json"
FIRST_SEED = 100_001
"""The first game of the hard positions; those of the committed sets are below."""
MOST_BEST = 0.9
"""The share of the moves that may be best: where nearly all are, nobody blunders."""
MARK = "python -m benchmarks.solve_hard mark . --games {game}"
"""The command in the header of a set with marked positions."""
RESERVE = 4.0
"""Seconds that a game may run over its time: the searches and solvers of its last positions."""


@dataclass(frozen=True)
class Plan:
    """How to find the hard positions of a game."""

    share: float
    """Of the time of all games."""
    positions: int
    options: str
    """Of `tesuji solve-set`."""


# Core seconds for each position found on 16 cores: avalam 5, pentago 8, pentago-twist 11, colosseum
# 18. In small runs: ewn 8 (without the tables of five stones), ewn-cyclic 60 (a search of two
# seconds proves about nine of ten positions near the start).
PLANS = {
    "ewn": Plan(0.7, 400, "--phase 0.1 0.9 --least-pieces 5 --per-game 4 --seconds 4"),
    "avalam": Plan(1.0, 500, "--phase 0.5 0.75 --per-game 3 --siblings 2 --seconds 10"),
    "pentago": Plan(
        2.4, 300,
        "--random-plies 4 --player 'alphabeta(nodes=5000)' --phase 0.5 0.85 --least-pieces 19"
        " --per-game 4 --siblings 4 --seconds 8",
    ),
    "pentago-twist": Plan(
        2.2, 300,
        "--random-plies 4 --player 'alphabeta(nodes=5000)' --phase 0.5 0.85 --least-pieces 20"
        " --per-game 4 --siblings 4 --seconds 10",
    ),
    "ewn-cyclic": Plan(
        0.5, 300,
        "--random-plies 2 --phase 0 0.25 --per-game 6 --siblings 4 --seconds 12 --glance 1",
    ),
    "colosseum": Plan(1.3, 300, "--phase 0.45 0.95 --per-game 6 --siblings 6 --seconds 6"),
}  # fmt: skip


def find(
    folder: Path, games: Iterable[str], minutes: float, jobs: int, first_seed: int = FIRST_SEED
) -> list[str]:
    """Runs the command of each game in the folder, for its share of the time.

    The time that a game does not need goes to the games after it. Returns the commands that failed.
    """
    end = time.time() + 60 * minutes
    left = list(games)
    failed = []
    if "ewn" in left:
        failed += _failed(f"tesuji tables ewn --threads {jobs}", folder)
    while left:
        shares = sum(PLANS[each].share for each in left)
        seconds = (end - time.time()) * PLANS[left[0]].share / shares - RESERVE
        game = left.pop(0)
        if seconds > 0:
            command = find_command(game, first_seed)
            failed += _failed(f"{command} --minutes {seconds / 60:.3f} --jobs {jobs}", folder)
        else:
            print(f"{game}: no time is left", flush=True)
        folder.joinpath(f"{game}.jsonl.skipped").unlink(missing_ok=True)
    return failed


def find_command(game: str, first_seed: int = FIRST_SEED) -> str:
    """The command that finds hard positions of a game, without the time that it gets."""
    plan = PLANS[game]
    return (
        f"tesuji solve-set {game} --out {game}.jsonl --positions {plan.positions}"
        f" --first-seed {first_seed} --unproven {HARD_UNPROVEN:g} --most-best {MOST_BEST:g}"
        f" {plan.options}"
    )


def _failed(command: str, folder: Path) -> list[str]:
    """Runs a command; the command if it failed."""
    begun = time.time()
    words = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(words, cwd=folder, check=False)
    print(f"{command}: {time.time() - begun:.0f} s, exit status {done.returncode}", flush=True)
    return [command] if done.returncode else []


def candidates(game: str) -> list[SolvedPosition]:
    """The positions of the committed set that a search may leave open, the most likely ones first.

    Those with at most four stones are left out in ewn: the tables of the package hold them.
    """
    found = [each for each in set_of_game(game).positions if not each.unproven]
    if game == "ewn":
        board = tesuji.game(game)
        found = [each for each in found if len(board.position(each.position).board.pieces) > 4]
    return sorted(found, key=lambda each: -each.seconds)


def mark(
    game: str,
    positions: Iterable[SolvedPosition],
    *,
    end: float = math.inf,
    jobs: int = 1,
    seconds: float = HARD_UNPROVEN,
) -> list[SolvedPosition]:
    """The positions that a search was tried on until the time ``end``, with ``unproven`` set for
    those that it leaves open after so many seconds."""
    pool = local_executor(jobs)
    running: dict[Future[bool], SolvedPosition] = {}
    left = iter(positions)
    marked: list[SolvedPosition] = []
    try:
        while True:
            more = islice(left, jobs + 1 - len(running)) if time.time() < end else ()
            for each in more:
                running[pool.submit(text_stays_unproven, game, each.position, seconds)] = each
            if not running:
                return marked
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                each = running.pop(future)
                marked.append(replace(each, unproven=seconds if future.result() else 0.0))
    finally:
        end_workers(pool)


def mark_sets(folder: Path, games: Iterable[str], minutes: float, jobs: int) -> None:
    """Writes the hard positions of the committed sets, each game with the same time."""
    names = list(games)
    for game in names:
        end = time.time() + 60 * minutes / len(names)
        searched = mark(game, candidates(game), end=end, jobs=jobs)
        hard = [each for each in searched if each.unproven]
        solved = replace(set_of_game(game), command=MARK.format(game=game), positions=tuple(hard))
        write_set(folder / f"{game}.jsonl", solved)
        print(f"{game}: {len(hard)} of {len(searched)} searched are hard", flush=True)


def sample_row(
    game: str, hard: Iterable[SolvedPosition], positions: int, seconds: float, jobs: int
) -> dict[str, Any]:
    """How many of some random hard positions of a game a longer search leaves unproven."""
    known = list(hard)
    chosen = Random(0).sample(known, min(positions, len(known)))
    searched = mark(game, chosen, jobs=jobs, seconds=seconds)
    return {
        "game": game,
        "hard": len(known),
        "games": len({each.seed for each in known}),
        "seconds": seconds,
        "searched": len(searched),
        "unproven": sum(each.unproven > 0 for each in searched),
    }


def sample_sets(
    games: Iterable[str], positions: int, seconds: float, jobs: int
) -> list[dict[str, Any]]:
    """The rows of all games, also of those without hard positions."""
    rows = []
    for game in games:
        hard = [each for each in set_of_game(game).positions if each.hard]
        rows.append(sample_row(game, hard, positions, seconds, jobs))
        print(f"{game}: {rows[-1]['unproven']} of {rows[-1]['searched']} unproven", flush=True)
    return rows


def arguments() -> argparse.ArgumentParser:
    """The commands and their options."""
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    shared.add_argument("--games", default=" ".join(PLANS), help="names, separated by spaces")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("find", "mark"):
        command = commands.add_parser(name, parents=[shared])
        command.add_argument("folder", type=Path)
        command.add_argument("--minutes", type=float, default=7.5, help="for all games together")
        if name == "find":
            command.add_argument("--first-seed", type=int, default=FIRST_SEED)
    sample = commands.add_parser("sample", parents=[shared])
    sample.add_argument("--positions", type=int, default=20, help="per game, at most")
    sample.add_argument("--seconds", type=float, default=10.0, help="CPU seconds per position")
    sample.add_argument("--out", type=Path, default=RESULTS)
    return parser


def main() -> None:
    """Reads the arguments and runs the command."""
    parser = arguments()
    given = parser.parse_args()
    games = given.games.split()
    if unknown := set(games) - set(PLANS):
        parser.error(f"--games: {', '.join(sorted(unknown))}: expected {', '.join(PLANS)}")
    if given.command == "sample":
        rows = sample_sets(games, given.positions, given.seconds, given.jobs)
        write_report(given.out, command_line(without=["--jobs"]), rows)
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.command == "find":
        failed = find(given.folder, games, given.minutes, given.jobs, given.first_seed)
        sys.exit("Failed:\n" + "\n".join(failed) if failed else 0)
    else:
        mark_sets(given.folder, games, given.minutes, given.jobs)


if __name__ == "__main__":
    main()
