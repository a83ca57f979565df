"""The plan of a match: everything that defines it, and its tasks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents.functions import Function
from tesuji.agents.registry import AgentLike, registered_agents
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.openings import default_plies, given_openings, pair_opening, read_openings
from tesuji.arena.match.pair import FunctionTask, PairTask, check_adjudicate
from tesuji.arena.match.sizes import Sizes, check_sizes, pair_game, sized_game
from tesuji.arena.run.conditions import joined_versions, versions_here
from tesuji.errors import ParameterError
from tesuji.games.base import check_seed
from tesuji.games.randomness import derive_seed
from tesuji.specs import parse_spec

__all__ = ["GivenLimits", "MatchPlan", "make_plan", "planned_limits"]

GivenLimits = Mapping[str, Any] | None
"""Limits of one agent as keyword arguments; None for the limits that both share."""

DEFAULT_SECONDS = 0.1
SHOWN_OPENINGS = 3
"""Given openings that the text of a call shows."""


@dataclass(frozen=True, kw_only=True)
class MatchPlan:
    """A match between two agents on one game, in pairs of games with sides swapped."""

    game: str
    agents: tuple[str, str]
    limits: tuple[Limits, Limits]
    pairs: int
    seed: int = 0
    openings: tuple[str, ...] | None = None
    """Start positions that pairs use in turn; None to draw one for each pair."""
    plies: int | None = None
    """Random plies of drawn openings; None for the default of the game."""
    sizes: Sizes | None = None
    """The board sizes to draw from, one for each pair; None for that of the game."""
    adjudicate: dict[str, Any] | None = None
    load: tuple[str, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.pairs, bool) or not isinstance(self.pairs, int) or self.pairs < 1:
            raise ParameterError.wrong_value("pairs", self.pairs, "an integer of at least 1")
        # Fail here, before any game, if a worker could not play this.
        for game in map(tesuji.game, self._games):
            for spec in self.agents:
                tesuji.agent(spec).check(game)
        check_adjudicate(self.adjudicate)
        check_seed(self.seed)
        self.local_functions  # noqa: B018 - kept here, so that they exist until they have played
        self.task(0)

    @property
    def _games(self) -> list[str]:
        """The game, or those with each size of the board, the smallest first."""
        if self.sizes is None:
            return [self.game]
        low, high = self.sizes
        return [sized_game(self.game, size) for size in range(low, high + 1)]

    @property
    def shown_game(self) -> str:
        """The game as people read it, with the sizes of its boards if they are drawn."""
        if self.sizes is None:
            return self.game
        return f"{self.game}, sizes {self.sizes[0]} to {self.sizes[1]}"

    @property
    def title(self) -> str:
        """The name of the match, by default its agents and game."""
        return self.name or f"{self.agents[0]} - {self.agents[1]} on {self.shown_game}"

    @property
    def shown(self) -> str:
        """The title as people read it."""
        return self.title

    @cached_property
    def versions(self) -> dict[str, Any]:
        """Versions that decide the games, whatever the size of their boards."""
        return joined_versions(list(self._versions_by_game.values()))

    @cached_property
    def _versions_by_game(self) -> dict[str, dict[str, Any]]:
        """Versions that must be the same on every worker, by what a pair plays."""
        return {game: versions_here(game, self.load, self.agents) for game in self._games}

    @cached_property
    def local_functions(self) -> tuple[Function, ...]:
        """The functions among the agents that exist in this process only."""
        functions = (tesuji.agent(spec).function for spec in self.agents)
        return tuple(each for each in functions if each is not None and each.is_local)

    @cached_property
    def functions(self) -> tuple[FunctionTask, ...]:
        """The registered functions among the agents, so that workers can register them too."""
        named = {parse_spec(spec).name: tesuji.agent(spec).function for spec in self.agents}
        return tuple(
            FunctionTask(name, str(each.file), each.name, each.version)
            for name, each in named.items()
            if each is not None and not each.is_local and name in registered_agents()
        )

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that decides the games. A store resumes a match only if it is equal."""
        game = tesuji.game(self.game)
        decisive = {name: value for name, value in self.versions.items() if name != "tesuji"}
        return {
            **decisive,
            # The rest of the game's parameters may depend on the size.
            **(
                {"game": game.expanded_spec}
                if self.sizes is None
                else {"game": self.game, "sizes": list(self.sizes)}
            ),
            "agents": [tesuji.agent(spec).expanded(game) for spec in self.agents],
            "limits": [limits.to_dict() for limits in self.limits],
            "seed": self.seed,
            "openings": None if self.openings is None else list(self.openings),
            "plies": self.plies,
            "adjudicate": self.adjudicate,
        }

    def call_text(self) -> str:
        """The Python call that repeats the match."""
        own = [limits.arguments() for limits in self.limits]
        shared = own[0] if own[0] == own[1] else {}
        given: dict[str, Any] = {"game": self.game, "pairs": self.pairs, "seed": self.seed}
        given |= shared or {"first_limits": own[0], "second_limits": own[1]}
        rest = ("sizes", "plies", "adjudicate", "load", "name")
        given |= {name: value for name in rest if (value := getattr(self, name))}
        if self.openings is not None:
            given["openings"] = list(self.openings[:SHOWN_OPENINGS])
            given["openings"] += ["..."] * (len(self.openings) > SHOWN_OPENINGS)
        arguments = [
            *map(repr, self.agents),
            *(f"{name}={value!r}" for name, value in given.items()),
        ]
        return f"tesuji.match({', '.join(arguments)})"

    def openings_text(self) -> str:
        """The openings as people read them."""
        if self.openings is not None:
            return f"{len(self.openings)} given, in turn"
        game = tesuji.game(self.game)
        plies = default_plies(game) if self.plies is None else self.plies
        drawn = "the start is drawn" if game.draws_start else "drawn"
        if self.sizes is not None:
            drawn = f"board sizes {self.sizes[0]} to {self.sizes[1]} and {drawn}"
            drawn = drawn.replace("the start is", "the start are")
        return f"{drawn}, one per pair" + (f", {plies} random plies" if plies else "")

    def task(self, pair: int) -> PairTask:
        """The task that lets a worker play a pair."""
        played = pair_game(self.game, self.sizes, self.seed, pair)
        game = tesuji.game(played)
        return PairTask(
            game=played,
            agents=self.agents,
            limits=(self.limits[0].to_dict(), self.limits[1].to_dict()),
            opening=pair_opening(game, self.seed, pair, self.openings, self.plies),
            pair=pair,
            seed=derive_seed(self.seed, pair),
            load=self.load,
            functions=self.functions,
            folder=str(Path.cwd()),
            versions=self._versions_by_game[played],
            adjudicate=self.adjudicate,
        )

    def tasks(self, done: set[int]) -> Iterator[PairTask]:
        """The tasks of all pairs that are not done, in order."""
        return (self.task(pair) for pair in range(self.pairs) if pair not in done)


