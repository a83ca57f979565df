"""The games: names, parameters, notation and pictures for each set of rules."""

from tesuji.callable_package import make_callable
from tesuji.games import avalam as _avalam  # noqa: F401  (each registers its games)
from tesuji.games import colosseum as _colosseum  # noqa: F401
from tesuji.games import ewn as _ewn  # noqa: F401
from tesuji.games import pentago as _pentago  # noqa: F401
from tesuji.games.base import Game
from tesuji.games.board import Span, TextBoard
from tesuji.games.move import LegalMoves, Move
from tesuji.games.outcome import Outcome
from tesuji.games.position import Position
from tesuji.games.python import register
from tesuji.games.registry import game, games
from tesuji.games.scene import Scene

__all__ = [
    "Game",
    "LegalMoves",
    "Move",
    "Outcome",
    "Position",
    "Scene",
    "Span",
    "TextBoard",
    "game",
    "games",
    "register",
]

make_callable(__name__, games)
