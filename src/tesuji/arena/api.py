"""Matches, tournaments and experiments: the functions that people call."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import tesuji
from tesuji.arena.contest import Contest, Progress
from tesuji.arena.executors import check_jobs
from tesuji.arena.limits import Limits
from tesuji.arena.openings import given_openings, read_openings
from tesuji.arena.plan import MatchPlan
from tesuji.arena.rate import rate
from tesuji.arena.results import ExperimentResult, MatchResult, TournamentResult, conditions
from tesuji.arena.sprt import Sprt
from tesuji.errors import ParameterError
from tesuji.specs import Kind, Parameter, Slot, Spec, parse_spec

__all__ = ["ablate", "match", "scaling", "sweep", "tournament"]

DEFAULT_SECONDS = 0.1
_CONTEST = ("store", "new", "jobs", "cluster", "progress", "sprt")


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
    first_limits: dict[str, Any] | None = None,
    second_limits: dict[str, Any] | None = None,
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
    run: dict[str, Any] = {
        "store": store,
        "new": new,
        "jobs": jobs,
        "cluster": cluster,
        "progress": progress,
    }
    return _play([plan], sprt=sprt, **run)[0]


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
    own_limits: tuple[dict[str, Any] | None, dict[str, Any] | None] = (None, None),
    limits: dict[str, Any] | None = None,
    name: str = "",
) -> MatchPlan:
    """A plan from what people write."""
    files = tuple(str(Path(file).resolve()) for file in load)
    for file in files:
        tesuji.load(file)
    shared = {k: v for k, v in (limits or {}).items() if v is not None}
    made = [
        _limits(_own_or_shared(own, shared), spec)
        for own, spec in zip(own_limits, agents, strict=True)
    ]
    return MatchPlan(
        game=tesuji.game(game).spec,
        agents=(tesuji.agent(agents[0]).spec, tesuji.agent(agents[1]).spec),
        limits=(made[0], made[1]),
        pairs=pairs,
        seed=seed,
        openings=_openings(openings, game),
        plies=plies,
        adjudicate=adjudicate,
        load=files,
        name=name,
    )


def _own_or_shared(own: dict[str, Any] | None, shared: dict[str, Any]) -> dict[str, Any]:
    """An agent's own limits replace the shared ones; clock and memory stay unless given."""
    own = {name: value for name, value in (own or {}).items() if value is not None}
    kept = {"clock", "memory"}
    if set(own) - kept:
        shared = {name: value for name, value in shared.items() if name in kept}
    return {**shared, **own}


def _limits(options: dict[str, Any], agent: str) -> Limits:
    """What was given, else the limits of the agent's own spec, else the default."""
    options = {"clock": "cpu", **options}
    own = tesuji.agent(agent).settings
    limited = any(name in own for name in ("seconds", "simulations", "nodes", "depth"))
    if not set(options) - {"clock", "memory"} and not limited:
        options["seconds"] = DEFAULT_SECONDS
    return Limits.given(**options)


