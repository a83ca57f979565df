"""Random games of games written in Python, with statistics like those of the core."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tesuji.games.randomness import RandomStream

__all__ = ["random_playouts"]


def random_playouts(begin: Callable[[RandomStream], Any], games: int, seed: int) -> dict[str, Any]:
    """Plays random games from the states that ``begin`` returns."""
    stream = RandomStream(seed % 2**64)
    wins, draws, plies, choices, lengths, score = [0, 0], 0, 0, 0, [], 0
    begun = time.thread_time()
    for _ in range(games):
        state, length = begin(stream), 0
        while (end := state.outcome()) is None:
            moves = state.legal_moves()
            options = moves or state.event_list()
            length += bool(moves)
            choices += len(moves)
            state = state.advance(options[stream.below(len(options))])
        winner, points, _ = end
        if winner is None:
            draws += 1
        else:
            wins[winner] += 1
        score += points
        lengths.append(length)
        plies += length
    return {
        "games": games,
        "wins": tuple(wins),
        "draws": draws,
        "plies": plies,
        "choices": choices,
        "shortest": min(lengths),
        "longest": max(lengths),
        "score": score,
        "reasons": {"the game is won": games - draws, "a draw": draws},
        "cpu_seconds": time.thread_time() - begun,
    }
