"""Builds sets of solved positions: plays games and solves their last positions, move by move.

Games are played by the seeds 1, 2, ... in parallel. Every solved position is written at once, and
so is every seed that gave none, to a file beside the set. So the same command resumes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from itertools import count
from pathlib import Path

from tesuji.arena.run.local_pool import check_jobs, end_workers, local_executor
from tesuji.errors import ParameterError
from tesuji.games import game
from tesuji.studies.blunders.solve_game import BuildOptions, solved_positions
from tesuji.studies.blunders.solved_set import (
    SolvedPosition,
    SolvedSet,
    header_line,
    position_line,
    read_set,
    write_set,
)

__all__ = ["BuildOptions", "build_set", "solved_positions"]


def build_set(
    path: Path,
    options: BuildOptions,
    *,
    positions: int,
    command: str = "",
    jobs: int = 1,
    minutes: float = math.inf,
    on_position: Callable[[int, int], None] | None = None,
) -> SolvedSet:
    """Adds positions to the file of a set until it has enough, and returns it.

    It never uses a game twice, also with other options than before. After so many ``minutes`` it
    stops; positions found until then stay in the file, and a game that gave one counts as done.
    ``on_position`` is called with the numbers of positions so far and of those wanted. The header
    of the file lists the commands that added positions.
    """
    check_jobs(jobs)
    options.check()
    for name, given in (("positions", positions), ("minutes", minutes)):
        if not given > 0:
            raise ParameterError.wrong_value(name, given, "a number above 0")
    of = game(options.game)
    skipped_file = path.with_name(path.name + ".skipped")
    if not path.exists():
        path.write_text(header_line(of, command=""), "utf-8")
    before = read_set(path)
    if before.game != of.spec:
        raise ParameterError.wrong_value("game", of.spec, f"{before.game}, the game of {path}")
    # The only command of a set ends as if it had never stopped. Others add to what is there.
    kept = () if command and command == before.command else before.positions
    known = list(before.positions)
    done = {each.seed for each in known} | _numbers(skipped_file)
    first, end = options.first_seed, time.time() + 60 * minutes
    if not _is_complete(known, done, positions, first, len(kept)):
        pool = local_executor(jobs)
        try:
            for seed, found in _solve_games(pool, options, done, jobs, end):
                solved = _new(found, known)
                if solved and len(known) == len(before.positions):
                    before = replace(before, command=_joined(before.command, command))
                    write_set(path, before)  # from now on, positions of this command are in it
                if solved:
                    _append(path, "".join(map(position_line, solved)))
                elif time.time() < end:
                    _append(skipped_file, f"{seed}\n")
                known += solved
                done.add(seed)
                if on_position is not None:
                    on_position(min(len(known), positions), positions)
                if _is_complete(known, done, positions, first, len(kept)):
                    break
        finally:
            end_workers(pool)
    added = sorted(known[len(kept) :], key=_by_game)[: max(0, positions - len(kept))]
    result = replace(before, positions=tuple(sorted([*kept, *added], key=_by_game)))
    write_set(path, result)
    return result


def _joined(commands: str, command: str) -> str:
    """The commands of a set, with this one once."""
    if not commands or command in ("", commands, *commands.split("; ")):
        return commands or command
    return f"{commands}; {command}"


def _by_game(position: SolvedPosition) -> tuple[int, int]:
    return position.seed, position.ply


def _new(found: list[SolvedPosition], known: list[SolvedPosition]) -> list[SolvedPosition]:
    texts = {each.position for each in known}
    return [each for each in found if each.position not in texts]


def _is_complete(
    known: list[SolvedPosition], done: set[int], positions: int, first_seed: int, kept: int
) -> bool:
    """Whether there are enough positions below the first game that is not done, so that the set
    does not depend on which game is done first. The first ``kept`` ones stay in any case."""
    if len(known) < positions:
        return False
    first = next(seed for seed in count(first_seed) if seed not in done)
    return kept + sum(each.seed < first for each in known[kept:]) >= positions


def _numbers(path: Path) -> set[int]:
    return set(map(int, path.read_text("utf-8").split())) if path.exists() else set()


def _append(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(line)


def _solve_games(
    pool: Executor, options: BuildOptions, done: set[int], jobs: int, end: float
) -> Iterator[tuple[int, list[SolvedPosition]]]:
    """Solves positions of one game after the other, until the time ``end``."""
    running: dict[Future[list[SolvedPosition]], int] = {}
    seeds = (seed for seed in count(options.first_seed) if seed not in done)
    while running or time.time() < end:
        while len(running) <= jobs and time.time() < end:
            seed = next(seeds)
            running[pool.submit(solved_positions, options, seed, end)] = seed
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for each in finished:
            yield running.pop(each), each.result()
