"""Curves in words: where a score provably crosses one half, or the verdict at each budget.

All points of a table are one family, like its nElo column: the statements about all of them hold
together with 95%.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["crossover_sentences", "verdicts_by_budget"]

Data = Mapping[str, Any]


def crossover_sentences(experiment: Data) -> Iterator[str]:
    """A sentence for each setting and game of a curve of scores, or of one with a claim."""
    if experiment["kind"] != "curve":
        return
    compared = any(
        found["reported"] is not None for found in experiment["findings"] if found["point"]
    )
    if experiment["measure"] is not None and not compared:
        return
    curves: dict[tuple[str, str], list[Data]] = {}
    for found in experiment["findings"]:
        if found["ours"] is not None and found["game"] != "trend":
            curves.setdefault((found["setting"], found["game"]), []).append(found)
    for (setting, game), points in curves.items():
        words = verdicts_by_budget if compared else _crossover
        yield f"{setting}, {game}: {words(points, experiment['axis'])}."


def verdicts_by_budget(points: Sequence[Data], axis: str) -> str:
    """The verdict as a function of the budget: "agrees from 50 to 800, differs at 3,200"."""
    runs = [
        (verdict, [_number(each["point"]) for each in group])
        for verdict, group in itertools.groupby(points, lambda each: each["verdict"])
    ]
    texts = [
        f"{verdict} at {at[0]}" if len(at) == 1 else f"{verdict} from {at[0]} to {at[-1]}"
        for verdict, at in runs
    ]
    return f"{', '.join(texts)} {axis}"


def _number(point: str) -> str:
    return f"{int(point):,}" if point.isdigit() else point


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
