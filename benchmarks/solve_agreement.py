"""The solver of each game against the generic solver: no value may differ.

Random games are played to the end, and one of their last positions is given to both solvers, with a
limit of nodes. Both must agree on every value that both know, and their ranges must overlap.

``python -m benchmarks.solve_agreement [--positions N] [--jobs N] [--games GAME ...] [--out FILE]``

The same command resumes after an interruption: FILE with the suffix ``.partial`` has the counts so
far. Delete it to begin again, for example after a change to a solver.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import command_line, mark, write_report
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream
from tesuji.output_files import write_whole

RESULTS = Path(__file__).parent / "results" / "solve_agreement.json"
LAST = {
    "avalam": 11,
    "colosseum(size=4)": 8,
    "colosseum(size=5)": 5,
    "colosseum(size=6)": 5,
    "colosseum": 4,
    "colosseum(size=12)": 2,
    "ewn": 5,
    "ewn-cyclic": 12,
    "pentago": 5,
    "pentago(placement_wins=true)": 5,
    "pentago-twist": 5,
}
"""The games, and how many plies before the end their positions are, at most."""
NODES = 5_000
MEMORY = 4.0
TOLERANCE = 1e-6
CHUNK = 50
"""Positions that one task compares."""
SOLVED = {
    "solved by both": "both",
    "solved by its own": "own",
    "solved by the generic": "generic",
}
"""The counts of solved positions, and the keys that they count."""


def late_position(game: str, seed: int) -> tesuji.Position | None:
    """A position near the end of a random game."""
    stream = RandomStream(seed)
    start = tesuji.game(game).start(seed)
    positions = [start, *(turn.after for turn in play_game(start, random_mover(stream), stream))]
    decisions = [each for each in positions if not each.is_over and not each.is_chance]
    last = decisions[-LAST[game] :]
    return last[stream.below(len(last))] if last else None


def compare(game: str, seed: int, nodes: int = NODES) -> dict[str, Any] | None:
    """What both solvers say about one position; None if the game has no such position."""
    position = late_position(game, seed)
    if position is None:
        return None
    score = seed % 2 == 0 and game.startswith(("avalam", "colosseum"))
    own = tesuji.solve(position, nodes=nodes, memory=MEMORY, score=score)
    generic = tesuji.solve(position, nodes=nodes, memory=MEMORY, score=score, generic=True)
    ranges = [own.value_range, generic.value_range]
    agree = max(low for low, _ in ranges) <= min(high for _, high in ranges) + TOLERANCE
    if own.score is not None and generic.score is not None:
        agree = agree and own.score == generic.score
    return {
        "position": position.text,
        "agree": agree,
        "both": own.exact and generic.exact,
        "own": own.exact,
        "generic": generic.exact,
    }


def chunk(game: str, first: int, count: int) -> list[dict[str, Any]]:
    """The comparisons of some seeds."""
    found = (compare(game, seed) for seed in range(first, first + count))
    return [each for each in found if each is not None]


class Progress:
    """What was compared so far, in a file, so that the same command resumes after a stop."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.rows: dict[str, dict[str, Any]] = {}
        if path.exists():
            self.rows = json.loads(path.read_text("utf-8"))

    def row(self, game: str) -> dict[str, Any]:
        """The counts of one game."""
        counts = ("seeds", "positions", *SOLVED)
        return self.rows.setdefault(game, {**dict.fromkeys(counts, 0), "differences": []})

    def add(self, game: str, seeds: int, found: list[dict[str, Any]]) -> None:
        """Adds the comparisons of the next seeds."""
        row = self.row(game)
        row["seeds"] += seeds
        row["positions"] += len(found)
        for name, key in SOLVED.items():
            row[name] += sum(each[key] for each in found)
        row["differences"] += [each["position"] for each in found if not each["agree"]]
        write_whole(json.dumps(self.rows), self._path, exact=True)

    def remove(self) -> None:
        """Removes the file of a finished run."""
        self._path.unlink(missing_ok=True)


def measure(game: str, positions: int, jobs: int, progress: Progress) -> None:
    """Compares the seeds of a game that are left."""
    size = max(1, min(CHUNK, positions // jobs))
    starts = range(progress.row(game)["seeds"], positions, size)
    sizes = [min(size, positions - first) for first in starts]
    with ProcessPoolExecutor(jobs) as pool:
        in_order = map if jobs == 1 else pool.map
        for seeds, found in zip(
            sizes, in_order(chunk, [game] * len(starts), starts, sizes), strict=True
        ):
            progress.add(game, seeds, found)


def main() -> None:
    """Reads the arguments and compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000, help="positions per game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=list(LAST), choices=LAST)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    progress = Progress(given.out.with_suffix(".partial"))
    for game in given.games:
        measure(game, given.positions, given.jobs, progress)
        row = progress.row(game)
        print(f"{game}: {row['positions']} positions, {row['solved by both']} solved by both, "
              f"{len(row['differences'])} differences: {mark(not row['differences'])}",
              flush=True)  # fmt: skip
    write_report(given.out, command_line(without=["--jobs"]), progress.rows)
    progress.remove()


if __name__ == "__main__":
    main()
