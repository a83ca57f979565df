"""Evaluators written in Python: functions that value a batch of positions."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.specs import did_you_mean

__all__ = [
    "Evaluate",
    "evaluators",
    "python_evaluator",
    "register_evaluator",
    "registered_evaluators",
]

Evaluate = Callable[
    [list[Position]], Sequence[float | tuple[float, Sequence[float] | dict[str, float] | None]]
]
"""Takes positions, none of them over; returns for each its value, 0 to 1 for the player whose
turn it is, or that value with priors: one number a legal move, in their order or by text."""

BUILT_IN = ("none", "plain")
_known: dict[str, Evaluate] = {}


def register_evaluator(name: str, function: Evaluate) -> None:
    """Makes an evaluator known to specs: ``mcts(select=puct, evaluate=NAME)``."""
    if name in BUILT_IN:
        raise ParameterError(f"an evaluator cannot be called {name!r}, that name is taken")
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*", name):
        raise ParameterError(
            f"an evaluator's name must be a word that specs can hold, not {name!r}"
        )
    if not callable(function):
        raise ParameterError(f"an evaluator is a function, not {function!r}")
    _known[name] = function


def evaluators() -> list[str]:
    """The names of the registered evaluators."""
    return sorted(_known)


def registered_evaluators() -> dict[str, Evaluate]:
    """All registered evaluators by name."""
    return dict(_known)


def check_evaluator(name: str) -> None:
    """Refuses names that nobody registered."""
    if name not in BUILT_IN and name not in _known:
        known = [*BUILT_IN, *evaluators()]
        raise ParameterError(
            f"there is no evaluator {name!r}{did_you_mean(name, known)};"
            f" known are {', '.join(known)}"
        )


def python_evaluator(name: str, game: Game) -> Any:
    """What the core calls with its states, or None for the built-in ones."""
    check_evaluator(name)
    if name == "plain" and game.has_own_evaluation:
        return lambda states: [(_own_value(game, state), None) for state in states]
    if name in BUILT_IN:
        return None
    function = _known[name]

    def evaluate(states: list[Any]) -> list[tuple[float, list[float] | None]]:
        positions = [Position(game, state) for state in states]
        answers = list(function(positions))
        if len(answers) != len(positions):
            raise ParameterError(
                f"evaluator {name!r} gave {len(answers)} answers to {len(positions)} positions"
            )
        return [_checked(name, p, a) for p, a in zip(positions, answers, strict=True)]

    return evaluate


def _own_value(game: Game, state: Any) -> float:
    """What a Python game's own evaluation says, for the player whose turn it is."""
    position = Position(game, state)
    first = 0.5 + 0.5 * max(-1.0, min(1.0, game.evaluation(position)))
    return first if position.next_player == 0 else 1 - first


def _checked(name: str, position: Position, answer: Any) -> tuple[float, list[float] | None]:
    value, priors = answer if isinstance(answer, tuple) else (answer, None)
    value = float(value)
    if not 0 <= value <= 1:
        raise ParameterError(f"evaluator {name!r} gave the value {value!r}; it must be 0 to 1")
    if priors is None or position.is_chance:
        return value, None
    moves = position.legal_moves
    if isinstance(priors, dict):
        if unknown := [text for text in priors if text not in moves]:
            raise ParameterError(
                f"evaluator {name!r} gave a prior to {unknown[0]!r}, not legal here"
            )
        priors = [priors.get(str(move), 0.0) for move in moves]
    weights = [float(weight) for weight in priors]
    if wrong := [weight for weight in weights if not 0 <= weight < math.inf]:
        raise ParameterError(
            f"evaluator {name!r} gave the prior {wrong[0]!r}; it must be at least 0"
        )
    if len(weights) != len(moves):
        raise ParameterError(
            f"evaluator {name!r} gave {len(weights)} priors to {len(moves)} legal moves"
        )
    total = sum(weights)
    return value, [weight / total for weight in weights] if total > 0 else None
