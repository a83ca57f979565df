"""Made-up pairs of games, plans that cost nothing, and workers that are threads."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.games.record import GameRecord, MoveRecord

__all__ = ["in_threads", "made_up_pair", "moves_of", "quick_plan"]

_WINNERS = {0.0: (1, 0), 0.25: (1, None), 0.5: (0, 0), 0.75: (None, 1), 1.0: (0, 1)}
"""Winners of the two games that give the first agent each score."""


def made_up_pair(pair: int, score: float, plies: int = 3) -> list[GameRecord]:
    """Two games in which the first agent scores so much on average."""
    agents = (("a", "b"), ("b", "a"))
    return [
        GameRecord(
            game="avalam",
            agents=agents[side],
            start="somewhere",
            moves=tuple(
                MoveRecord(f"{pair}.{side}.{i}", i % 2, 0.5, 1, 1, 0.1) for i in range(plies)
            ),
            winner=winner,
            score=0,
            reason="made up",
        )
        for side, winner in enumerate(_WINNERS[score])
    ]


def quick_plan(first: str = "greedy", second: str = "random", **options: Any) -> MatchPlan:
    """A match whose pairs take milliseconds."""
    return make_plan((first, second), **{"game": "pentago", "pairs": 4, **options})


def moves_of(record: GameRecord) -> list[str]:
    """The moves and rolls of a game."""
    return [move.move for move in record.moves]


def in_threads(jobs: int) -> Executor:
    """Workers that need no time to start, in place of processes."""
    return ThreadPoolExecutor(jobs)
