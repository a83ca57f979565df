"""Loads a student's agent of COMP 424 and asks it for moves, as the course's framework does."""

from __future__ import annotations

import importlib
import importlib.util
import operator
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

SHIMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "colosseum")
OWN = "student_agent"


def load(file: str) -> Callable[[dict[str, Any]], list[int]]:
    """Makes one instance of the student's agent; returns a function that asks it."""
    folder = os.path.dirname(os.path.abspath(file))
    sys.path.insert(0, SHIMS)
    agents = importlib.import_module("agents")
    importlib.import_module("agents.agent")
    registry = importlib.import_module("store").AGENT_REGISTRY
    # Students bring modules of their own, some as part of the package `agents`. Theirs come first,
    # except for those that the framework itself needs.
    sys.path[0:1] = list(dict.fromkeys([folder, os.getcwd()]))
    sys.path.append(SHIMS)
    agents.__path__ += list(dict.fromkeys([folder, os.path.join(os.getcwd(), "agents")]))
    name = os.path.splitext(os.path.basename(file))[0]
    if name == "agent":
        raise ImportError("a file called agent.py would replace the framework's; rename it")
    _load_as(file, name, agents)
    agent = _registered(registry)()

    def answer(question: dict[str, Any]) -> list[int]:
        size = question["size"]
        mine, theirs = (tuple(np.array(question[name])) for name in ("mine", "theirs"))
        step = agent.step(board(size, question["walls"]), mine, theirs, (size + 1) // 2)
        try:
            cell, side = step
            row, column = np.asarray(cell, dtype=np.int64)
            return [int(row), int(column), operator.index(side)]
        except Exception:
            raise TypeError(f"expected ((row, column), side), not {step!r:.200}") from None

    return answer


def _load_as(file: str, name: str, agents: Any) -> None:
    """Imports the file as a module of the package `agents`, and under its bare name."""
    spec = importlib.util.spec_from_file_location("agents." + name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["agents." + name] = sys.modules[name] = module
    setattr(agents, name, module)
    spec.loader.exec_module(module)


def _registered(registry: dict[str, Any]) -> Any:
    if OWN in registry:
        return registry[OWN]
    if len(registry) == 1:
        return next(iter(registry.values()))
    names = ", ".join(sorted(map(repr, registry))) or "nothing"
    raise LookupError(f"no class is registered as {OWN!r}; registered: {names}")


def board(size: int, walls: list[list[int]]) -> Any:
    """The board as the course has it: walls by row, column and side, stored on both sides."""
    sides = np.zeros((size, size, 4), dtype=bool)
    sides[0, :, 0] = sides[:, -1, 1] = sides[-1, :, 2] = sides[:, 0, 3] = True
    for row, column, side in walls:
        sides[row, column, side] = True
        if side == 1:
            sides[row, column + 1, 3] = True
        else:
            sides[row + 1, column, 0] = True
    return sides
