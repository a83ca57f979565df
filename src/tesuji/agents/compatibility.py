"""Checks that an agent and its settings work with a game, and that it is asked about a position."""

from __future__ import annotations

from contextlib import suppress

from tesuji.agents.evaluators import BUILT_IN
from tesuji.agents.learned import is_learned
from tesuji.agents.presets import Preset
from tesuji.errors import ParameterError, TesujiError
from tesuji.games import Game, Position
from tesuji.games import game as find_game
from tesuji.specs import Kind, Plain, Spec, parts_in_use

__all__ = ["check_alphabeta", "check_game", "check_position"]


def check_game(preset: Preset | None, kind: Kind, expanded: Spec, game: Game) -> None:
    """Raises ParameterError if the agent, or a part that it uses, does not support the game."""
    named = preset or kind
    for agent in (named, kind):
        if agent.games and game.name not in agent.games:
            only = _only(agent.games)
            raise ParameterError(
                f"{agent.name} plays {only}, not {game.spec}",
                owner=agent.name,
                where="game",
                given=game.spec,
                expected=only,
            )
    for path, part in parts_in_use(kind, expanded):
        if part.games and game.name not in part.games:
            only = _only(part.games)
            raise ParameterError(
                f"{named.name}: {path}={part.name} is for {only}, not {game.spec}",
                owner=named.name,
                where=path,
                given=part.name,
                expected=only,
            )


def check_position(position: object) -> Position:
    """The position itself; raises ParameterError for anything else, such as a game."""
    if isinstance(position, Position):
        return position
    example = "avalam"
    if isinstance(position, str | Game):
        with suppress(TesujiError):
            example = find_game(position).spec
    expected = f"a Position, for example tesuji.game({example!r}).start()"
    raise ParameterError.wrong_value("position", position, expected)


def _only(games: tuple[str, ...]) -> str:
    return f"{' and '.join(games)} only"


def check_alphabeta(settings: dict[str, Plain], game: Game) -> None:
    """Raises ParameterError if alpha-beta cannot use these settings in the game."""
    if settings["despair"] == "diagonal" and not game.search_classes.AlphaBeta.has_despair:
        raise _conflict(settings, "despair", f"is not available in {game.spec}", "best")
    if settings["threads"] == 1:
        return
    if game.in_python:
        raise _conflict(settings, "threads", f"needs a compiled game, not {game.spec}", "1")
    evaluate = str(settings["evaluate"])
    if evaluate not in BUILT_IN and not is_learned(evaluate):
        problem = f"needs a compiled evaluator, not evaluate={evaluate}"
        raise _conflict(settings, "threads", problem, "1")


def _conflict(settings: dict[str, Plain], name: str, problem: str, expected: str) -> ParameterError:
    value = settings[name]
    return ParameterError(
        f"alphabeta: {name}={value} {problem}; use {name}={expected}",
        owner="alphabeta",
        where=name,
        given=value,
        expected=expected,
    )
