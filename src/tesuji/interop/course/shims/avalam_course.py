"""Loads a student's agent for Avalam and asks it for moves, in the form of its year."""

from __future__ import annotations

import importlib
import importlib.util
import operator
import os
import sys
from collections.abc import Callable
from typing import Any

SHIMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "avalam")


def load(file: str, year: str) -> Callable[[dict[str, Any]], list[int]]:
    """Makes one instance of the student's agent; returns a function that asks it."""
    folder = os.path.dirname(os.path.abspath(file))
    sys.path[0:0] = list(dict.fromkeys([folder, os.getcwd()]))
    # A copy of the framework in the student's folder comes before ours.
    sys.path.append(SHIMS)
    framework = importlib.import_module("avalam")
    name = os.path.splitext(os.path.basename(file))[0]
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    served = getattr(framework, "served", [])
    play = (served[-1] if served else _make(_find(module), year)).play

    def answer(question: dict[str, Any]) -> list[int]:
        return ASK[year](play, framework, question)

    return answer


def _find(module: Any) -> Any:
    """The class that plays: `MyAgent`, or the last one of the file that has `play`."""
    own = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and thing.__module__ == module.__name__
    ]
    players = [cls for cls in own if callable(getattr(cls, "play", None))]
    if not players:
        raise LookupError("no class with a method play(percepts, player, step, time_left)")
    return next((cls for cls in players if cls.__name__ == "MyAgent"), players[-1])


def _make(cls: Any, year: str) -> Any:
    """An instance; in 2015, agents were made with a name."""
    if year == "2015":
        try:
            return cls("student")
        except TypeError:
            pass
    return cls()


def _ask_2022(play: Any, framework: Any, question: dict[str, Any]) -> list[int]:
    rows = question["towers"]
    percepts = {"m": rows, "rows": len(rows), "columns": len(rows[0]), "max_height": 5}
    answer = play(percepts, question["player"], question["step"], question["time_left"])
    # XML-RPC carries lists, tuples and plain integers; a number of numpy is an error there too.
    if type(answer) not in (list, tuple) or [type(number) for number in answer] != [int] * 4:
        raise TypeError(f"expected a list of 4 plain integers, not {answer!r:.200}")
    return list(answer)


def _ask_2015(play: Any, framework: Any, question: dict[str, Any]) -> list[int]:
    board = framework.Board(question["towers"])
    answer = play(board, question["player"], question["step"], question["time_left"])
    return [operator.index(number) for number in answer]


def _ask_2010(play: Any, framework: Any, question: dict[str, Any]) -> list[int]:
    rows = [[question["player"] * tower for tower in row] for row in question["towers"]]
    answer = play(rows, 5, question["step"], question["time_left"])
    return [operator.index(number) for number in answer]


ASK = {"2022": _ask_2022, "2015": _ask_2015, "2010": _ask_2010}
