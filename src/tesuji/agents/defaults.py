"""The defaults of each game: what the part ``default`` of a slot stands for.

Bare ``mcts`` explores with the constant that experiments found best on the game, and every agent
knows the game by `WEIGHTS`, else by the weights that its knowledge declares
(`core/tesuji/knowledge`). Presets name the parts that they depend on. `tesuji.Agent.expanded`
writes a spec out as it plays a game.

``benchmarks/results/defaults.json`` has the round robins behind the constants and the weights, and
the command that played them.
"""

from __future__ import annotations

from collections.abc import Mapping

from tesuji.games import Game
from tesuji.specs import Kind, Plain, Slot, Spec, expand

__all__ = [
    "DEFAULT",
    "EXPLORATION",
    "OTHER_EXPLORATION",
    "WEIGHTS",
    "with_game_defaults",
    "with_part_of",
]

DEFAULT = "default"
"""The part of a slot that stands for the default of the game."""
EXPLORATION: Mapping[str, float] = {
    "avalam": 0.3,
    "colosseum": 0.2,
    "ewn": 0.5,
    "ewn-cyclic": 0.5,
    "pentago": 0.2,
    "pentago-twist": 0.2,
}
"""The exploration constant of UCB1 by the name of the game."""
OTHER_EXPLORATION = 0.5
"""The constant for other games, such as those written in Python."""


NEAR_LINES: Mapping[str, Plain] = {"lines": 0.0, "threats": 0.0, "near": 1.0}
RACE: Mapping[str, Plain] = {"steps": 0.0, "cubes": 0.0, "race": 1.0}
TOWERS: Mapping[str, Plain] = {
    "five": 0.0,
    "isolated": 0.0,
    "other": 0.0,
    "groups": False,
    "table": 1.0,
}
WEIGHTS: Mapping[str, Mapping[str, Plain]] = {
    "avalam": TOWERS,
    "ewn": RACE,
    "ewn-cyclic": RACE,
    "pentago": NEAR_LINES,
    "pentago-twist": NEAR_LINES,
}
"""Weights of the knowledge by the name of the game, where they differ from what it declares.

``benchmarks/results/ewn_race.json``, ``near_lines.json`` and ``candidates.json`` have the matches
against the declared weights.
"""


SELECTIVE: Mapping[str, Mapping[str, Plain]] = {
    "avalam": {"tempo": 1.2, "wins": "none"},
    "colosseum": {"wins": "none", "late": 8},
    "ewn": {"reduce": 0.0, "wins": "none"},
    "ewn-cyclic": {"tempo": 1.0, "reduce": 1.6},
    "pentago": {"skip_lost": True},
    "pentago-twist": {"reduce": 0.0, "skip_lost": True, "late": 8},
}
"""How alpha-beta reduces late moves, asks for wins and leaves out moves, where a game differs from
`OTHER_SELECTIVE`.

``benchmarks/results/alphabeta-switches.json`` and ``alphabeta-pooled.json`` have matches with and
without parts, and ``alphabeta-bars.json`` those against the search without all of them.
``skip_lost`` changes no value where ``wins`` is ``all``; ``alphabeta-same-values.json`` has the
time that it saves.
"""
OTHER_SELECTIVE: Mapping[str, Plain] = {
    "tempo": 0.0,
    "reduce": 0.5,
    "wins": "all",
    "skip_lost": False,
    "late": 0,
}


def with_game_defaults(kind: Kind, expanded: Spec, game: Game) -> Spec:
    """An expanded spec in which the game's own parts replace each ``default``."""
    missing = [name for name in OTHER_SELECTIVE if name not in expanded.arguments]
    if kind.name == "alphabeta" and missing:
        # Without staged ordering nothing is reduced, so there the values mean nothing.
        own = SELECTIVE.get(game.name, {}) if expanded.arguments["staged"] is True else {}
        values = {name: own.get(name, OTHER_SELECTIVE[name]) for name in missing}
        expanded = expand(kind, Spec(kind.name, {**expanded.arguments, **values}))
    for slot in kind.parameters:
        if isinstance(slot, Slot) and expanded.arguments[slot.name] == Spec(DEFAULT):
            part = _default_part(slot, game)
            expanded = expanded.replaced(slot.name, expand(slot.kind(part.name, kind.name), part))
    return expanded


def with_part_of(expanded: Spec, path: str) -> Spec:
    """An expanded spec in which a path such as ``select.c`` leads to a parameter on every game."""
    slot, _, inner = path.partition(".")
    if not inner or slot != "select" or expanded.arguments.get(slot) != Spec(DEFAULT):
        return expanded
    return expanded.replaced(slot, Spec("ucb1", {"c": OTHER_EXPLORATION}))


def _default_part(slot: Slot, game: Game) -> Spec:
    if slot.name == "select":
        return Spec("ucb1", {"c": EXPLORATION.get(game.name, OTHER_EXPLORATION)})
    own = (part.name for part in slot.kinds if game.name in part.games)
    return Spec(next(own, DEFAULT), WEIGHTS.get(game.name, {}) if slot.name == "knowledge" else {})
