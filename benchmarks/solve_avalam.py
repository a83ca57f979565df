"""The Avalam solver on positions of sensible play: how long until the result or score is exact?

``find`` makes the positions. Each of 200 games starts with six random plies. Then `alphabeta` plays
10,000 nodes per move and `mcts` 5,000 simulations, with sides swapped from game to game. One line
per position: the ply and the text.

``run`` solves them, each with a fresh solver, and reports CPU seconds.

``python -m benchmarks.solve_avalam find > benchmarks/positions/solve-avalam.txt``
``python -m benchmarks.solve_avalam run [--plies 22 19 18] [--count N] [--limit S]
[--jobs N] [--out DIR]``
"""

from __future__ import annotations

import argparse
import random
import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import tesuji
from benchmarks.common import command_line, mark, write_report

HERE = Path(__file__).parent
POSITIONS = HERE / "positions" / "solve-avalam.txt"
RESULTS = HERE / "results"
GAMES = 200
RANDOM_PLIES = 6
PLIES = (18, 19, 20, 21, 22, 24)
LIMIT = 60.0
"""CPU seconds after which a position counts as unsolved, by default."""


class Bar(NamedTuple):
    """What must be exact after how many plies, and the seconds allowed."""

    ply: int
    score: bool
    median: float
    percentile_90: float | None


BARS = {
    22: Bar(22, True, 0.5, None),
    19: Bar(19, False, 2.0, 20.0),
    18: Bar(18, False, 2.0, 20.0),
}
"""The bars by ply; that after 18 plies is an aim."""


def find() -> None:
    """Prints the positions."""
    print("# python -m benchmarks.solve_avalam find > benchmarks/positions/solve-avalam.txt")
    agents = (tesuji.agent("alphabeta"), tesuji.agent("mcts"))
    budgets: tuple[dict[str, Any], ...] = ({"nodes": 10_000}, {"simulations": 5_000})
    for game in range(GAMES):
        rng = random.Random(game)
        position = tesuji.game("avalam").start()
        for ply in range(1, max(PLIES) + 1):
            if ply <= RANDOM_PLIES:
                position = position.play(rng.choice(list(position.legal_moves)))
            else:
                side = (ply - 1 + game) % 2
                best = agents[side].search(position, **budgets[side], seed=game).best
                assert best is not None
                position = position.play(best)
            if ply in PLIES:
                print(ply, position.text, flush=True)


def positions(ply: int) -> list[tesuji.Position]:
    """The committed positions after this many plies."""
    lines = (line.split() for line in POSITIONS.read_text("utf-8").splitlines())
    game = tesuji.game("avalam")
    return [game.position(text) for number, text, *_ in lines if number == str(ply)]


def solve(text: str, score: bool, limit: float) -> dict[str, Any]:
    """Solves one position with a fresh solver. An unsolved one counts as ``limit`` seconds."""
    position = tesuji.game("avalam").position(text)
    solution = tesuji.solve(position, seconds=limit, clock="cpu", score=score)
    seconds = solution.seconds if solution.exact else limit
    return {
        "position": text,
        "exact": solution.exact,
        "result": solution.result,
        "score": solution.score,
        "seconds": round(seconds, 4),
    }


def summary(bar: Bar, limit: float, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The times of some positions."""
    times = sorted(row["seconds"] for row in rows)
    return {
        "bar": bar._asdict(),
        "limit": limit,
        "solved": sum(row["exact"] for row in rows),
        "median": statistics.median(times),
        "percentile_90": times[min(len(times) - 1, len(times) * 9 // 10)],
        "rows": rows,
    }


def measure(bar: Bar, count: int, limit: float, jobs: int, out: Path) -> None:
    """Solves positions and compares the times with the bar. The result file is always up to date,
    so the run can be stopped."""
    command = command_line()
    texts = [position.text for position in positions(bar.ply)[:count]]
    rows: list[dict[str, Any]] = []
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for row in pool.map(partial(solve, score=bar.score, limit=limit), texts):
            rows.append(row)
            write_report(out, command, summary(bar, limit, rows))
            print(f"{bar.ply} plies: {len(rows)} positions done", end="\r", flush=True)
    found = summary(bar, limit, rows)
    median, high = found["median"], found["percentile_90"]
    passed = median <= bar.median and (bar.percentile_90 is None or high <= bar.percentile_90)
    print(
        f"{'score' if bar.score else 'result'} after {bar.ply} plies, {len(rows)} positions:"
        f" median {median:.3f} s, 90th percentile {high:.2f} s: {mark(passed)}",
        flush=True,
    )


def _folder(text: str) -> Path:
    """The folder of the result files, from an argument."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a file; give a folder for the result files")
    return path


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=("find", "run"))
    parser.add_argument("--plies", type=int, nargs="+", default=[22, 19], choices=sorted(BARS))
    parser.add_argument("--count", type=int, default=GAMES)
    parser.add_argument("--limit", type=float, default=LIMIT, help="CPU seconds per position")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=_folder, default=RESULTS, help="folder of the result files")
    given = parser.parse_args()
    if given.mode == "find":
        find()
        return
    given.out.mkdir(parents=True, exist_ok=True)
    for ply in given.plies:
        out = given.out / f"solve_avalam_{ply}.json"
        measure(BARS[ply], given.count, given.limit, given.jobs, out)


if __name__ == "__main__":
    main()
