"""Tesuji: strong, anytime agents for two-player board games, and the proof that they are strong.

>>> import tesuji
>>> position = tesuji.game("colosseum(size=8)").start(seed=7)
>>> position = position.play(position.legal_moves[0])
>>> position.to_move
1
"""

from tesuji import _cpu

if not _cpu.supported:
    raise ImportError(
        f"this build of tesuji needs an x86-64-v{_cpu.level} processor (AVX2 and BMI2 for v3) and"
        " this machine has none; build it here with: pip install --no-binary tesuji tesuji"
    )

from tesuji.errors import (
    GameOverError,
    IllegalMoveError,
    NotationError,
    ParameterError,
    SeedError,
    SpecError,
    TesujiError,
    UnknownGameError,
)
from tesuji.games import Game, LegalMoves, Move, Outcome, Position, Scene, game, games
from tesuji.playing import PlayoutStatistics, perft, perft_divide, playouts

__version__ = "0.1.0"

__all__ = [
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "NotationError",
    "Outcome",
    "ParameterError",
    "PlayoutStatistics",
    "Position",
    "Scene",
    "SeedError",
    "SpecError",
    "TesujiError",
    "UnknownGameError",
    "game",
    "games",
    "perft",
    "perft_divide",
    "playouts",
]
