"""The champions: the composition that `champion` plays in each game, and why.

One line per game is all there is to change when something better is found. ``results`` names the
files in ``benchmarks/results`` that show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tesuji.games import Game
from tesuji.games import game as make_game

__all__ = ["CHAMPIONS", "OTHER_GAMES", "Composition", "champion_of"]


@dataclass(frozen=True)
class Composition:
    """The spec that a champion plays, the reason for it, and the result files behind it."""

    spec: str
    reason: str
    results: tuple[str, ...]
    elsewhere: str = ""
    """What it plays with other parameters of the game than the usual ones; empty is the same."""
    elsewhere_reason: str = ""


CHAMPIONS: Mapping[str, Composition] = {
    "avalam": Composition(
        "alphabeta(stop_early=true, solve=auto, evaluate=patterns)",
        "Learned weights beat the fitted table of towers in the same search. With its solver it"
        " blunders less in hard positions.",
        ("learned.json", "champion_blunders.json"),
    ),
    "colosseum": Composition(
        "alphabeta(stop_early=true, evaluate=patterns, reduce=0.8, reduce_history=1.5, late=8,"
        " late_depth=3)",
        "Learned weights beat the hand-made ones, and gain from leaving out more moves. There are"
        " weights for 8x8 only.",
        ("candidates.json", "champion.json"),
        "alphabeta(stop_early=true)",
        "With its usual hand-made evaluation, alpha-beta beats every agent of the reports.",
    ),
    "ewn": Composition(
        "alphabeta(stop_early=true)",
        "Expectiminimax. Without the luck of the dice, it beats Monte-Carlo search.",
        ("champion.json",),
    ),
    "ewn-cyclic": Composition(
        "alphabeta(stop_early=true, evaluate=net)",
        "A learned network beats the hand-made weights in the same search.",
        ("learned.json",),
    ),
    "pentago": Composition(
        "alphabeta(stop_early=true)",
        "Deep alpha-beta beats Monte-Carlo search. No gain of the solver is proven.",
        ("champion.json",),
    ),
    "pentago-twist": Composition(
        "alphabeta(stop_early=true, solve=auto, evaluate=patterns, reduce=0.5, tempo=1.0, late=0)",
        "Learned weights beat the hand-made ones, and gain from reductions. The solver plays solved"
        " positions without a mistake; no gain is proven.",
        ("candidates.json",),
    ),
}
"""The composition of each game, by its name."""

OTHER_GAMES = Composition(
    "mcts(solve=auto)",
    "Needs no evaluation, so it plays any game, such as one written in Python.",
    (),
)


def champion_of(game: Game) -> Composition:
    """The composition that ``champion`` plays in a game."""
    found = CHAMPIONS.get(game.name, OTHER_GAMES)
    usual = not found.elsewhere or game.spec == make_game(game.name).spec
    return found if usual else replace(found, spec=found.elsewhere)
