"""The game ``openspiel("breakthrough")``: a game of OpenSpiel as a Tesuji game."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tesuji.games import Move, Position, Scene, TextBoard
from tesuji.games.planes import Plane, Planes
from tesuji.games.python import PythonGame
from tesuji.interop.openspiel.library import load_game
from tesuji.interop.openspiel.picture import Picture
from tesuji.interop.openspiel.rules import SpielRules
from tesuji.specs import POSITIONAL, Parameter, Plain, Spec, Value

__all__ = ["OpenSpielGame"]


class OpenSpielGame(PythonGame):
    """A game of OpenSpiel for two players who take turns and see everything.

    Moves are OpenSpiel's own texts, with underscores for spaces. The text of a position is
    ``start`` and the moves so far. Players have OpenSpiel's numbers: in a few games, such as
    chess, player 1 moves first.
    """

    name = "openspiel"
    title = "OpenSpiel"
    summary = "A game of OpenSpiel."
    players = ("First", "Second")
    positional_parameter = "game"
    declared_parameters = (
        Parameter(
            "game",
            str,
            None,
            'The game, with OpenSpiel\'s own parameters: "breakthrough(rows=6,columns=6)".',
            text=True,
            default_text="required",
        ),
    )

    def __init__(self, /, **given: Value) -> None:
        super().__init__(**given)
        text = str(self.parameters["game"])
        self.spiel = load_game(text)
        kind = self.spiel.get_type()
        self.logic = SpielRules(self.spiel, self.spec)
        # Each game of OpenSpiel has its own words and chance events.
        self.title = f"{kind.long_name} (OpenSpiel)"  # type: ignore[misc]
        self.summary = f"The game {text} of OpenSpiel."  # type: ignore[misc]
        self.has_chance = "STOCHASTIC" in kind.chance_mode.name  # type: ignore[misc]

    def resolve(self, bound: dict[str, Plain | None]) -> dict[str, Plain]:
        text = bound["game"]
        return {"game": "" if text is None else _canonical(str(text))}

    def _shortest_spec(self) -> str:
        return str(Spec(self.name, {POSITIONAL: self.parameters["game"]}))

    @property
    def rules(self) -> str:
        """A short description; the rules are in OpenSpiel's documentation."""
        return f"{self.title}. {self.summary} Its rules and notation are OpenSpiel's own."

    @cached_property
    def planes(self) -> Planes:
        """OpenSpiel's own observation, if it is a stack of grids."""
        known = self.spiel.get_type().provides_observation_tensor
        shape = self.spiel.observation_tensor_shape() if known else []
        if len(shape) != 3:
            raise self._undeclared("planes", "observation planes")

        def write(state: Any, player: int, array: Any) -> None:
            array[:].flat = state.value.state.observation_tensor(player)

        planes = tuple(Plane(f"plane {n}", "see OpenSpiel") for n in range(shape[0]))
        return Planes(shape[1], shape[2], planes, write)

    @cached_property
    def picture(self) -> Picture:
        """How positions are drawn."""
        return Picture(self.spiel)

    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        return self.picture.scene(position, _spiel_state(position), last_move)

    def board(self, position: Position) -> TextBoard:
        return self.picture.board(position, _spiel_state(position))


def _spiel_state(position: Position) -> Any:
    state: Any = position._state
    return state.value.state


def _canonical(text: str) -> str:
    """OpenSpiel's own form of a game and its parameters, so that equal games have equal specs."""
    return str(load_game(text)).removesuffix("()")
