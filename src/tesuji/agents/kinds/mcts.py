"""Monte-Carlo tree search: every part a slot, every switch a parameter."""

from __future__ import annotations

from tesuji.agents.budget import BUDGET_PARAMETERS, TIME_SLOT
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.agents.kinds.playing_out import CUTOFF, RESULT, ROLLOUT
from tesuji.specs import Kind, Parameter, Slot

__all__ = ["MCTS"]

_MERGE = Parameter("merge", bool, False, "One child for all moves that lead to equal positions.")
_AFTER = Parameter("after", int, 1, "Simulations through a move before it gets a node.", 1, 10**6)
_TEMPERATURE = Parameter(
    "temperature", float, 0.0, "Draw the move instead of taking the best; 0 takes it.", 0, 1000
)
_C = Parameter("c", float, 1.0, "How much the uncertain is preferred.", 0, 100)
_SHARPNESS = Parameter("k", float, 20.0, "How much the better is preferred; 0: not at all.", 0, 1e6)

SELECT = Slot(
    "select",
    (
        Kind(
            "ucb1",
            "Mean plus c * sqrt(ln N / n): optimism in the face of uncertainty.",
            (_C,),
            "Kocsis and Szepesvári, Bandit based Monte-Carlo planning, 2006",
        ),
        Kind(
            "ucb1_tuned",
            "As ucb1, but a move whose results vary little is thought less uncertain.",
            (
                _C,
                Parameter("c1", float, 1.414, "How uncertain the variance itself is.", 0, 100),
                Parameter("c2", float, 0.25, "The most that the variance can be.", 0, 100),
            ),
            "Auer, Cesa-Bianchi and Fischer, Finite-time analysis of the multiarmed bandit"
            " problem, 2002",
        ),
        Kind(
            "puct",
            "Mean plus c * prior * sqrt(N) / (1 + n): a prior says where to look first.",
            (
                Parameter("c", float, 1.5, "How much prior and uncertainty weigh.", 0, 100),
                Parameter("fpu", float, 0.1, "How far below its parent an untried move is.", -1, 1),
            ),
            "Silver et al., Mastering the game of Go without human knowledge, 2017",
        ),
        Kind("prior", "Draws a move by its prior alone, whatever was found out about it."),
    ),
    "ucb1",
    "Which child a simulation follows.",
)
SCHEDULE = Slot(
    "schedule",
    (
        Kind("constant", "c stays as it is."),
        Kind(
            "size",
            "c grows with the board.",
            (
                Parameter("reference", float, 8.0, "The size at which c is itself.", 1, 100),
                Parameter("power", float, 1.0, "How fast it grows.", 0, 10),
            ),
            games=("colosseum",),
        ),
        Kind(
            "moves",
            "c grows with the number of legal moves at the root, so it falls during a game.",
            (
                Parameter("reference", float, 100.0, "Moves at which c is itself.", 1, 10000),
                Parameter("power", float, 0.5, "How fast it grows.", 0, 10),
            ),
        ),
        Kind(
            "size_or_moves",
            "By size on small boards, by the number of moves on large ones.",
            (
                Parameter("until", int, 8, "The largest board that counts as small.", 1, 100),
                Parameter(
                    "reference", float, 8.0, "Small boards: the size at which c is itself.", 1, 100
                ),
                Parameter("power", float, 1.0, "Small boards: how fast it grows.", 0, 10),
                Parameter(
                    "moves", float, 100.0, "Large boards: moves at which c is itself.", 1, 10000
                ),
                Parameter("moves_power", float, 0.5, "Large boards: how fast it grows.", 0, 10),
            ),
            games=("colosseum",),
        ),
        Kind(
            "behind",
            "c is raised by exp(weight - Q) when the last move chosen looked worse than weight.",
            (Parameter("weight", float, 0.25, "What counts as behind.", -100, 100),),
        ),
    ),
    "constant",
    "How c changes from move to move.",
)
BLEND = Slot(
    "blend",
    (
        Kind("none", "A child's worth is its mean."),
        Kind(
            "heuristic",
            "Mean, few moves for the adversary and a short way to it, weighted.",
            (
                Parameter("ratio", float, 0.6, "Weight of the mean.", 0, 1),
                Parameter("moves", float, 0.3, "Weight of the adversary's lack of moves.", 0, 1),
                Parameter("distance", float, 0.1, "Weight of nearness to the adversary.", 0, 1),
            ),
            games=("colosseum",),
        ),
    ),
    "none",
    "What selection takes for a child's worth.",
)
_AMAF_BIAS = Parameter(
    "bias", float, 0.001, "How fast a move's own results replace those of all moves alike.", 0, 1
)
AMAF = Slot(
    "amaf",
    (
        Kind("none", "A move's own results alone."),
        Kind(
            "rave",
            "Mixes in the results of all simulations in which the move came later.",
            (_AMAF_BIAS,),
            "Gelly and Silver, Monte-Carlo tree search and rapid action value estimation in"
            " computer Go, 2011",
        ),
        Kind(
            "grave",
            "As rave, with the statistics of the nearest ancestor that has enough of them.",
            (_AMAF_BIAS, Parameter("ref", int, 50, "Visits that are enough.", 0, 10**6)),
            "Cazenave, Generalized rapid action value estimation, 2015",
        ),
    ),
    "none",
    "Whether moves learn from simulations in which they were played elsewhere.",
)
BIAS = Slot(
    "bias",
    (
        Kind("none", "No bias."),
        Kind(
            "progressive",
            "Adds weight * evaluation / (1 + n): knowledge first, results later.",
            (Parameter("weight", float, 1.0, "How much the evaluation counts.", 0, 100),),
            "Chaslot et al., Progressive strategies for Monte-Carlo tree search, 2008",
        ),
    ),
    "none",
    "What knowledge adds to a child's worth.",
)
SAMPLING = Slot(
    "sampling",
    (
        Kind("none", "The child with the highest score."),
        Kind("softmax", "A child drawn with probability exp(k * score).", (_SHARPNESS,)),
    ),
    "none",
    "Whether selection takes the best child or draws one.",
)
ORDER = Slot(
    "order",
    (
        Kind("spread", "Spread over the list, from a random beginning."),
        Kind("score", "The best move first, by the game's score of moves."),
        Kind("filter", "Moves that the filter prefers first.", games=("colosseum",)),
    ),
    "spread",
    "In which order untried moves are tried.",
)
EXPAND = Slot(
    "expand",
    (
        Kind("one", "One new child a visit.", (_MERGE, _AFTER, ORDER)),
        Kind("all", "All children at once, when a node is made.", (_MERGE, _AFTER)),
        Kind(
            "evaluated",
            "All children at once, each beginning with its evaluation as if seen once.",
            (_MERGE, _AFTER),
        ),
    ),
    "one",
    "How the tree grows.",
)
WIDEN = Slot(
    "widen",
    (
        Kind("none", "All moves are tried."),
        Kind(
            "progressive",
            "Only as many children as base * N^power; best with expand=one(order=score).",
            (
                Parameter("base", float, 2.0, "Children at the first visit.", 0.01, 1000),
                Parameter("power", float, 0.5, "How fast more are let in.", 0, 1),
            ),
            "Coulom, Computing Elo ratings of move patterns in the game of Go, 2007",
        ),
    ),
    "none",
    "How many moves of a node are looked at.",
)
BACKUP = Slot(
    "backup",
    (
        Kind("mean", "The mean of all results."),
        Kind(
            "implicit",
            "The mean, mixed with the minimax value of the evaluations below.",
            (Parameter("alpha", float, 0.2, "Weight of the minimax value.", 0, 1),),
            "Lanctot et al., Monte Carlo tree search with heuristic evaluations using implicit"
            " minimax backups, 2014",
        ),
    ),
    "mean",
    "What a move's results come to.",
)
GUARD = Slot(
    "guard",
    (
        Kind("none", "No look ahead."),
        Kind(
            "ahead",
            "Looks for forced ends by plain search.",
            (
                Parameter("root", int, 1, "Plies at the root.", 0, 6),
                Parameter("nodes", int, 0, "Plies at every new node.", 0, 4),
            ),
        ),
    ),
    "ahead",
    "A look for forced wins and losses a few plies ahead.",
)
FINAL = Slot(
    "final",
    (
        Kind("visits", "The most visited move, the robust child.", (_TEMPERATURE,)),
        Kind("value", "The move with the highest mean.", (_TEMPERATURE,)),
        Kind("uct", "The move with the highest selection score, ties by the prior."),
        Kind(
            "blended",
            "Mean and heuristic, the mean weighing more the more visits the root's moves have.",
            (
                Parameter(
                    "half", float, 10.0, "Mean visits at which both weigh the same.", 0.001, 1e6
                ),
            ),
        ),
        Kind(
            "bonus",
            "The highest sum of mean and the game's score of the move.",
            (Parameter("weight", float, 1.0, "How much the score counts.", 0, 1000),),
        ),
        Kind("softmax", "Drawn with probability exp(k * mean).", (_SHARPNESS,)),
    ),
    "visits",
    "Which move is played in the end; proven wins come first, proven losses last.",
)
THREADS = Slot(
    "threads",
    (
        Kind("one", "One thread."),
        Kind(
            "root",
            "A tree a thread; what they know of the root's moves is added up in the end.",
            (Parameter("count", int, 2, "Threads.", 1, 256),),
            "Chaslot, Winands and van den Herik, Parallel Monte-Carlo tree search, 2008",
        ),
        Kind(
            "tree",
            "All threads in one tree; a move under way counts as lost until its result is there.",
            (
                Parameter("count", int, 2, "Threads.", 1, 256),
                Parameter("loss", int, 1, "Losses that a move under way counts as.", 0, 100),
            ),
            "Enzenberger and Müller, A lock-free multithreaded Monte-Carlo tree search, 2009",
        ),
    ),
    "one",
    "How many threads search, and how they share.",
)

