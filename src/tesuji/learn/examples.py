"""Examples: positions as the weights that they use, with the results of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji._core import TextError
from tesuji.agents.learned import patterns_of
from tesuji.errors import NotationError, ShardError
from tesuji.games import Game
from tesuji.learn.selfplay import shard_paths
from tesuji.learn.shards import Shard, read_shard

__all__ = ["Examples", "Split", "read_examples"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

PARTS = 10
"""One tenth of the games is for validation, one tenth for the test."""


@dataclass(frozen=True)
class Examples:
    """Positions, each with the weights it uses: ``counts[i]`` entries of ``used`` belong to i."""

    used: Integers
    counts: Integers
    results: Floats
    """Mean result of the games, 0 to 1 for the player to move."""
    values: Floats
    """What the search found, 0 to 1; NaN where there is nothing."""
    weights: Floats
    """How often each position was seen."""
    games: Integers
    """The game in which it was first seen."""
    plies: Integers
    """Plies after the opening."""
    keys: NDArray[np.uint64]
    texts: NDArray[Any]
    """The positions in notation."""

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def starts(self) -> Integers:
        """Where the entries of each position begin."""
        found: Integers = np.concatenate([[0], np.cumsum(self.counts)[:-1]]).astype(np.int64)
        return found

    def log_odds(self, weights: Floats) -> Floats:
        """The sums of the weights that each position uses."""
        found: Floats = np.add.reduceat(weights[self.used], self.starts)
        return found

    def used_by(self, chosen: Integers) -> Integers:
        """The entries of some of the positions, in the given order."""
        counts = self.counts[chosen]
        shift = np.repeat(self.starts[chosen] - (np.cumsum(counts) - counts), counts)
        return self.used[shift + np.arange(len(shift))]

    def rows(self, chosen: Integers) -> Examples:
        """Some of the positions, in the given order."""
        return Examples(
            self.used_by(chosen),
            self.counts[chosen],
            self.results[chosen],
            self.values[chosen],
            self.weights[chosen],
            self.games[chosen],
            self.plies[chosen],
            self.keys[chosen],
            self.texts[chosen],
        )


@dataclass(frozen=True)
class Split:
    """Examples for training, for validation while training, and for the test afterwards.

    Games are divided into the parts. A position that several games share is in one part only.
    """

    training: Examples
    validation: Examples
    test: Examples


def read_examples(folders: Sequence[Path], game: Game) -> Split:
    """Reads all shards of some folders; raises ShardError if one is damaged or does not fit."""
    paths = [path for folder in folders for path in shard_paths(folder)]
    patterns = patterns_of(game)
    parts = [_examples(read_shard(path), game, patterns) for path in paths]
    return split(joined(parts), ", ".join(map(str, folders)))


def _examples(shard: Shard, game: Game, patterns: Any) -> Examples:
    known, expected = shard.sheet.get("game"), game.expanded_spec
    if known != expected or shard.sheet.get("version") != game.version:
        problem = f"it is for {known}, version {shard.sheet.get('version')}, not for {expected}"
        raise ShardError(f"shard {shard.path}: {problem}", path=str(shard.path), problem=problem)
    try:
        texts = shard.positions()
        used, counts = _features(shard, texts, game, patterns)
    except (NotationError, TextError, UnicodeDecodeError, RuntimeError) as error:
        # The core raises RuntimeError for a text that ends before its length.
        problem = f"a position is not one of {expected}: {error}"
        raise ShardError(
            f"shard {shard.path}: {problem}", path=str(shard.path), problem=problem
        ) from None
    records = shard.records
    seen = records["seen"].astype(np.float64)
    return Examples(
        used,
        counts,
        records["score"] / (2 * seen),
        records["value"].astype(np.float64),
        seen,
        records["game"].astype(np.int64),
        records["ply"].astype(np.int64),
        records["key"],
        np.array(texts, dtype=object),
    )


def _features(
    shard: Shard, texts: list[str], game: Game, patterns: Any
) -> tuple[Integers, Integers]:
    """The weights that the positions of a shard use, and how many each uses."""
    if game.in_python:
        rows = [patterns.indices(game.position(text)) for text in texts]
        return np.concatenate(rows), np.array([len(row) for row in rows])
    found = patterns.features(shard.data, game.start()._state)
    used, counts = (np.frombuffer(each, "<u4").astype(np.int64) for each in found)
    return used, counts


def joined(parts: Sequence[Examples]) -> Examples:
    """The examples of several shards."""
    names = ("used", "counts", "results", "values", "weights", "games", "plies", "keys", "texts")
    return Examples(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def split(examples: Examples, where: str) -> Split:
    """Divides examples by games. A position goes to the first part that has it."""
    group = examples.games % PARTS
    taken = np.zeros(0, np.uint64)
    parts = []
    for chosen in (group >= 2, group == 0, group == 1):
        rows = np.flatnonzero(chosen & ~np.isin(examples.keys, taken))
        if not len(rows):
            problem = f"it has too few games: {len(set(examples.games.tolist()))}, of which"
            problem += " one in ten is for validation and one in ten for the test"
            raise ShardError(f"{where}: {problem}", path=where, problem=problem)
        parts.append(_without_duplicates(examples.rows(rows)))
        taken = np.concatenate([taken, parts[-1].keys])
    return Split(*parts)


def _without_duplicates(examples: Examples) -> Examples:
    """One example for each position, with the mean result of all of its games."""
    _, first, group = np.unique(examples.keys, return_index=True, return_inverse=True)
    seen = np.bincount(group, examples.weights)
    total = np.bincount(group, examples.weights * examples.results)
    kept = examples.rows(np.sort(first))
    order = np.argsort(np.argsort(first))  # group -> place in `kept`
    results, weights = np.empty(len(first)), np.empty(len(first))
    results[order], weights[order] = total / seen, seen
    return Examples(
        kept.used,
        kept.counts,
        results,
        kept.values,
        weights,
        kept.games,
        kept.plies,
        kept.keys,
        kept.texts,
    )
