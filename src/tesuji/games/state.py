"""What a game's own class must offer to stand behind a Position: the compiled classes of
``tesuji._core`` do."""

from __future__ import annotations

from typing import Any, Protocol, Self


class State(Protocol):
    """A position as its game keeps it: an immutable value; moves and events are codes."""

    @property
    def to_move(self) -> int:
        """The player to move, or for whom chance acts; also defined when the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance acts next."""

    def legal_moves(self) -> tuple[int, ...]:
        """Codes of the legal moves of a decision, else nothing."""

    def events(self) -> tuple[int, ...]:
        """Codes of the events of a chance position, else nothing."""

    def probability(self, event: int) -> float:
        """How likely an event is."""

    def play(self, code: int) -> Self | None:
        """The state after a move or an event, or None where it is not possible."""

    def outcome(self) -> tuple[int | None, int, str] | None:
        """None until the end, then winner (None: a draw), score for player 0, reason."""

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
