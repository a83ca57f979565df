"""Positions: one immutable class for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from tesuji.errors import GameOverError, IllegalMoveError, ParameterError
from tesuji.games.move import LegalMoves, Move
from tesuji.games.outcome import Outcome
from tesuji.games.scene import Scene
from tesuji.games.svg import scene_to_svg
from tesuji.values import Frozen

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from tesuji.games.base import Game
    from tesuji.games.pieces import Board, Piece
    from tesuji.games.state import State

__all__ = ["Position"]


@final
class Position(Frozen):
    """A position of a game: immutable, hashable, picklable.

    It is exactly one of: over (``outcome`` is set), a chance position (``chance_outcomes`` is
    not empty) or a decision (``legal_moves`` is not empty). Equality and hash depend on
    everything that affects the rest of the game, but not on the moves that led here.

    >>> import tesuji
    >>> position = tesuji.game("pentago-twist").start()
    >>> position.to_move, len(position.legal_moves)
    (0, 288)
    >>> position = position.play("a1AR")
    >>> position
    tesuji.game('pentago-twist').position('2w3/6/6/6/6/6')
    >>> position.play("c1AR")
    Traceback (most recent call last):
    tesuji.errors.IllegalMoveError: c1AR is not legal in pentago-twist position '2w3/6/6/6/6/6': ...
    """

    __slots__ = ("_state", "game")
    game: Game
    _state: State

    def __init__(self, game: Game, state: State) -> None:
        self._set(game=game, _state=state)

    # State

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self._state.outcome() is not None

    @property
    def is_chance(self) -> bool:
        """Whether a chance event comes next, not a move."""
        return self._state.is_chance

    @property
    def to_move(self) -> int | None:
        """The player to move, 0 or 1; None at chance positions and when the game is over."""
        if self.is_chance or self.is_over:
            return None
        return self._state.to_move

    @property
    def next_player(self) -> int:
        """The player whose turn it is, even before the roll of the die; when the game is over,
        the player who would have been next."""
        return self._state.to_move

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None until it is over."""
        result = self._state.outcome()
        return None if result is None else Outcome(*result)

    # Moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves in a fixed order; empty at chance positions and when the game is over."""
        return LegalMoves(self.game, self._state.legal_moves())

    @property
    def chance_outcomes(self) -> tuple[tuple[Move, float], ...]:
        """The chance events and their probabilities; empty unless `is_chance`."""
        state = self._state
        return tuple((Move(self.game, event), state.probability(event)) for event in state.events())

    def play(self, move: Move | str) -> Position:
        """The position after a move, a chance event, or the text of either."""
        if isinstance(move, str):
            move = self.game.move(move)
        elif not isinstance(move, Move):
            raise IllegalMoveError(
                f"expected a Move or its text, got {type(move).__name__} {move!r}",
                game=self.game.spec,
                move=repr(move),
                position=self.text,
            )
        state = self._state.play(move.code) if self._knows(move) else None
        if state is None:
            raise self._illegal(move)
        return Position(self.game, state)

    def _knows(self, move: Move) -> bool:
        return move.game == self.game and self.game.is_code(move.code)

    def _illegal(self, move: Move) -> IllegalMoveError:
        kind: type[IllegalMoveError] = IllegalMoveError
        if move.game != self.game:
            reason = f"the move belongs to {move.game.spec}"
        elif not self.game.is_code(move.code):
            reason = f"no move has the code {move.code!r}"
        elif outcome := self.outcome:
            kind, reason = GameOverError, f"the game is over ({outcome.reason})"
        elif self.is_chance:
            events = " ".join(str(event) for event, _ in self.chance_outcomes)
            reason = f"expected one of the chance events {events}"
        else:
            moves = self.legal_moves
            some = " ".join(map(str, moves[:4]))
            reason = f"there are {len(moves)} legal moves, such as {some}"
        return kind(
            f"{move} is not legal in {self.game.spec} position {self.text!r}: {reason}",
            game=self.game.spec,
            move=str(move),
            position=self.text,
        )

    # Contents

    @property
    def board(self) -> Board:
        """The pieces, walls and dice of the position.

        >>> import tesuji
        >>> board = tesuji.game("ewn").position("c2b1----b3a2 --c4d1----d4 r 3").board
        >>> board["d4"], board["a1"], board.dice
        (Piece(player=1, row=3, column=3, value=6), None, (3,))
        """
        return self.game.contents(self)

    def pieces(self, player: int) -> tuple[Piece, ...]:
        """The pieces of a player, 0 or 1.

        >>> import tesuji
        >>> position = tesuji.game("avalam").start().play("c4d5")
        >>> len(position.pieces(0)), len(position.pieces(1))
        (24, 23)
        """
        if player not in (0, 1):
            raise ParameterError.wrong_value("player", player, "0 or 1")
        return tuple(piece for piece in self.board.pieces if piece.player == player)

    def to_array(self, player: int | None = None) -> NDArray[numpy.float32]:
        """The position as numpy planes; ``position.game.planes`` names them.

        The shape is (planes, rows, columns). The planes are relative to a player, by default
        the player to move.

        >>> import tesuji
        >>> tesuji.game("colosseum(size=6)").start().to_array().shape
        (8, 6, 6)
        """
        return self.game.planes.array(self, player)

    # Symmetry

    def transformed(self, symmetry: int) -> Position:
        """The image under one of the game's ``symmetry_count`` symmetries; 0 is the identity."""
        self.game.check_symmetry(symmetry)
        return Position(self.game, self._state.transformed(symmetry))

    def transformed_move(self, move: Move, symmetry: int) -> Move:
        """The image of one of this position's moves or events under a symmetry."""
        self.game.check_symmetry(symmetry)
        if not isinstance(move, Move):
            raise ParameterError(
                f"expected a Move, got {type(move).__name__} {move!r}",
                where="move",
                given=move,
                expected="a Move",
            )
        if not self._knows(move) or self._state.play(move.code) is None:
            raise self._illegal(move)
        return Move(self.game, self._state.transformed_move(move.code, symmetry))

    # Text, pictures and comparison

    @property
    def text(self) -> str:
        """The position in compact notation; ``game.position(text)`` reads it back."""
        return self._state.text()

    def scene(self, *, last_move: Move | None = None) -> Scene:
        """The position as shapes, with the clicks that make each legal move."""
        return self.game.scene(self, last_move=last_move)

    def svg(self, *, last_move: Move | None = None, size: int = 420) -> str:
        """The position as an SVG picture of the given width in pixels."""
        return scene_to_svg(self.scene(last_move=last_move), size=size)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.game.board(self).plain()

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and bool(self._state == other._state)

    def __hash__(self) -> int:
        return hash((self.game, self._state))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_position, (self.game, self.text)


def _restore_position(game: Game, text: str) -> Position:
    return game.position(text)
