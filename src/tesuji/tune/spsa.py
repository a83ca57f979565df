"""SPSA (Spall, 1992): all parameters move at once, along a direction drawn at random.

In each iteration the setting plus a random step plays the setting minus the same step. The winner's
direction is taken, further if it won clearly. A pair has the same opening and dice for both, so
their noise cancels. Steps shrink as the run goes on.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.games.randomness import RandomStream
from tesuji.tune.trials import Found, Meeting, Search, Trial, stream_seed

__all__ = ["spsa"]

PERTURBATION = 0.15
"""Distance of both settings from the middle at the end, as a share of each range."""
GAIN = 0.12
"""Step for a match won by 100% at the end, as a share of each range, for one dimension."""
ALPHA, GAMMA = 0.602, 0.101
"""The exponents with which step and perturbation shrink, as Spall recommends."""
STABILITY = 0.1
"""Share of all iterations that delays the shrinking of the step."""
AVERAGED = 0.5
"""Share of the iterations at the end whose mean is the answer."""


def spsa(search: Search) -> Found:
    """Plays ``search.trials`` iterations; the answer is the mean of the last half of them."""
    space, count = search.space, search.trials
    place = np.array(space.places(space.start))
    path, trials = [], []
    for number in range(1, count + 1):
        step = PERTURBATION * (count / number) ** GAMMA
        delay = STABILITY * count
        gain = GAIN * ((delay + count) / (delay + number)) ** ALPHA
        signs = _signs(search.seed, number, len(place))
        plus, minus = (np.clip(place + way * step * signs, 0, 1) for way in (1, -1))
        result = _compare(search, number, plus, minus)
        lead = 2 * result.score - 1 if result.pairs else 0.0
        place = np.clip(place + gain * lead * signs, 0, 1)
        path.append(place)
        values = space.values(place.tolist())
        stage = f"iteration {number}"
        trials.append(Trial(number, values, space.spec(values), result, stage))
        search.watch(trials[-1])
    last = path[-max(1, round(AVERAGED * count)) :]
    mean = np.mean(last, axis=0)
    how = f"The mean of the last {len(last)} of {count} iterations."
    return Found(space.values(mean.tolist()), tuple(trials), how)


def _compare(
    search: Search, number: int, plus: NDArray[np.float64], minus: NDArray[np.float64]
) -> Pentanomial:
    """The match of both settings; without games if they round to the same agent."""
    first, second = (
        search.space.spec(search.space.values(each.tolist())) for each in (plus, minus)
    )
    if first == second:
        return Pentanomial()
    seed = stream_seed(search.seed, "search", number)
    meeting = Meeting(f"iteration {number}", first, second, seed, search.pairs)
    return search.judge(f"iteration {number} of {search.trials}", [meeting])[0]


def _signs(seed: int, number: int, count: int) -> NDArray[np.float64]:
    stream = RandomStream(stream_seed(seed, "perturbation", number))
    return np.array([2.0 * stream.below(2) - 1 for _ in range(count)])
