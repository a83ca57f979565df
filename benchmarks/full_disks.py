"""Matches whose store runs out of space: an error of ours, and a resumed match that lost nothing.

A limit on the size of files stands for the full disk. Each match is resumed without the limit and
must then equal one that was never disturbed.

    python -m benchmarks.full_disks [--disks 4]
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.arena.run.processes import game_keys, games_without_times

__all__ = ["fill_disks"]

PAIRS = 30
SMALLEST, LARGEST = 40_000, 200_000
"""Bytes: a new store has about 30,000, that of the whole match more than 200,000."""


def play(store: Path, most_bytes: int = resource.RLIM_INFINITY) -> subprocess.CompletedProcess[str]:
    """Plays the match, or the rest of it, with a limit on the size of its files."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    command = f"match mcts flat --game ewn --pairs {PAIRS} --simulations 40 --seed 5 --jobs 1"
    return subprocess.run(
        [sys.executable, "-m", "tesuji.cli", *command.split(), "--store", str(store)],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        timeout=600,
    )


def fill_disks(disks: int) -> list[str]:
    """Fills so many disks of different sizes; returns the problems."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        calm = Path(folder) / "calm.sqlite"
        play(calm)
        expected = games_without_times(calm)
        for number in range(disks):
            size = SMALLEST + (LARGEST - SMALLEST) * number // max(1, disks - 1)
            store = Path(folder) / f"{number}.sqlite"
            failed = play(store, size)
            if failed.returncode != 2 or "Traceback" in failed.stderr:
                problems.append(f"{size} bytes: status {failed.returncode}, {failed.stderr[-500:]}")
            kept = len(game_keys(store))
            resumed = play(store)
            if resumed.returncode != 0 or games_without_times(store) != expected:
                problems.append(f"{size} bytes, {kept} games kept: {resumed.stderr[-500:]}")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--disks", type=int, default=4)
    options = parser.parse_args()
    problems = fill_disks(options.disks)
    print(f"{options.disks} disks filled, {len(problems)} problems")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
