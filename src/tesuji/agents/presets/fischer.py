"""Avalam: the minimax agent of the team Fischer, and its rival by Monte Carlo."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Report

__all__ = ["AVALAM_MCTS", "FISCHER"]

REPORT = Report(
    "Hugo Barral and Khalil Sabri",
    "INF8215 - Fall 2022 - Project Report, Fischer team",
    "2022",
)

FISCHER = Preset(
    "fischer",
    "alphabeta(knowledge=avalam(five=1.55, isolated=1.5, other=1.0, groups=true, group_five=1.55,"
    " group=1.5, rank_isolated=5.0, rank_height=1.0, rank_cover=2.5), horizon=steps(start=5,"
    " every=9, cap=8, low=6, below=135.0), pvs=false, table=false, killers=false, history=false,"
    " aspiration=0.0, beam=18, rank=score, sort=false, speed=false, time=share(moves=4.0),"
    " seconds=10.0)",
    "Alpha-beta on the 18 best-ranked moves, deeper as the game goes on.",
    """
The agent with which the authors won their course's competition: minimax with alpha-beta pruning on
one board, with moves made and taken back. Its evaluation gives a tower of five 1.55, an isolated
tower 1.5 and any other tower 1; an isolated group of one colour that will end as one tower counts
as one, 1.55 if its heights sum to five and 1.5 if they sum to less. Moves are ranked, +5 for making
an isolated tower, + the height of the new tower, -2.5 for covering one's own colour, and only the
best are looked at. The depth is 5 at first, one more for every nine steps of the game up to 8, and
at most 6 when less than 135 seconds are left.

Readings. The report does not say how many moves are left after ranking: 18 here. Either player may
move either colour, so each term is signed by the colour on top of the tower that it speaks of, seen
from the mover. A search here deepens step by step and can be stopped at any time, where the
report's goes to its depth at once; the moves keep the order of their ranking in each iteration.
Principal variations, table, killers, history and windows are not in the report and are off. The
report's clock was for the whole game. With such a clock no move gets more than a quarter of what is
left; without any, the depth ends the search, and ten seconds if that takes longer.
""",
    (
        ("knowledge", "The report's values of towers and groups, and its ranking of moves."),
        ("horizon", "The depth by the step of the game and by the time left."),
        ("pvs", "Plain alpha-beta windows."),
        ("table", "The report tried to remember evaluations and was slower with it."),
        ("killers", "Not in the report."),
        ("history", "Not in the report."),
        ("aspiration", "Not in the report."),
        ("beam", "Only the best-ranked moves are looked at."),
        ("rank", "By the report's ranking and not by evaluation."),
        ("sort", "The order of the ranking in every iteration."),
        ("speed", "A win is a win, however far away."),
        ("time", "The depth ends most searches, so the clock is only a guard."),
        ("seconds", "A guard where there is no clock."),
    ),
    REPORT,
    ("avalam",),
)

AVALAM_MCTS = Preset(
    "avalam-mcts",
    "mcts(select=ucb1(c=1.4142136), schedule=behind(weight=0.25), expand=evaluated,"
    " rollout=eps_greedy(greedy=0.4, k=5), result=score(scale=10.0, raw=true), solver=false,"
    " guard=none, knowledge=avalam(five=1.55, isolated=1.5, other=1.0, groups=false),"
    " time=midgame(base=4.0, middle=12.0))",
    "UCT on raw scores with evaluated children, greedy random games and more courage when behind.",
    """
The report's second agent, developed beside `fischer`. Its results are the difference of towers, not
win or loss, and they enter the formula in points: the report tried to normalise them and found
that it explored too much. The constant is sqrt(2) in points, and is raised by exp(0.25 - Q) when
the estimate Q of the last move chosen was below 0.25 for the mover. A leaf gets all its successors
at once, each with the evaluation of its position as first estimate; isolated groups are left out
of that evaluation. At each step of a random game it draws, with probability 0.4, five movable
towers, repeats allowed, and takes the best of all their moves; otherwise a random movable tower and
one of its moves. The tree is kept. A move gets what is left / (4 + max(0, 12 - step)) of the clock
for the whole game.

Readings. The report says that the random games score a move by what it makes, worse for covering
one's own colour and for a tower that can be captured next turn, and gives no numbers: here 1.55 for
a tower of five, 1.5 for an isolated one and 1 for another, less 1 and less 0.5. It does not say
which move is played in the end: the most visited one here. It has no proofs and no look ahead. Its
clock was for the whole game; without one, a move gets the usual second.
""",
    (
        ("select", "UCB1 with the report's sqrt(2), in points."),
        ("schedule", "More exploration when the last move chosen looked bad."),
        ("expand", "All children at once, each with its evaluation as first estimate."),
        ("rollout", "Often the best of five towers, else a random tower."),
        ("result", "The difference of towers, in points."),
        ("solver", "The report has no proofs."),
        ("guard", "The report has no look ahead."),
        ("knowledge", "The report's values of towers, without groups."),
        ("time", "Most of the clock for the middle of the game."),
    ),
    REPORT,
    ("avalam",),
)
