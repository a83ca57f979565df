"""A judge without games: settings have a known strength, and matches the noise of real ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import tesuji
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.games.randomness import RandomStream, derive_seed
from tesuji.specs import Plain
from tesuji.tune.over import make_space
from tesuji.tune.space import Space
from tesuji.tune.trials import Meeting, Search

Strength = Callable[[dict[str, Plain]], float]
"""The strength of a setting, in units in which a lead of 1 scores 73%."""

GAME = "colosseum(size=6)"
START = "mcts(select=ucb1(c=1.5), rollout=eps_greedy(greedy=0.9), simulations=10)"
OVER = "select.c=0..2, rollout.greedy=0..1"


def space(over: str = OVER, start: str = START) -> Space:
    return make_space(start, tesuji.game(GAME), over, {})


def valley(values: dict[str, Plain]) -> float:
    """The optimum is c=0.5 and greedy=0.3; the start is far from it."""
    c, greedy = float(values["select.c"]), float(values["rollout.greedy"])
    return 3 - 4 * (c - 0.5) ** 2 - 8 * (greedy - 0.3) ** 2


class SyntheticJudge:
    """Draws the result of each pair from the strengths; the same seed gives the same noise."""

    def __init__(self, strength: Strength, paths: Sequence[str]) -> None:
        self.strength, self.paths = strength, paths
        self.pairs: dict[str, int] = {}
        self.stages: list[str] = []

    def __call__(self, stage: str, meetings: Sequence[Meeting]) -> list[Pentanomial]:
        self.stages.append(stage)
        return [self._play(each) for each in meetings]

    def _play(self, meeting: Meeting) -> Pentanomial:
        self.pairs[meeting.name] = meeting.pairs
        lead = self._of(meeting.first) - self._of(meeting.second)
        win = 1 / (1 + math.exp(-lead))
        scores = []
        for pair in range(meeting.pairs):
            stream = RandomStream(derive_seed(meeting.seed, pair))
            scores.append(sum(stream.random() < win for _ in range(2)) / 2)
        return Pentanomial.from_pairs(scores)

    def _of(self, spec: str) -> float:
        settings = tesuji.agent(spec).settings
        return self.strength({path: settings[path] for path in self.paths})


def make_search(
    judge: SyntheticJudge,
    where: Space,
    *,
    trials: int = 60,
    pairs: int = 20,
    population: int = 10,
    seed: int = 1,
    opponent: str = "",
) -> Search:
    return Search(where, opponent or where.agent.spec, judge, trials, population, pairs, seed)
