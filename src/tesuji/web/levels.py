"""Levels of strength: few simulations and plausible errors, measured against `random`.

A level searches with a limit of simulations, then draws its move from those whose value is
within a bound of the best, better ones more often. So it errs as people do, by small and by
middling amounts, and not by moves that anyone sees through. But for the lowest levels, it never
misses a win in one. The Elo of each level comes from a file that ``tesuji levels GAME`` writes.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from typing import Any

import tesuji
from tesuji.agents import Analysis, MoveAnalysis, Player
from tesuji.errors import ParameterError
from tesuji.games import Game, Move, Position

__all__ = ["LEVELS", "Level", "choose", "level", "levels_data", "winning_move"]


@dataclass(frozen=True, kw_only=True)
class Level:
    """One level of strength."""

    number: int
    name: str
    simulations: int
    bound: float
    """The most value that a move may lose by the level's own search."""
    spread: float
    """How evenly moves within the bound are drawn; 0 always takes the best."""
    sees_wins: bool
    """Whether it never misses a win in one."""


LEVELS = (
    Level(number=1, name="First steps", simulations=6, bound=1.00, spread=0.60, sees_wins=False),
    Level(number=2, name="Beginner", simulations=30, bound=0.60, spread=0.30, sees_wins=False),
    Level(number=3, name="Casual", simulations=120, bound=0.35, spread=0.15, sees_wins=True),
    Level(number=4, name="Steady", simulations=300, bound=0.25, spread=0.10, sees_wins=True),
    Level(number=5, name="Club", simulations=800, bound=0.18, spread=0.07, sees_wins=True),
    Level(number=6, name="Strong", simulations=2_000, bound=0.12, spread=0.04, sees_wins=True),
    Level(number=7, name="Expert", simulations=6_000, bound=0.06, spread=0.02, sees_wins=True),
    Level(number=8, name="Master", simulations=20_000, bound=0.00, spread=0.00, sees_wins=True),
)
SEARCH = "mcts(guard=none)"
"""Who searches for a level; without the look ahead that would find every win in one."""
LONGEST = 10.0
"""Seconds for a move: only the upper levels of games written in Python take as long."""
FORMAT = 1
"""Version of the files; raised when a key changes its meaning."""


def level(game: Game, number: int) -> Level:
    """The level of a number; all games have the same ones."""
    for each in LEVELS:
        if each.number == number:
            return each
    raise ParameterError(f"{game.name} has levels 1 to {len(LEVELS)}, not {number}")


def choose(
    level: Level,
    position: Position,
    *,
    seed: int | None = None,
    search: Callable[..., Analysis] = Player.search,
) -> str:
    """The move that a level plays; the same seed gives the same move.

    ``search`` is how a player is asked, for whoever wants to be able to stop it.
    """
    if level.sees_wins and (win := winning_move(position)) is not None:
        return str(win)
    stream = random.Random(seed)
    analysis = search(
        tesuji.agent(SEARCH).player(position.game, seed=stream.getrandbits(32)),
        position,
        simulations=level.simulations,
        seconds=LONGEST,
        memory=32,
    )
    moves = candidates(analysis, level)
    if level.spread == 0 or len(moves) == 1:
        return str(moves[0].move)
    best = max(move.value for move in moves)
    weights = [math.exp((move.value - best) / level.spread) for move in moves]
    return str(stream.choices(moves, weights)[0].move)


def candidates(analysis: Analysis, level: Level) -> list[MoveAnalysis]:
    """The moves that a level may draw: not proven to lose, and within its bound of the best."""
    best = analysis.moves[0]
    if best.proven == "win" or level.bound == 0:
        return [best]
    tried = [move for move in analysis.moves if move.visits > 0 and move.proven != "loss"]
    within = [move for move in tried if move.value >= best.value - level.bound]
    return within or [best]


def winning_move(position: Position) -> Move | None:
    """A move that wins at once, if there is one."""
    mover = position.next_player
    for move in position.legal_moves:
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == mover:
            return move
    return None


def levels_data(game: Game) -> list[dict[str, Any]]:
    """The levels of a game for a page, with their measured Elo where there is a file of it."""
    measured = _measured(game)
    return [
        {"number": each.number, "name": each.name, **measured.get(each.number, {})}
        for each in LEVELS
    ]


def _measured(game: Game) -> dict[int, dict[str, Any]]:
    file = resources.files("tesuji.web").joinpath("measured", f"{game.name}.json")
    if not file.is_file():
        return {}
    data = json.loads(file.read_text("utf-8"))
    if data["format"] != FORMAT or data["game"] != game.expanded_spec:
        return {}
    return {
        row["level"]: {"elo": row["elo"], "interval": row["interval"], "games": row["games"]}
        for row in data["levels"]
    }
