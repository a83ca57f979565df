"""Plans: what a match is, and the tasks that it consists of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import tesuji
from tesuji.arena.conditions import versions_here
from tesuji.arena.limits import Limits
from tesuji.arena.openings import default_plies, pair_opening
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
    name: str = ""

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
    def versions(self) -> dict[str, Any]:
        """What every worker of the match must agree on."""
        return versions_here(self.game, self.load)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What decides the games: a store resumes a match only under the same identity."""
        decisive = {name: value for name, value in self.versions.items() if name != "tesuji"}
        return {
            **decisive,
            "game": tesuji.game(self.game).expanded_spec,
            "agents": [tesuji.agent(spec).expanded() for spec in self.agents],
            "limits": [limits.to_dict() for limits in self.limits],
            "seed": self.seed,
            "openings": None if self.openings is None else list(self.openings),
            "plies": self.plies,
            "adjudicate": self.adjudicate,
        }

    def openings_text(self) -> str:
        """Where games begin, in words."""
        if self.openings is not None:
            return f"{len(self.openings)} given, in turn"
        game = tesuji.game(self.game)
        plies = default_plies(game) if self.plies is None else self.plies
        drawn = "the start is drawn" if game.draws_start else "drawn"
        return f"{drawn}, one a pair" + (f", {plies} random plies" if plies else "")

    def task(self, pair: int) -> PairTask:
        """What a worker needs to play a pair."""
        game = tesuji.game(self.game)
        return PairTask(
            game=self.game,
            agents=self.agents,
            limits=(self.limits[0].to_dict(), self.limits[1].to_dict()),
            opening=pair_opening(game, self.seed, pair, self.openings, self.plies),
            pair=pair,
            seed=derive_seed(self.seed, pair),
            load=self.load,
            versions=self.versions,
            adjudicate=self.adjudicate,
        )

    def tasks(self, done: set[int]) -> Iterator[PairTask]:
        """The pairs that are still to be played, in order."""
        return (self.task(pair) for pair in range(self.pairs) if pair not in done)
