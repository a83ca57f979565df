"""Guides: a first game in five steps, on positions of the game; one JSON file per game.

Each step has ``text`` (what to do), ``position``, ``accept`` (moves, as shell patterns such as
``e4*``, or "win" for every move that wins at once), ``hint`` (after another move), ``done`` (after
a right one) and, if it differs from the file's, the spec of its ``game``.
"""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib import resources
from typing import Any

from tesuji.games import Game, Position
from tesuji.games.registry import game as find_game

__all__ = ["guide_data"]

FORMAT = 1


@lru_cache(maxsize=32)
def guide_data(game: Game) -> dict[str, Any]:
    """The steps of a game's guide for a page; none if the game has no guide."""
    file = resources.files(__name__).joinpath(f"{game.name}.json")
    steps: list[dict[str, Any]] = []
    if file.is_file():
        data = json.loads(file.read_text("utf-8"))
        if data["format"] == FORMAT:
            steps = [_step(each, data["game"]) for each in data["steps"]]
    return {"game": game.spec, "title": game.title, "steps": steps}


def _step(step: dict[str, Any], name: str) -> dict[str, Any]:
    spec = step.get("game", name)
    position = find_game(spec).position(step["position"])
    return {
        **step,
        "game": spec,
        "to_move": position.to_move,
        "accept": _accepted(position, step["accept"]),
    }


def _accepted(position: Position, accept: str | list[str]) -> list[str]:
    """The moves that a step accepts."""
    moves = [str(move) for move in position.legal_moves]
    if accept == "win":
        return [move for move in moves if _wins(position, move)]
    return [move for move in moves if any(fnmatchcase(move, each) for each in accept)]


def _wins(position: Position, move: str) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.to_move
