"""Facts for pictures of Pentago: stones, fives in a row, and where a twist moved the stones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tesuji.games.drawing.frame import cell_at

if TYPE_CHECKING:
    from tesuji.games.move import Move
    from tesuji.games.position import Position

__all__ = ["Cell", "fives", "last_cell", "last_quadrant", "stones", "twist_origins"]

Cell = tuple[int, int]

LINES = tuple(
    tuple((row + k * down, column + k * right) for k in range(5))
    for row in range(6)
    for column in range(6)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 4 * down < 6 and 0 <= column + 4 * right < 6
)


def stones(position: Position) -> dict[Cell, int]:
    """The player on each occupied cell."""
    state: Any = position._state
    cells = ((row, column) for row in range(6) for column in range(6))
    return {cell: player for cell in cells if (player := state.stone(*cell)) is not None}


def fives(position: Position) -> frozenset[Cell]:
    """All cells that are part of five in a row."""
    taken = stones(position)
    full = (line for line in LINES if len({taken.get(cell) for cell in line}) == 1)
    return frozenset(cell for line in full if line[0] in taken for cell in line)


def last_quadrant(position: Position, last_move: Move | None) -> str | None:
    """The quadrant that the last move twisted, A to D; None if there was no twist."""
    if last_move is None or _won_by_placing(position, last_move):
        return None
    return last_move.text[2]


def last_cell(position: Position, last_move: Move | None) -> Cell | None:
    """The cell of the last stone after the twist."""
    if last_move is None:
        return None
    cell = cell_at(last_move.text[:2])
    if last_quadrant(position, last_move) is None:
        return cell
    return _twisted(cell, last_move.text[2:])


def twist_origins(position: Position, last_move: Move | None) -> dict[Cell, Cell]:
    """Maps each cell that the last twist moved something to, to the cell that it came from."""
    if last_move is None or last_quadrant(position, last_move) is None:
        return {}
    cells = ((row, column) for row in range(6) for column in range(6))
    moved = {_twisted(cell, last_move.text[2:]): cell for cell in cells}
    return {after: before for after, before in moved.items() if after != before}


def _twisted(cell: Cell, twist: str) -> Cell:
    """The cell to which a twist such as "AR" moves the content of a cell."""
    row, column = cell
    if twist[0] != "ABCD"[2 * (row // 3) + column // 3]:
        return cell
    i, j = {
        "R": (column % 3, 2 - row % 3),
        "L": (2 - column % 3, row % 3),
        "F": (row % 3, 2 - column % 3),
    }[twist[1]]
    return row - row % 3 + i, column - column % 3 + j


def _won_by_placing(position: Position, last_move: Move) -> bool:
    """Whether the stone won before the twist, under the rule that allows it.

    The position does not always show it: the twist may have made a five that includes the placed
    stone. Such a five counts as made by the placement, so that no false twist is shown.
    """
    outcome = position.outcome
    if not position.game.parameters.get("placement_wins") or outcome is None:
        return False
    cell = cell_at(last_move.text[:2])
    own = {at for at, player in stones(position).items() if player == outcome.winner}
    mover = 1 - position.next_player
    if outcome.winner != mover or cell not in own:
        return False
    # There was no five before, so the placed stone is part of every five that it made.
    return all(cell in line for line in LINES if own.issuperset(line))
