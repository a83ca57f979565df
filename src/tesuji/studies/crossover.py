"""Crossovers: between which points of a curve the score provably crosses one half.

All points of a table are one family, like its nElo column: the statements about all of them hold
together with 95%.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["crossover_sentences"]

Data = Mapping[str, Any]


def crossover_sentences(experiment: Data) -> Iterator[str]:
    """A sentence for each setting and game of a curve of scores."""
    if experiment["kind"] != "curve" or experiment["measure"] is not None:
        return
    curves: dict[tuple[str, str], list[Data]] = {}
    for found in experiment["findings"]:
        if found["ours"] is not None and found["game"] != "trend":
            curves.setdefault((found["setting"], found["game"]), []).append(found)
    for (setting, game), points in curves.items():
        yield f"{setting}, {game}: {_crossover(points, experiment['axis'])}."


def _crossover(points: Sequence[Data], axis: str) -> str:
    signs = [_side(each) for each in points]
    proven = [number for number, sign in enumerate(signs) if sign]
    if not proven:
        return "no point is provably above or below one half"
    crossings = [
        (first, second)
        for first, second in itertools.pairwise(proven)
        if signs[first] != signs[second]
    ]
    if not crossings:
        side, other = ("above", "below") if signs[proven[0]] > 0 else ("below", "above")
        if len(proven) == len(points):
            return f"{side} one half at every point"
        return f"{side} one half at {len(proven)} of {len(points)} points, and never {other}"
    texts = [
        f"from {'above' if signs[first] > 0 else 'below'} one half at {points[first]['point']} to"
        f" {'above' if signs[second] > 0 else 'below'} it at {points[second]['point']} {axis}"
        for first, second in crossings
    ]
    return "crosses " + ", then ".join(texts)


def _side(point: Data) -> int:
    """1 if provably above one half, -1 if provably below, else 0."""
    low, high = point["nelo_low"], point["nelo_high"]
    return 1 if low is not None and low > 0 else -1 if high is not None and high < 0 else 0
