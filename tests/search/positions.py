"""Positions to search: late ones that brute force can solve, and tactical ones, by random play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice
from random import Random

import tesuji
from tests.search.brute import loses_next, wins_at_once
from tesuji import Game, Move, Position

__all__ = [
    "DICE",
    "EVERY_GAME",
    "WITHOUT_DICE",
    "late",
    "late_positions",
    "losing_next",
    "middle",
    "random_game",
    "tree_size",
    "winning_at_once",
]

WITHOUT_DICE = (
    "colosseum(size=4)",
    "avalam",
    "pentago",
    "pentago-twist",
    "pentago(placement_wins=true)",
    "ewn-cyclic",
)
DICE = "ewn"
EVERY_GAME = (*WITHOUT_DICE, DICE)


def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game, its end included."""
    rng = Random(seed)
    positions = [game.start(seed)]
    while not positions[-1].is_over:
        here = positions[-1]
        choices = here.legal_moves or [event for event, _ in here.chance_outcomes]
        positions.append(here.play(rng.choice(choices)))
    return positions


def tree_size(position: Position, limit: int) -> int:
    """The nodes of the whole game tree, rolls included; counting stops above the limit."""
    total = 0
    for depth in count():
        level = tesuji.perft(position, depth)
        total += level
        if level == 0 or total > limit:
            return total
    raise AssertionError("games end")


def late(game: Game, seed: int, limit: int) -> Position | None:
    """The earliest decision of a random game below which the tree is at most so large."""
    found = None
    for position in reversed(random_game(game, seed)):
        if position.is_over or position.is_chance:
            continue
        if tree_size(position, limit) > limit:
            break
        found = position
    return found


@cache
def late_positions(spec: str, number: int, limit: int) -> tuple[Position, ...]:
    """Different late positions, each from a game of its own, none of them a win at once."""

    def found() -> Iterator[Position]:
        seen = set()
        for seed in count():
            position = late(tesuji.game(spec), seed, limit)
            if position is None or position in seen or wins_at_once(position):
                continue
            seen.add(position)
            yield position

    return tuple(islice(found(), number))


def middle(spec: str, seed: int, share: float = 0.5) -> Position:
    """A decision some way into a random game."""
    decisions = [p for p in random_game(tesuji.game(spec), seed) if p.legal_moves]
    return decisions[int(share * (len(decisions) - 1))]


# Tactics


@cache
def winning_at_once(spec: str, number: int) -> tuple[Position, ...]:
    """Positions in which some move wins on the spot and some does not."""
    return tuple(islice(_tactical(spec, _can_win), number))


@cache
def losing_next(spec: str, number: int) -> tuple[Position, ...]:
    """Positions without a win at once in which some moves lose to the very next reply, and
    some do not."""
    return tuple(islice(_tactical(spec, _can_lose), number))


def _can_win(position: Position) -> bool:
    return wins_at_once(position) and not all(map(_ends(position), position.legal_moves))


def _ends(position: Position) -> Callable[[Move], bool]:
    return lambda move: position.play(move).is_over


def _can_lose(position: Position) -> bool:
    if wins_at_once(position):
        return False
    lost = [loses_next(position, move) for move in position.legal_moves]
    return any(lost) and not all(lost)


MOST_MOVES = 40
"""Wider positions are left out: all replies to all moves are looked at."""


def _tactical(spec: str, wanted: Callable[[Position], bool]) -> Iterator[Position]:
    """The last position of each random game that is of the wanted kind."""
    for seed in range(2000):
        last_plies = reversed(random_game(tesuji.game(spec), seed)[-12:])
        decisions = (p for p in last_plies if 1 < len(p.legal_moves) <= MOST_MOVES)
        found = next((p for p in decisions if wanted(p)), None)
        if found is not None:
            yield found
