"""Tesuji's games as OpenSpiel games: ``pyspiel.load_game("tesuji_avalam")``."""

from __future__ import annotations

from functools import cache
from typing import Any

import pyspiel

import tesuji
from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.games.registry import game_types

__all__ = ["register", "twin_name", "twin_of"]

STARTS = 256
"""The start positions between which the first chance event decides, if starts are random."""
LONGEST = {
    "avalam": 47,
    "colosseum": 264,
    "ewn": 96,
    "ewn-cyclic": 204,
    "pentago": 36,
    "pentago-twist": 36,
}
"""Bounds on the number of moves in one game; for Colosseum, that of the largest board."""


def twin_name(name: str) -> str:
    """The name of one of our games in OpenSpiel."""
    return f"tesuji_{name.replace('-', '_')}"


@cache
def register() -> tuple[str, ...]:
    """Registers our games with OpenSpiel; returns their names. Calling it again has no effect.

    The games have our parameters, and ``starts`` if start positions are random: the number of
    starts between which the first chance event decides; 1 means the start of seed 0.
    """
    for name in LONGEST:
        kind = _game_type(name)
        pyspiel.register_game(kind, _game_class(name, kind))
    return tuple(map(twin_name, LONGEST))


def twin_of(game: Game) -> Any:
    """The OpenSpiel game with the rules of one of our games."""
    if game.name not in LONGEST:
        raise ParameterError(
            f"{game.spec} has no twin in OpenSpiel",
            owner="openspiel.bot",
            where="game",
            given=game.spec,
            expected=f"openspiel(...), {', '.join(LONGEST)}",
        )
    register()
    parameters = dict(game.parameters)
    if game.draws_start:
        parameters["starts"] = 1
    return pyspiel.load_game(twin_name(game.name), parameters)


def _game_type(name: str) -> Any:
    game = game_types()[name]
    # OpenSpiel needs a number for every parameter: -1 stands for "decided by the others".
    given: dict[str, Any] = {
        p.name: -1 if p.default is None else p.default for p in game.declared_parameters
    }
    if game.draws_start:
        given["starts"] = STARTS
    chance = game.has_chance or game.draws_start
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=twin_name(name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=given,
    )


def _game_class(name: str, kind: Any) -> type:
    class TwinGame(pyspiel.Game):  # type: ignore[misc]
        """One of our games, with the interface of OpenSpiel's games."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = dict(kind.parameter_specification) | dict(params or {})
            self.starts = int(given.pop("starts", 1))
            if self.starts < 1:
                raise ParameterError.wrong_value("starts", self.starts, "an integer of at least 1")
            own = {key: value for key, value in given.items() if value != -1}
            self.game = tesuji.game(str(_spec(name, own)))
            info = pyspiel.GameInfo(
                num_distinct_actions=len(self.game.actions),
                max_chance_outcomes=max(self.starts, 6) if _has_chance(name) else 0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST[name],
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self, state: Any = None) -> TwinState:
            return TwinState(self)

        def state_of(self, position: Position) -> TwinState:
            """A state without history in which this position is on the board."""
            return TwinState(self, position)

        def max_chance_nodes_in_history(self) -> int:
            return 1 + (LONGEST[name] if self.game.has_chance else 0)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (
                iig_obs_type.public_info and not iig_obs_type.perfect_recall
            ):
                return PlanesObserver(self.game)
            from open_spiel.python.observation import IIGObserverForPublicInfoGame

            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    return TwinGame


def _has_chance(name: str) -> bool:
    kind = game_types()[name]
    return kind.has_chance or kind.draws_start


def _spec(name: str, parameters: dict[str, Any]) -> str:
    from tesuji.specs import plain_spec

    return str(plain_spec(name, parameters))


class TwinState(pyspiel.State):  # type: ignore[misc]
    """A position of ours, with the interface of OpenSpiel's states."""

    def __init__(self, game: Any, position: Position | None = None) -> None:
        super().__init__(game)
        self.position = position
        """The position; None before the first chance event, which decides the start."""
        self.tesuji_game: Game = game.game
        self.starts: int = game.starts
        if position is None and self.starts == 1:
            self.position = game.game.start()

    def current_player(self) -> int:
        if self.position is None or self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.next_player

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return self.tesuji_game.actions.legal(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.position is None:
            return [(number, 1 / self.starts) for number in range(self.starts)]
        events = self.position.chance_outcomes
        return [(number, chance) for number, (_, chance) in enumerate(events)]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.tesuji_game.start(seed=action)
        elif self.position.is_chance:
            event, _ = self.position.chance_outcomes[action]
            self.position = self.position.play(event)
        else:
            self.position = self.tesuji_game.actions.play(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return str(self.tesuji_game.actions[action])
        if self.position is None:
            return f"start {action}"
        return str(self.position.chance_outcomes[action][0])

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.is_over

    def returns(self) -> list[float]:
        outcome = None if self.position is None else self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return "before the start" if self.position is None else self.position.text


class PlanesObserver:
    """Observes the planes of `position.to_array`; the text is that of the position."""

    def __init__(self, game: Game) -> None:
        import numpy

        self.tensor = numpy.zeros(game.planes.shape, numpy.float32).ravel()
        self.dict = {"planes": self.tensor.reshape(game.planes.shape)}

    def set_from(self, state: TwinState, player: int) -> None:
        self.tensor.fill(0)
        if state.position is not None:
            self.dict["planes"][:] = state.position.to_array(player)

    def string_from(self, state: TwinState, player: int) -> str:
        return str(state)
