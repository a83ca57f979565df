"""The game classes of EinStein würfelt nicht!, with a die and with a known cycle of numbers."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from tesuji import _core
from tesuji.games.actions import Actions, ewn_actions
from tesuji.games.board import TextBoard
from tesuji.games.compiled import CompiledGame
from tesuji.games.drawing import ewn as drawing
from tesuji.games.drawing import ewn_text
from tesuji.games.drawing.ewn_text import Layout
from tesuji.games.move import Move
from tesuji.games.pieces import Board, ewn_board
from tesuji.games.planes import Planes, ewn_planes
from tesuji.games.position import Position
from tesuji.games.registry import add_game_type
from tesuji.games.scene import Scene


class _EwnGame(CompiledGame):
    """Base of both games, which draw their cubes and boards in the same way."""

    players = ("Red", "Blue")
    draws_start = True
    layout: ClassVar[Layout]

    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        return drawing.scene(position, last_move, self.layout)

    def board(self, position: Position) -> TextBoard:
        return ewn_text.board(position, self.layout)

    def event_symbol(self, event: Move) -> str:
        return "⚀⚁⚂⚃⚄⚅"[int(event.text[1:]) - 1]

    def contents(self, position: Position) -> Board:
        return ewn_board(position._state, *self.layout[:3])

    @cached_property
    def planes(self) -> Planes:
        return ewn_planes(*self.layout[:3], cyclic=self.layout.cyclic)

    @cached_property
    def actions(self) -> Actions:
        return Actions(self, ewn_actions(self.layout.first_number, cyclic=self.layout.cyclic))


@add_game_type
class Ewn(_EwnGame):
    """The standard game: 5x5, a die before every move."""

    name = "ewn"
    title = "EinStein würfelt nicht!"
    summary = "The die decides which cube moves; reach the far corner or capture every enemy cube."
    safe = True
    has_chance = True
    layout = Layout(rows=5, columns=5, first_number=1, cyclic=False)
    core: Any = _core.Ewn


@add_game_type
class EwnCyclic(_EwnGame):
    """The game of the university course: 6x7, a known cycle of 21 numbers instead of a die."""

    name = "ewn-cyclic"
    title = "EinStein würfelt nicht!, cyclic"
    summary = "EinStein on a 6x7 board, with a known cycle of 21 numbers instead of a die."
    safe = True
    layout = Layout(rows=6, columns=7, first_number=0, cyclic=True)
    core: Any = _core.EwnCyclic
