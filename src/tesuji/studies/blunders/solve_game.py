"""Plays a game and solves some of its positions, move by move.

Goes back from the end of the game, since positions become harder. Where a position is kept, others
that one move more leads to cost about as much: `BuildOptions.siblings` takes them as well.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice

from tesuji.agents import Agent, agent
from tesuji.errors import ParameterError
from tesuji.games import Move, Position, game
from tesuji.games.chance import draw_event
from tesuji.games.game_loop import random_move
from tesuji.games.randomness import RandomStream
from tesuji.solve import Solver
from tesuji.studies.blunders.solved_set import TOLERANCE, SolvedPosition
from tesuji.studies.blunders.unproven import stays_unproven

__all__ = ["BuildOptions", "played_decisions", "solved_positions"]

_LEAST_TRY = 1 / 6
"""The part of the time limit that every position gets."""
_HOPELESS = 3.0
"""A position is given up if its moves so far predict so many times the limit. The first moves cost
more than the others, because they fill the tables."""
_EASY = 0.8
"""A position is left out if its moves so far predict less than this part of the least time."""
_EASY_SAMPLE = 1 / 4
"""The part of the moves on which that is decided."""
_SIBLING_FAILURES = 2
"""Siblings that are not kept, one after the other, before the next position is tried."""


class _Skipped(Enum):
    """Why a position is left out."""

    EASY = "easy"
    EQUAL = "equal"
    """All moves are best, or more of them than the options allow."""
    HARD = "hard"


_Values = tuple[float, ...] | _Skipped


@dataclass(frozen=True, kw_only=True)
class BuildOptions:
    """What positions a set takes."""

    game: str
    player: str = "alphabeta(nodes=2000)"
    """The agent that plays both sides."""
    random_plies: int = 4
    """Random moves at the start of each game."""
    phase: tuple[float, float] = (0.0, 1.0)
    """The part of the game that positions come from."""
    per_game: int = 1
    """Positions from one game, at most."""
    siblings: int = 0
    """Positions to try beside each one that is kept: those after other moves of the turn before."""
    least_seconds: float = 0.0
    """CPU seconds that a position takes at least; easier ones are skipped."""
    seconds: float = 10.0
    """CPU seconds that all moves of a position take at most; harder ones are skipped."""
    unproven: float = 0.0
    """CPU seconds in which a plain search must not prove the position; 0 for no such check. With
    it, the solver keeps its tables through a game, which makes neighbours cheaper."""
    glance: float = 0.1
    """The share of that time that a first search gets, before the position is solved: 1 is cheapest
    where searches prove most positions, little where most are left out for their values."""
    least_pieces: int = 0
    """Pieces on the board, at least."""
    most_best: float = 1.0
    """The share of the moves that may be best, at most: with many of them a blunder is rare."""
    memory: float = 256.0
    """Megabytes for the tables of each solver."""
    first_seed: int = 1
    """The seed of the first game."""

    def check(self) -> None:
        """Raises ParameterError for a value with which no position can be found."""
        least = {
            "per_game": 1,
            "siblings": 0,
            "random_plies": 0,
            "first_seed": 0,
            "least_seconds": 0,
            "least_pieces": 0,
            "unproven": 0,
        }
        for name, lowest in least.items():
            if not getattr(self, name) >= lowest:  # NaN is refused too
                raise ParameterError.wrong_value(
                    name, getattr(self, name), f"a number of at least {lowest}"
                )
        for name in ("seconds", "memory"):
            if not 0 < getattr(self, name) < math.inf:
                raise ParameterError.wrong_value(name, getattr(self, name), "a number above 0")
        if not self.unproven < math.inf:
            raise ParameterError.wrong_value("unproven", self.unproven, "a finite number")
        if not 0 <= self.glance <= 1:
            raise ParameterError.wrong_value("glance", self.glance, "a share from 0 to 1")
        if not 0 < self.most_best <= 1:
            expected = "a share of the moves, above 0 and up to 1"
            raise ParameterError.wrong_value("most_best", self.most_best, expected)
        if self.least_seconds >= self.seconds:
            expected = f"less than the {self.seconds:g} seconds of the hardest position"
            raise ParameterError.wrong_value("least_seconds", self.least_seconds, expected)


def solved_positions(
    options: BuildOptions, seed: int, end: float = math.inf
) -> list[SolvedPosition]:
    """Positions of the game with this seed, with the values of all moves.

    Goes back from the end of the game until there are enough, or a position cannot be solved in
    time. Leaves out those that are too easy, and those in which too many moves are best. Stops at
    the time ``end``, as `time.time` counts.
    """
    line = played_decisions(options, seed)
    low, high = (int(share * len(line)) for share in options.phase)
    found: list[SolvedPosition] = []
    glance = options.glance * options.unproven
    if glance and low < high and not stays_unproven(line[low], glance):
        return []  # the positions after it are hardly harder
    solver = _solver(options) if options.unproven else None
    for ply in reversed(range(low, high)):
        if len(found) >= options.per_game:
            break
        entry = _Entry(line, ply, options, seed, end, solver)
        solved = entry.solve(line[ply])
        if solved is _Skipped.HARD:
            break
        if isinstance(solved, SolvedPosition):
            found.append(solved)
            found += entry.siblings(options.per_game - len(found))
    return sorted(found, key=lambda each: each.ply)


@dataclass(frozen=True)
class _Entry:
    """A place in a game, for a position of the set."""

    line: Sequence[Position]
    ply: int
    options: BuildOptions
    seed: int
    end: float
    solver: Solver | None = None
    """Keeps its tables from one position to the next; None for empty ones at each."""

    def solve(self, position: Position) -> SolvedPosition | _Skipped:
        """The position with the values of its moves, or why it is left out."""
        unproven = self.options.unproven
        if self.options.least_pieces and len(position.board.pieces) < self.options.least_pieces:
            return _Skipped.EASY
        glance = self.options.glance * unproven
        if glance and not stays_unproven(position, glance):
            return _Skipped.EASY
        begun = time.process_time()
        values = _move_values(position, self.options, self.end, self.solver)
        spent = round(time.process_time() - begun, 3)
        if isinstance(values, _Skipped):
            return values
        if spent < self.options.least_seconds:
            return _Skipped.EASY
        if min(values) == max(values) or _best_share(values) > self.options.most_best:
            return _Skipped.EQUAL
        if unproven > glance and not stays_unproven(position, unproven):
            return _Skipped.EASY
        return SolvedPosition(
            position=position.text,
            moves=values,
            ply=self.ply,
            phase=round(self.ply / len(self.line), 3),
            seconds=spent,
            unproven=unproven,
            seed=self.seed,
        )

    def siblings(self, most: int) -> list[SolvedPosition]:
        """Positions after other moves of the turn before, the most sensible ones first."""
        found: list[SolvedPosition] = []
        failures = 0
        tried = min(most, 1) * self.options.siblings if self.ply > 0 else 0
        for position in islice(self._others(), tried):
            solved = self.solve(position)
            if isinstance(solved, SolvedPosition):
                found.append(solved)
            failures = 0 if isinstance(solved, SolvedPosition) else failures + 1
            if len(found) == most or failures == _SIBLING_FAILURES:
                break
        return found

    def _others(self) -> Iterator[Position]:
        """Positions after other moves of the turn before, each one once."""
        before, stream = self.line[self.ply - 1], RandomStream(self.seed)
        seen = {self.line[self.ply].text}
        for move in _sensible(before, agent(self.options.player), self.seed):
            position = before.play(move)
            while position.is_chance:
                position = position.play(draw_event(position, stream))
            if not position.is_over and position.text not in seen:
                seen.add(position.text)
                yield position


def _best_share(values: Sequence[float]) -> float:
    """The share of the moves that give nothing away."""
    return sum(max(values) - each <= TOLERANCE for each in values) / len(values)


def _sensible(position: Position, player: Agent, seed: int) -> list[Move]:
    """The legal moves; first those that the agent likes best, by a search of what follows.

    Moves that lead to a roll are not searched and count as 0, so in ``ewn`` all moves keep
    the order of the list.
    """

    def value(move: Move) -> float:
        after = position.play(move)
        if after.is_over or after.is_chance:
            return 0.0
        found = player.search(after, seed=seed).value
        return found if after.next_player == position.next_player else 1 - found

    return sorted(position.legal_moves, key=value, reverse=True)


def played_decisions(options: BuildOptions, seed: int) -> list[Position]:
    """The positions of a game in which a player moves."""
    stream = RandomStream(seed)
    player = agent(options.player)
    position = game(options.game).start(seed)
    decisions: list[Position] = []
    while not position.is_over:
        if position.is_chance:
            position = position.play(draw_event(position, stream))
            continue
        decisions.append(position)
        early = len(decisions) <= options.random_plies
        move = random_move(position, stream) if early else player.choose(position, seed=seed)
        position = position.play(move)
    return decisions


@dataclass
class _Patience:
    """How long the moves of a position may take, and when they are too easy."""

    options: BuildOptions
    moves: int
    end: float
    begun: float = field(default_factory=lambda: time.process_time())

    def left(self, index: int) -> float:
        """The CPU seconds for this move: none if the moves before it were too slow."""
        share = min(1.0, max(_LEAST_TRY, _HOPELESS * (index + 1) / self.moves))
        spent = time.process_time() - self.begun
        return min(self.options.seconds * share - spent, self.end - time.time())

    def is_too_easy(self, index: int) -> bool:
        """Whether the moves before this one predict that the position is far too easy."""
        spent = time.process_time() - self.begun
        enough = index >= max(2, self.moves * _EASY_SAMPLE)
        return enough and spent * self.moves / index < _EASY * self.options.least_seconds


def _solver(options: BuildOptions) -> Solver:
    return Solver(game(options.game), memory=options.memory)


def _move_values(
    position: Position, options: BuildOptions, end: float = math.inf, known: Solver | None = None
) -> _Values:
    """The exact value of each legal move for the player to move, by a solver that may know others
    already, or by one with empty tables; or why the position is left out."""
    moves = position.legal_moves
    patience = _Patience(options, len(moves), end)
    solver = known or _solver(options)
    values = {}
    for done, index in enumerate(_spread(len(moves))):
        after = position.play(moves[index])
        if outcome := after.outcome:
            values[index] = outcome.value_for(position.next_player)
            continue
        if patience.is_too_easy(done):
            return _Skipped.EASY
        left = patience.left(done)
        solution = solver.solve(after, seconds=left, clock="cpu") if left > 0 else None
        if solution is None or solution.value is None:
            return _Skipped.HARD
        same = after.next_player == position.next_player
        values[index] = solution.value if same else 1 - solution.value
    return tuple(values[index] for index in range(len(moves)))


def _spread(number: int) -> list[int]:
    """The indices in an order whose beginning is spread over all of them: neighbours in the list of
    moves are alike, so the first ones alone would predict the cost of the others badly."""
    golden = (math.sqrt(5) - 1) / 2
    return sorted(range(number), key=lambda index: index * golden % 1)
