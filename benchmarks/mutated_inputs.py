"""Mutated inputs for every parser: an error of ours, within 1 s of CPU time and 100 MB, or a value.

The C++ parsers of positions and moves run in a program built with the address and
undefined-behaviour sanitizers. The Python parsers run in this interpreter.

    python -m benchmarks.mutated_inputs [--inputs 200000] [--jobs 2] [--write]
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.common import finish, load_average
from benchmarks.core_programs import build, run_all
from benchmarks.parsers import PARSERS, SLOW, Parser
from tesuji.errors import TesujiError

__all__ = ["Tally", "fuzz_core", "fuzz_python", "mutate", "try_inputs"]

RESULTS = Path(__file__).parent / "results" / "mutated_inputs.json"
MOST_SECONDS = 1.0
MOST_BYTES = 100_000_000
HANGS_AFTER = 20
"""Seconds of CPU time after which an input is given up."""
CORE_SHARE = 0.6
"""Of the inputs; the others go to the Python parsers, fewer to slow ones."""
PIECES: list[str] = [
    *"\x00\x1b\x7f\x85\u200b\u202e\u2028\ufeff\udc80\U0001f600'\"\\()[]{}<>,;:=/-+._# \n\r\t",
    *"01239aAeEzZ",
    "1e999", "-1", "NaN", "null", "true", "9" * 400, "0x1F", "\\u0000", "\\ud800", "[[", "'''",
]  # fmt: skip


@dataclass
class Tally:
    """Inputs by parser, the failures, and the largest costs of one input."""

    inputs: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    bytes: int = 0

    def add(self, other: Tally) -> None:
        self.inputs.update(other.inputs)
        self.failures += other.failures
        self.seconds = max(self.seconds, other.seconds)
        self.bytes = max(self.bytes, other.bytes)

    def to_dict(self) -> dict[str, Any]:
        return {
            "inputs": sum(self.inputs.values()),
            "failures": len(self.failures),
            "most_seconds": round(self.seconds, 3),
            "most_bytes": self.bytes,
            "by_parser": dict(self.inputs),
        }


def mutate(text: str, rng: random.Random) -> str:
    """One random change; lengths stay below 100,000 characters."""
    at, other = rng.randint(0, len(text)), rng.randint(0, len(text))
    first, last = min(at, other), max(at, other)
    match rng.randrange(8):
        case 0:
            return text[:at] + rng.choice(PIECES) + text[at:]
        case 1:
            return text[:at] + text[at + rng.randint(1, 3) :]
        case 2:
            return text[:at]
        case 3:
            return text[:at] + text[first:last] + text[at:]
        case 4:
            return text[:first] + text[last:]
        case 5:
            return text[:at] + rng.choice(PIECES) + text[at + 1 :]
        case 6 if rng.random() < 0.02:
            part = text[first : first + 20] or rng.choice(PIECES)
            return text[:at] + part * rng.randint(1, 90_000 // len(part)) + text[at:]
        case _:
            return text[:first] + rng.choice(PIECES) * rng.randint(1, 40) + text[first:]


def _give_up(*_: object) -> None:
    raise TimeoutError(f"gave up after {HANGS_AFTER} s")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def try_inputs(name: str, parser: Parser, count: int, seed: int) -> Tally:
    """Feeds one parser with so many mutations of its examples."""
    rng, tally = random.Random(f"{name} {seed}"), Tally()
    signal.signal(signal.SIGVTALRM, _give_up)
    for number in range(count):
        text = rng.choice(parser.examples)
        for _ in range(rng.randint(1, 4)):
            text = mutate(text, rng)
        text = text[:100_000]
        before, begun = _peak(), time.thread_time()
        problem = _problem(parser.read, text)
        seconds, grown = time.thread_time() - begun, _peak() - before
        tally.seconds, tally.bytes = max(tally.seconds, seconds), max(tally.bytes, grown)
        if seconds > MOST_SECONDS or grown > MOST_BYTES:
            problem = problem or f"took {seconds:.2f} s and {grown:,} bytes"
        if problem:
            tally.failures.append(f"{name}, seed {seed}, input {number}, {text[:300]!a}: {problem}")
    tally.inputs[name] = count
    return tally


def _problem(read: Callable[[str], object], text: str) -> str | None:
    """What went wrong, other than an error of ours."""
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS_AFTER)
    try:
        read(text)
    except TesujiError:
        return None
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:300]
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


def _work(task: tuple[str, int, int]) -> Tally:
    name, count, seed = task
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        return try_inputs(name, PARSERS[name](Path(folder)), count, seed)


def fuzz_python(inputs: int, jobs: int, chunk: int = 5_000) -> Tally:
    """Feeds the Python parsers in several processes, each task with its own seed."""
    share = -(-10 * inputs // (10 * len(PARSERS) - 9 * len(SLOW)))
    shares = {name: -(-share // 10) if name in SLOW else share for name in PARSERS}
    tasks = [
        (name, min(chunk, count - first), first // chunk)
        for name, count in shares.items()
        for first in range(0, count, chunk)
    ]
    tasks.sort(key=lambda task: task[0] not in SLOW)  # the longest first
    found = Tally()
    with get_context("spawn").Pool(jobs, maxtasksperchild=40) as pool:
        for tally in pool.imap_unordered(_work, tasks):
            found.add(tally)
    return found


def fuzz_core(inputs: int, jobs: int) -> Tally:
    """Feeds the C++ parsers: each iteration of the program reads a position and a move."""
    program = build("fuzz_text", sanitized=True)
    share = -(-inputs // (2 * jobs))
    found = Tally()
    for status, output, errors in run_all(
        [(program, str(share), str(job * share)) for job in range(jobs)]
    ):
        for kind, accepted, refused in re.findall(r"(\w+): (\d+) accepted, (\d+) refused", output):
            found.inputs[f"core {kind}"] += int(accepted) + int(refused)
        if most := re.search(r"most: ([\d.]+) s, (\d+) bytes", output):
            found.add(Tally(seconds=float(most[1]), bytes=int(most[2])))
        if status:
            found.failures.append(f"exit status {status}: {(errors or output)[:2000]}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=float, default=200_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    in_core = int(options.inputs * CORE_SHARE)
    core = fuzz_core(in_core, options.jobs)
    python = fuzz_python(int(options.inputs) - in_core, options.jobs)
    results = {
        "core_under_sanitizers": core.to_dict(),
        "python": python.to_dict(),
        "load_average": load_average(),
    }
    failures = core.failures + python.failures
    return finish(RESULTS, results, failures, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
