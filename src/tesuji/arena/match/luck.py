"""Luck-adjusted results: the result of a game without what the dice gave to a player.

A roll is lucky by the value of the position after it minus the mean over all rolls. Fair dice make
the mean luck zero, whatever the values are, so subtracting it changes no expectation. The better
the values, the more of the noise it removes (M. Zinkevich et al., *Optimal unbiased estimators for
evaluating agent performance*, 2006).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean, pvariance, stdev
from typing import Any

import tesuji
from tesuji.agents.registry import AgentLike
from tesuji.arena.stats.pentanomial import (
    NELO_PER_SIGMA,
    Interval,
    finite_or_none,
    mean_interval,
)
from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.games.record import GameRecord
from tesuji.games.registry import game_from_file

__all__ = ["EVALUATOR", "LuckAdjusted", "dice_luck", "luck_adjusted", "values_by"]

EVALUATOR: Mapping[str, str] = {"ewn": "greedy(knowledge=ewn(steps=0, cubes=0, race=1))"}
"""The agent whose values measure luck, by the name of the game."""
OTHER_EVALUATOR = "greedy"

Value = Callable[[Position], float]
"""The value of a position that is not a roll, from 0 to 1 for player 0."""


def values_by(agent: AgentLike) -> Value:
    """The values that an agent gives to positions, with its own default budget in CPU time.

    Each search begins with an empty table: one that had seen an earlier game with the same dice
    would know the next roll.
    """
    searched = tesuji.agent(agent)

    def value(position: Position) -> float:
        if position.outcome is not None:
            return position.outcome.value_for(0)
        found = searched.search(position, seed=0, clock="cpu").value
        return found if position.next_player == 0 else 1 - found

    return value


def dice_luck(record: GameRecord, value: Value) -> float:
    """What the dice of a game gave to player 0, in points: 0 on average."""
    luck = 0.0
    position = game_from_file(record.game).position(record.start)
    for move in record.moves:
        after = position.play(move.move)
        if position.is_chance:
            # Each value is asked for once, before it is known which roll came.
            rolls = [(chance, position.play(roll)) for roll, chance in position.chance_outcomes]
            values = [(rolled, chance, value(rolled)) for chance, rolled in rolls]
            luck += next(found for rolled, _, found in values if rolled == after)
            luck -= sum(chance * found for _, chance, found in values)
        position = after
    return luck


@dataclass(frozen=True)
class LuckAdjusted:
    """The luck-adjusted score of a match, from the view of its first agent."""

    evaluator: str
    """The spec of the agent whose values measure luck."""
    scores: tuple[float, ...]
    """The adjusted mean score of each pair. A pair may have less than 0 or more than 1."""
    raw_scores: tuple[float, ...]
    """The score of each pair."""

    @property
    def score(self) -> float:
        """Mean score per game. Its expectation is that of the raw score."""
        return fmean(self.scores) if self.scores else math.nan

    @property
    def interval(self) -> Interval:
        """95% interval of the score, by Student's t; infinite if all pairs are equal."""
        if len(self.scores) < 2 or not self.variance:
            return -math.inf, math.inf
        deviation = math.sqrt(self.variance * len(self.scores) / (len(self.scores) - 1))
        return mean_interval(self.score, deviation, len(self.scores))

    @property
    def nelo(self) -> float:
        """Normalised Elo, in units of the noise without the adjustment: the same scale as raw."""
        unit = self._unit
        return (self.score - 0.5) * unit if unit else math.nan

    @property
    def nelo_interval(self) -> Interval:
        """95% interval of `nelo`, by the delta method.

        The unit is estimated from the same pairs, so its error counts too: far from an even score
        it is most of the error. In few pairs, the errors of score and unit may seem to cancel out
        by chance. So the interval holds that of the score in these units, and has its sign.
        """
        unit = self._unit
        if not unit or len(self.scores) < 2:
            return -math.inf, math.inf
        raw, spread = fmean(self.raw_scores), pvariance(self.raw_scores)
        lead = self.score - 0.5
        # By how much each pair moves the estimate: with its score, and with its share of the unit.
        moved = [
            unit * (score - self.score - lead / 2 * ((of_raw - raw) ** 2 / spread - 1))
            for score, of_raw in zip(self.scores, self.raw_scores, strict=True)
        ]
        low, high = mean_interval(self.nelo, stdev(moved), len(moved))
        least, most = ((bound - 0.5) * unit for bound in self.interval)
        low, high = min(low, least), max(high, most)
        return max(low, 0.0) if least > 0 else low, min(high, 0.0) if most < 0 else high

    @property
    def _unit(self) -> float:
        """Normalised Elo of one point; 0 if all raw scores are equal."""
        deviation = math.sqrt(2 * pvariance(self.raw_scores)) if self.raw_scores else 0.0
        return NELO_PER_SIGMA / deviation if deviation else 0.0

    @property
    def variance(self) -> float:
        """Variance of a pair."""
        return pvariance(self.scores) if self.scores else math.nan

    @property
    def variance_ratio(self) -> float:
        """The variance of a pair as a share of its variance without the adjustment.

        A match needs this share of the games for an interval of the same width.
        """
        raw = pvariance(self.raw_scores) if self.raw_scores else 0.0
        return self.variance / raw if raw else math.nan

    def summary(self) -> str:
        """The score with its interval, and how much of the variance is left."""
        low, high = self.interval
        if math.isinf(low):
            return f"{self.score:.1%}, too few different pairs for an interval"
        ratio = self.variance_ratio
        left = "" if math.isnan(ratio) else f", {ratio:.0%} of the raw variance"
        return f"{self.score:.1%} [{low:.1%}, {high:.1%}]{left}"

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "evaluator": self.evaluator,
            "score": finite_or_none(self.score),
            "interval": [finite_or_none(bound) for bound in self.interval],
            "nelo": finite_or_none(self.nelo),
            "nelo_interval": [finite_or_none(bound) for bound in self.nelo_interval],
            "variance_ratio": finite_or_none(self.variance_ratio),
        }


def luck_adjusted(
    pairs: Iterable[Iterable[GameRecord]], game: Game, evaluator: AgentLike | None = None
) -> LuckAdjusted:
    """Adjusts the results of pairs of games, each with the sides as named and then swapped.

    The records hold the dice, so this also works for games from old stores. ``evaluator`` is the
    agent whose values measure luck. It should take little time and must not depend on the clock,
    or the result cannot be reproduced.
    """
    if not game.has_chance:
        raise ParameterError.wrong_value("game", game.spec, "a game with dice")
    agent = evaluator or EVALUATOR.get(game.name, OTHER_EVALUATOR)
    value = values_by(agent)
    scores, raw = [], []
    for named, swapped in pairs:
        points = named.value_for(0) + swapped.value_for(1)
        luck = dice_luck(named, value) - dice_luck(swapped, value)
        raw.append(points / 2)
        scores.append((points - luck) / 2)
    return LuckAdjusted(tesuji.agent(agent).spec, tuple(scores), tuple(raw))
