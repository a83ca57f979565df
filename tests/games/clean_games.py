"""Variants of Nim without mistakes, with different kinds of states, moves, starts and chance."""

from __future__ import annotations

from typing import Any

__all__ = ["CLEAN", "Heap", "HeapNim", "Nim", "TextNim"]


class Nim:
    """Take one to three from a heap; whoever takes the last one wins."""

    name = "planted"

    def start(self) -> Any:
        return (9, 0)

    def to_move(self, state: Any) -> Any:
        return state[1]

    def moves(self, state: Any) -> Any:
        return [n for n in (1, 2, 3) if n <= state[0]]

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] - move, 1 - state[1])

    def result(self, state: Any) -> Any:
        return 1 - state[1] if state[0] == 0 else None


class Heap:
    """A mutable state with correct equality, hash and text."""

    def __init__(self, left: int, player: int) -> None:
        self.left, self.player = left, player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and (self.left, self.player) == (other.left, other.player)

    def __hash__(self) -> int:
        return hash((self.left, self.player))

    def __repr__(self) -> str:
        return f"Heap({self.left}, {self.player})"


class HeapNim(Nim):
    """Nim with mutable states that it never changes."""

    state: type[Heap] = Heap

    def start(self) -> Any:
        return self.state(9, 0)

    def to_move(self, state: Any) -> Any:
        return state.player

    def moves(self, state: Any) -> Any:
        return [n for n in (1, 2, 3) if n <= state.left]

    def play(self, state: Any, move: Any) -> Any:
        return self.state(state.left - move, 1 - state.player)

    def result(self, state: Any) -> Any:
        return 1 - state.player if state.left == 0 else None

    def text(self, state: Any) -> str:
        return f"{state.left} {state.player}"

    def parse(self, text: str) -> Any:
        left, player = text.split()
        return self.state(int(left), int(player))


class TextNim(Nim):
    """Moves are text."""

    def moves(self, state: Any) -> Any:
        return [str(n) for n in super().moves(state)]

    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, int(move))


class SeededNim(Nim):
    """The size of the heap is random."""

    def start(self, seed: int) -> Any:  # type: ignore[override]
        return (5 + seed % 5, 0)


class RollingNim(Nim):
    """Before each move, a coin decides whether the heap loses one."""

    def start(self) -> Any:
        return (9, 0, "coin")

    def events(self, state: Any) -> Any:
        return ["heads", "tails", "tails"] if state[2] == "coin" and state[0] > 0 else []

    def play(self, state: Any, move: Any) -> Any:
        if move == "heads":
            return (state[0] - 1, state[1], "move")
        if move == "tails":
            return (state[0], state[1], "move")
        return (state[0] - move, 1 - state[1], "coin")


CLEAN = [Nim, HeapNim, TextNim, SeededNim, RollingNim]
