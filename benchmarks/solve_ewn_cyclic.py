"""Starts of ewn-cyclic: how many does the solver solve in 20 CPU seconds on one core?

``draw`` writes the starts of the first seeds. ``run`` solves them with the solver of ewn-cyclic or,
with ``--generic``, with the one for any game, and reports the share that is solved. ``confirm``
compares both solvers after random plies.

``python -m benchmarks.solve_ewn_cyclic draw``
``python -m benchmarks.solve_ewn_cyclic run [--generic] [--seconds S] [--count N] [--jobs N]``
``python -m benchmarks.solve_ewn_cyclic confirm [--plies N] [--count N] [--jobs N]``
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import after_random_plies, command_line, mark, write_report
from tesuji.games.randomness import RandomStream

HERE = Path(__file__).parent
RESULTS = HERE / "results"
STARTS = HERE / "positions" / "solve-ewn-cyclic.txt"
GAME = tesuji.game("ewn-cyclic")
COUNT = 200
BAR = 0.85


def draw() -> None:
    """Writes the starts."""
    lines = ["# python -m benchmarks.solve_ewn_cyclic draw"]
    lines += [GAME.start(seed=seed).text for seed in range(COUNT)]
    STARTS.write_text("\n".join(lines) + "\n")


def starts(first: int, count: int) -> list[tesuji.Position]:
    """The committed starts."""
    texts = [line for line in STARTS.read_text().splitlines() if not line.startswith("#")]
    return [GAME.position(text) for text in texts[first : first + count]]


def solve(text: str, seconds: float, generic: bool) -> dict[str, Any]:
    """Solves one position with a fresh solver."""
    solution = tesuji.solve(GAME.position(text), seconds=seconds, clock="cpu", generic=generic)
    return {
        "position": text,
        "result": solution.result,
        "plies": len(solution.line),
        "seconds": round(solution.seconds, 3),
    }


def run(
    seconds: float, generic: bool, first: int, count: int, jobs: int, save: Callable[[Any], None]
) -> None:
    """Solves the starts. The results are saved after each one, so the run can be stopped."""
    texts = [position.text for position in starts(first, count)]
    rows: list[dict[str, Any]] = []
    solved = 0
    with ProcessPoolExecutor(jobs) as pool:
        for row in pool.map(partial(solve, seconds=seconds, generic=generic), texts):
            rows.append(row)
            solved += row["result"] is not None
            save({"limit": seconds, "starts": len(rows), "solved": solved, "rows": rows})
            print(f"{len(rows)} starts done", end="\r", flush=True)
    times = [row["seconds"] for row in rows if row["result"]]
    passed = "" if generic else f": {mark(len(times) >= BAR * len(rows))}"
    print(f"solved {len(times)} of {len(rows)} in {seconds:g} CPU seconds{passed}")
    if times:
        print(f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s")


def confirm(plies: int, count: int, seconds: float, jobs: int) -> dict[str, Any]:
    """Solves positions after random plies with both solvers."""
    texts = [position.text for position in late_positions(plies, count)]
    with ProcessPoolExecutor(jobs) as pool:
        special, generic = (
            [
                row["result"]
                for row in pool.map(partial(solve, seconds=seconds, generic=kind), texts)
            ]
            for kind in (False, True)
        )
    known = [each for each in zip(texts, special, generic, strict=True) if each[1] and each[2]]
    both = len(known)
    differences = [text for text, one, other in known if one != other]
    print(f"both solved {both} of {count}, {len(differences)} differences: {mark(not differences)}")
    return {
        "plies": plies,
        "limit": seconds,
        "positions": count,
        "solved by both": both,
        "differences": differences,
    }


def late_positions(plies: int, count: int) -> Iterator[tesuji.Position]:
    """Positions after random plies."""
    seed = 0
    while count > 0:
        position = after_random_plies(GAME.start(seed=seed), plies, RandomStream(seed))
        seed += 1
        if not position.is_over:
            count -= 1
            yield position


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=["draw", "run", "confirm"])
    parser.add_argument("--generic", action="store_true")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.mode == "draw":
        draw()
        return
    kind = "_confirm" if given.mode == "confirm" else "_generic" if given.generic else ""
    out = given.out or RESULTS / f"solve_ewn_cyclic{kind}.json"
    command = command_line()
    save = partial(write_report, out, command)
    if given.mode == "run":
        run(given.seconds, given.generic, given.first, given.count, given.jobs, save)
    else:
        save(confirm(given.plies, given.count, given.seconds, given.jobs))


if __name__ == "__main__":
    main()
