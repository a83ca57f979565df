"""Stands in for the course's `store`: the register of agents."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T", bound=type)
AGENT_REGISTRY: dict[str, type] = {}


def register_agent(agent_name: str = "") -> Callable[[T], T]:
    """Registers a class under a name; a name is used once."""

    def register(cls: T) -> T:
        if agent_name in AGENT_REGISTRY:
            raise AssertionError(f"an agent {agent_name!r} is registered already")
        AGENT_REGISTRY[agent_name] = cls
        return cls

    return register
