"""Measuring levels: matches between neighbours, and Elo above `random` from all of them.

Levels far apart would only say that the stronger one wins; so each meets the next two, the
lowest meet `random`, and one rating model reads all results together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import tesuji
from tesuji import _core
from tesuji.arena.match.openings import draw_opening
from tesuji.arena.stats.ratings import Rating, rate
from tesuji.games import Game, Position
from tesuji.games.randomness import RandomStream, derive_seed
from tesuji.web.levels import FORMAT, LEVELS, SEARCH, Level, choose

__all__ = ["measure"]

RANDOM = "random"
REACH = 2
"""How many of the next stronger ones each meets."""

Contestant = Level | None
"""A level, or random play."""


def measure(
    game: Game, *, pairs: int, seed: int = 0, tell: Callable[[str], None] = lambda text: None
) -> dict[str, Any]:
    """Plays the matches and returns the content of a game's file of levels."""
    results = {}
    for first, second in _matches():
        name = _name(first), _name(second)
        results[name] = [_pair(game, first, second, derive_seed(seed, n)) for n in range(pairs)]
        score = sum(map(sum, results[name])) / (2 * pairs)
        tell(f"{name[0]} against {name[1]}: {score:.0%} in {2 * pairs} games")
    ratings = {each.name: each for each in rate(results, anchor=(RANDOM, 0.0)).ratings}
    return {
        "format": FORMAT,
        "game": game.expanded_spec,
        "version": game.version,
        "command": f"tesuji levels '{game.spec}' --pairs {pairs} --seed {seed}",
        "date": time.strftime("%Y-%m-%d"),
        "build": _core.build(),
        "search": tesuji.agent(SEARCH).spec,
        "levels": [_row(level, ratings[_name(level)]) for level in LEVELS],
    }


def _matches() -> Iterator[tuple[Contestant, Contestant]]:
    order: list[Contestant] = [None, *LEVELS]
    for number, weaker in enumerate(order):
        for stronger in order[number + 1 : number + 1 + REACH]:
            yield stronger, weaker


def _name(contestant: Contestant) -> str:
    return RANDOM if contestant is None else f"level {contestant.number}"


def _row(level: Level, rating: Rating) -> dict[str, Any]:
    """A level with its rating; no bound is None."""
    declared = asdict(level)
    return {
        "level": declared.pop("number"),
        **declared,
        "elo": round(rating.elo, 1),
        "interval": [
            round(bound, 1) if math.isfinite(bound) else None for bound in rating.interval
        ],
        "games": rating.result.games,
    }


def _pair(game: Game, first: Contestant, second: Contestant, seed: int) -> tuple[float, float]:
    """What the first contestant scores when it begins, and when it does not."""
    opening = draw_opening(game, derive_seed(seed, 0))
    ahead = _play(opening, (first, second), derive_seed(seed, 1))
    behind = _play(opening, (second, first), derive_seed(seed, 1))
    return ahead, 1 - behind


def _play(position: Position, sides: tuple[Contestant, Contestant], seed: int) -> float:
    """The result for player 0; the dice are the same for the same seed."""
    dice, ply = RandomStream(derive_seed(seed, 0)), 0
    while (outcome := position.outcome) is None:
        if position.is_chance:
            events = position.chance_outcomes
            position = position.play(events[dice.below(len(events))][0])
            continue
        ply += 1
        side = sides[position.next_player]
        position = position.play(_choose(side, position, derive_seed(seed, ply)))
    return outcome.value_for(0)


def _choose(side: Contestant, position: Position, seed: int) -> str:
    if side is None:
        moves = position.legal_moves
        return str(moves[RandomStream(seed).below(len(moves))])
    return choose(side, position, seed=seed)
