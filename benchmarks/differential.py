"""Differential play: the core against independent references over many random games.

The C++ references in tests/reference are written from the rules pages alone. `--check` compares
them with the Python references first, by replaying games that the C++ references played.

    python -m benchmarks.differential [--positions 1000000] [--jobs 2] [--check 200] [--write]
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.common import finish, load_average
from benchmarks.core_programs import build, run_all
from tests.conformance.lockstep import Oracle
from tests.conformance.references import MODULES, ORACLES, LastAnswer, colosseum_oracle

__all__ = ["Comparison", "check_references", "play", "quick_references"]

RESULTS = Path(__file__).parent / "results" / "differential.json"
SEEDS_OF_A_JOB = 10**9
NAMES = {"pentago, placement wins": "pentago(placement_wins=true)"}


@dataclass(frozen=True)
class Comparison:
    """Positions compared by game, and the differences found."""

    positions: dict[str, int]
    differences: list[str]
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "positions": sum(self.positions.values()),
            "differences": len(self.differences),
            "by_game": self.positions,
            "seconds": round(self.seconds, 1),
        }


def play(positions: int, jobs: int) -> Comparison:
    """Compares about so many positions in several processes."""
    program, begun = build("differential"), time.perf_counter()
    share = -(-positions // jobs)
    found = run_all([(program, str(share), str(job * SEEDS_OF_A_JOB)) for job in range(jobs)])
    counts: Counter[str] = Counter()
    differences = []
    for status, output, errors in found:
        counted: list[str] = []
        others: list[str] = []
        for line in output.splitlines():
            (counted if line.count("\t") == 2 else others).append(line)
        for name, _, compared in (line.split("\t") for line in counted):
            counts[name] += int(compared)
        if status:
            differences.append("\n".join(others) + errors or f"exit status {status}")
    return Comparison(dict(counts), differences, time.perf_counter() - begun)


def check_references(games: int, first: int = 0) -> int:
    """Replays games of the C++ references with the Python ones; returns the positions compared."""
    ((status, output, errors),) = run_all(
        [(build("differential"), "games", str(games), str(first))]
    )
    if status:
        raise AssertionError(errors)
    lines = [line.split("\t") for line in output.splitlines()]
    starts = [number for number, line in enumerate(lines) if line[0] == "game"]
    for start, end in itertools.pairwise([*starts, len(lines)]):
        _replay(_oracle(lines[start][1]), lines[start + 1 : end], lines[start][1:])
    return len(lines) - len(starts)


def _oracle(subject: str) -> Oracle[Any]:
    if "colosseum" in subject:
        return colosseum_oracle(int(subject.split()[-1]), 2023)
    return ORACLES[NAMES.get(subject, subject)](0)


def _replay(oracle: Oracle[Any], lines: list[list[str]], name: list[str]) -> None:
    state = oracle.copy_of(oracle.game.parse_state(lines[0][2]))
    for ply, (to_move, result, text, actions, action) in enumerate(lines):
        codes = [*oracle.moves(state), *oracle.events(state)]
        outcome = oracle.result(state)
        end = outcome and f"{-1 if outcome[0] is None else outcome[0]} {outcome[1]}"
        ours = (
            str(oracle.to_move(state)),
            end or "",
            oracle.board(state),
            " ".join(sorted(map(oracle.game.move_text, codes))),
        )
        theirs = (to_move, result, oracle.core_board(oracle.game.parse_state(text)), actions)
        if ours != theirs:
            raise AssertionError(f"{name}, ply {ply}:\n  Python: {ours}\n  C++:    {theirs}")
        if action:
            state = oracle.play(state, oracle.game.parse_move(action))


@contextmanager
def quick_references() -> Iterator[None]:
    """Lets the Python references remember their last answer, which they compute repeatedly."""
    kept = [
        (module, name, getattr(module, name))
        for module in MODULES
        for name in ("legal_moves", "outcome")
    ]
    for module, name, function in kept:
        setattr(module, name, LastAnswer(function))
    try:
        yield
    finally:
        for module, name, function in kept:
            setattr(module, name, function)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=float, default=10**6)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", type=int, default=200, metavar="GAMES", help="of each game")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    checked = 0
    if options.check:
        with quick_references():
            checked = check_references(options.check)
        print(f"C++ and Python references agree in {checked:,} positions", flush=True)
    found = play(int(options.positions), options.jobs)
    results = {"references_checked": checked, **found.to_dict(), "load_average": load_average()}
    return finish(RESULTS, results, found.differences, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
