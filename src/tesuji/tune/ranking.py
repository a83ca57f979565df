"""Trials and their matches: who leads by the model, who is played next, and the final choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.tune.model import ELO, Floats, Observation, StrengthModel
from tesuji.tune.race import Racer, race
from tesuji.tune.trials import Found, Search, Trial, stream_seed

__all__ = ["Ranking"]

FINALISTS = 4
CLEAR_LEAD = 0.85
"""Lead in log-odds, a score of 70%, from which the leader becomes the opponent."""
SURE = 2.0
"""Standard errors by which that lead must exceed 0."""


class Ranking:
    """All trials of a run, and the opponent that they play.

    Against a weak opponent all good settings win every game, and nothing tells them apart. So a
    leader that is clearly stronger than the opponent takes its place, unless the user named one.
    """

    def __init__(self, search: Search) -> None:
        self._search = search
        self.trials: list[Trial] = []
        self._observations: list[Observation] = []
        self.opponent = 0
        """The number of the trial that is the opponent; the first trial is the start."""
        self.offset = 0.0
        """The strength of the opponent when it was chosen, in log-odds above the start."""

    @property
    def opponent_spec(self) -> str:
        """What trials play against."""
        search = self._search
        return self.trials[self.opponent].spec if search.plays_itself else search.opponent

    @property
    def _second(self) -> int | None:
        return self.opponent if self._search.plays_itself else None

    def add(self, trial: Trial) -> None:
        """Adds a trial with its match against the current opponent."""
        self.trials.append(trial)
        self._observe(len(self.trials) - 1, trial.result)
        self._search.watch(trial)

    def _observe(self, place: int, result: Pentanomial) -> None:
        if result.pairs:
            self._observations.append(Observation(place, self._second, result))

    def update_opponent(self) -> None:
        """Makes the leader the opponent if it is clearly stronger."""
        if not self._search.plays_itself:
            return
        mean, deviation = self._posterior()
        leader = max(self._playable(), key=lambda place: float(mean[place]))
        lead = float(mean[leader] - mean[self.opponent])
        if lead > max(CLEAR_LEAD, SURE * float(deviation[leader])):
            self.opponent, self.offset = leader, float(mean[leader])

    def choose(self) -> Found:
        """Lets the best by the model play more games, and asks the model again.

        The start is among the candidates, so the answer may be that nothing is better.
        """
        search = self._search
        mean, _ = self._posterior()
        ranked = sorted(self._playable(), key=lambda place: -float(mean[place]))
        opponent = self.opponent_spec
        finalists = self._different([p for p in ranked if self.trials[p].spec != opponent])
        results = race(
            search.judge,
            f"final of {len(finalists)}",
            [Racer(f"final {place}", self.trials[place].spec) for place in finalists],
            opponent=opponent,
            seed=stream_seed(search.seed, "final"),
            pairs=2 * search.pairs,
            rounds=2,
        )
        for place, result in zip(finalists, results, strict=True):
            self._observe(place, result)
        mean, deviation = self._posterior()
        known = {0, *finalists, *([self.opponent] if search.plays_itself else [])}
        best = max(sorted(known), key=lambda place: float(mean[place]))
        how = (
            f"Trial {best} of {len(self.trials)}, which the model expects to be"
            f" {ELO * (mean[best] - mean[0]):+.0f} Elo above the start"
            f" (standard error {ELO * deviation[best]:.0f})."
        )
        trials = tuple(
            replace(trial, elo=ELO * float(m - mean[0]), error=ELO * float(d))
            for trial, m, d in zip(self.trials, mean, deviation, strict=True)
        )
        return Found(self.trials[best].values, trials, how)

    def _playable(self) -> list[int]:
        return [place for place, trial in enumerate(self.trials) if trial.is_playable]

    def _posterior(self) -> tuple[Floats, Floats]:
        settings = [trial.values for trial in self.trials]
        zero = 0 if self._search.plays_itself else None
        return StrengthModel(
            self._search.space, settings, self._observations, zero=zero
        ).posterior()

    def _different(self, ranked: Sequence[int]) -> list[int]:
        """The first places with different specs."""
        found: dict[str, int] = {}
        for place in ranked:
            found.setdefault(self.trials[place].spec, place)
        return list(found.values())[:FINALISTS]
