"""Loading pyspiel, and the games of it that Tesuji can play."""

from __future__ import annotations

import re
from typing import Any

from tesuji.errors import ParameterError
from tesuji.specs import did_you_mean

__all__ = ["load_game", "load_pyspiel"]


def load_pyspiel() -> Any:
    """The module pyspiel; raises ParameterError if it is not installed."""
    try:
        import pyspiel
    except ModuleNotFoundError as error:
        raise ParameterError(
            "OpenSpiel is not installed: pip install 'tesuji[openspiel]'",
            where="openspiel",
            given=error.name,
            expected="the package open_spiel",
        ) from error
    return pyspiel


def load_game(text: str) -> Any:
    """Loads a game such as ``"breakthrough(rows=6,columns=6)"``; it must be suitable.

    Suitable games have two players who take turns and see everything; chance is explicit.
    """
    pyspiel = load_pyspiel()
    text = re.sub(r"\s*([(),=])\s*", r"\1", text.strip())
    name, known = text.partition("(")[0], pyspiel.registered_names()
    if name not in known:
        hint = did_you_mean(name, known)
        raise _unsuitable(text, f"OpenSpiel has no game {name!r}{hint}", "a game of OpenSpiel")
    try:
        game = pyspiel.load_game(text)
    except (pyspiel.SpielError, ValueError, TypeError) as error:
        reason = str(error).partition("\n")[0]
        raise _unsuitable(text, f"OpenSpiel refuses it: {reason}", "valid parameters") from error
    _check(text, game, pyspiel.GameType)
    return game


def _check(text: str, game: Any, types: Any) -> None:
    kind = game.get_type()
    if game.num_players() != 2:
        raise _unsuitable(text, f"it has {game.num_players()} players", "two players")
    if kind.dynamics != types.Dynamics.SEQUENTIAL:
        raise _unsuitable(text, f"its moves are {_word(kind.dynamics)}", "players who take turns")
    if kind.information != types.Information.PERFECT_INFORMATION:
        raise _unsuitable(text, f"it has {_word(kind.information)}", "perfect information")
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        raise _unsuitable(text, "its chance events have no probabilities", "explicit chance events")


def _word(value: Any) -> str:
    return str(value.name).lower().replace("_", " ")


def _unsuitable(text: str, problem: str, expected: str) -> ParameterError:
    return ParameterError(
        f"openspiel({text!r}) cannot be played: {problem}",
        owner="openspiel",
        where="game",
        given=text,
        expected=expected,
    )
