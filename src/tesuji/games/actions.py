"""Actions: all moves of a game in a fixed order, for libraries that number moves from 0.

| game | actions | order |
|---|---|---|
| avalam | 292 | by the tower's cell, then by the target cell, both row by row |
| colosseum | 4 * size * size | by the end cell, row by row, then the side: u, r, d, l |
| ewn | 36 | by the cube, then the direction: e, s, se (Red), w, n, nw (Blue) |
| ewn-cyclic | 48 | by the cube, then the direction: e, s, se, ne (Red), w, n, nw, sw (Blue) |
| pentago, pentago-twist | 288 | by the cell, row by row, then the quadrant, then R first |

Walls on the border of Colosseum have numbers too, but are never legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, final, overload

from tesuji.errors import GameDefinitionError, IllegalMoveError
from tesuji.games.drawing.frame import cell_name
from tesuji.games.move import Move
from tesuji.games.pieces import AVALAM_CELLS, SIDES

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from tesuji.games.base import Game
    from tesuji.games.position import Position

__all__ = [
    "Actions",
    "avalam_actions",
    "colosseum_actions",
    "ewn_actions",
    "pentago_actions",
    "python_actions",
]


@final
class Actions(Sequence[Move]):
    """All moves of a game, numbered from 0; chance events are not among them.

    >>> import tesuji
    >>> actions = tesuji.game("pentago").actions
    >>> len(actions), str(actions[9]), actions.index("b1AL")
    (288, 'b1AL', 9)
    """

    def __init__(self, game: Game, texts: Iterable[str]) -> None:
        self.game = game
        self._codes: tuple[Any, ...] = tuple(game.move(text).code for text in texts)
        self._numbers = {code: number for number, code in enumerate(self._codes)}

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [Move(self.game, code) for code in self._codes[index]]
        return Move(self.game, self._codes[index])

    def index(self, move: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a move or of its text."""
        if isinstance(move, str):
            move = self.game.move(move)
        number = self._numbers.get(move.code) if move.game == self.game else None
        if number is None or not start <= number < (len(self) if stop is None else stop):
            raise ValueError(f"{move} is not one of the actions of {self.game.spec}")
        return number

    def legal(self, position: Position) -> list[int]:
        """The numbers of the legal moves, in ascending order."""
        return sorted(self._numbers[code] for code in position._state.legal_moves())

    def mask(self, position: Position) -> NDArray[numpy.int8]:
        """1 for each action that is legal, else 0."""
        import numpy

        mask = numpy.zeros(len(self), numpy.int8)
        mask[[self._numbers[code] for code in position._state.legal_moves()]] = 1
        return mask

    def play(self, position: Position, action: int) -> Position:
        """The position after an action."""
        if not 0 <= action < len(self):
            raise IllegalMoveError(
                f"{action} is not an action of {self.game.spec}, which has 0 to {len(self) - 1}",
                game=self.game.spec,
                move=str(action),
                position=position.text,
            )
        return position.play(self[int(action)])


def avalam_actions() -> list[str]:
    """Every step from a cell to a neighbour."""
    return [
        cell_name(row, column) + cell_name(*target)
        for row, column in AVALAM_CELLS
        for target in AVALAM_CELLS
        if max(abs(target[0] - row), abs(target[1] - column)) == 1
    ]


def colosseum_actions(size: int) -> list[str]:
    """Every cell with every side."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    return [cell_name(*cell) + side for cell in cells for side in SIDES]


def ewn_actions(first_number: int, *, cyclic: bool) -> list[str]:
    """Every cube with every direction of both players."""
    numbers = range(first_number, first_number + 6)
    directions = "e s se ne w n nw sw" if cyclic else "e s se w n nw"
    return [f"{number}{direction}" for number in numbers for direction in directions.split()]


def pentago_actions(twists: str) -> list[str]:
    """Every cell with every quadrant and twist."""
    cells = [(row, column) for row in range(6) for column in range(6)]
    return [
        cell_name(*cell) + quadrant + twist
        for cell in cells
        for quadrant in "ABCD"
        for twist in sorted(twists, reverse=True)
    ]


def python_actions(rules: Any, spec: str) -> list[str]:
    """The actions of a Python game, from its method ``actions()``."""
    if not hasattr(rules, "actions"):
        raise GameDefinitionError(
            f"{spec} has no fixed actions: its class has no method actions()",
            game=spec,
            method="actions",
            expected="a list of all moves",
        )
    return [str(move) for move in rules.actions()]
