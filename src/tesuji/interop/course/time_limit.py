"""The budget of an agent of ours on a server or for a judge that limits the time per move."""

from __future__ import annotations

from typing import Any

from tesuji.agents import Agent

__all__ = ["budget_within"]

SHARE = 0.9
"""The share of the limit that the agent uses: its answer must still travel."""


def budget_within(seconds: float, agent: Agent, share: float = SHARE) -> dict[str, Any]:
    """A share of the time limit; nothing for an agent that counts its work and not its time.

    >>> import tesuji
    >>> budget_within(2.0, tesuji.agent("pentago-uct"))
    {'seconds': 1.8, 'clock': 'wall'}
    >>> budget_within(2.0, tesuji.agent("mcts(simulations=100)"))
    {}
    """
    settings = agent.settings
    counts = any(settings.get(name) is not None for name in ("simulations", "nodes", "depth"))
    if counts and settings.get("seconds") is None:
        return {}
    return {"seconds": share * seconds, "clock": "wall"}
