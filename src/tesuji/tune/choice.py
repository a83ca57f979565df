"""The final choice among trials: by the model, after a race of the best on fresh games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tesuji.tune.model import ScoreModel
from tesuji.tune.race import Racer, race
from tesuji.tune.trials import Found, Search, Trial, stream_seed

__all__ = ["choose"]

FINALISTS = 4


def choose(search: Search, trials: Sequence[Trial]) -> Found:
    """Lets the trials that the model likes best play more games, and asks the model again.

    The start is among the candidates, so the answer may be that nothing is better.
    """
    trials, unplayable = (
        [trial for trial in trials if trial.is_playable is wanted] for wanted in (True, False)
    )
    order = ScoreModel(search.space, trials).posterior()[0]
    ranked = sorted(range(len(trials)), key=lambda place: -order[place])
    finalists = _different(trials, [place for place in ranked if not _is_start(search, trials, place)])
    results = race(
        search.judge,
        f"final of {len(finalists)}",
        [Racer(f"final {trials[place].number}", trials[place].spec) for place in finalists],
        opponent=search.opponent,
        seed=stream_seed(search.seed, "final"),
        pairs=2 * search.pairs,
        rounds=2,
    )
    played = list(trials)
    for place, result in zip(finalists, results, strict=True):
        played[place] = replace(played[place], result=played[place].result + result)
    mean, deviation = ScoreModel(search.space, played).posterior()
    starts = [place for place in range(len(trials)) if _is_start(search, trials, place)]
    best = max([*starts, *finalists], key=lambda place: float(mean[place]))
    how = (
        f"Trial {trials[best].number} of {len(trials)}, which the model expects to score"
        f" {mean[best]:.1%} (standard error {deviation[best]:.1%})."
    )
    every = sorted([*played, *unplayable], key=lambda trial: trial.number)
    return Found(played[best].values, tuple(every), how)


def _is_start(search: Search, trials: Sequence[Trial], place: int) -> bool:
    return trials[place].spec == search.space.agent.spec


def _different(trials: Sequence[Trial], ranked: Sequence[int]) -> list[int]:
    """The first places with different specs."""
    found: dict[str, int] = {}
    for place in ranked:
        found.setdefault(trials[place].spec, place)
    return list(found.values())[:FINALISTS]
