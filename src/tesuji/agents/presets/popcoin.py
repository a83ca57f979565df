"""Colosseum: the three agents of the report on Popcoin."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Reading, Report

__all__ = ["COLOSSEUM_HEURISTIC", "COLOSSEUM_MCTS", "POPCOIN"]

REPORT = Report(
    "Khalil Virji and Curtis Docherty",
    "COMP 424 Final Project Report: Popcoin",
    "McGill University, no year given",
)
SQRT_2 = 1.4142136

COLOSSEUM_HEURISTIC = Preset(
    "colosseum-heuristic",
    "greedy(by=score, knowledge=colosseum(reach=0.9, area=0.0, score_moves=0.6,"
    " score_distance=0.25, score_centre=0.15), seconds=1.95)",
    "No search: leaves the opponent few moves, stays near it and near the centre.",
    """
The report's first agent, its `heuristic_agent`. It plays an immediate win if there is one and
avoids immediate losses. Among the other moves it minimises a weighted sum of three terms: the
number of moves that the opponent has next, the distance to the opponent, and the distance to the
centre, which counts less as the game goes on.

The report's program could take more than seven seconds per move where two were allowed. Ours
considers all moves well within that limit, and stops at the deadline.
""",
    (
        ("by", "Scores each move, not the position after it."),
        ("knowledge", "The weights of the three terms that score each move."),
        ("seconds", "The course's two seconds minus a margin of 0.05."),
    ),
    REPORT,
    ("colosseum",),
    (
        Reading(
            "The report gives no weights and no scales. Here the number of moves is divided by the"
            " maximum for a walk of that length, and the distances by the longest distance on the"
            " board. The weights are 0.6, 0.25 and 0.15.",
            "readings/heuristic-weights",
        ),
        Reading(
            "The weight of the centre falls with the share of sides that are walls; the report says"
            " only that it falls as the game goes on.",
            "readings/heuristic-centre",
        ),
    ),
)

COLOSSEUM_MCTS = Preset(
    "colosseum-mcts",
    f"mcts(select=ucb1(c={SQRT_2}, own=true), expand=one(order=listed), solver=false,"
    " exhausted=true, guard=none, reuse=false, seconds=1.95)",
    "Plain Monte-Carlo tree search with UCT, without knowledge of the game.",
    """
The report's second agent, its `mcts_agent`: UCT with the textbook constant and uniform rollouts.
Each visit adds one child, in the order of the list of moves. A node's own first simulation, the
root's included, counts among its visits. A win counts 1, a draw 0.5 and a loss 0.

Its flag `fully_expanded` marks nodes below which every line has been played to the end; selection
skips them. That is not a minimax proof, so it is a separate option here. In the end, of the
children that were expanded, one that wins immediately is played and those that lose immediately are
avoided; otherwise the most visited child is played. The report stops its loop 0.05 seconds before
the limit of two seconds, and starts each turn with a new tree.
""",
    (
        ("select", "UCB1 with the report's sqrt(2); a node's own simulation counts."),
        ("expand", "Tries moves in the order of the list."),
        ("solver", "The report has no minimax proofs inside the tree."),
        ("exhausted", "Skips what the report marks as fully expanded."),
        ("guard", "Only expanded children are checked for a win or a loss."),
        ("reuse", "Every turn starts with a new tree."),
        ("seconds", "The course's two seconds minus a margin of 0.05."),
    ),
    REPORT,
    ("colosseum",),
    (
        Reading(
            "The report does not say how it orders its list of moves; ours is by cell and side.",
            "readings/mcts-order",
        ),
        Reading(
            "If every expanded child loses, the report plays a random move, and we play the first"
            " of those with the most visits."
        ),
        Reading(
            "The report's first simulation is one of the root itself. It counts in the formula"
            " here, but no rollout is made for it.",
            "readings/mcts-own",
        ),
    ),
)

POPCOIN = Preset(
    "popcoin",
    "colosseum-mcts(schedule=size_or_moves(until=8, reference=8.0, power=1.0, moves=100.0,"
    " moves_power=0.5), blend=heuristic(ratio=0.6, moves=0.3, distance=0.1),"
    " final=blended(half=10.0), reuse=true)",
    "Like colosseum-mcts, with heuristics in selection and in the final move, and a kept tree.",
    """
The report's last agent, and the one that was submitted: `colosseum-mcts` with four changes.
Selection values a child by a weighted sum of its win ratio, the opponent's lack of moves and the
nearness of the opponent. The final move combines win ratio and heuristic in the same way, and
trusts the win ratio more if the root's children have more visits on average. The exploration
constant depends on the board size, and on large boards on the number of legal moves, so that it
falls during the game. The tree is kept from turn to turn if it contains the opponent's reply.
""",
    (
        (
            "schedule",
            "The exploration constant: by size on small boards, by moves on large ones.",
        ),
        ("blend", "Selection combines win ratio, the opponent's moves and the distance to it."),
        (
            "final",
            "Combines win ratio and heuristic, weighted by the mean visits of the root's children.",
        ),
        ("reuse", "Keeps the tree if it contains the opponent's reply."),
    ),
    REPORT,
    ("colosseum",),
    (
        Reading(
            "The report does not give the weights of the blend. Here they are 0.6, 0.3 and 0.1.",
            "readings/popcoin-weights",
        ),
        Reading(
            "The report does not say how the weight of the win ratio grows with the visits. Here"
            " win ratio and heuristic weigh the same in the final move at ten visits per child.",
            "popcoin/popcoin-final",
        ),
        Reading(
            "The report does not give the exploration constants, nor which boards are large. Here c"
            " is proportional to the size up to 8 and sqrt(2) at size 8. On larger boards it grows"
            " with the square root of the number of moves, and is sqrt(2) at a hundred moves.",
            "popcoin/c-by-size",
        ),
    ),
)
