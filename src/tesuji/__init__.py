"""Tesuji: strong, anytime agents for two-player board games, and the proof that they are strong.

>>> import tesuji
>>> position = tesuji.game("colosseum(size=8)").start(seed=7)
>>> position = position.play(position.legal_moves[0])
>>> position.to_move
1
"""

from typing import TYPE_CHECKING

from tesuji import _cpu

if not _cpu.supported:
    raise ImportError(
        f"this build of tesuji needs an x86-64-v{_cpu.level} processor (AVX2 and BMI2 for v3) and"
        " this machine has none; build it here with: pip install --no-binary tesuji tesuji"
    )

from tesuji.agents import (
    Agent,
    Analysis,
    Budget,
    MoveAnalysis,
    Player,
    Simulation,
    agent,
    evaluators,
    register_agent,
    register_evaluator,
)
from tesuji.errors import (
    AgentFailure,
    GameDefinitionError,
    GameOverError,
    IllegalMoveError,
    LoadError,
    NotationError,
    ParameterError,
    SeedError,
    SpecError,
    TesujiError,
    UnknownAgentError,
    UnknownGameError,
)
from tesuji.games import Game, LegalMoves, Move, Outcome, Position, Scene, game, register
from tesuji.games.check import Problem, check_game
from tesuji.loading import load
from tesuji.plugins import PluginWarning, allow
from tesuji.random_games import PlayoutStatistics, perft, perft_divide, playouts
from tesuji.solve import Solution, Solver

if TYPE_CHECKING:
    from tesuji.agents.best import best
    from tesuji.agents.registry import agents
    from tesuji.agents.review import Review, review
    from tesuji.agents.watching import watch
    from tesuji.arena.match.api import match
    from tesuji.arena.match.result import MatchResult
    from tesuji.arena.match.tournament import TournamentResult, tournament
    from tesuji.games.registry import games
    from tesuji.solve.solver import solve
    from tesuji.studies.series import ablate, scaling, sweep
    from tesuji.tune.api import tune
else:
    # The packages themselves, which can be called.
    from tesuji import agents, games, solve

_ON_USE = {
    "MatchResult": "tesuji.arena.match.result",
    "Review": "tesuji.agents.review",
    "TournamentResult": "tesuji.arena.match.tournament",
    "best": "tesuji.agents.best",
    "review": "tesuji.agents.review",
    "match": "tesuji.arena.match.api",
    "tournament": "tesuji.arena.match.tournament",
    "ablate": "tesuji.studies.series",
    "scaling": "tesuji.studies.series",
    "sweep": "tesuji.studies.series",
    "watch": "tesuji.agents.watching",
}
"""Modules that are imported on first use, to keep ``import tesuji`` fast."""
_PACKAGES = ("arena", "errors", "learn", "specs", "studies", "tune")
"""Public packages, which are imported on first use too."""


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _ON_USE:
        return getattr(import_module(_ON_USE[name]), name)
    if name in _PACKAGES:
        return import_module(f"tesuji.{name}")
    raise AttributeError(f"module 'tesuji' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})


__version__ = "0.1.0"

__all__ = [
    "Agent",
    "AgentFailure",
    "Analysis",
    "Budget",
    "Game",
    "GameDefinitionError",
    "GameOverError",
    "IllegalMoveError",
    "LegalMoves",
    "LoadError",
    "MatchResult",
    "Move",
    "MoveAnalysis",
    "NotationError",
    "Outcome",
    "ParameterError",
    "Player",
    "PlayoutStatistics",
    "PluginWarning",
    "Position",
    "Problem",
    "Review",
    "Scene",
    "SeedError",
    "Simulation",
    "Solution",
    "Solver",
    "SpecError",
    "TesujiError",
    "TournamentResult",
    "UnknownAgentError",
    "UnknownGameError",
    "ablate",
    "agent",
    "agents",
    "allow",
    "best",
    "check_game",
    "evaluators",
    "game",
    "games",
    "load",
    "match",
    "perft",
    "perft_divide",
    "playouts",
    "register",
    "register_agent",
    "register_evaluator",
    "review",
    "scaling",
    "solve",
    "sweep",
    "tournament",
    "tune",
    "watch",
]
