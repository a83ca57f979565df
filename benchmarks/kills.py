"""Kills matches (coordinator, worker, both) and compares them with undisturbed ones.

No game may be lost or doubled, the results must be equal, and no process may be left.

    python -m benchmarks.kills [--kills 20] [--stores 2] [--jobs 2] [--write]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.common import finish, load_average
from tests.arena.run.kills import Command, problems, torment

__all__ = ["Found", "kill_matches"]

RESULTS = Path(__file__).parent / "results" / "kills.json"
PAIRS_PER_KILL = 6
"""Pairs of a match for each kill, more than pass before one."""


@dataclass
class Found:
    """Kills by kind, matches, and the problems."""

    stores: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    games: int = 0
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: Found) -> None:
        self.stores += other.stores
        self.kills.update(other.kills)
        self.games += other.games
        self.problems += other.problems

    def to_dict(self) -> dict[str, Any]:
        return {
            "stores": self.stores,
            "kills": self.kills.total(),
            "by_kind": dict(self.kills),
            "games": self.games,
            "problems": len(self.problems),
            "seconds": round(self.seconds, 1),
        }


def _kill_one(seed: int, kills: int, folder: Path) -> Found:
    folder.mkdir()
    pairs = PAIRS_PER_KILL * kills
    calm, killed = (Command(folder, name, pairs, seed) for name in ("calm", "killed"))
    found = Found(stores=1, games=2 * pairs)
    try:
        found.kills = torment(killed, Random(seed), kills)
        killed.finish()
        calm.finish()
        found.problems = [f"store {seed}: {each}" for each in problems(killed, calm)]
    except Exception as error:
        found.problems = [f"store {seed}: {type(error).__name__}: {error}"]
    return found


def _kill_all(number: int, kills: int, folder: Path) -> Found:
    """Kills one match after the other: a match that ends early leaves kills for the next."""
    found = Found()
    while found.kills.total() < kills and not found.problems:
        seed = 1000 * number + found.stores
        found.add(_kill_one(seed, kills - found.kills.total(), folder / str(seed)))
    return found


def kill_matches(kills: int, stores: int, jobs: int) -> Found:
    """Spreads the kills over at least so many matches, each with a store; ``jobs`` at a time."""
    begun, found = time.perf_counter(), Found()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        share = -(-kills // stores)
        tasks = [pool.submit(_kill_all, n, share, Path(folder)) for n in range(stores)]
        for task in tasks:
            found.add(task.result())
    found.seconds = time.perf_counter() - begun
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="over all stores")
    parser.add_argument("--stores", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1, help="matches at a time, each on two cores")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    found = kill_matches(options.kills, options.stores, options.jobs)
    results = {**found.to_dict(), "load_average": load_average()}
    return finish(RESULTS, results, found.problems, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
