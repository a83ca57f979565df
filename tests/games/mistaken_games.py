"""Variants of Nim with one mistake each; the docstring of a class describes the mistake."""

from __future__ import annotations

import itertools
import random
from typing import Any

from tests.games.clean_games import Heap, HeapNim, Nim, TextNim

__all__ = ["MISTAKES", "FailsInPlay", "SharedHistory", "TurnOutsideTheState"]


class ChangesItsArgument(HeapNim):
    """play changes its argument and returns it."""

    def play(self, state: Any, move: Any) -> Any:
        state.left -= move
        state.player = 1 - state.player
        return state


class QuestionsChangeTheState(HeapNim):
    """moves changes its argument."""

    def moves(self, state: Any) -> Any:
        found = super().moves(state)
        state.left -= 1
        return found


class CountsItsMoves(Nim):
    """play stores something on the game itself."""

    def __init__(self) -> None:
        self.played = 0

    def play(self, state: Any, move: Any) -> Any:
        self.played += 1
        return super().play(state, move)


class TurnOutsideTheState(Nim):
    """The player to move is stored on the game, not in the state."""

    def __init__(self) -> None:
        self.turn = 0

    def to_move(self, state: Any) -> Any:
        return self.turn

    def play(self, state: Any, move: Any) -> Any:
        self.turn = 1 - self.turn
        return (state[0] - move, 0)


class SharedHistory(Nim):
    """play appends to a list that all games share, and the result depends on it."""

    history: list[Any] = []  # noqa: RUF012  (the mistake)

    def play(self, state: Any, move: Any) -> Any:
        self.history.append(move)
        return super().play(state, move)

    def result(self, state: Any) -> Any:
        return "draw" if len(self.history) > 10**6 else super().result(state)


class StuckBeforeTheEnd(Nim):
    """With one left there is no move, and the game is not over."""

    def moves(self, state: Any) -> Any:
        return [n for n in (2, 3) if n <= state[0]]


class NeverEnds(Nim):
    """The heap grows again."""

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] - move or 9, 1 - state[1])


class PassesForEver(Nim):
    """A move that does not change the state."""

    def moves(self, state: Any) -> Any:
        return [*super().moves(state), 0]

    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, move) if move else state


class NamesAMoveTwice(Nim):
    """The same move twice in the list."""

    def moves(self, state: Any) -> Any:
        return [*super().moves(state), 1]


class NamesAMoveTwiceAsText(Nim):
    """Two moves with the same text."""

    def moves(self, state: Any) -> Any:
        return [*super().moves(state), "1"]

    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, int(move))


class MovesAreTuples(Nim):
    """Moves are tuples, which have no notation."""

    def moves(self, state: Any) -> Any:
        return [(n,) for n in super().moves(state)]

    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, move[0])


class MovesInRandomOrder(Nim):
    """The order of the moves is random."""

    def moves(self, state: Any) -> Any:
        return random.sample(super().moves(state), len(super().moves(state)))


class MovesFromASet(Nim):
    """The order of the moves differs from call to call."""

    calls = itertools.count()

    def moves(self, state: Any) -> Any:
        found = super().moves(state)
        return found if next(self.calls) % 2 else found[::-1]


class PlayersFromOne(Nim):
    """Players are 1 and 2."""

    def to_move(self, state: Any) -> Any:
        return state[1] + 1


class WinnerByName(Nim):
    """The result is the winner's name."""

    def result(self, state: Any) -> Any:
        return None if super().result(state) is None else "First"


class ResultIsAGuess(Nim):
    """The result differs from call to call."""

    calls = itertools.count()

    def result(self, state: Any) -> Any:
        return next(self.calls) % 2 if state[0] == 0 else None


class TextLeavesTheTurnOut(HeapNim):
    """The text does not show the player to move."""

    def text(self, state: Any) -> str:
        return str(state.left)

    def parse(self, text: str) -> Any:
        return Heap(int(text), 0)


class NoWayToReadText(HeapNim):
    """States have their own class, and there is no parse method."""

    parse = None  # type: ignore[assignment]
    text = None  # type: ignore[assignment]

    def __getattribute__(self, name: str) -> Any:
        if name in ("text", "parse"):
            raise AttributeError(name)
        return super().__getattribute__(name)


class MovesWithSpaces(TextNim):
    """A move that ends in a space, which parsing drops."""

    def moves(self, state: Any) -> Any:
        return [f"{move} " for move in super().moves(state)]


