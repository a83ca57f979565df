"""EinStein: flat and tree search of a course's homework, and the opponents it was tried on."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Report

__all__ = [
    "EWN_EASY",
    "EWN_HARD",
    "EWN_MCTS",
    "EWN_MCTS_RICH",
    "EWN_MCTS_TUNED",
    "EWN_NORMAL",
    "MCS",
]

REPORT = Report("郭懷元", "TCG2023 HW2", "2023")
GAMES = ("ewn-cyclic", "ewn")

MCS = Preset(
    "mcs",
    "mcts(height=1, rollout=decisive, rollouts=25, solver=false, final=value, reuse=false,"
    " seconds=1.8)",
    "A bandit over the root's moves: random games after each, more after the better ones.",
    """
The report's tables have a column MCS, for Monte-Carlo search without a tree, and say only that its
parameters are those of the other columns. Here it is UCB1 with constant 1 over the root's moves, 25
random games at each pull, and the highest win rate in the end. A single move is played at once and
so is one that wins at once, at the root (`time` and `guard` by default) and in the random games.

Nothing in it belongs to one game, so it plays all of them.
""",
    (
        ("height", "No tree: the root's moves are the arms of a bandit."),
        ("rollout", "A move that wins at once is taken."),
        ("rollouts", "25 random games at each pull."),
        ("solver", "The report has no proofs."),
        ("final", "The highest win rate."),
        ("reuse", "Nothing is kept between moves."),
        ("seconds", "Within the course's two seconds."),
    ),
    REPORT,
)

EWN_MCTS = Preset(
    "ewn-mcts",
    "mcts(expand=one(after=200), rollout=decisive, rollouts=25, solver=false, final=value,"
    " reuse=false, seconds=1.8)",
    "UCT that simulates a leaf 25 times a visit and expands it at 200 simulations.",
    """
The column 'MCTS with normal UCB' of the report's tables: UCB1 with constant 1, 25 random games when
a node is added or selected as a leaf, and a node that gets children only after 200 simulations. A
single move is played at once and so is one that wins at once, at the root (`time` and `guard` by
default) and in the random games.

Readings. The report does not say how the final move is chosen; its experiment with temperatures
there is about win rates, so it is the highest win rate. When a node is expanded, all its children
are added there and each is simulated at once; here they are added one a visit, untried ones first,
with the same effect. Nothing is said of keeping the tree, so it is not kept. The pool of nodes that
is reserved in advance is how every tree here is built.
""",
    (
        ("expand", "A node gets children only after 200 simulations."),
        ("rollout", "A move that wins at once is taken."),
        ("rollouts", "25 random games when a leaf is added or visited."),
        ("solver", "The report has no proofs."),
        ("final", "The highest win rate."),
        ("reuse", "Nothing is kept between moves."),
        ("seconds", "Within the course's two seconds."),
    ),
    REPORT,
    GAMES,
)

EWN_MCTS_RICH = Preset(
    "ewn-mcts-rich",
    "ewn-mcts(result=graded(eliminate=1.0, goal=0.9))",
    "As ewn-mcts, but a win by taking all cubes counts more than one by reaching the goal.",
    """
The column '+ rich game representation' of the report's tables: `ewn-mcts` with results of 1.0 for a
win by taking all cubes, 0.9 for one by reaching the goal, and 0.1 and 0.0 for the same losses.
""",
    (("result", "1.0, 0.9, 0.1 and 0.0 in place of win and loss."),),
    REPORT,
    GAMES,
)

EWN_MCTS_TUNED = Preset(
    "ewn-mcts-tuned",
    "ewn-mcts-rich(select=ucb1_tuned(c=0.6, c1=1.414, c2=0.25))",
    "As ewn-mcts-rich, with an exploration term that knows the variance: the submission.",
    """
The column '+ tuned UCB' of the report's tables, and the agent that was handed in: `ewn-mcts-rich`
with UCB1-tuned, c = 0.6, c1 = 1.414 and c2 = 0.25. The columns of the table were measured with
c = 1.0, which is `ewn-mcts-tuned(select=ucb1_tuned(c=1.0))`. The formula is the one that the report
prints.

The report's trials with a temperature are overrides: `ewn-mcts-tuned(sampling=softmax(k=20))` draws
children in the tree, `ewn-mcts-tuned(final=softmax(k=20))` the move that is played.
""",
    (("select", "UCB1-tuned with the constants of the submission."),),
    REPORT,
    GAMES,
)

EWN_EASY = Preset(
    "ewn-easy",
    "random",
    "The course's easy opponent: any legal move.",
    """
The weakest of the three opponents that the report's agent was tried on. It plays uniformly at
random. The report only names the opponents; how they play is what is known of the course's
programs.
""",
    (),
    REPORT,
    GAMES,
)

EWN_NORMAL = Preset(
    "ewn-normal",
    "alphabeta(horizon=fixed(depth=2), pvs=false, table=false, killers=false, history=false,"
    " aspiration=0.0, sort=false, speed=false, despair=diagonal, seconds=2.0)",
    "The course's normal opponent: two plies of plain alpha-beta.",
    """
The second of the three opponents. It looks two plies ahead by plain alpha-beta. Its evaluation is
how many steps the opponent's nearest cube is from its goal, less the same of its own nearest cube,
which is the evaluation of the game here. A win counts the same however far away, the first of
several equal moves is played, smaller cube first and then by direction, and when every move loses
it plays the first diagonal one. The report only names the opponents; how they play is what is known
of the course's programs.
""",
    (
        ("horizon", "A fixed depth."),
        ("pvs", "Plain alpha-beta windows."),
        ("table", "No table."),
        ("killers", "Moves in the order in which they are generated."),
        ("history", "Moves in the order in which they are generated."),
        ("aspiration", "Plain alpha-beta windows."),
        ("sort", "Of equal moves the first that is generated."),
        ("speed", "A win counts the same however far away."),
        ("despair", "When all is lost, the first diagonal move."),
        ("seconds", "A guard: the depth ends every search long before."),
    ),
    REPORT,
    GAMES,
)

EWN_HARD = Preset(
    "ewn-hard",
    "ewn-normal(horizon=fixed(depth=8))",
    "The course's hard opponent: eight plies of plain alpha-beta.",
    """
The strongest of the three opponents: `ewn-normal` with eight plies in place of two.
""",
    (("horizon", "Eight plies."),),
    REPORT,
    GAMES,
)
