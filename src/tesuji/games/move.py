"""Moves, and the lazy sequence of a position's legal moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, final, overload

from tesuji.errors import NotationError
from tesuji.values import Frozen

if TYPE_CHECKING:
    from tesuji.games.base import Game

__all__ = ["LegalMoves", "Move"]


@final
class Move(Frozen):
    """A move or a chance event of one game; prints as notation.

    >>> import tesuji
    >>> move = tesuji.game("avalam").move("c4d5")
    >>> str(move)
    'c4d5'
    >>> move
    tesuji.game('avalam').move('c4d5')
    """

    __slots__ = ("code", "game")
    game: Game
    code: Any
    """The core's number for the move; in a Python game, the value from ``moves(state)``."""

    def __init__(self, game: Game, code: Any) -> None:
        self._set(game=game, code=code)

    @property
    def text(self) -> str:
        """The move in notation."""
        return self.game.move_text(self.code)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{self.game!r}.move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.code == other.code and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game, self.code))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_move, (self.game, self.text)


def _restore_move(game: Game, text: str) -> Move:
    return game.move(text)


@final
class LegalMoves(Sequence[Move]):
    """The legal moves of a position: a sequence that creates Move objects on demand.

    >>> import tesuji
    >>> moves = tesuji.game("avalam").start().legal_moves
    >>> len(moves), "c4d5" in moves, "a1a2" in moves
    (292, True, False)
    """

    __slots__ = ("_codes", "_game")

    def __init__(self, game: Game, codes: tuple[Any, ...]) -> None:
        self._game = game
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    def __iter__(self) -> Iterator[Move]:
        return (Move(self._game, code) for code in self._codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return LegalMoves(self._game, self._codes[index])
        return Move(self._game, self._codes[index])

    def __contains__(self, move: object) -> bool:
        """Whether a move, or its text, is legal; False for any other object."""
        return self.count(move) > 0

    def count(self, move: object) -> int:
        """1 for a legal move or its text, else 0."""
        if isinstance(move, str):
            try:
                move = self._game.move(move)
            except NotationError:
                return 0
        if not isinstance(move, Move) or move.game != self._game:
            return 0
        return int(move.code in self._codes)

    def index(self, move: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of a legal move or its text."""
        if move not in self:
            raise ValueError(f"{move!s} is not one of the {len(self)} legal moves")
        code = (self._game.move(move) if isinstance(move, str) else move).code
        return self._codes.index(code, start, len(self._codes) if stop is None else stop)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return self._codes == other._codes and self._game == other._game

    def __hash__(self) -> int:
        return hash((self._game, self._codes))

    def __repr__(self) -> str:
        shown = " ".join(self._game.move_text(code) for code in self._codes[:6])
        more = " ..." if len(self._codes) > 6 else ""
        return f"<{len(self._codes)} legal moves: {shown}{more}>"
