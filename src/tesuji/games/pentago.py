"""The game classes of Pentago-Twist and Pentago."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from tesuji import _core
from tesuji.games.actions import Actions, pentago_actions
from tesuji.games.board import TextBoard
from tesuji.games.compiled import CompiledGame
from tesuji.games.drawing import pentago as drawing
from tesuji.games.drawing import pentago_text
from tesuji.games.move import Move
from tesuji.games.pentago_codes import decoded_text
from tesuji.games.pieces import Board, pentago_board
from tesuji.games.planes import Planes, pentago_planes
from tesuji.games.position import Position
from tesuji.games.registry import add_game_type
from tesuji.games.scene import Scene
from tesuji.specs import Parameter, Value


class _PentagoGame(CompiledGame):
    """Base of both games, which share the board and how it is drawn."""

    players = ("White", "Black")
    twists: ClassVar[str]
    """The letters of the two twists, in the order of their buttons."""

    def plies(self, position: Position) -> int:
        """Counts the stones: every move places one."""
        return sum(map(str.isalpha, position.text))

    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        return drawing.scene(position, last_move, twists=self.twists)

    def board(self, position: Position) -> TextBoard:
        return pentago_text.board(position)

    def contents(self, position: Position) -> Board:
        return pentago_board(position._state)

    @cached_property
    def planes(self) -> Planes:
        return pentago_planes()

    @cached_property
    def actions(self) -> Actions:
        return Actions(self, pentago_actions(self.twists))


@add_game_type
class PentagoTwist(_PentagoGame):
    """Pentago-Twist: the twist turns a quadrant clockwise or flips it left-right."""

    name = "pentago-twist"
    title = "Pentago-Twist"
    summary = "Place a stone, turn or flip a quadrant; five in a row after the twist wins."
    safe = True
    twists = "FR"
    core: Any = _core.PentagoTwist

    def parse_move(self, text: str) -> int:
        """Reads the usual notation, or a code of five digits."""
        return super().parse_move(decoded_text(text) or text)


@add_game_type
class Pentago(_PentagoGame):
    """Pentago: the twist turns a quadrant by 90 degrees either way."""

    name = "pentago"
    title = "Pentago"
    summary = "Place a stone, turn a quadrant either way; five in a row after the turn wins."
    safe = True
    twists = "LR"
    declared_parameters = (
        Parameter(
            "placement_wins",
            bool,
            False,
            "Placing a stone that makes five in a row wins immediately, without the turn.",
        ),
    )

    def __init__(self, /, **given: Value) -> None:
        super().__init__(**given)
        self.core: Any = _core.Pentago
        if self.parameters["placement_wins"]:
            self.core = _core.PentagoPlacement
