"""A search in a notebook, shown while it thinks."""

from __future__ import annotations

import threading
from typing import Any

from tesuji.agents.agent import Player
from tesuji.agents.analysis import Analysis
from tesuji.agents.registry import AgentLike, agent
from tesuji.games import Position

__all__ = ["watch"]


def watch(one: AgentLike, position: Position, *, every: float = 0.25, **budget: Any) -> Analysis:
    """Searches a position and shows the analysis in a Jupyter notebook while it grows.

    ``budget`` is that of `Agent.search`. Interrupting the cell stops the search, and the result so
    far is returned. It needs only IPython, no widgets: the output is updated ``every`` seconds.
    """
    try:
        from IPython.display import display
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "tesuji.watch() needs IPython, which every notebook has; elsewhere, use"
            " tesuji.agent(...).search(position)",
            name=error.name,
        ) from None
    answers: list[Analysis | BaseException] = []
    with agent(one).player(position.game) as player:
        thread = threading.Thread(target=_search, args=(player, position, budget, answers))
        shown = display(position, display_id=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(every)
                if known := player.progress():
                    shown.update(known)
        except KeyboardInterrupt:
            player.stop()
        thread.join()
        answer = answers[0]
        if isinstance(answer, BaseException):
            raise answer
        shown.update(answer)
    return answer


def _search(
    player: Player,
    position: Position,
    budget: dict[str, Any],
    answers: list[Analysis | BaseException],
) -> None:
    try:
        answers.append(player.search(position, **budget))
    except BaseException as error:
        answers.append(error)
