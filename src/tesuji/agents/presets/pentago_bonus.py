"""Pentago-Twist: UCT with an evaluation that is added in the end."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Report

__all__ = ["PENTAGO_UCT"]

REPORT = Report("Houkai Qian", "COMP 421 Final Project Report", "McGill University, 13 April 2020")

PENTAGO_UCT = Preset(
    "pentago-uct",
    "mcts(select=ucb1(c=1.4142136), solver=false, guard=none, final=bonus(weight=1.0),"
    " knowledge=pentago(score_win=10.0, score_centre=0.05, score_block=0.1), reuse=false,"
    " seconds=2.0)",
    "Plain UCT whose final move is win rate plus a bonus for wins, centre and blocks.",
    """
The report's agent searches by plain UCT with the constant sqrt(2) and uniform random games. In the
end each move gets its win rate and a bonus: a large one if it wins at once, some if its stone is in
the third or fourth row or column, and some if its stone is at an end of three stones of the
opponent in a line. The highest sum is played. Without the bonus, the report says, the agent
misses wins in one. It does not look for the opponent's wins at all, and says so, hence no look
ahead here either.

Moves coded as small integers and nodes without positions, the main advantage that the report
names, are how every tree here is built.

Readings. The report gives no sizes of the bonus: here 10, 0.05 and 0.1, on win rates from 0 to 1.
A move blocks if the three cells next to its stone in some direction hold the opponent's stones
before the twist. Nothing is said of keeping the tree, and it starts from all legal moves each
turn, so it is not kept. Two seconds are the course's limit for a move after the first.
""",
    (
        ("select", "UCB1 with the report's sqrt(2)."),
        ("solver", "The report has no proofs."),
        ("guard", "Wins in one are found by the bonus or by luck."),
        ("final", "Win rate plus the bonus."),
        ("knowledge", "What the bonus is made of."),
        ("reuse", "Every turn begins with a new tree."),
        ("seconds", "The course's limit."),
    ),
    REPORT,
    ("pentago-twist", "pentago"),
)
