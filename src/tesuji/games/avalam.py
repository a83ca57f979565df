"""The Avalam game class."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tesuji import _core
from tesuji.games.actions import Actions, avalam_actions
from tesuji.games.board import TextBoard
from tesuji.games.compiled import CompiledGame
from tesuji.games.drawing import avalam as drawing
from tesuji.games.move import Move
from tesuji.games.pieces import Board, avalam_board
from tesuji.games.planes import Planes, avalam_planes
from tesuji.games.position import Position
from tesuji.games.registry import add_game_type
from tesuji.games.scene import Scene

CELLS = 48
"""Number of cells; each holds a tower at the start."""


@add_game_type
class Avalam(CompiledGame):
    """Avalam on its board of 48 cells."""

    name = "avalam"
    title = "Avalam"
    summary = "Stack towers on neighbours, up to five high; the player who tops more towers wins."
    safe = True
    players = ("Yellow", "Red")
    core: Any = _core.Avalam

    def plies(self, position: Position) -> int:
        """Counts the missing towers: every move stacks one tower on another."""
        return CELLS - sum(map(str.isalpha, position.text))

    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        return drawing.scene(position, last_move)

    def board(self, position: Position) -> TextBoard:
        return drawing.board(position)

    def contents(self, position: Position) -> Board:
        return avalam_board(position._state)

    @cached_property
    def planes(self) -> Planes:
        return avalam_planes()

    @cached_property
    def actions(self) -> Actions:
        return Actions(self, avalam_actions())
