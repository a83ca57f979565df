"""Observation planes: a position as a stack of numpy grids, declared once for each game.

``position.to_array()``, PettingZoo, OpenSpiel and learning use the same planes. An array has the
shape (planes, rows, columns) and holds 32-bit floats from 0 to 1. Planes are relative to one
player, by default the player to move: "own" planes show that player's pieces, "opponent" planes
the other's. The board itself is never turned. Two planes at the end are filled with one number:
whether it is this player's turn, and whether this is player 0. At a chance position it is the
turn of the player who moves after the event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tesuji.errors import GameDefinitionError, ParameterError
from tesuji.games.pieces import AVALAM_CELLS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from tesuji.games.position import Position

    Array = NDArray[numpy.float32]

__all__ = [
    "Plane",
    "Planes",
    "avalam_planes",
    "colosseum_planes",
    "ewn_planes",
    "pentago_planes",
    "python_planes",
]


@dataclass(frozen=True, slots=True)
class Plane:
    """One plane: its name, and what its numbers mean."""

    name: str
    meaning: str


TURN = (
    Plane("turn", "1 everywhere if it is this player's turn, else 0"),
    Plane("first player", "1 everywhere if this is player 0, else 0"),
)
"""The last two planes of every game of the core."""


@dataclass(frozen=True, slots=True)
class Planes:
    """The planes of a game, read with ``game.planes``.

    >>> import tesuji
    >>> planes = tesuji.game("pentago").planes
    >>> planes.names, planes.shape
    (('own', 'opponent', 'turn', 'first player'), (4, 6, 6))
    """

    rows: int
    columns: int
    planes: tuple[Plane, ...]
    write: Callable[[Any, int, Array], None]
    """Fills an array of zeros from a state and a player, except the planes of `TURN`."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the arrays: planes, rows, columns."""
        return len(self.planes), self.rows, self.columns

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the planes."""
        return tuple(plane.name for plane in self.planes)

    def array(self, position: Position, player: int | None = None) -> Array:
        """The planes of a position as this player sees it; by default, the player to move."""
        import numpy

        state: Any = position._state
        if player is None:
            player = state.to_move
        elif player not in (0, 1):
            raise ParameterError.wrong_value("player", player, "0 or 1")
        array = numpy.zeros(self.shape, numpy.float32)
        self.write(state, player, array)
        if self.planes[-2:] == TURN:
            array[-2] = state.to_move == player
            array[-1] = player == 0
        return array


def avalam_planes() -> Planes:
    """The cells of the board, and a plane for each owner and height of a tower."""
    rows, columns = (list(part) for part in zip(*AVALAM_CELLS, strict=True))
    own, other = {0: 0}, {0: 0}  # height, negative for player 1 -> plane; 0 is set anyway
    for height in range(1, 6):
        own[height] = other[-height] = height
        own[-height] = other[height] = 5 + height

    def write(state: Any, player: int, array: Array) -> None:
        number = other if player else own
        tower = state.tower
        array[0, rows, columns] = 1
        array[[number[tower(*cell)] for cell in AVALAM_CELLS], rows, columns] = 1

    planes = (
        Plane("cell", "1 on the 48 cells of the board"),
        *(Plane(f"own {n}", f"towers of height {n} with own counter on top") for n in range(1, 6)),
        *(Plane(f"opponent {n}", f"the opponent's towers of height {n}") for n in range(1, 6)),
    )
    return Planes(9, 9, planes + TURN, write)


def colosseum_planes(size: int) -> Planes:
    """The players, and a plane for each side of a cell with its walls, the border included."""
    cells = [(row, column) for row in range(size) for column in range(size)]

    def write(state: Any, player: int, array: Array) -> None:
        array[0][state.cell(player)] = 1
        array[1][state.cell(1 - player)] = 1
        is_open = state.is_open
        array[2:6] = 1
        array[3] -= _grid([is_open(row, column, 1) for row, column in cells], size)
        array[4] -= _grid([is_open(row, column, 2) for row, column in cells], size)
        array[2, 1:] = array[4, :-1]
        array[5, :, 1:] = array[3, :, :-1]

    sides = {"up": "above", "right": "on the right of", "down": "below", "left": "on the left of"}
    planes = (
        Plane("own", "the cell of this player"),
        Plane("opponent", "the cell of the opponent"),
        *(
            Plane(f"wall {s}", f"a wall or the border {where} the cell")
            for s, where in sides.items()
        ),
    )
    return Planes(size, size, planes + TURN, write)


def _grid(values: list[bool], size: int) -> Array:
    import numpy

    return numpy.array(values, numpy.float32).reshape(size, size)


CUBES = 6
CYCLE = 21
"""The known numbers of the cyclic game."""


def ewn_planes(rows: int, columns: int, first_number: int, *, cyclic: bool) -> Planes:
    """A plane for each cube, for each number of the die, and for each later number of a cycle."""
    numbers = range(first_number, first_number + CUBES)
    die = 2 * CUBES

    def write(state: Any, player: int, array: Array) -> None:
        for first, owner in ((0, player), (CUBES, 1 - player)):
            for cube, cell in enumerate(state.squares(owner), first):
                if cell is not None:
                    array[cube][cell] = 1
        dice = state.dice()
        if dice:
            array[die + dice[0] - first_number] = 1
        for later, number in enumerate(dice[1:], die + CUBES):
            array[later] = number / (CUBES - 1)

    planes = (
        *(Plane(f"own {n}", f"own cube {n}") for n in numbers),
        *(Plane(f"opponent {n}", f"the opponent's cube {n}") for n in numbers),
        *(Plane(f"die {n}", f"1 everywhere if the die shows {n}") for n in numbers),
        *(
            Plane(f"later {n}", f"a fifth of the die's number {n} moves later, everywhere")
            for n in range(1, CYCLE if cyclic else 1)
        ),
    )
    return Planes(rows, columns, planes + TURN, write)


def pentago_planes() -> Planes:
    """The stones of each player."""
    cells = [(row, column) for row in range(6) for column in range(6)]

    def write(state: Any, player: int, array: Array) -> None:
        stone = state.stone
        for row, column in cells:
            owner = stone(row, column)
            if owner is not None:
                array[owner ^ player, row, column] = 1

    planes = (Plane("own", "own stones"), Plane("opponent", "the opponent's stones"))
    return Planes(6, 6, planes + TURN, write)


def python_planes(rules: Any, spec: str, start: Any) -> Planes:
    """The planes of a Python game, from its method ``planes(state, player)``.

    It returns a dict of rows of numbers by name, always with the same names and sizes.
    """
    if not hasattr(rules, "planes"):
        raise GameDefinitionError(
            f"{spec} has no observation planes: its class has no method planes(state, player)",
            game=spec,
            method="planes",
            expected="a dict of rows of numbers by name",
        )
    example = _stacked(rules.planes(start, 0), spec)

    def write(state: Any, player: int, array: Array) -> None:
        found = rules.planes(state.value, player)
        stacked = _stacked(found, spec)
        if tuple(found) != names or stacked.shape != array.shape:
            raise GameDefinitionError(
                f"{spec}: planes({state.value!r}, {player}) returned {tuple(found)} of shape"
                f" {stacked.shape}, expected {names} of shape {array.shape}",
                game=spec,
                method="planes",
                state=repr(state.value),
                answer=f"{tuple(found)} of shape {stacked.shape}",
            )
        array[:] = stacked

    names = tuple(rules.planes(start, 0))
    planes = tuple(Plane(name, "declared by the game") for name in names)
    return Planes(example.shape[1], example.shape[2], planes, write)


def _stacked(found: Mapping[str, Sequence[Sequence[float]]], spec: str) -> Array:
    import numpy

    try:
        stacked = numpy.array(list(found.values()), numpy.float32)
    except (AttributeError, TypeError, ValueError):
        stacked = numpy.zeros(0, numpy.float32)
    if stacked.ndim != 3 or 0 in stacked.shape:
        raise GameDefinitionError(
            f"{spec}: planes(state, player) returned {found!r},"
            " expected a dict of rows of numbers by name, all of one size",
            game=spec,
            method="planes",
            answer=repr(found),
        )
    return stacked
