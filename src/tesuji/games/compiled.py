"""Games with rules in the compiled core."""

from __future__ import annotations

from typing import Any, Protocol

from tesuji.games.base import Game
from tesuji.games.position import Position
from tesuji.games.state import State

__all__ = ["CompiledGame"]


class CoreClass(Protocol):
    """The members of a class of ``tesuji._core`` that do not belong to ``State``."""

    symmetry_count: int
    nbytes: int

    def start(self, seed: int, *arguments: int) -> State: ...
    def parse(self, text: str, *arguments: int) -> State: ...
    def parse_move(self, text: str) -> int: ...
    def is_code(self, code: int) -> bool: ...
    def move_text(self, code: int) -> str: ...
    def start_playouts(
        self, games: int, seed: int, chunk: int, count_moves: bool, *arguments: int
    ) -> dict[str, Any]: ...


class CompiledGame(Game):
    """A game of the core. A subclass names the class and draws its positions."""

    core: CoreClass
    start_arguments: tuple[int, ...] = ()
    """The arguments of ``core.start`` after the seed."""
    parse_arguments: tuple[int, ...] = ()
    """The arguments of ``core.parse`` after the text."""

    @property
    def symmetry_count(self) -> int:
        return self.core.symmetry_count

    @property
    def position_bytes(self) -> int:
        """The size of a position in the core, in bytes."""
        return self.core.nbytes

    @property
    def search_classes(self) -> Any:
        return self.core

    def evaluation(self, position: Position) -> float:
        evaluate = getattr(position._state, "evaluate", None)
        return 0.0 if evaluate is None else float(evaluate())

    def start_state(self, seed: int) -> State:
        return self.core.start(seed, *self.start_arguments)

    def parse_state(self, text: str) -> State:
        return self.core.parse(text, *self.parse_arguments)

    def parse_move(self, text: str) -> int:
        return self.core.parse_move(text)

    def is_code(self, code: Any) -> bool:
        return isinstance(code, int) and 0 <= code < 2**16 and self.core.is_code(code)

    def move_text(self, code: int) -> str:
        return self.core.move_text(code) if self.is_code(code) else f"#{code}"

    def start_playouts(
        self, games: int, seed: int, chunk: int, count_moves: bool
    ) -> dict[str, Any]:
        return self.core.start_playouts(games, seed, chunk, count_moves, *self.start_arguments)
