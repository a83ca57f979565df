"""Each game as a PettingZoo environment: ``tesuji.interop.pettingzoo.env("avalam")``.

Needs ``pip install 'tesuji[pettingzoo]'``. The agents are "player_0" and "player_1". An observation
is a dict: "observation" has the planes of ``position.to_array(player)``, "action_mask" has 1 for
each legal action. Actions are the numbers of ``game.actions``. The reward at the end is 1, 0 or -1.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error.name} is not installed: pip install 'tesuji[pettingzoo]'", name=error.name
    ) from error

import tesuji
from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.games.chance import draw_event

__all__ = ["TesujiEnv", "env", "raw_env"]

RENDER_MODES = ("ansi", "svg")
PLAYERS = ("player_0", "player_1")


def env(game: str | Game, *, render_mode: str | None = None) -> Any:
    """The environment of a game, which ends with a loss when an agent plays an illegal action.

    >>> from tesuji.interop.pettingzoo import env
    >>> avalam = env("avalam")
    >>> avalam.reset(seed=7)
    >>> observation, reward, termination, truncation, info = avalam.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((13, 9, 9), 292)
    """
    wrapped = wrappers.TerminateIllegalWrapper(
        raw_env(game, render_mode=render_mode), illegal_reward=-1
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: str | Game, *, render_mode: str | None = None) -> TesujiEnv:
    """The environment without wrappers: an illegal action raises IllegalMoveError."""
    return TesujiEnv(tesuji.game(game) if isinstance(game, str) else game, render_mode)


class TesujiEnv(AECEnv):  # type: ignore[misc]
    """A game as an environment in which two agents act in turn.

    The random numbers of ``reset(seed=...)`` decide random starts and chance events. Events are
    drawn at once, so an agent always sees a position in which a player is to move, or the end.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "tesuji",
        "is_parallelizable": False,
    }

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            expected = ", ".join(RENDER_MODES)
            raise ParameterError.wrong_value("render_mode", render_mode, expected)
        self.game = game
        self.metadata = {**type(self).metadata, "name": f"tesuji_{game.name}"}  # type: ignore[misc]
        self.render_mode = render_mode
        self.possible_agents = list(PLAYERS)
        self._planes, self._actions = game.planes, game.actions
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, self._planes.shape, numpy.float32),
                "action_mask": spaces.Box(0, 1, (len(self._actions),), numpy.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(PLAYERS, observation)
        self.action_spaces = {player: spaces.Discrete(len(self._actions)) for player in PLAYERS}
        self.position: Position | None = None
        """The position on the board; None before the first reset."""
        self._random: Any = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. ``options={"position": TEXT}`` starts from that position."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(PLAYERS)
        self.rewards = dict.fromkeys(PLAYERS, 0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos: dict[str, dict[str, Any]] = {player: {} for player in PLAYERS}
        text = (options or {}).get("position")
        start_seed = int(self._random.integers(2**63))
        self._arrive(self.game.start(start_seed) if text is None else self.game.position(text))

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes as this agent sees them; only the agent to act has legal actions."""
        position = self._current()
        player = PLAYERS.index(agent)
        mask = numpy.zeros(len(self._actions), numpy.int8)
        if position.to_move == player:
            mask = self._actions.mask(position)
        return {"observation": self._planes.array(position, player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action; after the end, only None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        following = self._actions.play(self._current(), -1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0
        self._arrive(following)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text ("ansi") or as an SVG picture ("svg")."""
        if self.render_mode is None:
            return None
        position = self._current()
        return str(position) if self.render_mode == "ansi" else position.svg()

    def close(self) -> None:
        """Nothing to close."""

    def _current(self) -> Position:
        if self.position is None:
            raise ParameterError("call reset() first", where="position", expected="a game")
        return self.position

    def _arrive(self, position: Position) -> None:
        """Draws the chance events that come next, and ends the game if it is over."""
        while position.is_chance:
            position = position.play(draw_event(position, self._random))
        self.position = position
        self.agent_selection = PLAYERS[position.next_player]
        if outcome := position.outcome:
            for player, name in enumerate(PLAYERS):
                self.rewards[name] = round(2 * outcome.value_for(player) - 1)
                self.terminations[name] = True
