"""Levels of strength, ``level-1`` to ``level-8``, and their measured Elo ratings.

A level searches with few simulations and then errs within a bound: it draws its move from those
that lose at most ``bound`` of value by its own search, and prefers the better ones. So it errs as
people do, by a little or by a fair amount, but not by moves that anyone can refute. Only the two
lowest levels, which have no guard, miss immediate wins. ``tesuji levels GAME`` measures the
ratings; the JSON files beside this module hold them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from tesuji.agents.presets.preset import Preset
from tesuji.games import Game
from tesuji.wording import counted

__all__ = ["FORMAT", "LEVELS", "Level", "find_level", "levels_data"]

FORMAT = 2
"""Version of the files; raised when a key changes its meaning."""


@dataclass(frozen=True)
class Level:
    """A level of strength, and the preset that plays at it."""

    number: int
    title: str
    preset: Preset

    @property
    def label(self) -> str:
        """The level as a person reads it, such as "Casual (level 3)"."""
        return f"{self.title} (level {self.number})"


def _level(
    number: int, title: str, simulations: int, final: str = "", *, guard: bool = True
) -> Level:
    parts = {
        "select": ("ucb1(c=1.0)", "A fixed constant, so that the measured ratings stay valid."),
        "guard": ("" if guard else "none", "Without a look-ahead it may miss an immediate win."),
        "final": (final, "Draws among the moves within a bound of the best."),
        "reuse": ("false", "Nothing is kept between moves, so the strength stays the same."),
        "memory": ("32.0", "Enough for its simulations."),
        "seconds": ("10.0", "Only reached in games written in Python."),
        "simulations": (str(simulations), "Few simulations make a weak player."),
    }
    used = {name: part for name, part in parts.items() if part[0]}
    arguments = ", ".join(f"{name}={value}" for name, (value, _) in used.items())
    effort = counted(simulations, "simulation", form=",")
    preset = Preset(
        f"level-{number}",
        f"mcts({arguments})",
        f"{title}: level {number} of {_HIGHEST}, by {effort}.",
        _TEXT,
        tuple((name, reason) for name, (_, reason) in used.items()),
    )
    return Level(number, title, preset)


_HIGHEST = 8
_TEXT = """
A level of strength for people to play against. It searches with a limit of simulations and then
draws its move from those that lose little by its own search, better moves more often. The lowest
levels have no guard, so they may miss an immediate win. The highest one always plays the most
visited move.

Do not give it a budget: a budget replaces the simulations that define the level.
"""

LEVELS = (
    _level(1, "First steps", 6, "near_best(bound=1.0, spread=0.6)", guard=False),
    _level(2, "Beginner", 30, "near_best(bound=0.6, spread=0.3)", guard=False),
    _level(3, "Casual", 120, "near_best(bound=0.35, spread=0.15)"),
    _level(4, "Steady", 300, "near_best(bound=0.25, spread=0.1)"),
    _level(5, "Club", 800, "near_best(bound=0.18, spread=0.07)"),
    _level(6, "Strong", 2_000, "near_best(bound=0.12, spread=0.04)"),
    _level(7, "Expert", 6_000, "near_best(bound=0.06, spread=0.02)"),
    _level(8, "Master", 20_000),
)


def find_level(spec: str) -> Level | None:
    """The level that a spec names, without changes; None for other agents."""
    return next((level for level in LEVELS if level.preset.name == spec), None)


def levels_data(game: Game) -> list[dict[str, Any]]:
    """The levels as plain data, with the Elo ratings measured in a game, if any."""
    measured = _measured(game)
    return [
        {
            "number": level.number,
            "name": level.title,
            "spec": level.preset.name,
            **measured.get(level.number, {}),
        }
        for level in LEVELS
    ]


def _measured(game: Game) -> dict[int, dict[str, Any]]:
    file = resources.files(__name__).joinpath(f"{game.name}.json")
    if not file.is_file():
        return {}
    data = json.loads(file.read_text("utf-8"))
    if data["format"] != FORMAT or data["game"] != game.expanded_spec:
        return {}
    return {
        row["level"]: {name: row[name] for name in ("elo", "interval", "games")}
        for row in data["levels"]
    }
