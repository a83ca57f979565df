"""Reference rules of EinStein würfelt nicht!: `ewn-cyclic` (known sequence) and `ewn` (die)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, TypeVar

from .outcome import Outcome

__all__ = [
    "CYCLIC",
    "DICE",
    "CyclicState",
    "DiceState",
    "Move",
    "Outcome",
    "Square",
    "Squares",
    "State",
    "Variant",
    "is_chance",
    "legal_moves",
    "outcome",
    "play",
    "random_cyclic_start",
    "random_dice_start",
    "roll",
    "start_cyclic",
    "start_dice",
]

Square = tuple[int, int]
"""(row, column) from the top left."""
Squares = tuple[Square | None, ...]
"""The square of each of a side's six cubes in order of number; None is a removed cube."""
Move = tuple[int, int]
"""(cube number, direction code): 0 horizontal, 1 vertical, 2 diagonal, 3 reverse diagonal."""

RED, BLUE = 0, 1
SEQUENCE_LENGTH = 21
RED_START: tuple[Square, ...] = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0))


@dataclass(frozen=True)
class Variant:
    """The differences between the games: board, numbering, directions and Blue's start."""

    rows: int
    columns: int
    numbers: range
    red_steps: tuple[Square, ...]  # by direction code; Blue's are the exact opposites
    blue_start: tuple[Square, ...]

    def goal(self, player: int) -> Square:
        """The goal of a player: the far corner."""
        return (self.rows - 1, self.columns - 1) if player == RED else (0, 0)


CYCLIC = Variant(
    rows=6,
    columns=7,
    numbers=range(6),
    red_steps=((0, 1), (1, 0), (1, 1), (-1, 1)),
    blue_start=((3, 6), (4, 5), (4, 6), (5, 4), (5, 5), (5, 6)),
)
DICE = Variant(
    rows=5,
    columns=5,
    numbers=range(1, 7),
    red_steps=((0, 1), (1, 0), (1, 1)),
    blue_start=((2, 4), (3, 3), (3, 4), (4, 2), (4, 3), (4, 4)),
)


@dataclass(frozen=True)
class CyclicState:
    """A position of `ewn-cyclic`; `ply` counts both players' moves from 0, and Red is first."""

    variant: ClassVar[Variant] = CYCLIC
    red: Squares
    blue: Squares
    sequence: tuple[int, ...]
    ply: int = 0

    @property
    def to_move(self) -> int:
        return self.ply % 2

    @property
    def die(self) -> int:
        return self.sequence[self.ply % SEQUENCE_LENGTH]


@dataclass(frozen=True)
class DiceState:
    """A position of `ewn`; `die` is None until it is rolled."""

    variant: ClassVar[Variant] = DICE
    red: Squares
    blue: Squares
    to_move: int = RED
    die: int | None = None


State = CyclicState | DiceState
AnyState = TypeVar("AnyState", CyclicState, DiceState)


# Starts


def place(variant: Variant, squares: Sequence[Square], numbers: Sequence[int]) -> Squares:
    """Cube `numbers[k]` stands on `squares[k]`; the result is in order of number."""
    if sorted(numbers) != list(variant.numbers):
        raise ValueError(f"cubes {list(numbers)}: expected an order of {list(variant.numbers)}")
    return tuple(squares[list(numbers).index(number)] for number in variant.numbers)


def start_cyclic(
    red_numbers: Sequence[int], blue_numbers: Sequence[int], sequence: Sequence[int]
) -> CyclicState:
    """The start of `ewn-cyclic`, each side's numbers in order of its start squares, row by row."""
    if len(sequence) != SEQUENCE_LENGTH or not set(sequence) <= set(CYCLIC.numbers):
        raise ValueError(f"die sequence {list(sequence)}: expected 21 values of 0 to 5")
    red = place(CYCLIC, RED_START, red_numbers)
    blue = place(CYCLIC, CYCLIC.blue_start, blue_numbers)
    return CyclicState(red, blue, tuple(sequence))


