"""Idle parameters: what an experiment could change on an agent without changing any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tesuji.agents import Agent
from tesuji.games import Game
from tesuji.specs import Parameter, Slot, parameter_at

__all__ = ["idle_reason"]

_LIMITS = ("seconds", "simulations", "nodes", "depth")


def idle_reason(agent: Agent, path: str, game: Game, options: Mapping[str, Any]) -> str | None:
    """Why a parameter cannot matter on a game under the options of a match; None: it can.

    A ParameterError where the agent has no such parameter.
    """
    declared = parameter_at(agent._kind, agent._expanded, path)
    given = [name for name in (*_LIMITS, "time") if options.get(name) is not None]
    if path in _LIMITS and given:
        return (
            f"the limits of the call, {' and '.join(given)}, replace the agent's own: leave them"
            " out, or measure limits by scaling"
        )
    if path == "clock":
        return "the clock of the match replaces the agent's own"
    if path == "memory" and options.get("memory") is not None:
        return "the memory that the call gives replaces the agent's own: leave it out"
    if path.partition(".")[0] == "time" and path != "time.forced" and "time" not in given:
        return "there is no clock for the whole game, such as time 60+0.5, that it could divide"
    return _idle_on(declared, game)


def _idle_on(declared: Parameter | Slot, game: Game) -> str | None:
    if isinstance(declared, Parameter) and declared.dice and not game.has_chance:
        return f"{game.spec} has no dice"
    return None
