"""The interface between ``Position`` and the class that holds a game's state. The compiled classes
of ``tesuji._core`` implement it."""

from __future__ import annotations

from typing import Any, Protocol, Self


class State(Protocol):
    """A position as an immutable value; moves and chance events are codes."""

    @property
    def to_move(self) -> int:
        """The player to move, or to move after the chance event; defined when the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether this is a chance position."""

    def legal_moves(self) -> tuple[int, ...]:
        """Codes of the legal moves; empty unless a player is to move."""

    def events(self) -> tuple[int, ...]:
        """Codes of the chance events; empty unless this is a chance position."""

    def probability(self, event: int) -> float:
        """The probability of an event."""

    def play(self, code: int) -> Self | None:
        """The state after a move or event, or None if it is not possible here."""

    def outcome(self) -> tuple[int | None, int, str] | None:
        """None until the game is over, then winner (None: draw), score for player 0, reason."""

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
