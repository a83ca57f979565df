"""Series: sweeps, ablations and scaling runs, a match for each setting."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import tesuji
from tesuji.agents import Agent
from tesuji.agents.registry import AgentLike
from tesuji.arena.match.api import play_meetings
from tesuji.arena.match.ineffective import why_ineffective
from tesuji.arena.match.series import SeriesResult
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.games.registry import game_text
from tesuji.specs import Kind, Parameter, Slot, Spec, expand, parse_spec

__all__ = ["ablate", "scaling", "sweep"]


def sweep(
    agent: AgentLike,
    parameter: str,
    values: Sequence[Any],
    *,
    game: str | Game,
    against: AgentLike | None = None,
    pairs: int = 50,
    seed: int = 0,
    **options: Any,
) -> SeriesResult:
    """Plays an agent with one parameter at several values against a fixed opponent.

    ``parameter`` is a dotted path such as ``select.c``; the opponent is the agent as given.
    """
    game = game_text(game)
    whole = _fitting(agent, game)
    whole = tesuji.agent(whole.expanded(tesuji.game(game)))
    base = parse_spec(whole.expanded())
    opponent = tesuji.agent(against or agent).spec
    if not values:
        raise ParameterError(f"a sweep needs at least one value of {parameter}", name=parameter)
    if reason := why_ineffective(whole, parameter, tesuji.game(game), options):
        raise ParameterError(f"a sweep of {parameter} has no effect: {reason}", name=parameter)
    settings = []
    for value in values:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        settings.append((text, str(base.replaced(parameter, _spec_value(text)))))
    shared: dict[str, Any] = {"game": game, "pairs": pairs, "seed": seed}
    shared["names"] = [
        f"{_text(agent)} with {parameter}={text} - {opponent} on {game}" for text, _ in settings
    ]
    return _play_series("sweep", parameter, settings, opponent, options=options, **shared)


def _fitting(agent: AgentLike, game: str) -> Agent:
    """The agent, checked against the game before any of its parts is replaced."""
    whole = tesuji.agent(agent)
    whole.check(tesuji.game(game))
    return whole


def _text(agent: AgentLike) -> str:
    """A spec as it was given; the spec of other agents."""
    return agent if isinstance(agent, str) else tesuji.agent(agent).spec


def _spec_value(text: str) -> Any:
    return parse_spec(f"x(v={text})").arguments["v"]


def ablate(
    agent: AgentLike, *, game: str | Game, pairs: int = 50, seed: int = 0, **options: Any
) -> SeriesResult:
    """Switches off each part of an agent in turn, and plays the rest against the whole agent.

    Parts are the top-level parameters in which the agent differs from its kind's defaults, and
    every switch that is on. Parts that have no effect on this game are left out.
    """
    game = game_text(game)
    whole = _fitting(agent, game)
    parts = dict(_without_parts(whole._kind, parse_spec(whole.expanded())))
    why = {name: why_ineffective(whole, name, tesuji.game(game), options) for name in parts}
    settings = [
        (f"without {name}", str(changed)) for name, changed in parts.items() if not why[name]
    ]
    if not settings:
        raise ParameterError(f"{_text(agent)} has no part that can be switched off on {game}")
    label = "part switched off"
    shared: dict[str, Any] = {"game": game, "pairs": pairs, "seed": seed}
    shared["names"] = [
        f"{_text(agent)} {without} - {_text(agent)} on {game}" for without, _ in settings
    ]
    result = _play_series("ablation", label, settings, whole.spec, options=options, **shared)
    return replace(result, left_out=tuple((name, reason) for name, reason in why.items() if reason))


def _without_parts(kind: Kind, spec: Spec) -> Iterable[tuple[str, Spec]]:
    default = expand(kind, Spec(kind.name, {}))
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
    agent: AgentLike,
    *,
    game: str | Game,
    simulations: Sequence[int] | None = None,
    seconds: Sequence[float] | None = None,
    nodes: Sequence[int] | None = None,
    depth: Sequence[int] | None = None,
    pairs: int = 50,
    seed: int = 0,
    **options: Any,
) -> SeriesResult:
    """Plays an agent at each budget against itself at the previous one.

    Give two or more values of one of ``simulations``, ``seconds``, ``nodes`` and ``depth``.
    """
    game = game_text(game)
    given = {"simulations": simulations, "seconds": seconds, "nodes": nodes, "depth": depth}
    chosen = {name: list(steps) for name, steps in given.items() if steps is not None}
    if len(chosen) != 1:
        raise ParameterError(
            f"scaling takes one of {', '.join(given)}, not {' and '.join(chosen) or 'none'}"
        )
    ((name, steps),) = chosen.items()
    if len(steps) < 2:
        raise ParameterError(f"scaling needs two or more {name}, not {steps}", name=name)
    steps_up = list(itertools.pairwise(steps))
    matches = play_meetings(
        [(agent, agent)] * len(steps_up),
        game=game,
        pairs=pairs,
        seed=seed,
        options=options,
        own_limits=[({name: more}, {name: less}) for less, more in steps_up],
        names=[
            f"{_text(agent)} with {more} against {less} {name} on {game}" for less, more in steps_up
        ],
    )
    points = tuple(zip((str(step) for step in steps[1:]), matches, strict=True))
    return SeriesResult("scaling", game, name, points)


def _play_series(
    kind: str,
    label: str,
    settings: Sequence[tuple[str, str]],
    opponent: str,
    *,
    options: dict[str, Any],
    **shared: Any,
) -> SeriesResult:
    meetings = [(spec, opponent) for _, spec in settings]
    matches = play_meetings(meetings, options=options, **shared)
    points = tuple(zip((name for name, _ in settings), matches, strict=True))
    return SeriesResult(kind, shared["game"], label, points)
