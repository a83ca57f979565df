"""Builds sets of solved positions: plays games and solves their last positions, move by move.

Games are played by the seeds 1, 2, ... in parallel. Every solved position is written at once, and
so is every seed that gave none, to a file beside the set. So the same command resumes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tesuji.agents import agent
from tesuji.arena.run.local_pool import check_jobs, local_executor
from tesuji.games import Game, Position, game
from tesuji.games.chance import draw_event
from tesuji.games.game_loop import random_move
from tesuji.games.randomness import RandomStream
from tesuji.solve import Solver
from tesuji.studies.blunders.solved_set import (
    SolvedPosition,
    SolvedSet,
    header_line,
    position_line,
    read_set,
    write_set,
)

__all__ = ["BuildOptions", "build_set", "solved_positions"]


@dataclass(frozen=True, kw_only=True)
class BuildOptions:
    """What positions a set takes."""

    game: str
    player: str = "alphabeta(nodes=2000)"
    """The agent that plays both sides."""
    random_plies: int = 4
    """Random moves at the start of each game."""
    phase: tuple[float, float] = (0.0, 1.0)
    """The part of the game that positions come from."""
    per_game: int = 1
    """Positions from one game, at most."""
    least_seconds: float = 0.0
    """CPU seconds that a position takes at least; easier ones are skipped."""
    seconds: float = 10.0
    """CPU seconds that all moves of a position take at most; harder ones are skipped."""
    memory: float = 256.0
    """Megabytes for the tables of each solver."""


def build_set(
    path: Path,
    options: BuildOptions,
    *,
    positions: int,
    command: str = "",
    jobs: int = 1,
    on_position: Callable[[int, int], None] | None = None,
) -> SolvedSet:
    """Adds positions to the file of a set until it has enough, and returns it.

    It never uses a game twice, also with other options than before.
    ``on_position`` is called with the numbers of solved positions and of games so far.
    """
    check_jobs(jobs)
    of = game(options.game)
    skipped_file = path.with_name(path.name + ".skipped")
    if not path.exists():
        path.write_text(header_line(of, command), "utf-8")
    before = read_set(path)
    if before.command and command not in before.command:
        command = f"{before.command}; {command}"
    known = list(before.positions)
    done = {each.seed for each in known} | _numbers(skipped_file)
    if not _is_complete(known, done, positions):
        with local_executor(jobs) as pool:
            for seed, solved in _solve_games(pool, options, done, jobs):
                if solved:
                    _append(path, "".join(map(position_line, solved)))
                else:
                    _append(skipped_file, f"{seed}\n")
                known += solved
                done.add(seed)
                if on_position is not None:
                    on_position(len(known), len(done))
                if _is_complete(known, done, positions):
                    pool.shutdown(wait=False, cancel_futures=True)
                    break
    known.sort(key=lambda each: (each.seed, each.ply))
    result = SolvedSet(
        game=of.spec, version=of.version, command=command, positions=tuple(known[:positions])
    )
    write_set(path, result)
    return result


def _is_complete(known: list[SolvedPosition], done: set[int], positions: int) -> bool:
    """Whether there are enough positions below the first game that is not done, so that the set
    does not depend on which game is done first."""
    if len(known) < positions:
        return False
    first = next(seed for seed in count(1) if seed not in done)
    return sum(each.seed < first for each in known) >= positions


def _numbers(path: Path) -> set[int]:
    return set(map(int, path.read_text("utf-8").split())) if path.exists() else set()


def _append(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(line)


def _solve_games(
    pool: Executor, options: BuildOptions, done: set[int], jobs: int
) -> Iterator[tuple[int, list[SolvedPosition]]]:
    """Solves positions of one game after the other, without end."""
    running: dict[Future[list[SolvedPosition]], int] = {}
    seeds = (seed for seed in count(1) if seed not in done)
    while True:
        while len(running) <= jobs:
            seed = next(seeds)
            running[pool.submit(solved_positions, options, seed)] = seed
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for each in finished:
            yield running.pop(each), each.result()


def solved_positions(options: BuildOptions, seed: int) -> list[SolvedPosition]:
    """Positions of the game with this seed, with the values of all moves.

    Goes back from the end of the game until there are enough, or a position cannot be solved in
    time. Leaves out those that are too easy, and those in which all moves are equal.
    """
    of = game(options.game)
    decisions = _decisions(of, options, seed)
    low, high = (int(share * len(decisions)) for share in options.phase)
    found: list[SolvedPosition] = []
    for ply in reversed(range(low, high)):
        if len(found) == options.per_game:
            break
        begun = time.process_time()
        values = _move_values(decisions[ply], options)
        spent = time.process_time() - begun
        if values is None:
            break
        if spent >= options.least_seconds and min(values) < max(values):
            found.append(
                SolvedPosition(
                    position=decisions[ply].text,
                    moves=values,
                    ply=ply,
                    phase=round(ply / len(decisions), 3),
                    seconds=round(spent, 3),
                    seed=seed,
                )
            )
    return found[::-1]


def _decisions(of: Game, options: BuildOptions, seed: int) -> list[Position]:
    """The positions of a game in which a player moves."""
    stream = RandomStream(seed)
    player = agent(options.player)
    position = of.start(seed)
    decisions: list[Position] = []
    while not position.is_over:
        if position.is_chance:
            position = position.play(draw_event(position, stream))
            continue
        decisions.append(position)
        early = len(decisions) <= options.random_plies
        move = random_move(position, stream) if early else player.choose(position, seed=seed)
        position = position.play(move)
    return decisions


def _move_values(position: Position, options: BuildOptions) -> tuple[float, ...] | None:
    """The exact value of each legal move for the player to move; None if time runs out."""
    end = time.process_time() + options.seconds
    solver = Solver(position.game, memory=options.memory)
    values = []
    for move in position.legal_moves:
        after = position.play(move)
        if outcome := after.outcome:
            values.append(outcome.value_for(position.next_player))
            continue
        left = end - time.process_time()
        if left <= 0:
            return None
        solution = solver.solve(after, seconds=left, clock="cpu")
        if solution.value is None:
            return None
        same = after.next_player == position.next_player
        values.append(solution.value if same else 1 - solution.value)
    return tuple(values)
