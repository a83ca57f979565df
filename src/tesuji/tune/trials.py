"""Trials: settings that were measured in matches, and what plays these matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.games.randomness import derive_seed
from tesuji.specs import Plain
from tesuji.tune.space import Space

__all__ = ["Found", "Judge", "Meeting", "Search", "Stopped", "Trial", "stream_seed"]


@dataclass(frozen=True)
class Meeting:
    """A match to play. The same name and seed with more pairs continues an earlier one."""

    name: str
    first: str
    second: str
    seed: int
    pairs: int


Judge = Callable[[str, Sequence[Meeting]], list[Pentanomial]]
"""Plays meetings and returns their results; the text says what they are for."""


class Stopped(Exception):
    """The user interrupted the matches."""


@dataclass(frozen=True)
class Trial:
    """A setting and the result of its match."""

    number: int
    values: dict[str, Plain]
    spec: str
    result: Pentanomial
    """Its pairs against the opponent; empty where a result is known without games."""
    stage: str = ""
    opponent: str = ""
    """The spec that it played against."""
    is_playable: bool = True
    """False if the parts do not fit together, so that nothing was played."""
    elo: float | None = None
    """Its Elo above the start by the model of all matches; None without a model."""
    error: float | None = None
    """The standard error of ``elo``."""

    @property
    def score(self) -> float:
        """The mean score; that of the start against itself is 1/2 without games."""
        if not self.is_playable:
            return 0.0
        return self.result.score if self.result.pairs else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """95% interval of the score; a point where it is known without games."""
        return self.result.interval if self.result.pairs else (self.score, self.score)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "number": self.number,
            "stage": self.stage,
            "values": dict(self.values),
            "spec": self.spec,
            "score": self.score,
            "interval": list(self.interval),
            "playable": self.is_playable,
            "pentanomial": list(self.result.counts),
            "pairs": self.result.pairs,
            "opponent": self.opponent,
            "elo": self.elo,
            "error": self.error,
        }


@dataclass(frozen=True)
class Search:
    """What a method gets: where to look, what to beat and how many games to play."""

    space: Space
    opponent: str
    """The spec of the opponent of every trial."""
    judge: Judge
    trials: int
    population: int
    pairs: int
    """Pairs of a trial before any race."""
    seed: int
    watch: Callable[[Trial], None] = lambda trial: None
    """Called with each finished trial."""

    @property
    def plays_itself(self) -> bool:
        """Whether the opponent is the start, which then scores 1/2 by symmetry."""
        return self.opponent == self.space.agent.spec


@dataclass(frozen=True)
class Found:
    """What a method found."""

    values: dict[str, Plain]
    trials: tuple[Trial, ...]
    """All trials in order."""
    how: str
    """How the values were chosen, in a sentence."""


_STREAMS = ("search", "final", "proof", "perturbation", "sampler", "games")


def stream_seed(seed: int, stream: str, number: int = 0) -> int:
    """The seed of one of several independent streams, so that the proof sees fresh games."""
    return derive_seed(derive_seed(seed, 1000 + _STREAMS.index(stream)), number)
