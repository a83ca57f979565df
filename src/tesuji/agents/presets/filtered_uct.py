"""Colosseum: UCT with a move filter in the tree and in the rollouts."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Reading, Report

__all__ = ["COLOSSEUM_UCT"]

REPORT = Report(
    "Arinc Utku Ayduran",
    "COMP 424 Final Project Game: Colosseum Survival",
    "no year given",
)

COLOSSEUM_UCT = Preset(
    "colosseum-uct",
    "mcts(select=ucb1(c=0.70710678), expand=one(order=filter), rollout=filtered, solver=false,"
    " final=uct, time=share(first=20.0), seconds=1.0, first_seconds=20.0)",
    "UCT whose tree and rollouts prefer moves away from walls, the border and immediate losses.",
    """
The report's agent is UCT with the formula Q/N + 0.5 sqrt(2 ln N(parent) / N), which is `ucb1` with
a constant of sqrt(2)/2. One rule is used everywhere, the report's `heuristic` function. It takes a
winning move if there is one. Otherwise it takes a random move that leaves the player with at most
two walls around it, off the border, and that does not lose immediately. If there is none, it takes
any move. The rule orders the unvisited children, it plays both sides of the rollouts, and it breaks
ties when the child with the highest UCT value is played. The agent first looks for an immediate
win, which is `guard=ahead(root=1)`, the default. The tree is kept from move to move. Its first move
takes 20 seconds, and most others less than one. That is the default budget here, and we keep the
ratio when we divide a clock for the whole game.
""",
    (
        ("select", "UCB1 with the report's 0.5 sqrt(2)."),
        ("expand", "Tries the moves that the filter prefers first."),
        ("rollout", "The filter plays both sides of the rollouts."),
        ("solver", "The report has no minimax proofs inside the tree."),
        ("final", "Plays the child with the highest UCT value; the filter breaks ties."),
        ("time", "The first move takes twenty times as long as the others."),
        ("seconds", "Most of the report's moves took less than a second."),
        ("first_seconds", "The report's first move."),
    ),
    REPORT,
    ("colosseum",),
    (
        Reading(
            "The report describes two lists, one of moves with few walls and one of moves off the"
            " border, but not how they are combined. We require a move to be in both."
        ),
        Reading(
            "The report adds all children of a leaf at once. We add one child per visit, in the"
            " same order of visits.",
            "readings/uct-expand",
        ),
        Reading(
            "The report says that the agent wins considerably more often without UCT, but not what"
            " replaces it. Both readings are overrides: `colosseum-uct(select=prior)` draws"
            " children by the filter alone, and `colosseum-uct(select=ucb1(c=0))` follows the best"
            " mean without exploration.",
            "filtered-uct/without-uct",
        ),
    ),
)
