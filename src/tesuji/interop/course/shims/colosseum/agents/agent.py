"""Stands in for the course's `agents.agent`: the base class of agents."""

from __future__ import annotations

from typing import Any


class Agent:
    """A player; subclasses override `step`."""

    def __init__(self) -> None:
        self.name = "DummyAgent"
        self.autoplay = True

    def __str__(self) -> str:
        return self.name

    def step(self, chess_board: Any, my_pos: Any, adv_pos: Any, max_step: int) -> tuple[Any, int]:
        """Chooses an end cell and the side of its new wall."""
        raise NotImplementedError("step")
