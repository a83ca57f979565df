"""Variants of Nim with one mistake each in their planes; the docstring describes the mistake."""

from __future__ import annotations

import itertools
import math
from typing import Any

from tests.games.clean_games import HeapNim, Nim

__all__ = ["MISTAKEN_PLANES", "NimWithPlanes"]


class NimWithPlanes(Nim):
    """A row with the heap, and one that says whose turn it is."""

    def planes(self, state: Any, player: int) -> Any:
        heap = [float(n < state[0]) for n in range(9)]
        return {"heap": [heap], "turn": [[float(state[1] == player)] * 9]}


class PlanesAreAList(NimWithPlanes):
    """planes returns a list without names."""

    def planes(self, state: Any, player: int) -> Any:
        return list(super().planes(state, player).values())


class PlanesOfOtherSizes(NimWithPlanes):
    """The planes shrink with the heap."""

    def planes(self, state: Any, player: int) -> Any:
        return {"heap": [[1.0] * (state[0] + 1)]}


class PlanesWithOtherNames(NimWithPlanes):
    """A plane is named after the player."""

    def planes(self, state: Any, player: int) -> Any:
        return {f"heap of {player}": super().planes(state, player)["heap"]}


class PlanesCount(NimWithPlanes):
    """A plane holds the number of pieces."""

    def planes(self, state: Any, player: int) -> Any:
        return {"heap": [[state[0]]]}


class PlanesDivideByNothing(NimWithPlanes):
    """A plane holds something that is not a number."""

    def planes(self, state: Any, player: int) -> Any:
        return {"heap": [[math.nan if state[0] < 3 else 1.0]]}


class PlanesDifferEachTime(NimWithPlanes):
    """planes count their calls outside of the game."""

    def planes(self, state: Any, player: int) -> Any:
        return {"heap": [[1 / next(_CALLS)]]}


_CALLS = itertools.count(1)


class PlanesFollowTheLastCall(NimWithPlanes):
    """planes show what play was asked last, which is kept outside of the game."""

    def play(self, state: Any, move: Any) -> Any:
        _LAST[:] = [move]
        return super().play(state, move)

    def planes(self, state: Any, player: int) -> Any:
        return {"last move": [[_LAST[0] / 3]]}


_LAST = [0]


class PlanesChangeTheState(HeapNim):
    """planes changes its argument."""

    def planes(self, state: Any, player: int) -> Any:
        state.left = max(0, state.left - 1)
        return {"heap": [[state.left / 9]]}


class FailsInPlanes(NimWithPlanes):
    """planes raises an exception late in the game."""

    def planes(self, state: Any, player: int) -> Any:
        return {"heap": [[0 / state[0]]]}


MISTAKEN_PLANES: list[tuple[type, str, str]] = [
    (PlanesAreAList, "planes", "expected a dict"),
    (PlanesOfOtherSizes, "planes", "of shape"),
    (PlanesWithOtherNames, "planes", "heap of 1"),
    (PlanesCount, "planes", "planes((9, 0), 0) has 9"),
    (PlanesDivideByNothing, "planes", "nan"),
    (PlanesDifferEachTime, "planes", "differ from call to call"),
    (PlanesFollowTheLastCall, "planes", "differ from call to call"),
    (PlanesChangeTheState, "purity", "planes(Heap(9, 0), player)"),
    (FailsInPlanes, "exception", "in planes, line"),
]
"""Each mistake with the kind of its problem and a value that the message must name."""