def start_dice(
    red_numbers: Sequence[int], blue_numbers: Sequence[int], *, to_move: int = RED
) -> DiceState:
    """The start of `ewn`, each side's numbers in order of its start squares, row by row."""
    red = place(DICE, RED_START, red_numbers)
    blue = place(DICE, DICE.blue_start, blue_numbers)
    return DiceState(red, blue, to_move)


def random_cyclic_start(rng: Random) -> CyclicState:
    """Random placements and a sequence of independent uniform dice."""
    red, blue = rng.sample(CYCLIC.numbers, 6), rng.sample(CYCLIC.numbers, 6)
    return start_cyclic(red, blue, [rng.choice(CYCLIC.numbers) for _ in range(SEQUENCE_LENGTH)])


def random_dice_start(rng: Random) -> DiceState:
    return start_dice(rng.sample(DICE.numbers, 6), rng.sample(DICE.numbers, 6))


# The rules


def own_squares(state: State) -> Squares:
    return state.red if state.to_move == RED else state.blue


def square_of(state: State, cube: int) -> Square | None:
    """The square of the cube with this number of the player to move."""
    return own_squares(state)[cube - state.variant.numbers.start]


def movable_cubes(state: State) -> list[int]:
    """The cube that the die names; if it is gone, the next lower and the next higher one left."""
    if state.die is None:
        return []
    if square_of(state, state.die) is not None:
        return [state.die]
    alive = [n for n in state.variant.numbers if square_of(state, n) is not None]
    lower = [n for n in alive if n < state.die]
    higher = [n for n in alive if n > state.die]
    return lower[-1:] + higher[:1]


def target(state: State, cube: int, direction: int) -> Square | None:
    """The square that a cube would enter; None if it is off the board."""
    square = square_of(state, cube)
    if square is None:
        return None
    forward = 1 if state.to_move == RED else -1
    step = state.variant.red_steps[direction]
    row, column = square[0] + forward * step[0], square[1] + forward * step[1]
    inside = 0 <= row < state.variant.rows and 0 <= column < state.variant.columns
    return (row, column) if inside else None


def legal_moves(state: State) -> list[Move]:
    """Moves in order of cube and direction; empty before a roll and when the game is over."""
    if outcome(state) is not None:
        return []
    return [
        (cube, direction)
        for cube in movable_cubes(state)
        for direction in range(len(state.variant.red_steps))
        if target(state, cube, direction) is not None
    ]


def without(squares: Squares, square: Square | None) -> Squares:
    """The cubes left when the one on `square`, if any, is removed."""
    return tuple(None if s == square else s for s in squares)


def play(state: AnyState, move: Move) -> AnyState:
    """Moves a cube; first removes any cube of either side from its target."""
    if move not in legal_moves(state):
        raise ValueError(f"illegal move {move} in {state}")
    cube, direction = move
    goes_to = target(state, cube, direction)
    red, blue = list(without(state.red, goes_to)), list(without(state.blue, goes_to))
    moved = red if state.to_move == RED else blue
    moved[cube - state.variant.numbers.start] = goes_to
    after = replace(state, red=tuple(red), blue=tuple(blue))
    if isinstance(after, CyclicState):
        return replace(after, ply=after.ply + 1)
    return replace(after, to_move=1 - after.to_move, die=None)


def is_chance(state: State) -> bool:
    """Whether the die must be rolled before the next move; always False in `ewn-cyclic`."""
    return state.die is None and outcome(state) is None


def roll(state: DiceState, die: int) -> DiceState:
    if not is_chance(state) or die not in DICE.numbers:
        raise ValueError(f"die {die} cannot be rolled in {state}")
    return replace(state, die=die)


def outcome(state: State) -> Outcome | None:
    """The winner has a cube on its goal, or the opponent has no cube left."""
    red_left = any(square is not None for square in state.red)
    blue_left = any(square is not None for square in state.blue)
    if state.variant.goal(RED) in state.red or not blue_left:
        return Outcome(RED, 1)
    if state.variant.goal(BLUE) in state.blue or not red_left:
        return Outcome(BLUE, -1)
    return None
