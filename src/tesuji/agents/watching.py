"""A search in a notebook, shown while it thinks."""

from __future__ import annotations

from typing import Any

from tesuji.agents.analysis import Analysis
from tesuji.agents.compatibility import check_position
from tesuji.agents.interruptible_search import interruptible_search
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
    with agent(one).player(check_position(position).game) as player:
        shown = display(position, display_id=True)

        def update() -> None:
            if known := player.progress():
                shown.update(known)

        answer = interruptible_search(
            player,
            lambda: player.search(position, **budget),
            look=update,
            interval=every,
            keep=True,
        )
        shown.update(answer)
    return answer
