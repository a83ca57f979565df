"""Endgame tables of ewn with up to five stones: how long they take to build, and whether they agree
with expectimax.

Each sampled position with five stones is solved from the tables before a roll. Its value must be
the mean over the dice of the best move, where the positions after the moves are solved as well.

``python -m benchmarks.solve_ewn [--folder DIR] [--threads N] [--samples N] [--out FILE]``
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import command_line, mark, write_report
from tesuji.games.randomness import RandomStream
from tesuji.solve.ewn_tables import build_ewn_tables

RESULTS = Path(__file__).parent / "results" / "solve_ewn.json"
STONES = 5
CUBES = 6
SIDE = 5
GOALS = ("e5", "a1")
TOLERANCE = 1e-6
BAR_MINUTES = 15


def random_position(stones: int, stream: RandomStream) -> tesuji.Position:
    """A position before a roll with this many stones, in which nobody has won."""
    while True:
        first = 1 + stream.below(stones - 1)
        squares = _sample(SIDE * SIDE, stones, stream)
        texts = [f"{'abcde'[square % SIDE]}{1 + square // SIDE}" for square in squares]
        sides = []
        for own in (texts[:first], texts[first:]):
            cubes = ["--"] * CUBES
            for cube, text in zip(_sample(CUBES, len(own), stream), own, strict=True):
                cubes[cube] = text
            sides.append("".join(cubes))
        if GOALS[0] not in texts[:first] and GOALS[1] not in texts[first:]:
            return tesuji.game("ewn").position(f"{' '.join(sides)} {'rb'[stream.below(2)]} ?")


def _sample(size: int, count: int, stream: RandomStream) -> list[int]:
    left = list(range(size))
    return [left.pop(stream.below(len(left))) for _ in range(count)]


def expectation(position: tesuji.Position, solver: tesuji.Solver) -> float:
    """The mean over the dice of the best move, for the player who rolls."""
    total = 0.0
    for event, probability in position.chance_outcomes:
        rolled = position.play(event)
        values = [
            1 - value(rolled.play(move), solver, rolled.next_player) for move in rolled.legal_moves
        ]
        total += probability * max(values)
    return total


def value(position: tesuji.Position, solver: tesuji.Solver, mover: int) -> float:
    """The exact value for the opponent of ``mover``, who has just moved."""
    if outcome := position.outcome:
        return 1 - outcome.value_for(mover)
    found = solver.solve(position, seconds=60).value
    assert found is not None
    return found


def compare(samples: int, stones: int, solver: tesuji.Solver) -> float:
    """The greatest difference between tables and expectimax."""
    worst = 0.0
    stream = RandomStream(1)
    for _ in range(samples):
        position = random_position(stones, stream)
        found = solver.solve(position, seconds=60).value
        assert found is not None
        worst = max(worst, abs(found - expectation(position, solver)))
    return worst


def main() -> None:
    """Reads the arguments, builds and compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=None)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--samples", type=int, default=10_000)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        os.environ["TESUJI_DATA"] = str(folder)
        begun, cpu = time.monotonic(), time.process_time()
        build_ewn_tables(folder, stones=STONES, threads=given.threads)
        seconds, cpu = time.monotonic() - begun, time.process_time() - cpu
        size = sum(path.stat().st_size for path in folder.glob("*.table"))
        solver = tesuji.Solver(tesuji.game("ewn"))
        worst = compare(given.samples, STONES, solver)
    results: dict[str, Any] = {
        "stones": STONES,
        "threads": given.threads,
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu, 1),
        "megabytes": round(size / 1e6),
        "samples": given.samples,
        "greatest_difference": worst,
    }
    passed = mark(seconds <= 60 * BAR_MINUTES and worst <= TOLERANCE)
    print(f"built in {seconds:.0f} s, greatest difference {worst:.1e}: {passed}")
    write_report(given.out, command_line(), results)


if __name__ == "__main__":
    main()
