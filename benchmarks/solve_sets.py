"""Adds hard positions to the committed set of a game, half of which should be hard in the end.

``python -m benchmarks.solve_sets GAME FILE ... [--set FILE]``

The files come from `python -m benchmarks.solve_hard`, on any machine. As many easy positions stay
as there are hard ones, spread over the phases, but never fewer than 1,000 positions in all.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tesuji.studies import blunders
from tesuji.studies.blunders import SolvedPosition, SolvedSet, read_set
from tesuji.studies.blunders.solved_set import TOLERANCE, write_set

SETS = Path(blunders.__file__).parent / "sets"
FEWEST = 1000
"""Positions in a set, at least."""


def merged(old: SolvedSet, new: Sequence[SolvedSet]) -> SolvedSet:
    """The set with all hard positions, and the easy ones of the old set that stay."""
    positions = [*old.positions, *(each for part in new for each in part.positions)]
    unique: dict[str, SolvedPosition] = {}
    for each in positions:
        first = unique.setdefault(each.position, each)
        if not _agree(first, each):
            raise ValueError(f"{each.position}: two files have other values for its moves")
        unproven = max(first.unproven, each.unproven)
        unique[each.position] = replace(first, unproven=unproven)
    hard = [each for each in unique.values() if each.hard]
    easy = [each for each in unique.values() if not each.hard]
    easy = _spread(easy, max(len(hard), FEWEST - len(hard)))
    commands = dict.fromkeys(each.command for each in (old, *new) if each.command)
    return replace(
        old,
        command="; ".join(_without_repetition(commands)),
        positions=tuple(sorted((*easy, *hard), key=lambda each: (each.seed, each.ply))),
    )


def _agree(one: SolvedPosition, other: SolvedPosition) -> bool:
    """Whether two entries have the same values."""
    pairs = zip(one.moves, other.moves, strict=True)
    return all(abs(first - second) <= TOLERANCE for first, second in pairs)


def _without_repetition(commands: Iterable[str]) -> dict[str, None]:
    """The single commands, each once, in order."""
    return dict.fromkeys(part for each in commands for part in each.split("; "))


def _spread(positions: Sequence[SolvedPosition], number: int) -> list[SolvedPosition]:
    """So many positions, evenly over the phases."""
    ordered = sorted(positions, key=lambda each: (each.phase, each.seed))
    number = min(number, len(ordered))
    return [ordered[index * len(ordered) // number] for index in range(number)]


def main() -> None:
    """Reads the arguments and writes the set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--set", type=Path, help="the set to add to; default: the committed one")
    given = parser.parse_args()
    path = given.set or SETS / f"{given.game}.jsonl"
    result = merged(read_set(path), [read_set(file) for file in given.files])
    write_set(path, result)
    hard = sum(each.hard for each in result.positions)
    print(f"{given.game}: {len(result.positions)} positions, {hard} of them hard")


if __name__ == "__main__":
    main()
