"""The Avalam solver on positions of sensible play: how long until the result or score is exact?

``find`` makes the positions. Each of 200 games starts with six random plies. Then `alphabeta` plays
10,000 nodes per move and `mcts` 5,000 simulations, with sides swapped from game to game. One line
per position: the ply and the text.

``run`` solves them, each with a fresh solver, and reports CPU seconds.

``python -m benchmarks.solve_avalam find > benchmarks/positions/solve-avalam.txt``
``python -m benchmarks.solve_avalam run [--count N] [--jobs N] [--aim] [--out FILE]``
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import tesuji
from benchmarks.common import mark, write_report

HERE = Path(__file__).parent
POSITIONS = HERE / "positions" / "solve-avalam.txt"
RESULTS = HERE / "results" / "solve_avalam.json"
GAMES = 200
RANDOM_PLIES = 6
PLIES = (18, 19, 20, 21, 22, 24)
LIMIT = 60.0
"""CPU seconds after which a position counts as unsolved."""


class Bar(NamedTuple):
    """What must be exact after how many plies, and the seconds allowed."""

    ply: int
    score: bool
    median: float
    percentile_90: float | None


BARS = (Bar(22, True, 0.5, None), Bar(19, False, 2.0, 20.0))
AIM = Bar(18, False, 2.0, 20.0)


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


def solve(text: str, score: bool) -> dict[str, Any]:
    """Solves one position with a fresh solver."""
    position = tesuji.game("avalam").position(text)
    solution = tesuji.solve(position, seconds=LIMIT, clock="cpu", score=score)
    seconds = solution.seconds if solution.exact else LIMIT
    return {
        "position": text,
        "exact": solution.exact,
        "result": solution.result,
        "score": solution.score,
        "seconds": round(seconds, 4),
    }


def measure(bar: Bar, first: int, count: int, jobs: int) -> dict[str, Any]:
    """Solves positions and compares the times with the bar."""
    texts = [position.text for position in positions(bar.ply)[first : first + count]]
    with ProcessPoolExecutor(jobs) as pool:
        rows = list(pool.map(solve, texts, [bar.score] * len(texts)))
    times = sorted(row["seconds"] for row in rows)
    median = statistics.median(times)
    high = times[min(len(times) - 1, len(times) * 9 // 10)]
    passed = median <= bar.median and (bar.percentile_90 is None or high <= bar.percentile_90)
    what = "score" if bar.score else "result"
    print(
        f"{what} after {bar.ply} plies, {len(rows)} positions: median {median:.3f} s, "
        f"90th percentile {high:.2f} s, at most {times[-1]:.1f} s: {mark(passed)}",
        flush=True,
    )
    solved = sum(row["exact"] for row in rows)
    return {
        "bar": bar._asdict(),
        "limit": LIMIT,
        "solved": solved,
        "median": median,
        "percentile_90": high,
        "rows": rows,
    }


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=("find", "run"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--aim", action="store_true", help="also solve after 18 plies")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    if given.mode == "find":
        find()
        return
    bars = (*BARS, AIM) if given.aim else BARS
    command = " ".join(["python -m benchmarks.solve_avalam", *sys.argv[1:]])
    results = []
    for bar in bars:
        results.append(measure(bar, given.first, given.count, given.jobs))
        write_report(given.out, command, results)


if __name__ == "__main__":
    main()