class NumbersThatBecomeText(Nim):
    """Moves are numbers at the start and text later."""

    def moves(self, state: Any) -> Any:
        found = super().moves(state)
        return found if state[0] == 9 else [str(n) for n in found]

    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, int(move))


class StatesAreLists(Nim):
    """States that cannot be hashed."""

    def start(self) -> Any:
        return [9, 0]

    def play(self, state: Any, move: Any) -> Any:
        return [state[0] - move, 1 - state[1]]


class ForgetfulHeap(Heap):
    """Equal states with different hashes."""

    numbers = itertools.count()

    def __init__(self, left: int, player: int) -> None:
        super().__init__(left, player)
        self.number = next(self.numbers)

    def __deepcopy__(self, memo: Any) -> ForgetfulHeap:
        return ForgetfulHeap(self.left, self.player)

    def __hash__(self) -> int:
        return self.number


class HashByIdentity(HeapNim):
    """Equal states have different hashes."""

    state = ForgetfulHeap


class ChangingHeap(Heap):
    """A hash that differs from call to call."""

    numbers = itertools.count()

    def __hash__(self) -> int:
        return next(self.numbers)


class HashChanges(HeapNim):
    """The hash of one state changes."""

    state = ChangingHeap


class UnequalHeap(Heap):
    """A state that is equal only to itself."""

    __hash__ = Heap.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class EqualByIdentity(HeapNim):
    """Two equal positions are not equal."""

    state = UnequalHeap


class FailsInPlay(Nim):
    """play raises an exception when the heap is small."""

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] - move, [1, 0][state[1]], 1 // max(0, state[0] - 4))[:2]


class FailsInMoves(Nim):
    """moves returns None."""

    def moves(self, state: Any) -> Any:
        return None


class RandomPlay(Nim):
    """play returns a random state."""

    calls = itertools.count()

    def play(self, state: Any, move: Any) -> Any:
        return (max(0, state[0] - move - next(self.calls) % 2), 1 - state[1])


class PlayReturnsNothing(HeapNim):
    """play changes a copy and forgets to return it."""

    def play(self, state: Any, move: Any) -> Any:
        super().play(state, move)


class AnotherStartEachTime(Nim):
    """start is random but takes no seed."""

    heaps = itertools.count(5)

    def start(self) -> Any:
        return (next(self.heaps), 0)


class MutatedStart(Nim):
    """start counts its calls on the game itself."""

    def __init__(self) -> None:
        self.started = 0

    def start(self) -> Any:
        self.started += 1
        return (9 + self.started, 0)


MISTAKES: list[tuple[type, str, str]] = [
    (ChangesItsArgument, "purity", "Heap(9, 0)"),
    (QuestionsChangeTheState, "purity", "Heap(9, 0)"),
    (CountsItsMoves, "purity", "play((9, 0), "),
    (StuckBeforeTheEnd, "end", "(1, "),
    (NeverEnds, "end", "2000"),
    (PassesForEver, "play", ", 0)"),
    (NamesAMoveTwice, "moves", "[1, 2, 3, 1]"),
    (NamesAMoveTwiceAsText, "moves", "[1, 2, 3, '1']"),
    (MovesAreTuples, "moves", "[(1,), (2,), (3,)]"),
    (MovesInRandomOrder, "moves", "differ from call to call"),
    (MovesFromASet, "moves", "moves((9, 0))"),
    (PlayersFromOne, "answer", "to_move("),
    (WinnerByName, "answer", "'First'"),
    (ResultIsAGuess, "answer", "result"),
    (TextLeavesTheTurnOut, "text", "Heap("),
    (NoWayToReadText, "text", "Heap(9, 0)"),
    (MovesWithSpaces, "text", "'1 '"),
    (NumbersThatBecomeText, "text", "'1'"),
    (StatesAreLists, "hash", "[9, 0]"),
    (HashByIdentity, "hash", "Heap(9, 0)"),
    (HashChanges, "hash", "Heap(9, 0)"),
    (EqualByIdentity, "equality", "Heap(9, 0)"),
    (FailsInPlay, "exception", "ZeroDivisionError"),
    (FailsInMoves, "exception", "TypeError"),
    (RandomPlay, "play", "play((9, 0), "),
    (PlayReturnsNothing, "play", "None"),
    (AnotherStartEachTime, "start", "start()"),
    (MutatedStart, "start", "start()"),
]
"""Each mistake with the kind of its problem and a value that the message must name."""
