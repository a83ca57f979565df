"""The champions: the composition that `champion` plays in each game, and why.

One line per game is all there is to change when something better is found. ``results`` names the
file in ``benchmarks/results`` that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tesuji.games import Game

__all__ = ["CHAMPIONS", "OTHER_GAMES", "Composition", "champion_of"]


@dataclass(frozen=True)
class Composition:
    """The spec that a champion plays, the reason for it, and the result file behind it."""

    spec: str
    reason: str
    results: str


CHAMPIONS: Mapping[str, Composition] = {
    "avalam": Composition(
        "alphabeta(stop_early=true, solve=auto)",
        "Deep alpha-beta beats Monte-Carlo search; the solver plays the endgame exactly.",
        "champion.json",
    ),
    "colosseum": Composition(
        "alphabeta(stop_early=true)",
        "Deep alpha-beta won every game against Monte-Carlo search; the solver gained nothing.",
        "champion.json",
    ),
    "ewn": Composition(
        "alphabeta(stop_early=true)",
        "Expectiminimax. The match did not separate it from Monte-Carlo search.",
        "champion.json",
    ),
    "ewn-cyclic": Composition(
        "alphabeta(stop_early=true)",
        "Deep alpha-beta beats Monte-Carlo search; the solver costs more time than it gains.",
        "champion.json",
    ),
    "pentago": Composition(
        "alphabeta(stop_early=true)",
        "Deep alpha-beta beats Monte-Carlo search; the solver costs more time than it gains.",
        "champion.json",
    ),
    "pentago-twist": Composition(
        "alphabeta(stop_early=true, solve=auto)",
        "Deep alpha-beta beats Monte-Carlo search; the solver seems to help, but it is not proven.",
        "champion.json",
    ),
}
"""The composition of each game, by its name; its parameters, such as a size, make no difference."""

OTHER_GAMES = Composition(
    "mcts(solve=auto)",
    "Needs no evaluation, so it plays any game, such as one written in Python.",
    "",
)


def champion_of(game: Game) -> Composition:
    """The composition that ``champion`` plays in a game."""
    return CHAMPIONS.get(game.name, OTHER_GAMES)