def make_plan(
    agents: tuple[AgentLike, AgentLike],
    *,
    game: str,
    pairs: int,
    seed: int = 0,
    openings: str | Path | Sequence[str] | None = None,
    plies: int | None = None,
    sizes: Sequence[int] | None = None,
    adjudicate: dict[str, Any] | None = None,
    load: Iterable[str | Path] = (),
    own_limits: tuple[GivenLimits, GivenLimits] = (None, None),
    limits: GivenLimits = None,
    name: str = "",
) -> MatchPlan:
    """Makes a plan from the arguments of `match`."""
    files = tuple(str(Path(file).resolve()) for file in load)
    for file in files:
        tesuji.load(file)
    players = tuple(map(tesuji.agent, agents))
    given = tesuji.game(game).spec
    if sizes is not None and openings is not None:
        raise ParameterError(
            "openings are positions on one board, so sizes cannot be drawn as well",
            where="sizes",
            given=sizes,
        )
    return MatchPlan(
        game=given,
        agents=(players[0].spec, players[1].spec),
        limits=planned_limits((players[0], players[1]), own_limits, limits),
        pairs=pairs,
        seed=seed,
        openings=_openings(openings, game),
        plies=plies,
        sizes=check_sizes(sizes, given),
        adjudicate=adjudicate,
        load=files,
        name=name,
    )


def planned_limits(
    agents: tuple[tesuji.Agent, tesuji.Agent],
    own_limits: tuple[GivenLimits, GivenLimits],
    limits: GivenLimits = None,
) -> tuple[Limits, Limits]:
    """The limits of both agents in a match with these arguments."""
    # Processor time outside this process cannot be charged, so both agents get the wall clock.
    clock = "wall" if any(agent.uses_wall_clock for agent in agents) else "cpu"
    first, second = (
        _limits(_own_or_shared(own, limits), agent, clock)
        for own, agent in zip(own_limits, agents, strict=True)
    )
    return first, second


def _own_or_shared(own: GivenLimits, shared: GivenLimits) -> dict[str, Any]:
    """Own limits replace the shared ones, except for clock and memory."""
    own, shared = _without_none(own), _without_none(shared)
    kept = {"clock", "memory"}
    if set(own) - kept:
        shared = {name: value for name, value in shared.items() if name in kept}
    return {**shared, **own}


def _without_none(given: GivenLimits) -> dict[str, Any]:
    return {name: value for name, value in (given or {}).items() if value is not None}


def _limits(options: dict[str, Any], agent: tesuji.Agent, clock: str) -> Limits:
    """The given limits, else those of the agent's spec, else the default."""
    options = {"clock": clock, **options}
    if not set(options) - {"clock", "memory"}:
        settings = agent.settings
        names = ("seconds", "first_seconds", "simulations", "nodes", "depth")
        own = {name: settings[name] for name in names if settings.get(name) is not None}
        options |= own or {"seconds": DEFAULT_SECONDS}
    return Limits.given(**options)


def _openings(given: str | Path | Sequence[str] | None, game: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if isinstance(given, str | Path):
        return tuple(position.text for position in read_openings(Path(given), tesuji.game(game)))
    return tuple(position.text for position in given_openings(given, tesuji.game(game)))
