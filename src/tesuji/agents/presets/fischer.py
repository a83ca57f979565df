"""Avalam: the minimax agent of the team Fischer, and its Monte-Carlo rival."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Reading, Report

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
    " aspiration=0.0, beam=18, rank=score, wins=none, staged=false,"
    " buckets=false, trend=false, sort=false, speed=false,"
    " time=share(moves=4.0), seconds=10.0)",
    "Alpha-beta on the 18 best-ranked moves, with a depth that grows during the game.",
    """
The agent that won the authors' course competition: minimax with alpha-beta pruning that makes and
unmakes moves on one board. Its evaluation gives 1.55 for a tower of five, 1.5 for an isolated tower
and 1 for any other tower. An isolated group of one colour that will end as one tower counts as one:
1.55 if its heights sum to five, and 1.5 if they sum to less. Moves are ranked by +5 for making an
isolated tower, plus the height of the new tower, -2.5 for covering one's own colour, and only the
best are searched. The depth starts at 5 and grows by one every nine moves of the game up to 8. It
is at most 6 when less than 135 seconds are left.

The report has no principal variation search, transposition table, killer moves, history heuristic
or aspiration windows, so they are off.
""",
    (
        ("knowledge", "The report's values of towers and groups, and its move ranking."),
        ("horizon", "The depth depends on the move number and on the time left."),
        ("pvs", "Plain alpha-beta windows."),
        ("table", "The report tried to cache evaluations, which made it slower."),
        ("killers", "Not in the report."),
        ("history", "Not in the report."),
        ("aspiration", "Not in the report."),
        ("beam", "Searches only the best-ranked moves."),
        ("rank", "Uses the report's ranking rather than the evaluation."),
        ("wins", "Not in the report."),
        ("staged", "Leaves out nothing else, and reduces no move."),
        ("buckets", "No transposition table."),
        ("trend", "No aspiration windows."),
        ("sort", "Keeps the order of the ranking in every iteration."),
        ("speed", "A win counts the same at any distance."),
        ("time", "Most searches end at their depth, so the clock is only a safety limit."),
        ("seconds", "A safety limit if there is no clock."),
    ),
    REPORT,
    ("avalam",),
    (
        Reading(
            "The report does not say how many moves it keeps after ranking; we keep 18.",
            "fischer/ranking",
        ),
        Reading(
            "The report does not say whether an isolated group may have both colours, nor whom it"
            " then counts for. Here only groups of one colour count; `mixed=true` counts the others"
            " for the colour with more towers.",
            "fischer/groups-mixed",
        ),
        Reading(
            "Either player may move either colour, so each term is signed by the colour on top of"
            " its tower, from the point of view of the player to move."
        ),
        Reading(
            "The report searches to its depth directly, while our search deepens iteratively and"
            " can be stopped at any time; each iteration keeps the order of the ranking."
        ),
        Reading(
            "The report's clock is for the whole game. On such a clock, no move gets more than a"
            " quarter of the remaining time. Without a clock, a search ends at its depth or after"
            " ten seconds.",
            "readings/fischer-clock",
        ),
    ),
)

AVALAM_MCTS = Preset(
    "avalam-mcts",
    "mcts(select=ucb1(c=1.4142136), schedule=behind(weight=0.25),"
    " expand=evaluated(plus_c=true),"
    " rollout=eps_greedy(greedy=0.4, k=5), result=score(scale=10.0, raw=true), solver=false,"
    " guard=none, knowledge=avalam(five=1.55, isolated=1.5, other=1.0, groups=false),"
    " time=midgame(base=4.0, middle=12.0))",
    "UCT on raw scores with evaluated children, greedy rollouts and more exploration when behind.",
    """
The report's second agent, developed alongside `fischer`. A result is the difference in towers, not
a win or a loss, and enters the formula in points: the report found that normalised results led to
too much exploration. The exploration constant is sqrt(2) in points. It is multiplied by exp(0.25 -
Q) if the estimate Q of the last chosen move was below 0.25. All children of a leaf are added at
once, each with the evaluation of its position plus the exploration constant as the first estimate;
that evaluation ignores isolated groups. In a rollout, with probability 0.4 it draws five movable
towers, repeats allowed, and plays the best of all their moves. Otherwise it plays a random move of
a random movable tower. The tree is kept. On a clock for the whole game, a move gets the remaining
time divided by 4 + max(0, 12 - move number).

The agent has no proofs and no look-ahead.
""",
    (
        ("select", "UCB1 with the report's sqrt(2), in points."),
        ("schedule", "Explores more if the last chosen move looked bad."),
        ("expand", "Adds all children at once; their first estimates are evaluations plus c."),
        ("rollout", "Often the best move of five towers, otherwise a move of a random tower."),
        ("result", "The difference in towers, in points."),
        ("solver", "The report has no proofs."),
        ("guard", "The report has no look-ahead."),
        ("knowledge", "The report's values of towers, without groups."),
        ("time", "Spends most of the clock on the middlegame."),
    ),
    REPORT,
    ("avalam",),
    (
        Reading(
            "The report says that rollouts score a move by the tower it makes, with penalties for"
            " covering one's own colour and for a tower that can be captured next, but gives no"
            " numbers. We use 1.55 for a tower of five, 1.5 for an isolated one and 1 for any"
            " other, with penalties of 1 and 0.5.",
            "readings/avalam-rollouts",
        ),
        Reading(
            "The report does not say which move is played; we play the most visited one.",
            "readings/avalam-final",
        ),
        Reading(
            "The report's clock is for the whole game; without a clock, a move gets the default of"
            " one second.",
            "fischer/minimax-mcts-ladder",
        ),
    ),
)
