"""How long the solvers of Pentago and Pentago-Twist take on positions of sensible play.

``find`` plays games of alpha-beta against itself after random openings, and writes the positions
with the numbers of stones of the bars in which nobody wins within three plies.

``run`` solves each of these positions on one core, and reports CPU seconds.

``python -m benchmarks.solve_pentago find [--count N]``
``python -m benchmarks.solve_pentago run [--seconds S] [--out FILE]``
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import after_random_plies, command_line, mark, write_report
from tesuji.games.randomness import RandomStream

HERE = Path(__file__).parent
POSITIONS = HERE / "positions"
RESULTS = HERE / "results" / "solve_pentago.json"
RANDOM_PLIES = 4
PLAYER = "alphabeta(nodes=5000)"
BARS = {"pentago": {22: 0.2, 20: 2.0}, "pentago-twist": {24: 0.2, 22: 2.0}}
"""The bar for the median of the CPU seconds, for each number of stones."""
WITHIN_THREE_PLIES = {
    "seconds": None, "nodes": None, "clock": "cpu", "simulations": None, "depth": 3
}  # fmt: skip


def positions_of(game: str) -> Path:
    """The file with the positions of a game."""
    return POSITIONS / f"solve-{game}.txt"


def stones(text: str) -> int:
    """The number of stones on a board."""
    return sum(character in "wb" for character in text)


def find(game: str, count: int) -> None:
    """Writes this many positions for each number of stones."""
    player = tesuji.agent(PLAYER)
    solver = tesuji.Solver(tesuji.game(game))
    found: dict[int, list[str]] = {number: [] for number in BARS[game]}
    seed = 0
    while min(map(len, found.values())) < count:
        position = after_random_plies(tesuji.game(game).start(), RANDOM_PLIES, RandomStream(seed))
        while not position.is_over:
            kept = found.get(stones(position.text), [""] * count)
            if len(kept) < count and not solver.solve_here(position, WITHIN_THREE_PLIES).exact:
                kept.append(position.text)
            position = position.play(player.choose(position, seed=seed))
        seed += 1
        print(f"{game}: {seed} games, {[len(kept) for kept in found.values()]}", end="\r")
    print()
    lines = [
        "# Positions of alpha-beta against itself in which nobody wins within three plies.",
        f"# {command()}",
        *(text for kept in found.values() for text in kept),
    ]
    positions_of(game).write_text("\n".join(lines) + "\n", "utf-8")


def run(game: str, seconds: float) -> dict[str, Any]:
    """Solves the positions of a game."""
    texts = [line for line in positions_of(game).read_text("utf-8").splitlines() if line[:1] != "#"]
    times: dict[int, list[float]] = {number: [] for number in BARS[game]}
    rows = []
    solver = tesuji.Solver(tesuji.game(game))
    for text in texts:
        position = tesuji.game(game).position(text)
        solution = solver.solve(position, seconds=seconds, clock="cpu")
        times[stones(text)].append(solution.seconds if solution.exact else float("inf"))
        rows.append({"position": text, **solution.to_dict()})
    summary = {}
    for number, bar in BARS[game].items():
        median = statistics.median(times[number])
        last = sorted(times[number])[int(0.9 * (len(times[number]) - 1))]
        print(
            f"{game}, {number} stones, {len(times[number])} positions: median {median:.3f} s,"
            f" 90th percentile {last:.3f} s, at most {max(times[number]):.3f} s:"
            f" {mark(median <= bar)}"
        )
        summary[number] = {"median": median, "percentile_90": last, "longest": max(times[number])}
    return {"summary": summary, "positions": rows}


def command() -> str:
    """The command that runs now."""
    return command_line()


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=("find", "run"))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    if given.mode == "find":
        for game in BARS:
            find(game, given.count)
    else:
        results = {game: run(game, given.seconds) for game in BARS}
        write_report(given.out, command(), results)


if __name__ == "__main__":
    main()
