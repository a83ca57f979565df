"""Starts of ewn-cyclic: how many does the solver solve in 20 CPU seconds on one core?

``draw`` writes the starts of the first seeds. ``run`` solves them with the solver of ewn-cyclic or,
with ``--generic``, with the one for any game, and reports the share that is solved. ``confirm``
compares both solvers after random plies.

``python -m benchmarks.solve_ewn_cyclic draw``
``python -m benchmarks.solve_ewn_cyclic run [--generic] [--seconds S] [--first N] [--count N]``
``python -m benchmarks.solve_ewn_cyclic confirm [--plies N] [--count N]``
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from pathlib import Path

import tesuji
from benchmarks.common import after_random_plies
from tesuji.games.randomness import RandomStream

HERE = Path(__file__).parent
STARTS = HERE / "positions" / "solve-ewn-cyclic.txt"
GAME = tesuji.game("ewn-cyclic")
COUNT = 200
BAR = 0.85


def draw() -> None:
    lines = ["# python -m benchmarks.solve_ewn_cyclic draw"]
    lines += [GAME.start(seed=seed).text for seed in range(COUNT)]
    STARTS.write_text("\n".join(lines) + "\n")


def starts(first: int, count: int) -> list[tesuji.Position]:
    texts = [line for line in STARTS.read_text().splitlines() if not line.startswith("#")]
    return [GAME.position(text) for text in texts[first : first + count]]


def run(seconds: float, generic: bool, first: int, count: int) -> None:
    times = []
    positions = starts(first, count)
    for number, position in enumerate(positions, first):
        solution = tesuji.solve(position, seconds=seconds, clock="cpu", generic=generic)
        print(
            number,
            solution.result,
            f"{solution.seconds:.2f} s, {solution.nodes:,} nodes",
            flush=True,
        )
        if solution.exact:
            times.append(solution.seconds)
    print(f"solved {len(times)} of {len(positions)} (bar: {BAR:.0%})")
    if times:
        print(f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s")


def confirm(plies: int, count: int, seconds: float) -> None:
    """Solves positions after random plies with both solvers."""
    same = 0
    for number, position in enumerate(late_positions(plies, count)):
        special = tesuji.solve(position, seconds=seconds, clock="cpu")
        generic = tesuji.solve(position, seconds=seconds, clock="cpu", generic=True, memory=512)
        print(number, special.result, generic.result, f"{generic.seconds:.2f} s", flush=True)
        same += special.exact and generic.exact
        if special.exact and generic.exact and special.result != generic.result:
            raise SystemExit(f"the solvers differ in {position.text}")
    print(f"both solved {same} of {count}, without a difference")


def late_positions(plies: int, count: int) -> Iterator[tesuji.Position]:
    seed = 0
    while count > 0:
        position = after_random_plies(GAME.start(seed=seed), plies, RandomStream(seed))
        seed += 1
        if not position.is_over:
            count -= 1
            yield position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["draw", "run", "confirm"])
    parser.add_argument("--generic", action="store_true")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--plies", type=int, default=12)
    options = parser.parse_args()
    if options.command == "draw":
        draw()
    elif options.command == "run":
        run(options.seconds, options.generic, options.first, options.count)
    else:
        confirm(options.plies, options.count, options.seconds)


if __name__ == "__main__":
    main()