MCTS = Kind(
    "mcts",
    "Monte-Carlo tree search.",
    (
        SELECT,
        SCHEDULE,
        BLEND,
        AMAF,
        BIAS,
        SAMPLING,
        EXPAND,
        WIDEN,
        Parameter("height", int, 0, "Plies the tree may grow; 0: any, 1: a bandit.", 0, 10000),
        ROLLOUT,
        Parameter("rollouts", int, 1, "Rollouts that a leaf gets at each visit.", 1, 10000),
        CUTOFF,
        RESULT,
        BACKUP,
        Parameter("solver", bool, True, "Proves wins, losses and draws while searching."),
        Parameter("exhausted", bool, False, "Skips moves below which every line was played out."),
        GUARD,
        FINAL,
        Parameter("transpositions", bool, False, "One node for equal positions."),
        KNOWLEDGE,
        Parameter("evaluate", str, "none", "A registered Python evaluator in place of rollouts."),
        Parameter("batch", int, 8, "Positions the evaluator gets at once.", 1, 4096),
        THREADS,
        Parameter("reuse", bool, True, "A player keeps the tree from move to move."),
        Parameter("memory", float, 256.0, "Megabytes for the tree.", 0.1, 1_000_000),
        TIME_SLOT,
        *BUDGET_PARAMETERS,
    ),
    "Coulom, Efficient selectivity and backup operators in Monte-Carlo tree search, 2006",
)
