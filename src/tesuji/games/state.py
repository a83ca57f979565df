"""The interface of a game's states, which ``Position`` wraps."""

from __future__ import annotations

from typing import Any, Protocol, Self


class State(Protocol):
    """A game's own form of a position: immutable, with moves and events as codes.

    The compiled classes of ``tesuji._core`` and `PythonState` implement it.
    """

    @property
    def to_move(self) -> int:
        """The player whose turn it is, also at chance positions and when the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether a chance event comes next."""

    def legal_moves(self) -> tuple[int, ...]:
        """Codes of the legal moves; empty unless a player is to move."""

    def events(self) -> tuple[int, ...]:
        """Codes of the chance events; empty unless `is_chance`."""

    def probability(self, event: int) -> float:
        """The probability of an event."""

    def play(self, code: int) -> Self | None:
        """The state after a move or event; None if it is not possible here."""

    def outcome(self) -> tuple[int | None, int, str] | None:
        """Winner (None for a draw), score of player 0 and reason; None until the game is over."""

    def text(self) -> str:
        """The state in notation."""

    def transformed(self, symmetry: int) -> Self:
        """The image under a symmetry of the game."""

    def transformed_move(self, code: int, symmetry: int) -> int:
        """The image of a move or event of this state."""

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves and events."""

    def playouts(self, games: int, seed: int, chunk: int, count_moves: bool) -> dict[str, Any]:
        """Statistics of random games from here."""

    def __hash__(self) -> int: ...
