"""A game in Python for tests: a subclass names it."""

from __future__ import annotations

__all__ = ["TakeAway"]


class TakeAway:
    """Take one or two from a pile; whoever takes the last one wins."""

    pile = 7

    def start(self) -> tuple[int, int]:
        return (self.pile, 0)

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] - move, 1 - state[1])

    def result(self, state: tuple[int, int]) -> int | None:
        return 1 - state[1] if state[0] == 0 else None
