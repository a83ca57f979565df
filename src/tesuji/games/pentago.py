"""Pentago-Twist and Pentago: declarations, picture and text board."""

from __future__ import annotations

from typing import Any

from tesuji import _core
from tesuji.games.board import Span, TextBoard
from tesuji.games.compiled import CompiledGame
from tesuji.games.move import Move
from tesuji.games.position import Position
from tesuji.games.registry import add_game_type
from tesuji.games.scene import Scene
from tesuji.specs import Parameter, Value


class _PentagoGame(CompiledGame):
    """What both games share: the board and how it is drawn."""

    players = ("White", "Black")

    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        raise NotImplementedError

    def board(self, position: Position) -> TextBoard:
        return TextBoard(((Span(position.text),),))


@add_game_type
class PentagoTwist(_PentagoGame):
    """Pentago-Twist: the twist turns a quadrant clockwise or flips it left-right."""

    name = "pentago-twist"
    title = "Pentago-Twist"
    summary = "Place a stone, turn or flip a quadrant; five in a row after the twist wins."
    core: Any = _core.PentagoTwist


@add_game_type
class Pentago(_PentagoGame):
    """Pentago: the twist turns a quadrant by 90 degrees either way."""

    name = "pentago"
    title = "Pentago"
    summary = "Place a stone, turn a quadrant either way; five in a row after the turn wins."
    declared_parameters = (
        Parameter(
            "placement_wins",
            bool,
            False,
            "A five made by placing the stone wins at once, and the turn is left out.",
        ),
    )

    def __init__(self, **given: Value) -> None:
        super().__init__(**given)
        self.core: Any = _core.Pentago
        if self.parameters["placement_wins"]:
            self.core = _core.PentagoPlacement
