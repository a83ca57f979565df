"""Boards as data: the pieces, walls and dice of a position, for heuristics and tests.

Cells are (row, column), counted from 0 at the top left. ``"a1"`` names the same cell as (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tesuji.errors import GameDefinitionError, ParameterError
from tesuji.games.drawing.avalam import COLUMNS
from tesuji.games.drawing.frame import cell_at, cell_name

if TYPE_CHECKING:
    from tesuji.games.position import Position

__all__ = ["AVALAM_CELLS", "SIDES", "Board", "Piece"]

Cell = tuple[int, int]
Wall = tuple[int, int, str]
SIDES = "urdl"
"""The sides of a cell: up, right, down, left; the order of the core's directions."""
_STEPS = {"u": (-1, 0), "r": (0, 1), "d": (1, 0), "l": (0, -1)}
AVALAM_CELLS = tuple(
    (row, column)
    for row, (first, last) in enumerate(COLUMNS)
    for column in range(first, last + 1)
    if (row, column) != (4, 4)
)
"""The 48 cells of the Avalam board, row by row; the centre is a hole."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell. ``value`` is a tower's height or a cube's number, else 1."""

    player: int
    row: int
    column: int
    value: int = 1

    @property
    def cell(self) -> str:
        """The name of the cell, such as ``"c4"``."""
        return cell_name(self.row, self.column)


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """The contents of a position, read with ``position.board``.

    ``board["c4"]`` and ``board[3, 2]`` are the piece on a cell, or None.

    >>> import tesuji
    >>> board = tesuji.game("avalam").start().board
    >>> board["c1"]
    Piece(player=0, row=0, column=2, value=1)
    >>> len(board.cells), len(board.pieces)
    (48, 48)
    """

    rows: int
    columns: int
    pieces: tuple[Piece, ...]
    holes: frozenset[Cell] = frozenset()
    """Cells of the rectangle that do not belong to the board."""
    walls: frozenset[Wall] = frozenset()
    """Colosseum: the walls inside the border as (row, column, side); each is listed once, as "r"
    of the cell to its left or "d" of the cell above it."""
    dice: tuple[int, ...] = ()
    """EWN: the known dice, the next one first; empty before a roll."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the board, row by row."""
        return tuple(cell for cell in self._rectangle() if cell not in self.holes)

    def __getitem__(self, cell: str | Cell) -> Piece | None:
        at = self._cell(cell)
        return next((piece for piece in self.pieces if (piece.row, piece.column) == at), None)

    def is_open(self, cell: str | Cell, side: str) -> bool:
        """Whether nothing blocks a side ("u", "r", "d" or "l") of a cell: no wall, no border."""
        if side not in _STEPS or len(side) != 1:
            raise ParameterError.wrong_value("side", side, "u, r, d or l")
        row, column = self._cell(cell)
        down, right = _STEPS[side]
        next_cell = (row + down, column + right)
        if not self._has(next_cell):
            return False
        upper_left = min((row, column), next_cell)
        return (*upper_left, "d" if down else "r") not in self.walls

    def _cell(self, cell: str | Cell) -> Cell:
        try:
            at = cell_at(cell) if isinstance(cell, str) else (cell[0], cell[1])
        except (ValueError, TypeError, IndexError):
            at = (-1, -1)
        if not self._has(at):
            raise ParameterError.wrong_value("cell", cell, 'a cell of the board, such as "c4"')
        return at

    def _has(self, cell: Cell) -> bool:
        row, column = cell
        return 0 <= row < self.rows and 0 <= column < self.columns and cell not in self.holes

    def _rectangle(self) -> Iterator[Cell]:
        return ((row, column) for row in range(self.rows) for column in range(self.columns))


_AVALAM_HOLES = frozenset((row, column) for row in range(9) for column in range(9)) - frozenset(
    AVALAM_CELLS
)


def avalam_board(state: Any) -> Board:
    """The towers; ``value`` is the height."""
    towers = ((row, column, state.tower(row, column)) for row, column in AVALAM_CELLS)
    pieces = tuple(
        Piece(int(height < 0), row, column, abs(height)) for row, column, height in towers if height
    )
    return Board(rows=9, columns=9, pieces=pieces, holes=_AVALAM_HOLES)


def colosseum_board(state: Any) -> Board:
    """The two players and the walls inside the border."""
    size = state.size
    inside = range(size - 1)
    walls = [(row, c, "r") for row in range(size) for c in inside if not state.is_open(row, c, 1)]
    walls += [
        (r, column, "d")
        for r in inside
        for column in range(size)
        if not state.is_open(r, column, 2)
    ]
    pieces = tuple(Piece(player, *state.cell(player)) for player in (0, 1))
    return Board(rows=size, columns=size, pieces=pieces, walls=frozenset(walls))


def ewn_board(state: Any, rows: int, columns: int, first_number: int) -> Board:
    """The cubes and the known dice; ``value`` is the number on the cube."""
    pieces = tuple(
        Piece(player, cell[0], cell[1], number)
        for player in (0, 1)
        for number, cell in enumerate(state.squares(player), first_number)
        if cell is not None
    )
    return Board(rows=rows, columns=columns, pieces=pieces, dice=tuple(state.dice()))


def pentago_board(state: Any) -> Board:
    """The stones."""
    stones = ((row, column, state.stone(row, column)) for row in range(6) for column in range(6))
    pieces = tuple(Piece(player, r, c) for r, c, player in stones if player is not None)
    return Board(rows=6, columns=6, pieces=pieces)


def python_board(position: Position, rules: Any, grid: list[str] | None) -> Board:
    """The board of a Python game, from its method ``pieces(state)``."""
    state: Any = position._state
    if not hasattr(rules, "pieces"):
        raise GameDefinitionError(
            f"{position.game.spec} has no board: its class has no method pieces(state)",
            game=position.game.spec,
            method="pieces",
            expected="(player, row, column) or (player, row, column, value) for each piece",
        )
    pieces = tuple(Piece(*piece) for piece in rules.pieces(state.value))
    rows, columns = _size(pieces, grid)
    return Board(rows=rows, columns=columns, pieces=pieces)


def _size(pieces: Iterable[Piece], grid: list[str] | None) -> tuple[int, int]:
    """The size of the grid, or of the smallest board that holds the pieces."""
    cells = [(piece.row + 1, piece.column + 1) for piece in pieces]
    if grid:
        cells.append((len(grid), max(map(len, grid))))
    return max((row for row, _ in cells), default=0), max((c for _, c in cells), default=0)
