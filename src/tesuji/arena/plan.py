"""Plans: what a match is, and the tasks that it consists of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents.bench import BEHAVIOUR
from tesuji.arena.limits import Limits
from tesuji.arena.openings import draw_opening
from tesuji.arena.playing import PairTask, check_adjudicate
from tesuji.errors import ParameterError
from tesuji.games.base import check_seed
from tesuji.games.randomness import derive_seed

__all__ = ["MatchPlan"]


@dataclass(frozen=True, kw_only=True)
class MatchPlan:
    """A match of two agents on one game: pairs from the same opening with sides swapped."""

    game: str
    agents: tuple[str, str]
    limits: tuple[Limits, Limits]
    pairs: int
    seed: int = 0
    openings: tuple[str, ...] | None = None
    """Positions to begin from, in turn; None: drawn, one a pair."""
    plies: int | None = None
    """Random plies of drawn openings; None: the game's default."""
    adjudicate: dict[str, Any] | None = None
    load: tuple[str, ...] = ()
    name: str = field(default="")

    def __post_init__(self) -> None:
        if isinstance(self.pairs, bool) or not isinstance(self.pairs, int) or self.pairs < 1:
            raise ParameterError(f"pairs is an integer of at least 1, not {self.pairs!r}")
        # Refuses here and at once what no worker could play.
        game = tesuji.game(self.game)
        for spec in self.agents:
            tesuji.agent(spec).player(game)
        check_adjudicate(self.adjudicate)
        check_seed(self.seed)
        self.task(0)

    @property
    def title(self) -> str:
        """The match in a few words."""
        return self.name or f"{self.agents[0]} - {self.agents[1]} on {self.game}"

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What decides the games: a store resumes a match only under the same identity."""
        game = tesuji.game(self.game)
        return {
            "game": game.expanded_spec,
            "game_version": game.version,
            "behaviour": BEHAVIOUR,
            "agents": [tesuji.agent(spec).expanded() for spec in self.agents],
            "limits": [limits.to_dict() for limits in self.limits],
            "seed": self.seed,
            "openings": None if self.openings is None else list(self.openings),
            "plies": self.plies,
            "adjudicate": self.adjudicate,
            "load": [hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in self.load],
        }

    def task(self, pair: int) -> PairTask:
        """What a worker needs to play a pair."""
        seed = derive_seed(self.seed, pair)
        if self.openings is None:
            opening = draw_opening(tesuji.game(self.game), derive_seed(seed, 0), self.plies).text
        else:
            opening = self.openings[pair % len(self.openings)]
        return PairTask(
            game=self.game,
            agents=self.agents,
            limits=(self.limits[0].to_dict(), self.limits[1].to_dict()),
            opening=opening,
            pair=pair,
            seed=seed,
            load=self.load,
            adjudicate=self.adjudicate,
        )

    def tasks(self, done: set[int]) -> Iterator[PairTask]:
        """The pairs that are still to be played, in order."""
        return (self.task(pair) for pair in range(self.pairs) if pair not in done)
