"""Puzzles: positions in which few moves keep the result, with grades; one JSON file per game.

``python -m benchmarks.puzzles`` makes the files. Each has ``game``, ``version`` (of the game's
rules), ``command``, ``tries`` and ``puzzles``. A puzzle has:

- ``position``: its text;
- ``kind``: "win", "draw" (the best that can be reached), or "best" if dice decide;
- ``in``: the moves that a forced win takes, or null if they are many;
- ``right``: the indices of the legal moves to find: those that keep the result, and win in as few
  moves as the puzzle says;
- ``moves``: the result of each legal move, as in the sets of solved positions;
- ``fails``: the share of tries in which each level gave something away, level 1 first;
- ``grade``: the lowest level that solves it in at least half of its tries, or one above all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from tesuji.games import Game, Move, Position

__all__ = ["Puzzle", "puzzles_data", "puzzles_of"]

FORMAT = 1
TOLERANCE = 1e-6
"""Differences of expected results up to this count as none: tables are rounded."""
_VALUES = {"W": 1.0, "D": 0.5, "L": 0.0}


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A puzzle with the exact value of every legal move, in their order."""

    position: Position
    values: tuple[float, ...]
    best: tuple[Move, ...]
    """The moves to find."""
    shown: dict[str, Any]
    """What a page may know before it has answered."""

    def lost(self, move: Move) -> float:
        """The value that a move gives away, from 0 to 1."""
        return max(self.values) - self.values[self.position.legal_moves.index(move)]


@lru_cache(maxsize=32)
def puzzles_of(game: Game) -> dict[str, Puzzle]:
    """The puzzles of a game by the text of their positions; none for rules of another version."""
    file = resources.files(__name__).joinpath(f"{game.name}.json")
    if not file.is_file():
        return {}
    data = json.loads(file.read_text("utf-8"))
    if (data["format"], data["game"], data["version"]) != (FORMAT, game.spec, game.version):
        return {}
    return {each["position"]: _puzzle(game, each) for each in data["puzzles"]}


def _puzzle(game: Game, data: dict[str, Any]) -> Puzzle:
    position = game.position(data["position"])
    shown = {name: data[name] for name in ("position", "kind", "in", "fails", "grade")}
    best = tuple(position.legal_moves[index] for index in data["right"])
    return Puzzle(
        position=position,
        best=best,
        values=tuple(_VALUES[each] if isinstance(each, str) else each for each in data["moves"]),
        shown={**shown, "only": len(best) == 1, "to_move": position.to_move},
    )


def puzzles_data(game: Game) -> dict[str, Any]:
    """The puzzles of a game for a page, from easy to hard, without the answers."""
    return {
        "game": game.spec,
        "title": game.title,
        "players": list(game.players),
        "puzzles": [puzzle.shown for puzzle in puzzles_of(game).values()],
    }
