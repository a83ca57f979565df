"""`TesujiBot`: a Tesuji agent as an OpenSpiel bot."""

from __future__ import annotations

from typing import Any

import pyspiel

import tesuji
from tesuji.agents import Agent, Player
from tesuji.games import Game, Position
from tesuji.interop.openspiel.game import OpenSpielGame
from tesuji.interop.openspiel.rules import SpielState
from tesuji.specs import POSITIONAL, Spec

__all__ = ["TesujiBot"]


class TesujiBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays OpenSpiel's games, and ours among them, with a Tesuji agent.

    The budget is that of `Agent.choose`: ``seconds``, ``simulations`` and so on.
    """

    def __init__(self, agent: str | Agent, *, seed: int = 0, **budget: Any) -> None:
        super().__init__()
        self.agent = tesuji.agent(agent) if isinstance(agent, str) else agent
        self.seed = seed
        self.budget = budget
        self._player: Player | None = None

    def step(self, state: Any) -> int:
        """The agent's action in a state in which a player is to move."""
        position = position_of(state)
        if self._player is None or self._player.game != position.game:
            self._player = self.agent.player(position.game, seed=self.seed)
        move = self._player.choose(position, **self.budget)
        if isinstance(position.game, OpenSpielGame):
            value: Any = position._state
            return int(value.value.actions[str(move)])
        return position.game.actions.index(move)

    def restart(self) -> None:
        """Forgets the last game."""
        self._player = None

    def restart_at(self, state: Any) -> None:
        """Forgets the last game; the position comes with each `step`."""
        self._player = None

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Nothing to note: the position comes with each `step`."""


def position_of(state: Any) -> Position:
    """The position of an OpenSpiel state: one of ours, or of ``openspiel(...)``."""
    own = getattr(state, "position", None)
    if isinstance(own, Position):
        return own
    game: Game = tesuji.game(str(Spec("openspiel", {POSITIONAL: str(state.get_game())})))
    assert isinstance(game, OpenSpielGame)
    value: SpielState = game.logic.start()
    for action in state.history():
        names = {number: name for name, number in value.actions.items()}
        value = value.child(names[action])
    return game.position(value.text)
