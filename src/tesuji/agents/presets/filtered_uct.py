"""Colosseum: UCT with a filter of moves in the tree and in the random games."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Report

__all__ = ["COLOSSEUM_UCT"]

REPORT = Report(
    "Arinc Utku Ayduran",
    "COMP 424 Final Project Game: Colosseum Survival",
    "no year given",
)

COLOSSEUM_UCT = Preset(
    "colosseum-uct",
    "mcts(select=ucb1(c=0.70710678), expand=one(order=filter), rollout=filtered, solver=false,"
    " final=uct, time=share(first=20.0), seconds=1.0)",
    "UCT whose tree and random games prefer moves off walls, border and defeat.",
    """
The report's agent is UCT with the formula Q/N + 0.5 sqrt(2 ln N(parent) / N), which is `ucb1` with
a constant of sqrt(2)/2, and with one rule that it uses everywhere, its `heuristic` function: a move
that wins the game; else a random one of those that leave the mover with at most two walls round it,
off the border, and that do not lose at once; else any move. Unvisited children come first and are
picked by that rule, both sides of the random games play by it, and it breaks ties in the end, when
the child with the highest UCT value is played. A winning move is looked for before all else, which
is `guard=ahead(root=1)`, the default. The tree is kept from move to move.

Readings. The report speaks of two lists, of few walls and of off the border; a move must be in
both. A leaf gets all its children at once there and a child a visit here, with the same order of
visits. The first move takes 20 seconds, the others mostly less than one: that ratio is kept when a
clock for the whole game is divided.

The report says that it wins considerably more often without UCT, and does not say what takes its
place. Both readings are an override away: `colosseum-uct(select=prior)` draws children by the
filter alone, `colosseum-uct(select=ucb1(c=0))` follows the best mean without exploration.
""",
    (
        ("select", "UCB1 with the report's 0.5 sqrt(2)."),
        ("expand", "Untried moves that the filter prefers come first."),
        ("rollout", "Both sides play by the filter."),
        ("solver", "The report has no minimax proofs inside the tree."),
        ("final", "The highest UCT value, ties by the filter."),
        ("time", "A first move twenty times as long as the others."),
        ("seconds", "Most of the report's moves took less than a second."),
    ),
    REPORT,
    ("colosseum",),
)
