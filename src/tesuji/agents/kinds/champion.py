"""The champion: the strongest agent of each game under one name."""

from __future__ import annotations

from dataclasses import replace

from tesuji.agents.book_first import BOOK
from tesuji.agents.budget import BUDGET_PARAMETERS, TIME_SLOT
from tesuji.agents.champions import champion_of
from tesuji.agents.kinds.alphabeta import ALPHABETA
from tesuji.agents.kinds.mcts import MCTS
from tesuji.agents.solve_first import SOLVE
from tesuji.games import Game
from tesuji.specs import Kind, Parameter, Spec, Value, expand, parse_spec

__all__ = ["CHAMPION"]

MOST_THREADS = 16
MEMORY = 96.0


def _compose(champion: Spec, game: Game) -> tuple[Kind, Spec]:
    """The agent that plays a game, with the options of the champion."""
    given = dict(champion.arguments)
    composition = parse_spec(champion_of(game).spec)
    kind = next(kind for kind in (ALPHABETA, MCTS) if kind.name == composition.name)
    threads = given.pop("threads")
    count = 1 if game.in_python else threads
    given["threads"] = count if kind is ALPHABETA else _tree_threads(count)
    return kind, expand(kind, Spec(kind.name, {**composition.arguments, **given}))


def _tree_threads(count: Value) -> Spec:
    return Spec("one") if count == 1 else Spec("tree", {"count": count})


CHAMPION = Kind(
    "champion",
    "The strongest agent that we know for each game.",
    (
        Parameter("threads", int, 1, "Threads; games written in Python use one.", 1, MOST_THREADS),
        Parameter("memory", float, MEMORY, "Megabytes for search and solver together.", 1.0, 1e6),
        replace(SOLVE, default=None, default_text="that of the game"),
        replace(BOOK, default="auto"),
        TIME_SLOT,
        *BUDGET_PARAMETERS,
    ),
    safe=True,
    compose=_compose,
)
