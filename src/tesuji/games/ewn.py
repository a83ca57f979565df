"""EinStein würfelt nicht!, with dice and with a known cycle: declarations, picture, text board."""

from __future__ import annotations

from typing import Any

from tesuji import _core
from tesuji.games.board import Span, TextBoard
from tesuji.games.compiled import CompiledGame
from tesuji.games.move import Move
from tesuji.games.position import Position
from tesuji.games.registry import add_game_type
from tesuji.games.scene import Scene


class _EwnGame(CompiledGame):
    """What both games share: cubes on a board, drawn alike."""

    players = ("Red", "Blue")
    draws_start = True
    rows: int
    columns: int
    first_number: int

    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        raise NotImplementedError

    def board(self, position: Position) -> TextBoard:
        return TextBoard(((Span(position.text),),))


@add_game_type
class Ewn(_EwnGame):
    """The standard game: 5x5, a die before every move."""

    name = "ewn"
    title = "EinStein würfelt nicht!"
    summary = "The die says which cube moves; reach the far corner or capture every enemy cube."
    rows, columns, first_number = 5, 5, 1
    core: Any = _core.Ewn


@add_game_type
class EwnCyclic(_EwnGame):
    """The course's game: 6x7, a known cycle of 21 numbers in place of the die."""

    name = "ewn-cyclic"
    title = "EinStein würfelt nicht!, cyclic"
    summary = "As ewn on a 6x7 board, with a known cycle of 21 numbers in place of the die."
    rows, columns, first_number = 6, 7, 0
    core: Any = _core.EwnCyclic
