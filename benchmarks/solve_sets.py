"""Adds hard positions to the committed set of a game, half of which should be hard in the end.

``python -m benchmarks.solve_sets GAME FILE ... [--cost FILE] [--set FILE]``

The files come from `tesuji solve-set GAME --least-seconds 10`, on any machine. Once there are 500
hard positions, as many easy ones stay as there are hard ones, spread over the phases.

Files of ewn were solved with the tables of five stones. ``--cost`` names the result of
`benchmarks/solve_ewn_cost.py`: their cost is multiplied by its ratio and marked as estimated.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tesuji.studies import blunders
from tesuji.studies.blunders import SolvedPosition, SolvedSet, read_set
from tesuji.studies.blunders.measure import HARD_SECONDS
from tesuji.studies.blunders.solved_set import write_set

SETS = Path(blunders.__file__).parent / "sets"
HALF = 500


def merged(old: SolvedSet, new: Sequence[SolvedSet]) -> SolvedSet:
    """The set with all hard positions, and the easy ones of the old set that stay."""
    positions = [*old.positions, *(each for part in new for each in part.positions)]
    unique = {each.position: each for each in reversed(positions)}.values()
    hard = [each for each in unique if each.seconds >= HARD_SECONDS]
    easy = [each for each in unique if each.seconds < HARD_SECONDS]
    if len(hard) >= HALF:
        easy = _spread(easy, len(hard))
    commands = dict.fromkeys(each.command for each in (old, *new) if each.command)
    return replace(
        old,
        command="; ".join(_without_repetition(commands)),
        positions=tuple(sorted((*easy, *hard), key=lambda each: (each.seed, each.ply))),
    )


def _without_repetition(commands: Iterable[str]) -> dict[str, None]:
    """The single commands, each once, in order."""
    return dict.fromkeys(part for each in commands for part in each.split("; "))


def _spread(positions: Sequence[SolvedPosition], number: int) -> list[SolvedPosition]:
    """So many positions, evenly over the phases."""
    ordered = sorted(positions, key=lambda each: (each.phase, each.seed))
    number = min(number, len(ordered))
    return [ordered[index * len(ordered) // number] for index in range(number)]


def scaled(part: SolvedSet, ratio: float) -> SolvedSet:
    """The set with the cost that the solver would have without the tables, by a ratio."""
    return replace(
        part,
        positions=tuple(
            replace(each, seconds=round(each.seconds * ratio, 1), estimated=True)
            for each in part.positions
            if each.seconds * ratio >= HARD_SECONDS
        ),
    )


def main() -> None:
    """Reads the arguments and writes the set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--cost", type=Path, help="result of benchmarks/solve_ewn_cost.py")
    parser.add_argument("--set", type=Path, help="the set to add to; default: the committed one")
    given = parser.parse_args()
    path = given.set or SETS / f"{given.game}.jsonl"
    parts = [read_set(file) for file in given.files]
    if given.cost:
        ratio = json.loads(given.cost.read_text("utf-8"))["results"]["ratio_10"]
        parts = [scaled(part, ratio) for part in parts]
    result = merged(read_set(path), parts)
    write_set(path, result)
    hard = sum(each.seconds >= HARD_SECONDS for each in result.positions)
    print(f"{given.game}: {len(result.positions)} positions, {hard} of them hard")


if __name__ == "__main__":
    main()
