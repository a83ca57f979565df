"""Colosseum: the three agents of the report on Popcoin."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Report

__all__ = ["COLOSSEUM_HEURISTIC", "COLOSSEUM_MCTS", "POPCOIN"]

REPORT = Report(
    "Khalil Virji and Curtis Docherty",
    "COMP 424 Final Project Report: Popcoin",
    "McGill University, no year given",
)
SQRT_2 = 1.4142136

COLOSSEUM_HEURISTIC = Preset(
    "colosseum-heuristic",
    "greedy(knowledge=colosseum(score_moves=0.6, score_distance=0.25, score_centre=0.15),"
    " seconds=1.95)",
    "One look at every move: leave the adversary few moves, stay near it and near the centre.",
    """
The report's first agent, its `heuristic_agent`. It looks at every legal move, plays one that wins
at once, leaves out those that lose at once, and takes the best of the rest by a weighted sum of
three things that it wants small: the number of moves that the adversary has next, the distance to
the adversary, and the distance to the centre, which counts less as the game goes on.

The report gives no weights and no scales. Here the number of moves is a share of the most that a
walk of that length could offer, the distances are shares of the longest that the board has, the
weights are 0.6, 0.25 and 0.15, and the weight of the centre falls with the share of the sides that
are walls. The report's program took more than seven seconds for a move where two were allowed;
the one here looks at all moves well within them, and stops at the deadline if it must.
""",
    (
        ("knowledge", "The three heuristics and their weights; they score each move."),
        ("seconds", "The course's two seconds, less a margin of 0.05."),
    ),
    REPORT,
    ("colosseum",),
)

COLOSSEUM_MCTS = Preset(
    "colosseum-mcts",
    f"mcts(select=ucb1(c={SQRT_2}), solver=false, exhausted=true, reuse=false, seconds=1.95)",
    "Plain Monte-Carlo tree search with UCT, no knowledge of the game.",
    """
The report's second agent, its `mcts_agent`: UCT with the textbook's constant, one new child a
visit, uniform random games, win, tie and loss counted as 1, 0.5 and 0, and the most visited child
in the end.

Its flag `fully_expanded` marks nodes below which every line has been played out; selection passes
them by. That is not a proof by minimax, and is a switch of its own here. In the end a child that
wins at once is played and one that loses at once is avoided; that is the look of one ply at the
root, `guard=ahead(root=1)`, which is the default. The report stops its loop 0.05 seconds before
the limit of two, and begins each turn with a new tree.
""",
    (
        ("select", "UCB1 with the report's sqrt(2)."),
        ("solver", "The report has no minimax proofs inside the tree."),
        ("exhausted", "Passes by what the report marks as fully expanded."),
        ("reuse", "Every turn begins with a new tree."),
        ("seconds", "The course's two seconds, less a margin of 0.05."),
    ),
    REPORT,
    ("colosseum",),
)

POPCOIN = Preset(
    "popcoin",
    "colosseum-mcts(schedule=size_or_moves(until=8, reference=8.0, power=1.0, moves=100.0,"
    " moves_power=0.5), blend=heuristic(ratio=0.6, moves=0.3, distance=0.1),"
    " final=blended(half=10.0), reuse=true)",
    "As colosseum-mcts, with heuristics in selection and in the final move, and a kept tree.",
    """
The report's last agent, and the one that was handed in: `colosseum-mcts` with four changes.
Selection values a child by a weighted sum of its win ratio, of how few moves the adversary has
there and of how near the adversary is. The final move mixes win ratio and heuristic in the same
way, and trusts the win ratio more the more visits the root's children have on average. The
exploration constant depends on the board's size, and on large boards on the number of legal moves,
so that it falls as the game goes on. The tree is kept from turn to turn where the opponent's reply
is in it.

The report gives none of the numbers. Here the weights are 0.6, 0.3 and 0.1; both sides of the
final move weigh the same at ten visits a child; the constant is sqrt(2) at size 8 and grows in
proportion to the size up to size 8, and above that it is sqrt(2) at a hundred moves and grows with
the square root of their number. That boards up to size 8 count as small is a reading too.
""",
    (
        ("schedule", "The exploration constant by size on small boards, by moves on large ones."),
        ("blend", "Win ratio, adversary's moves and distance in selection."),
        ("final", "Win ratio and heuristic, weighted by the mean visits of the root's children."),
        ("reuse", "Keeps the tree where the opponent's reply is in it."),
    ),
    REPORT,
    ("colosseum",),
)
