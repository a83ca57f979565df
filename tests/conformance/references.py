"""Adapters that make the slow references of ``tests.reference`` oracles for lock-step play."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any, Generic, TypeVar

from tests.conformance.lockstep import Oracle, Result
from tests.reference import avalam, colosseum, ewn, pentago

__all__ = ["MODULES", "ORACLES", "LastAnswer"]

MODULES: tuple[ModuleType, ...] = (avalam, colosseum, ewn, pentago)
Answer = TypeVar("Answer")


class LastAnswer(Generic[Answer]):
    """Caches the last answer of a function of one immutable state.

    The references compute the legal moves and the outcome of a position again and again, mostly
    to check a move; with the cache they take a third of the time.
    """

    def __init__(self, function: Callable[[object], Answer]) -> None:
        self.function = function
        self.state: object = None
        self.answer: Answer

    def __call__(self, state: object) -> Answer:
        if state is not self.state:
            self.answer, self.state = self.function(state), state
        return self.answer


def cell_name(row: int, column: int) -> str:
    return f"{'abcdefghijkl'[column]}{row + 1}"


class AvalamOracle(Oracle[avalam.State]):
    ordered = False

    def __init__(self) -> None:
        super().__init__("avalam")
        self.move_of = {
            self.game.parse_move(cell_name(i1, j1) + cell_name(i2, j2)): (i1, j1, i2, j2)
            for i1, j1, i2, j2 in avalam.NEIGHBOUR_PAIRS
        }
        self.code_of = {move: code for code, move in self.move_of.items()}
        self.letters = dict(zip(range(-5, 6), "edcba.ABCDE", strict=True))

    def copy_of(self, core: Any) -> avalam.State:
        return avalam.start()

    def moves(self, state: avalam.State) -> list[int]:
        return [self.code_of[move] for move in avalam.legal_moves(state)]

    def play(self, state: avalam.State, code: int) -> avalam.State:
        return avalam.play(state, self.move_of[code])

    def to_move(self, state: avalam.State) -> int:
        return state.to_move

    def result(self, state: avalam.State) -> Result:
        return avalam.outcome(state)

    def board(self, state: avalam.State) -> str:
        rows = zip(state.board, avalam.PLAYABLE_COLUMNS, strict=True)
        return "/".join("".join(self.letters[row[j]] for j in columns) for row, columns in rows)

    def core_board(self, core: Any) -> str:
        text: str = core.text()
        return text


class PentagoOracle(Oracle[pentago.State]):
    def __init__(self, name: pentago.Game, *, placement_wins: bool = False) -> None:
        super().__init__(name + ("(placement_wins=true)" if placement_wins else ""))
        self.first = pentago.start(name, placement_wins=placement_wins)
        twists = "RF" if name == "pentago-twist" else "RL"
        self.move_of = {
            self.game.parse_move(f"{cell_name(x, y)}{'ABCD'[quadrant]}{twists[b]}"): (
                (x, y, quadrant, b)
            )
            for x, y, quadrant, b in itertools.product(range(6), range(6), range(4), range(2))
        }
        self.code_of = {move: code for code, move in self.move_of.items()}
        self.spread_out = str.maketrans({"/": ""} | {str(n): "." * n for n in range(1, 7)})

    def copy_of(self, core: Any) -> pentago.State:
        return self.first

    def moves(self, state: pentago.State) -> list[int]:
        return [self.code_of[move] for move in pentago.legal_moves(state)]

    def play(self, state: pentago.State, code: int) -> pentago.State:
        return pentago.play(state, self.move_of[code])

    def to_move(self, state: pentago.State) -> int:
        return state.to_move

    def result(self, state: pentago.State) -> Result:
        return pentago.outcome(state)

    def board(self, state: pentago.State) -> str:
        return "".join(map(".wb".__getitem__, state.cells))

    def core_board(self, core: Any) -> str:
        text: str = core.text()
        return text.translate(self.spread_out)


class ColosseumOracle(Oracle[colosseum.State]):
    def __init__(self, size: int, walls: int) -> None:
        super().__init__(f"colosseum(size={size}, walls={walls})")
        sides = list(itertools.product(range(size), range(size), range(4)))
        names = {cell_name(r, c) + "urdl"[d]: (r, c, d) for r, c, d in sides}
        self.move_of = {
            self.game.parse_move(name): ((r, c), d) for name, (r, c, d) in names.items()
        }
        self.code_of = {move: code for code, move in self.move_of.items()}
        self.border = colosseum.border(size)
        self.wall_of = {n: colosseum.both_sides((r, c), d) for n, (r, c, d) in names.items()}
        self.cell_of = {cell_name(r, c): (r, c) for r, c, d in sides if d == 0}

    def copy_of(self, core: Any) -> colosseum.State:
        p0, p1, _, walls = self.core_board(core)
        return colosseum.State(core.size, walls, p0, p1)

    def moves(self, state: colosseum.State) -> list[int]:
        return [self.code_of[move] for move in colosseum.legal_moves(state)]

    def play(self, state: colosseum.State, code: int) -> colosseum.State:
        return colosseum.play(state, self.move_of[code])

    def to_move(self, state: colosseum.State) -> int:
        return state.to_move

    def result(self, state: colosseum.State) -> Result:
        return colosseum.outcome(state)

    def board(self, state: colosseum.State) -> object:
        return state.p0, state.p1, "vo"[state.to_move], state.walls

    def core_board(
        self, core: Any
    ) -> tuple[colosseum.Cell, colosseum.Cell, str, frozenset[colosseum.Wall]]:
        p0, p1, turn, names = core.text().split(" ")
        walls = () if names == "-" else map(self.wall_of.__getitem__, names.split(","))
        return self.cell_of[p0], self.cell_of[p1], turn, self.border.union(*walls)


AnyEwn = TypeVar("AnyEwn", ewn.CyclicState, ewn.DiceState)


class AnyEwnOracle(Oracle[AnyEwn]):
    """Base of both games. The core names moves by compass direction, so they depend on the side."""

    variant: ewn.Variant
    compass = (("e", "s", "se", "ne"), ("w", "n", "nw", "sw"))

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        directions = range(len(self.variant.red_steps))
        moves = list(itertools.product(self.variant.numbers, directions))
        self.code_of = [
            {(n, d): self.game.parse_move(f"{n}{ways[d]}") for n, d in moves}
            for ways in self.compass
        ]
        self.move_of = [{code: move for move, code in codes.items()} for codes in self.code_of]

    def moves(self, state: AnyEwn) -> list[int]:
        code_of = self.code_of[state.to_move]
        return [code_of[move] for move in ewn.legal_moves(state)]

    def play(self, state: AnyEwn, code: int) -> AnyEwn:
        return ewn.play(state, self.move_of[state.to_move][code])

    def to_move(self, state: AnyEwn) -> int:
        return state.to_move

    def result(self, state: AnyEwn) -> Result:
        return ewn.outcome(state)

    def core_board(self, core: Any) -> object:
        return core.squares(0), core.squares(1), core.dice()


class EwnCyclicOracle(AnyEwnOracle[ewn.CyclicState]):
    variant = ewn.CYCLIC

    def __init__(self) -> None:
        super().__init__("ewn-cyclic")

    def copy_of(self, core: Any) -> ewn.CyclicState:
        return ewn.CyclicState(tuple(core.squares(0)), tuple(core.squares(1)), tuple(core.dice()))

    def board(self, state: ewn.CyclicState) -> object:
        used = state.ply % ewn.SEQUENCE_LENGTH
        dice = state.sequence[used:] + state.sequence[:used]
        return list(state.red), list(state.blue), list(dice)


class EwnOracle(AnyEwnOracle[ewn.DiceState]):
    variant = ewn.DICE

    def __init__(self) -> None:
        super().__init__("ewn")
        self.rolls = {self.game.parse_move(f"d{die}"): die for die in self.variant.numbers}

    def copy_of(self, core: Any) -> ewn.DiceState:
        return ewn.DiceState(tuple(core.squares(0)), tuple(core.squares(1)), core.to_move)

    def events(self, state: ewn.DiceState) -> Sequence[int]:
        return list(self.rolls) if ewn.is_chance(state) else ()

    def play(self, state: ewn.DiceState, code: int) -> ewn.DiceState:
        if code in self.rolls:
            return ewn.roll(state, self.rolls[code])
        return super().play(state, code)

    def board(self, state: ewn.DiceState) -> object:
        return list(state.red), list(state.blue), [] if state.die is None else [state.die]


COLOSSEUM_SIZES = (4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 4, 5, 6, 7, 8, 6, 9, 10, 8, 12)
"""Sizes by seed; the slow large boards come less often."""


@cache
def colosseum_oracle(size: int, edition: int) -> ColosseumOracle:
    return ColosseumOracle(size, colosseum.wall_pairs(size, edition=edition))


def mixed_colosseum(seed: int) -> ColosseumOracle:
    """All sizes in turn; every other cycle uses the walls of 2022."""
    round_, turn = divmod(seed, len(COLOSSEUM_SIZES))
    return colosseum_oracle(COLOSSEUM_SIZES[turn], 2022 + round_ % 2)


def always(oracle: Oracle[Any]) -> Callable[[int], Oracle[Any]]:
    return lambda _seed: oracle


ORACLES: dict[str, Callable[[int], Oracle[Any]]] = {
    "colosseum": mixed_colosseum,
    "pentago-twist": always(PentagoOracle("pentago-twist")),
    "pentago": always(PentagoOracle("pentago")),
    "pentago(placement_wins=true)": always(PentagoOracle("pentago", placement_wins=True)),
    "avalam": always(AvalamOracle()),
    "ewn-cyclic": always(EwnCyclicOracle()),
    "ewn": always(EwnOracle()),
}
"""The oracle of each game by seed; the slowest comes first, which helps parallel runs."""
