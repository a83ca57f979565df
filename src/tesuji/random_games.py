"""Perft and playouts: counting lines of play, and statistics of random games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesuji.errors import ParameterError
from tesuji.games.base import Game, check_seed
from tesuji.games.move import Move
from tesuji.games.position import Position

__all__ = ["PlayoutStatistics", "perft", "perft_divide", "playouts"]

_CHUNK = 10_000
"""Games per call into the core: few enough for Ctrl-C. The games of a seed depend on it."""


def perft(position: Position, depth: int) -> int:
    """Counts the sequences of exactly `depth` moves and chance events from a position.

    >>> import tesuji
    >>> tesuji.perft(tesuji.game("avalam").start(), 2)
    81488
    """
    if not isinstance(position, Position):
        raise ParameterError(
            f"position must be a Position, not {type(position).__name__}",
            where="position",
            given=position,
            expected="a Position",
        )
    if _check_count(depth, "depth") <= 2:
        return position._state.perft(depth)
    return sum(perft_divide(position, depth).values())


def perft_divide(position: Position, depth: int) -> dict[Move, int]:
    """`perft` by first move or chance event."""
    _check_count(depth, "depth", least=1)
    moves = position.legal_moves or [event for event, _ in position.chance_outcomes]
    return {move: perft(position.play(move), depth - 1) for move in moves}


@dataclass(frozen=True, slots=True)
class PlayoutStatistics:
    """Statistics of random games. Plies are the players' moves; chance events do not count."""

    games: int
    wins: tuple[int, int]
    draws: int
    mean_plies: float
    shortest: int
    longest: int
    mean_score: float
    """For player 0, in the game's units."""
    branching: float | None
    """Mean number of legal moves per decision; None unless they were counted."""
    reasons: dict[str, int]
    """How often the games ended for each reason."""
    cpu_seconds: float

    @property
    def games_per_second(self) -> float:
        """Random games per second of CPU time on one core."""
        return self.games / max(self.cpu_seconds, 1e-9)


def playouts(
    source: Game | Position, count: int, *, seed: int = 0, count_moves: bool = False
) -> PlayoutStatistics:
    """Plays `count` uniformly random games and returns their statistics.

    From a position, all games begin there. From a game, each has its own start if the rules draw
    one. The same seed gives the same games. `count_moves` also counts the legal moves, which
    takes longer.

    >>> import tesuji
    >>> result = tesuji.playouts(tesuji.game("avalam"), 1000, seed=1)
    >>> result.games, 34 < result.mean_plies < 35
    (1000, True)
    """
    _check_count(count, "count", least=1)
    if not isinstance(source, Game | Position):
        raise ParameterError(
            f"source must be a Game or a Position, not {type(source).__name__}",
            where="source",
            given=source,
            expected="a Game or a Position",
        )
    run = source.start_playouts if isinstance(source, Game) else source._state.playouts
    seed = check_seed(seed)
    chunks = [
        run(min(_CHUNK, count - begun), seed, begun // _CHUNK, count_moves)
        for begun in range(0, count, _CHUNK)
    ]
    return _sum_up(chunks, count_moves)


def _sum_up(chunks: list[dict[str, Any]], count_moves: bool) -> PlayoutStatistics:
    def total(key: str) -> Any:
        return sum(chunk[key] for chunk in chunks)

    games, plies = total("games"), total("plies")
    return PlayoutStatistics(
        games=games,
        wins=(sum(c["wins"][0] for c in chunks), sum(c["wins"][1] for c in chunks)),
        draws=total("draws"),
        mean_plies=plies / games,
        shortest=min(chunk["shortest"] for chunk in chunks),
        longest=max(chunk["longest"] for chunk in chunks),
        mean_score=total("score") / games,
        branching=total("choices") / max(plies, 1) if count_moves else None,
        reasons={key: sum(c["reasons"][key] for c in chunks) for key in chunks[0]["reasons"]},
        cpu_seconds=total("cpu_seconds"),
    )


def _check_count(value: object, name: str, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ParameterError.wrong_value(name, value, f"an integer of at least {least}")
    return value