def _openings(given: str | Path | Sequence[str] | None, game: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if isinstance(given, str | Path):
        return tuple(position.text for position in read_openings(Path(given), tesuji.game(game)))
    return tuple(position.text for position in given_openings(given, tesuji.game(game)))


def _play(
    plans: Sequence[MatchPlan],
    *,
    sprt: str | Sprt | None = None,
    store: str | Path | None = None,
    new: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> list[MatchResult]:
    test = Sprt.parse(sprt) if isinstance(sprt, str) else sprt
    check_jobs(jobs)
    contest = Contest(plans, store=store, new=new, sprt=test)
    complete = contest.run(jobs=jobs, cluster=cluster, progress=progress)
    where = conditions(contest, jobs or os.cpu_count() or 1)
    return [MatchResult(each, contest, complete, where) for each in contest.matches]


def tournament(
    agents: Sequence[str],
    *,
    game: str,
    kind: str = "round-robin",
    pairs: int = 20,
    rounds: int | None = None,
    anchor: str | None = None,
    seed: int = 0,
    **options: Any,
) -> TournamentResult:
    """Plays agents against each other and rates them.

    ``kind`` is "round-robin", "gauntlet" (the first against all others) or "swiss" (``rounds``
    rounds, each against an opponent of about the same score). Options are those of `match`.

    >>> import tesuji
    >>> result = tesuji.tournament(["random", "greedy"], game="avalam", pairs=2, jobs=1)
    >>> [rating.name for rating in result.ratings]
    ['greedy', 'random']
    """
    specs = [tesuji.agent(spec).spec for spec in agents]
    if len(specs) < 2 or len(set(specs)) != len(specs):
        raise ParameterError(f"a tournament takes two or more different agents, not {specs}")
    if anchor is not None and (anchor := tesuji.agent(anchor).spec) not in specs:
        raise ParameterError(f"the anchor {anchor!r} does not play; agents are {', '.join(specs)}")
    if kind == "swiss":
        matches = _swiss(specs, game, pairs, rounds, seed, options)
    else:
        matches = _run_plans(
            [(a, b, seed) for a, b in _pairings(specs, kind)], game, pairs, options
        )
    gauge = None if anchor is None else tesuji.agent(anchor).spec
    return rate(game, specs, matches, anchor=gauge, seed=seed)


def _pairings(specs: Sequence[str], kind: str) -> list[tuple[str, str]]:
    if kind == "round-robin":
        return list(itertools.combinations(specs, 2))
    if kind == "gauntlet":
        return [(specs[0], other) for other in specs[1:]]
    raise ParameterError(f"a tournament is round-robin, gauntlet or swiss, not {kind!r}")


def _run_plans(
    meetings: Sequence[tuple[str, str, int]], game: str, pairs: int, options: dict[str, Any]
) -> list[MatchResult]:
    run = {name: options[name] for name in _CONTEST if name in options}
    plain = {name: value for name, value in options.items() if name not in _CONTEST}
    shape = {name: plain.pop(name) for name in _SHAPE if name in plain}
    plans = [
        make_plan((a, b), game=game, pairs=pairs, seed=seed, limits=plain, **shape)
        for a, b, seed in meetings
    ]
    return _play(plans, **run)


_SHAPE = ("openings", "plies", "adjudicate", "load")


def _swiss(
    specs: list[str],
    game: str,
    pairs: int,
    rounds: int | None,
    seed: int,
    options: dict[str, Any],
) -> list[MatchResult]:
    """Rounds in which neighbours in the standings meet who have not met yet."""
    points = dict.fromkeys(specs, 0.0)
    met: set[frozenset[str]] = set()
    rested: set[str] = set()
    matches: list[MatchResult] = []
    wanted = rounds or max(1, (len(specs) - 1).bit_length())
    for number in range(wanted):
        ranked = sorted(specs, key=lambda s: -points[s])
        if len(ranked) % 2:
            # The last who has not rested yet rests; nobody does so twice before all have.
            rests = next(spec for spec in reversed(ranked) if spec not in rested)
            rested = {*rested, rests} if len(rested) + 1 < len(specs) else set()
            ranked.remove(rests)
        meetings = _swiss_round(ranked, met)
        if not meetings:
            break
        played = _run_plans([(a, b, seed + number) for a, b in meetings], game, pairs, options)
        for result in played:
            first, second = result.agents
            met.add(frozenset(result.agents))
            points[first] += result.score
            points[second] += 1 - result.score
        matches += played
        if not all(result.complete for result in played):
            break
    return matches


def _swiss_round(ranked: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]]:
    meetings, left = [], list(ranked)
    while len(left) > 1:
        first = left.pop(0)
        for second in left:
            if frozenset((first, second)) not in met:
                left.remove(second)
                meetings.append((first, second))
                break
    return meetings


def sweep(
    agent: str,
    parameter: str,
    values: Sequence[Any],
    *,
    game: str,
    against: str | None = None,
    pairs: int = 50,
    seed: int = 0,
    **options: Any,
) -> ExperimentResult:
    """Plays an agent with one parameter at several values against a fixed opponent.

    ``parameter`` is a dotted path such as ``select.c``; the opponent is the agent as given.
    """
    base = parse_spec(tesuji.agent(agent).expanded())
    opponent = tesuji.agent(against or agent).spec
    if not values:
        raise ParameterError(f"a sweep takes one or more values of {parameter}")
    settings = []
    for value in values:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        settings.append((text, str(base.replaced(parameter, _spec_value(text)))))
    return _experiment("sweep", parameter, settings, opponent, game, pairs, seed, options)


def _spec_value(text: str) -> Any:
    return parse_spec(f"x(v={text})").arguments["v"]


def ablate(
    agent: str, *, game: str, pairs: int = 50, seed: int = 0, **options: Any
) -> ExperimentResult:
    """Switches each part of an agent back to its default in turn, and plays it against the whole.

    Parts are the top-level parameters in which the agent differs from its kind's defaults, and
    every switch that is on.
    """
    whole = tesuji.agent(agent)
    spec = parse_spec(whole.expanded())
    settings = [
        (f"without {name}", str(changed)) for name, changed in _without_parts(whole._kind, spec)
    ]
    if not settings:
        raise ParameterError(f"{agent} has no part that could be switched off")
    label = "part switched off"
    return _experiment("ablation", label, settings, whole.spec, game, pairs, seed, options)


def _without_parts(kind: Kind, spec: Spec) -> Iterable[tuple[str, Spec]]:
    default = parse_spec(tesuji.agent(kind.name).expanded())
    for parameter in kind.parameters:
        value = spec.arguments.get(parameter.name)
        if isinstance(parameter, Slot):
            off = parse_spec("none") if _has_none(parameter) else default.arguments[parameter.name]
            plain = off if isinstance(off, Spec) else parse_spec(parameter.default)
            if isinstance(value, Spec) and value.name != plain.name:
                yield parameter.name, spec.replaced(parameter.name, plain)
        elif isinstance(parameter, Parameter) and parameter.kind is bool and value is True:
            yield parameter.name, spec.replaced(parameter.name, False)


def _has_none(slot: Slot) -> bool:
    return any(kind.name == "none" for kind in slot.kinds)


def scaling(
    agent: str,
    *,
    game: str,
    simulations: Sequence[int] | None = None,
    seconds: Sequence[float] | None = None,
    pairs: int = 50,
    seed: int = 0,
    **options: Any,
) -> ExperimentResult:
    """Plays an agent with each budget against itself with the budget before."""
    if (simulations is None) == (seconds is None):
        raise ParameterError("scaling takes simulations or seconds, one of the two")
    name = "seconds" if simulations is None else "simulations"
    steps = list(seconds if simulations is None else simulations)  # type: ignore[arg-type]
    if len(steps) < 2:
        raise ParameterError(f"scaling takes two or more {name}, not {steps}")
    run = {key: options.pop(key) for key in _CONTEST if key in options}
    shape = {key: options.pop(key) for key in _SHAPE if key in options}
    plans = [
        make_plan(
            (agent, agent),
            game=game,
            pairs=pairs,
            seed=seed,
            own_limits=({name: more}, {name: less}),
            limits=options,
            name=f"{agent} with {more} against {less} {name} on {game}",
            **shape,
        )
        for less, more in itertools.pairwise(steps)
    ]
    matches = _play(plans, **run)
    points = tuple(zip((str(step) for step in steps[1:]), matches, strict=True))
    done = all(match.complete for match in matches)
    return ExperimentResult("scaling", game, name, points, done)


def _experiment(
    kind: str,
    label: str,
    settings: Sequence[tuple[str, str]],
    opponent: str,
    game: str,
    pairs: int,
    seed: int,
    options: dict[str, Any],
) -> ExperimentResult:
    matches = _run_plans([(spec, opponent, seed) for _, spec in settings], game, pairs, options)
    points = tuple(zip((name for name, _ in settings), matches, strict=True))
    return ExperimentResult(kind, game, label, points, all(m.complete for m in matches))
