"""The Colosseum Survival! game class."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tesuji import _core
from tesuji.errors import ParameterError
from tesuji.games.actions import Actions, colosseum_actions
from tesuji.games.board import TextBoard
from tesuji.games.compiled import CompiledGame
from tesuji.games.drawing import colosseum as drawing
from tesuji.games.drawing import colosseum_text
from tesuji.games.move import Move
from tesuji.games.pieces import Board, colosseum_board
from tesuji.games.planes import Planes, colosseum_planes
from tesuji.games.position import Position
from tesuji.games.registry import add_game_type
from tesuji.games.scene import Scene
from tesuji.specs import Parameter, Plain, Value


@add_game_type
class Colosseum(CompiledGame):
    """Colosseum Survival! on a board of 4x4 to 12x12 cells."""

    name = "colosseum"
    title = "Colosseum Survival!"
    summary = "Walk, then build a wall; once the players are separated, the larger region wins."
    safe = True
    players = ("Violet", "Orange")
    draws_start = True
    declared_parameters = (
        Parameter("size", int, 8, "Cells along each side.", low=4, high=12),
        Parameter(
            "walls",
            int,
            None,
            "Pairs of walls at the start; the 2022 courses used half the size, rounded up.",
            low=0,
            high=6,
            default_text="size // 2 - 1",
        ),
    )

    def __init__(self, /, **given: Value) -> None:
        super().__init__(**given)
        size, walls = int(self.parameters["size"]), int(self.parameters["walls"])
        self.core: Any = _core.NarrowColosseum if size <= 8 else _core.WideColosseum
        self.start_arguments = (size, walls)
        self.parse_arguments = (size,)

    def resolve(self, bound: dict[str, Plain | None]) -> dict[str, Plain]:
        size, walls = bound["size"], bound["walls"]
        assert isinstance(size, int)
        if walls is None:
            walls = size // 2 - 1
        elif walls > (most := (size + 1) // 2):  # type: ignore[operator]
            expected = f"an integer from 0 to {most} on a board of size {size}"
            raise ParameterError(
                f"colosseum: walls={walls} is out of range, expected {expected}",
                where="walls",
                given=walls,
                expected=expected,
            )
        return {"size": size, "walls": walls}

    def parse_move(self, text: str) -> int:
        code: int = self.core.parse_move(text, *self.parse_arguments)
        return code

    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        return drawing.scene(position, last_move)

    def board(self, position: Position) -> TextBoard:
        return colosseum_text.board(position)

    def contents(self, position: Position) -> Board:
        return colosseum_board(position._state)

    @cached_property
    def planes(self) -> Planes:
        return colosseum_planes(int(self.parameters["size"]))

    @cached_property
    def actions(self) -> Actions:
        return Actions(self, colosseum_actions(int(self.parameters["size"])))
