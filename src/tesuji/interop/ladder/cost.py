"""The cost of a ladder before it is played: expected and at most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import tesuji
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.pair import GRACE
from tesuji.games import Game
from tesuji.interop.foreign import GRACE as PROCESS_GRACE
from tesuji.interop.foreign import START_SECONDS
from tesuji.interop.ladder.plan import CHECK, GATE, ROUND, LadderOptions
from tesuji.wording import counted, duration

__all__ = ["Cost", "Costs", "Share", "estimate", "longest_game"]

SAMPLE = 200
"""Random games from which the length of a game is estimated."""
PASSING = 0.5
"""Share of the agents that is expected to beat each baseline."""

LONGEST: dict[str, Callable[[Game], int]] = {
    "avalam": lambda game: 47,  # every move empties one of 48 places
    "pentago": lambda game: 36,  # every move fills one of 36 cells
    "pentago-twist": lambda game: 36,
    "ewn": lambda game: 2 * 6 * 8,  # no cube moves back: at most 4 + 4 steps for each
    "ewn-cyclic": lambda game: 2 * 6 * 11,
    "colosseum": lambda game: 2 * int(game.parameters["size"]) * (int(game.parameters["size"]) - 1),
}
"""Plies of the longest possible game, from the rules."""


@dataclass(frozen=True)
class Share:
    """The pairs of one stage: those that are stored, and the most that are left to play."""

    stored: int
    left: int

    def __add__(self, other: Share) -> Share:
        return Share(self.stored + other.stored, self.left + other.left)


@dataclass(frozen=True)
class Cost:
    """Games, and the seconds of processor time that they take."""

    games: int
    seconds: float

    def text(self, jobs: int) -> str:
        """The cost in words, with so many games at a time."""
        return (
            f"{counted(self.games, 'game', form=',')}, {duration(self.seconds)} of CPU time,"
            f" {duration(self.seconds / jobs)} with --jobs {jobs}"
        )


@dataclass(frozen=True)
class Costs:
    """The cost of a run. It never plays more than ``most``."""

    expected: Cost
    most: Cost
    stored: int
    """Games of this ladder that are stored already and are not played again."""
    is_bound: bool
    """Whether ``most`` bounds the seconds too; else the longest game is an estimate."""


def longest_game(game: Game) -> tuple[int, bool]:
    """The plies of the longest game, and whether that follows from the rules."""
    if game.name in LONGEST:
        return LONGEST[game.name](game), True
    return 2 * tesuji.playouts(game, SAMPLE).longest, False


def estimate(
    options: LadderOptions, entrants: int, *, shares: Mapping[str, Share] | None = None
) -> Costs:
    """The cost of a ladder between so many different submissions.

    ``shares`` says what each stage has stored and has left; by default, nothing is stored.
    """
    game = tesuji.game(options.game)
    longest, is_bound = longest_game(game)
    plies = tesuji.playouts(game, SAMPLE).mean_plies
    limits = Limits.given(**dict(options.limits))
    asked = entrants * options.checked_moves
    whole = _pairs(options, entrants)
    known = shares or {stage: Share(0, most) for stage, (_, most) in whole.items()}
    least = sum(
        min(share.left, max(0, whole[stage][0] - share.stored)) for stage, share in known.items()
    )
    most = sum(share.left for share in known.values())
    # A crash costs a new start.
    restarted = options.check_seconds + PROCESS_GRACE + START_SECONDS
    expected, maximum = (2 * pairs for pairs in (least, most))
    seconds = expected * _game_seconds(limits, plies) + asked * options.check_seconds
    longest_seconds = maximum * _longest_seconds(limits, longest) + asked * restarted
    return Costs(
        expected=Cost(expected, seconds),
        most=Cost(maximum, longest_seconds),
        stored=2 * sum(share.stored for share in known.values()),
        is_bound=is_bound,
    )


def _pairs(options: LadderOptions, entrants: int) -> dict[str, tuple[int, int]]:
    """Pairs of each stage of the whole ladder: expected and at most."""
    baselines = len(options.baselines)
    rated = entrants + baselines
    rounds = options.number_of_rounds(rated) * (rated // 2) * options.pairs
    test = min(options.gate_pairs, options.sprt.expected_games(options.sprt.elo1) / 2)
    tried = sum(entrants * PASSING**number for number in range(baselines))
    most = entrants * baselines * options.gate_pairs
    gates = min(most, round(tried * test)), most
    return {CHECK: (entrants, entrants), GATE: gates, ROUND: (rounds, rounds)}


def _game_seconds(limits: Limits, plies: float) -> float:
    """A game in which both players use their time."""
    if limits.game_seconds is not None:
        return 2 * limits.game_seconds + plies * limits.increment
    return plies * (limits.per_move.seconds or 0.0) + _first_moves(limits)


def _longest_seconds(limits: Limits, plies: int) -> float:
    """A game of the greatest length in which both start slowly and every move is nearly late."""
    started = 2 * START_SECONDS
    if limits.game_seconds is not None:
        clocks = 2 * limits.game_seconds + plies * limits.increment
        return started + clocks + plies * GRACE + PROCESS_GRACE
    seconds = limits.per_move.seconds or 0.0
    late = plies * max(PROCESS_GRACE, GRACE, 0.5 * seconds)
    return started + plies * seconds + late + 1.5 * _first_moves(limits)


def _first_moves(limits: Limits) -> float:
    """The additional time of the first move of both players."""
    first, seconds = limits.per_move.first_seconds, limits.per_move.seconds or 0.0
    return 0.0 if first is None else 2 * max(0.0, first - seconds)
