"""Ineffective parameters: those that cannot change any game of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tesuji.agents import Agent
from tesuji.games import Game
from tesuji.specs import Parameter, parameter_at, parse_spec

__all__ = ["why_ineffective"]

_LIMITS = ("seconds", "simulations", "nodes", "depth")
_NEEDS = {"reduce_history": "reduce", "late_depth": "late"}
"""Parameters that do nothing where another one is 0."""


def why_ineffective(agent: Agent, path: str, game: Game, options: Mapping[str, Any]) -> str | None:
    """Why a parameter has no effect on a game under the options of a match; None if it has one.

    Raises ParameterError if the agent has no such parameter.
    """
    declared = parameter_at(agent._kind, agent._expanded, path)
    given = [name for name in (*_LIMITS, "time") if options.get(name) is not None]
    if path in _LIMITS and given:
        return (
            f"the match sets {' and '.join(given)}, which replaces the agent's own limits: leave it"
            " out, or use scaling"
        )
    if path == "clock":
        return "the clock of the match replaces the agent's own"
    if path == "memory" and options.get("memory") is not None:
        return "the match sets memory, which replaces the agent's own: leave it out"
    if path.partition(".")[0] == "time" and path != "time.forced" and "time" not in given:
        return "it divides the time of a whole game, and the match sets no time such as 60+0.5"
    if path == "adapt" and "time" not in given:
        return "it works on a clock for a whole game, and the match sets no time such as 60+0.5"
    needed = _NEEDS.get(path, "")
    if parse_spec(agent.expanded(game)).arguments.get(needed) == 0:
        return f"it does nothing where {needed} is 0"
    if isinstance(declared, Parameter) and declared.dice and not game.has_chance:
        return f"{game.spec} has no dice"
    return None
