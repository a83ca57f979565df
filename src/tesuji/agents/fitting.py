"""Which settings of a search fit which games, beyond what each parameter allows by itself."""

from __future__ import annotations

from tesuji.agents.evaluators import BUILT_IN
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.specs import Plain

__all__ = ["check_alphabeta"]


def check_alphabeta(settings: dict[str, Plain], game: Game) -> None:
    """Refuses settings of alpha-beta that do not fit the game, or each other."""
    if settings["despair"] == "diagonal" and not game.search_classes.AlphaBeta.has_despair:
        raise ParameterError(
            f"alphabeta: despair=diagonal does not fit {game.spec}, for which no such move is"
            " known; take despair=best"
        )
    if settings["threads"] == 1:
        return
    alone = None
    if game.in_python:
        alone = f"{game.spec}, whose rules are"
    elif settings["evaluate"] not in BUILT_IN:
        alone = f"evaluate={settings['evaluate']}, which is"
    if alone is not None:
        raise ParameterError(
            f"alphabeta: threads={settings['threads']} does not fit {alone} written in Python;"
            " take threads=1"
        )
