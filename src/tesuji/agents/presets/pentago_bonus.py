"""Pentago-Twist: UCT that adds a bonus when it chooses the final move."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Reading, Report

__all__ = ["PENTAGO_UCT"]

REPORT = Report("Houkai Qian", "COMP 421 Final Project Report", "McGill University, 13 April 2020")

PENTAGO_UCT = Preset(
    "pentago-uct",
    "mcts(select=ucb1(c=1.4142136), solver=false, guard=none, final=bonus(weight=1.0),"
    " knowledge=pentago(threats=0.0, score_win=10.0, score_loss=0.0, score_centre=0.05,"
    " score_block=0.1),"
    " reuse=false, seconds=2.0)",
    "Plain UCT; the final move maximises the win rate plus a bonus for wins, centre and blocks.",
    """
The report's agent uses plain UCT with the constant sqrt(2) and uniform rollouts. After the search,
each move gets its win rate plus a bonus: a large one for an immediate win, and small ones if the
stone is in the third or fourth row or column, or at the end of a line of three opposing stones. The
move with the highest sum is played. The report says that without the bonus the agent misses
immediate wins. It names the lack of bad move detection as the agent's biggest problem, so there is
no look-ahead here either, and no penalty for a move that gives the opponent five in a row.

The report names two main advantages: moves coded as small integers, and nodes without positions.
Every tree is built that way here.
""",
    (
        ("select", "UCB1 with the report's sqrt(2)."),
        ("solver", "The report has no proofs."),
        ("guard", "Only the bonus finds immediate wins reliably."),
        ("final", "Win rate plus the bonus."),
        ("knowledge", "The weights of the bonus."),
        ("reuse", "Every turn starts with a new tree."),
        ("seconds", "The course's time limit."),
    ),
    REPORT,
    ("pentago-twist", "pentago"),
    (
        Reading(
            "The report does not give the bonuses. We use 10, 0.05 and 0.1, for win rates from 0 to"
            " 1.",
            "pentago-bonus/bonus-parts",
        ),
        Reading(
            "A move blocks if, before the twist, the three cells next to its stone in some"
            " direction hold the opponent's stones.",
            "pentago-bonus/bonus-parts",
        ),
        Reading(
            "The report does not mention keeping the tree, and starts from all legal moves each"
            " turn, so the tree is not kept.",
            "readings/pentago-reuse",
        ),
        Reading(
            "The report does not name its time per move; the course allowed two seconds.",
            "pentago-bonus/bonus-curve",
        ),
    ),
)
