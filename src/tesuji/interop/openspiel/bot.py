"""`TesujiBot`: a Tesuji agent as an OpenSpiel bot."""

from __future__ import annotations

from typing import Any

import pyspiel

import tesuji
from tesuji.agents import Player
from tesuji.agents.registry import AgentLike
from tesuji.games import Position
from tesuji.games.python import PythonState
from tesuji.interop.openspiel.game import OpenSpielGame
from tesuji.interop.openspiel.rules import SpielState
from tesuji.specs import POSITIONAL, Spec

__all__ = ["TesujiBot"]


class TesujiBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays OpenSpiel's games, and ours among them, with a Tesuji agent.

    The budget is that of `Agent.choose`: ``seconds``, ``simulations`` and so on.
    """

    def __init__(self, agent: AgentLike, *, seed: int = 0, **budget: Any) -> None:
        super().__init__()
        self.agent = tesuji.agent(agent)
        self.seed = seed
        self.budget = budget
        self._player: Player | None = None
        self._last: Position | None = None

    def step(self, state: Any) -> int:
        """The agent's action in a state in which a player is to move."""
        self._last = position = position_of(state, self._last)
        if self._player is None or self._player.game != position.game:
            self._player = self.agent.player(position.game, seed=self.seed)
        move = self._player.choose(position, **self.budget)
        if isinstance(position.game, OpenSpielGame):
            value: Any = position._state
            return int(value.value.actions[str(move)])
        return position.game.actions.index(move)

    def restart(self) -> None:
        """Ends the last game and forgets it."""
        if self._player is not None:
            self._player.close()
        self._player = self._last = None

    def restart_at(self, state: Any) -> None:
        """Forgets the last game; the position comes with each `step`."""
        self.restart()

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Nothing to note: the position comes with each `step`."""


def position_of(state: Any, before: Position | None = None) -> Position:
    """The position of an OpenSpiel state: one of ours, or of ``openspiel(...)``.

    If the state follows from ``before``, only the moves since then are replayed.
    """
    own = getattr(state, "position", None)
    if isinstance(own, Position):
        return own
    game = tesuji.game(str(Spec("openspiel", {POSITIONAL: str(state.get_game())})))
    value: SpielState = game.logic.start()  # type: ignore[attr-defined]
    history = state.history()
    if before is not None and before.game == game:
        reached: Any = before._state
        past = reached.value.state.history()
        if history[: len(past)] == past:
            value = reached.value
    for action in history[len(value.state.history()) :]:
        names = {number: name for name, number in value.actions.items()}
        value = value.child(names[action])
    return Position(game, PythonState(game.logic, value))  # type: ignore[attr-defined]
