"""Evaluators written in Python: functions that evaluate a batch of positions."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from tesuji.agents.learned import SHIPPED_NAMES, is_learned, learned_evaluator
from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.specs import did_you_mean

__all__ = [
    "Evaluate",
    "evaluators",
    "is_python",
    "python_evaluator",
    "register_evaluator",
    "registered_evaluators",
]

Evaluate = Callable[
    [list[Position]], Sequence[float | tuple[float, Sequence[float] | dict[str, float] | None]]
]
"""Takes positions that are not over. Returns the value of each, 0 to 1 for the player whose turn
it is, or a pair of that value and priors: one number per legal move, in order or by text."""

BUILT_IN = ("none", "plain")
_known: dict[str, Evaluate] = {}


def register_evaluator(name: str, function: Evaluate) -> None:
    """Registers an evaluator for use in specs: ``mcts(select=puct, evaluate=NAME)``."""
    if name in BUILT_IN or is_learned(name):
        raise _invalid_name(name, "a name that is not built in")
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*", name):
        raise _invalid_name(name, "a word that specs allow")
    if not callable(function):
        raise ParameterError(
            f"an evaluator must be a function, not {function!r}",
            owner=name,
            given=function,
            expected="a function",
        )
    _known[name] = function


def _invalid_name(name: str, expected: str) -> ParameterError:
    return ParameterError(
        f"the name of an evaluator must be {expected}, not {name!r}",
        where="name",
        given=name,
        expected=expected,
    )


def evaluators() -> list[str]:
    """The names of the registered evaluators."""
    return sorted(_known)


def registered_evaluators() -> dict[str, Evaluate]:
    """All registered evaluators by name."""
    return dict(_known)


def check_evaluator(name: str) -> None:
    """Raises ParameterError if no evaluator has this name."""
    if name not in BUILT_IN and name not in _known and not is_learned(name):
        files = [f'{name}("FILE")' for name in SHIPPED_NAMES]
        known = [*BUILT_IN, *SHIPPED_NAMES, *files, *evaluators()]
        raise ParameterError(
            f"there is no evaluator {name!r}{did_you_mean(name, known)};"
            f" known evaluators: {', '.join(known)}",
            where="evaluate",
            given=name,
            expected=f"one of {', '.join(known)}",
        )


def is_python(name: str) -> bool:
    """Whether an evaluator is a registered Python function."""
    return name in _known


def python_evaluator(name: str, game: Game) -> Any:
    """The function that the core calls with its states, a learned evaluation, or None for that
    of the core."""
    check_evaluator(name)
    if is_learned(name):
        return learned_evaluator(name, game)
    if name == "plain" and game.has_own_evaluation:
        return lambda states: [(_own_value(game, state), None) for state in states]
    if name in BUILT_IN:
        return None
    function = _known[name]

    def evaluate(states: list[Any]) -> list[tuple[float, list[float] | None]]:
        positions = [Position(game, state) for state in states]
        answers = list(function(positions))
        if len(answers) != len(positions):
            raise _wrong_answer(
                name, f"{len(answers)} answers", f"{len(positions)}, one per position"
            )
        return [_checked(name, p, a) for p, a in zip(positions, answers, strict=True)]

    return evaluate


def _own_value(game: Game, state: Any) -> float:
    """A Python game's own evaluation, for the player whose turn it is."""
    position = Position(game, state)
    first = 0.5 + 0.5 * max(-1.0, min(1.0, game.evaluation(position)))
    return first if position.next_player == 0 else 1 - first


def _checked(name: str, position: Position, answer: Any) -> tuple[float, list[float] | None]:
    value, priors = answer if isinstance(answer, tuple) else (answer, None)
    value = float(value)
    if not 0 <= value <= 1:
        raise _wrong_answer(name, f"the value {value!r}", "a number from 0 to 1")
    if priors is None or position.is_chance:
        return value, None
    moves = position.legal_moves
    if isinstance(priors, dict):
        if unknown := [text for text in priors if text not in moves]:
            raise _wrong_answer(name, f"a prior for {unknown[0]!r}", "priors for legal moves")
        priors = [priors.get(str(move), 0.0) for move in moves]
    weights = [float(weight) for weight in priors]
    if wrong := [weight for weight in weights if not 0 <= weight < math.inf]:
        raise _wrong_answer(name, f"the prior {wrong[0]!r}", "finite numbers of at least 0")
    if len(weights) != len(moves):
        raise _wrong_answer(name, f"{len(weights)} priors", f"{len(moves)}, one per legal move")
    total = sum(weights)
    return value, [weight / total for weight in weights] if total > 0 else None


def _wrong_answer(name: str, value: str, expected: str) -> ParameterError:
    return ParameterError(
        f"evaluator {name!r} returned {value}, expected {expected}",
        owner=name,
        given=value,
        expected=expected,
    )
