"""The agents that specs can name."""

from __future__ import annotations

from tesuji.agents.agent import Agent
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.errors import UnknownAgentError
from tesuji.specs import Kind, did_you_mean, expand, parse_spec

__all__ = ["agent", "agent_kind", "agents"]

_kinds: dict[str, Kind] = {kind.name: kind for kind in AGENT_KINDS}


def agents() -> list[str]:
    """The names of all agents.

    >>> import tesuji
    >>> tesuji.agents()
    ['alphabeta', 'flat', 'greedy', 'mcts', 'random', 'random-walk']
    """
    return sorted(_kinds)


def agent_kind(name: str) -> Kind:
    """The declaration of an agent."""
    if name not in _kinds:
        raise UnknownAgentError(
            f"there is no agent {name!r}{did_you_mean(name, _kinds)}; known are"
            f" {', '.join(agents())}",
            name=name,
        )
    return _kinds[name]


def agent(spec: str) -> Agent:
    """The agent that a spec such as ``"mcts(select=ucb1(c=0.7))"`` describes.

    >>> import tesuji
    >>> tesuji.agent("mcts(selct=ucb1)")
    Traceback (most recent call last):
    tesuji.errors.ParameterError: mcts has no parameter 'selct' (did you mean 'select'?); ...
    >>> print(tesuji.agent("flat(simulations=100)").expanded())
    flat(rollout=uniform, result=wdl, time=share(moves=25.0, first=1.0, margin=0.05,
    forced=true), clock=wall, simulations=100)
    """
    parsed = parse_spec(spec)
    kind = agent_kind(parsed.name)
    return Agent(parsed, kind, expand(kind, parsed))
