"""Planning: from what people write to plans, and from plans to results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import tesuji
from tesuji.arena.contest import Contest, Progress
from tesuji.arena.limits import Limits
from tesuji.arena.openings import given_openings, read_openings
from tesuji.arena.plan import MatchPlan
from tesuji.arena.results import MatchResult
from tesuji.arena.sprt import Sprt
from tesuji.arena.workers import check_jobs

__all__ = ["RUN_OPTIONS", "GivenLimits", "make_plan", "play_meetings", "play_plans"]

GivenLimits = Mapping[str, Any] | None
"""Limits as keyword arguments have them; None: those that all agents share."""

DEFAULT_SECONDS = 0.1
RUN_OPTIONS = ("store", "new", "jobs", "cluster", "progress", "sprt")
"""Options of a run; the others shape the match itself."""
SHAPE_OPTIONS = ("openings", "plies", "adjudicate", "load")


def make_plan(
    agents: tuple[str, str],
    *,
    game: str,
    pairs: int,
    seed: int = 0,
    openings: str | Path | Sequence[str] | None = None,
    plies: int | None = None,
    adjudicate: dict[str, Any] | None = None,
    load: Iterable[str | Path] = (),
    own_limits: tuple[GivenLimits, GivenLimits] = (None, None),
    limits: GivenLimits = None,
    name: str = "",
) -> MatchPlan:
    """A plan from what people write."""
    files = tuple(str(Path(file).resolve()) for file in load)
    for file in files:
        tesuji.load(file)
    first, second = (
        _limits(_own_or_shared(own, limits), spec)
        for own, spec in zip(own_limits, agents, strict=True)
    )
    return MatchPlan(
        game=tesuji.game(game).spec,
        agents=(tesuji.agent(agents[0]).spec, tesuji.agent(agents[1]).spec),
        limits=(first, second),
        pairs=pairs,
        seed=seed,
        openings=_openings(openings, game),
        plies=plies,
        adjudicate=adjudicate,
        load=files,
        name=name,
    )


def _own_or_shared(own: GivenLimits, shared: GivenLimits) -> dict[str, Any]:
    """An agent's own limits replace the shared ones; clock and memory stay unless given."""
    own, shared = _without_none(own), _without_none(shared)
    kept = {"clock", "memory"}
    if set(own) - kept:
        shared = {name: value for name, value in shared.items() if name in kept}
    return {**shared, **own}


def _without_none(given: GivenLimits) -> dict[str, Any]:
    return {name: value for name, value in (given or {}).items() if value is not None}


def _limits(options: dict[str, Any], agent: str) -> Limits:
    """What was given, else the limits of the agent's own spec, else the default."""
    options = {"clock": "cpu", **options}
    if not set(options) - {"clock", "memory"}:
        settings = tesuji.agent(agent).settings
        names = ("seconds", "simulations", "nodes", "depth")
        own = {name: settings[name] for name in names if settings.get(name) is not None}
        options |= own or {"seconds": DEFAULT_SECONDS}
    return Limits.given(**options)


def _openings(given: str | Path | Sequence[str] | None, game: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if isinstance(given, str | Path):
        return tuple(position.text for position in read_openings(Path(given), tesuji.game(game)))
    return tuple(position.text for position in given_openings(given, tesuji.game(game)))


def play_plans(
    plans: Sequence[MatchPlan],
    *,
    sprt: str | Sprt | None = None,
    store: str | Path | None = None,
    new: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> list[MatchResult]:
    """Plays matches together, or goes on with them."""
    test = Sprt.parse(sprt) if isinstance(sprt, str) else sprt
    check_jobs(jobs)
    contest = Contest(plans, store=store, new=new, sprt=test)
    complete = contest.run(jobs=jobs, cluster=cluster, progress=progress)
    return [MatchResult(each, contest, complete) for each in contest.matches]


def play_meetings(
    meetings: Sequence[tuple[str, str]],
    *,
    game: str,
    pairs: int,
    seed: int,
    options: Mapping[str, Any],
    names: Sequence[str] = (),
    own_limits: Sequence[tuple[GivenLimits, GivenLimits]] = (),
) -> list[MatchResult]:
    """Plays matches that share everything but their agents, names and own limits."""
    run = {name: options[name] for name in RUN_OPTIONS if name in options}
    shape = {name: options[name] for name in SHAPE_OPTIONS if name in options}
    limits = {
        name: value for name, value in options.items() if name not in RUN_OPTIONS + SHAPE_OPTIONS
    }
    plans = [
        make_plan(
            agents,
            game=game,
            pairs=pairs,
            seed=seed,
            limits=limits,
            own_limits=own_limits[number] if own_limits else (None, None),
            name=names[number] if names else "",
            **shape,
        )
        for number, agents in enumerate(meetings)
    ]
    return play_plans(plans, **run)
