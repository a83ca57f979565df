"""Flips random bits in stores of three sizes: no silent change, no traceback, sound games salvaged.

python -m benchmarks.bit_flips [--flips 600] [--jobs 2] [--write]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.common import finish, load_average
from tests.arena.store.bit_flips import SIZES, BitFlips

__all__ = ["Found", "flip_bits"]

RESULTS = Path(__file__).parent / "results" / "bit_flips.json"
CHUNK = 50


@dataclass
class Found:
    """Flips, those that reading noticed, and the problems."""

    flips: int = 0
    noticed: int = 0
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "flips": self.flips,
            "stores": {name: dict(zip(("matches", "pairs", "plies"), size, strict=True))
                       for name, size in SIZES.items()},
            "noticed": self.noticed,
            "problems": len(self.problems),
            "seconds": round(self.seconds, 1),
        }  # fmt: skip


def _work(task: tuple[str, int, int]) -> Found:
    size, seed, count = task
    rng, found = random.Random(f"{size} {seed}"), Found(flips=count)
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        attack = BitFlips(Path(folder), size)
        for _ in range(count):
            flip = attack.flip(rng.randrange(attack.bits))
            found.noticed += flip.noticed
            if flip.problem:
                found.problems.append(f"{size} store: {flip.problem}")
    return found


def flip_bits(flips: int, jobs: int) -> Found:
    """Flips so many bits, an equal number in each store, in several processes."""
    begun, share = time.perf_counter(), -(-flips // len(SIZES))
    tasks = [
        (size, first, min(CHUNK, share - first))
        for size in reversed(SIZES)
        for first in range(0, share, CHUNK)
    ]
    found = Found()
    with get_context("spawn").Pool(jobs) as pool:
        for each in pool.imap_unordered(_work, tasks):
            found.flips += each.flips
            found.noticed += each.noticed
            found.problems += each.problems
    found.seconds = time.perf_counter() - begun
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    found = flip_bits(options.flips, options.jobs)
    results = {**found.to_dict(), "load_average": load_average()}
    return finish(RESULTS, results, found.problems, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
