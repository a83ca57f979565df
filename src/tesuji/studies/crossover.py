"""Where a curve turns: between which points its score is proven to have crossed one half.

All points of a table are one family, as its column of nElo is: what is said of any of them holds
for all together with 95%.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["turning_texts"]

Data = Mapping[str, Any]


def turning_texts(experiment: Data) -> Iterator[str]:
    """A sentence for each series of a curve of scores."""
    if experiment["kind"] != "curve" or experiment["measure"] is not None:
        return
    series: dict[tuple[str, str], list[Data]] = {}
    for found in experiment["findings"]:
        if found["ours"] is not None and found["game"] != "trend":
            series.setdefault((found["setting"], found["game"]), []).append(found)
    for (setting, game), points in series.items():
        yield f"{setting}, {game}: {_turn(points, experiment['axis'])}."


def _turn(points: Sequence[Data], axis: str) -> str:
    signs = [_side(each) for each in points]
    proven = [number for number, sign in enumerate(signs) if sign]
    if not proven:
        return "no point is proven to be above or below one half"
    turns = [
        (first, second)
        for first, second in itertools.pairwise(proven)
        if signs[first] != signs[second]
    ]
    if not turns:
        side = "above" if signs[proven[0]] > 0 else "below"
        count = f"{len(proven)} point{'' if len(proven) == 1 else 's'}"
        where = "at every point" if len(proven) == len(points) else f"at {count}"
        return f"{side} one half {where}, and nowhere on the other side"
    told = [
        f"from {'above' if signs[first] > 0 else 'below'} one half at {points[first]['point']} to"
        f" {'above' if signs[second] > 0 else 'below'} it at {points[second]['point']} {axis}"
        for first, second in turns
    ]
    return "turns " + ", then ".join(told)


def _side(point: Data) -> int:
    """1 above one half, -1 below, 0 where that is not proven."""
    low, high = point["nelo_low"], point["nelo_high"]
    return 1 if low is not None and low > 0 else -1 if high is not None and high < 0 else 0
