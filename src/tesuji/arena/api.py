"""Matches and tournaments, and all else that people call: the arena's functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import tesuji
from tesuji.arena.contest import Progress
from tesuji.arena.experiments import ablate, scaling, sweep
from tesuji.arena.planning import GivenLimits, make_plan, play_meetings, play_plans
from tesuji.arena.rate import rate
from tesuji.arena.results import MatchResult, TournamentResult
from tesuji.arena.schedule import Standings, default_rounds, meetings
from tesuji.arena.sprt import Sprt
from tesuji.errors import ParameterError

__all__ = ["ablate", "match", "scaling", "sweep", "tournament"]


def match(
    first: str,
    second: str,
    *,
    game: str,
    pairs: int = 100,
    sprt: str | Sprt | None = None,
    jobs: int | None = None,
    store: str | Path | None = None,
    new: bool = False,
    cluster: str | None = None,
    seed: int = 0,
    openings: str | Path | Sequence[str] | None = None,
    plies: int | None = None,
    adjudicate: dict[str, Any] | None = None,
    load: Iterable[str | Path] = (),
    first_limits: GivenLimits = None,
    second_limits: GivenLimits = None,
    progress: Progress | None = None,
    name: str = "",
    **limits: Any,
) -> MatchResult:
    """Plays a match of two agents in pairs: the same opening and dice, sides swapped.

    ``limits`` are a budget a move (``seconds``, ``clock``, ``simulations``, ...; default 0.1 CPU
    seconds) or ``time="60+0.5"`` for the game; ``first_limits`` and ``second_limits`` give an
    agent its own. With ``sprt="0,20"`` the match ends as soon as the test decides. With a
    ``store`` every finished pair is kept, and the same call goes on where it was stopped; a
    ``name`` tells matches of the same agents apart there.
    ``adjudicate`` is ``{"proven": True}`` or ``{"value": 0.98, "moves": 3}``. Ctrl-C returns
    what there is.

    >>> import tesuji
    >>> result = tesuji.match("greedy", "random", game="avalam", pairs=2, jobs=1)
    >>> result.pentanomial.pairs
    2
    """
    plan = make_plan(
        (first, second),
        game=game,
        pairs=pairs,
        seed=seed,
        openings=openings,
        plies=plies,
        adjudicate=adjudicate,
        load=load,
        own_limits=(first_limits, second_limits),
        limits=limits,
        name=name,
    )
    return play_plans(
        [plan],
        sprt=sprt,
        store=store,
        new=new,
        jobs=jobs,
        cluster=cluster,
        progress=progress,
    )[0]


def tournament(
    agents: Sequence[str],
    *,
    game: str,
    kind: str = "round-robin",
    pairs: int = 20,
    rounds: int | None = None,
    anchor: str | None = None,
    seed: int = 0,
    agent_limits: Mapping[str, Mapping[str, Any]] | None = None,
    **options: Any,
) -> TournamentResult:
    """Plays agents against each other and rates them.

    ``kind`` is "round-robin", "gauntlet" (the first against all others) or "swiss" (``rounds``
    rounds, each against an opponent of about the same score). ``agent_limits`` gives agents
    limits of their own, by spec. Other options are those of `match`; there is no ``sprt``:
    matches that stop early would bend the ratings.

    >>> import tesuji
    >>> result = tesuji.tournament(["random", "greedy"], game="avalam", pairs=2, jobs=1)
    >>> [rating.name for rating in result.ratings]
    ['greedy', 'random']
    """
    specs = _different_agents(agents)
    anchor = None if anchor is None else _one_of(specs, anchor, "the anchor")
    if options.get("sprt") is not None:
        raise ParameterError(
            "a tournament has no sprt: matches that a test stops show more than is there, and"
            " bend the ratings; play a match, or a tournament with a number of pairs"
        )
    if rounds is not None and (kind != "swiss" or not _is_count(rounds)):
        raise ParameterError(f"rounds is a number of at least 1, for a swiss; not {rounds!r}")
    own = {_one_of(specs, spec, "limits of"): given for spec, given in (agent_limits or {}).items()}
    if kind == "swiss":
        wanted = rounds or default_rounds(len(specs))
        matches = _swiss(specs, wanted, game=game, pairs=pairs, seed=seed, own=own, **options)
    else:
        matches = _round(
            meetings(specs, kind), game=game, pairs=pairs, seed=seed, own=own, **options
        )
    return rate(game, specs, matches, anchor=anchor, seed=seed)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _different_agents(agents: Sequence[str]) -> list[str]:
    specs = [tesuji.agent(spec).spec for spec in agents]
    if len(specs) < 2 or len(set(specs)) != len(specs):
        raise ParameterError(f"a tournament takes two or more different agents, not {specs}")
    return specs


def _one_of(specs: Sequence[str], given: str, what: str) -> str:
    spec = tesuji.agent(given).spec
    if spec not in specs:
        raise ParameterError(f"{what} {spec!r}: it does not play; agents are {', '.join(specs)}")
    return spec


def _round(
    pairings: Sequence[tuple[str, str]],
    *,
    game: str,
    pairs: int,
    seed: int,
    own: Mapping[str, Mapping[str, Any]],
    **options: Any,
) -> list[MatchResult]:
    own_limits = [(own.get(first), own.get(second)) for first, second in pairings]
    return play_meetings(
        pairings, game=game, pairs=pairs, seed=seed, options=options, own_limits=own_limits
    )


def _swiss(agents: Sequence[str], rounds: int, *, seed: int, **options: Any) -> list[MatchResult]:
    """Rounds in which neighbours in the standings meet who have not met yet."""
    standings = Standings(agents)
    matches: list[MatchResult] = []
    for number in range(rounds):
        pairings = standings.next_round()
        played = _round(pairings, seed=seed + number, **options) if pairings else []
        matches += played
        if not played or not all(result.complete for result in played):
            break
        for result in played:
            standings.add(*result.agents, result.score)
    return matches
