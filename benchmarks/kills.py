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

    kills: Counter[str] = field(default_factory=Counter)
    games: int = 0
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "kills": self.kills.total(),
            "by_kind": dict(self.kills),
            "games": self.games,
            "problems": len(self.problems),
            "seconds": round(self.seconds, 1),
        }


def _kill_one(number: int, kills: int, folder: Path) -> Found:
    own = folder / str(number)
    own.mkdir()
    pairs = PAIRS_PER_KILL * kills
    calm, killed = (Command(own, name, pairs, seed=number) for name in ("calm", "killed"))
    found = Found(games=2 * pairs)
    try:
        found.kills = torment(killed, Random(number), kills)
        killed.finish()
        calm.finish()
        found.problems = [f"store {number}: {each}" for each in problems(killed, calm)]
    except Exception as error:
        found.problems = [f"store {number}: {type(error).__name__}: {error}"]
    return found


def kill_matches(kills: int, stores: int, jobs: int) -> Found:
    """Spreads the kills over so many matches, each with a store; ``jobs`` matches at a time."""
    begun, found = time.perf_counter(), Found()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        share = -(-kills // stores)
        tasks = [pool.submit(_kill_one, n, share, Path(folder)) for n in range(stores)]
        for task in tasks:
            each = task.result()
            found.kills.update(each.kills)
            found.games += each.games
            found.problems += each.problems
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
    results = {"stores": options.stores, **found.to_dict(), "load_average": load_average()}
    return finish(RESULTS, results, found.problems, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
