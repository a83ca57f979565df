"""EinStein: the flat and tree searches of a student report, and the opponents they played."""

from __future__ import annotations

from tesuji.agents.presets.preset import Preset, Reading, Report

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
FINAL_MOVE = Reading(
    "The report does not say how the final move is chosen. Its experiment with temperatures at that"
    " point is about win rates, so we take the highest win rate.",
    "readings/ewn-final",
)
OPPONENT = Reading(
    "The report only names its opponents; their behaviour here is that of the course's programs.",
    "readings/ewn-opponents",
)

MCS = Preset(
    "mcs",
    "mcts(select=ucb1(c=1.0), height=1, rollout=decisive, rollouts=25, solver=false, final=value,"
    " reuse=false, seconds=1.8)",
    "A bandit over the root moves: more rollouts for the better moves, no tree.",
    """
The report's tables have a column MCS, for Monte-Carlo search without a tree: UCB1 over the root
moves, with 25 rollouts per pull. Forced moves are played without a search, and immediate wins are
taken, both at the root (the defaults of `time` and `guard`) and in the rollouts.

It uses no knowledge of a particular game, so it plays all of them.
""",
    (
        ("select", "UCB1 with the report's constant."),
        ("height", "No tree: the root moves are the arms of a bandit."),
        ("rollout", "Rollouts take immediate wins."),
        ("rollouts", "25 rollouts per pull."),
        ("solver", "The report has no proofs."),
        ("final", "Plays the move with the highest win rate."),
        ("reuse", "The report does not mention keeping the tree."),
        ("seconds", "Within the course's two seconds."),
    ),
    REPORT,
    readings=(
        Reading(
            "The report describes MCS only by its column and says that all columns have the same"
            " parameters. We take UCB1 with constant 1 over the root moves.",
            "readings/mcs-allocation",
        ),
        FINAL_MOVE,
    ),
)

EWN_MCTS = Preset(
    "ewn-mcts",
    "mcts(select=ucb1(c=1.0), expand=one(after=200), rollout=decisive, rollouts=25, solver=false,"
    " final=value, reuse=false, seconds=1.8)",
    "UCT with 25 rollouts per visit of a leaf, which is expanded after 200 simulations.",
    """
The column 'MCTS with normal UCB' of the report's tables: UCB1 with constant 1, and 25 rollouts
whenever a node is added or selected as a leaf. A node gets children only after 200 simulations.
Forced moves are played without a search, and immediate wins are taken, both at the root (the
defaults of `time` and `guard`) and in the rollouts.

The report reserves a pool of nodes in advance, as every tree does here.
""",
    (
        ("select", "UCB1 with the report's constant."),
        ("expand", "A node gets children only after 200 simulations."),
        ("rollout", "Rollouts take immediate wins."),
        ("rollouts", "25 rollouts when a leaf is added or visited."),
        ("solver", "The report has no proofs."),
        ("final", "Plays the move with the highest win rate."),
        ("reuse", "The report does not mention keeping the tree."),
        ("seconds", "Within the course's two seconds."),
    ),
    REPORT,
    GAMES,
    (
        FINAL_MOVE,
        Reading(
            "The report simulates a node when it is first added, so all children of a node are"
            " simulated before any is selected again. Here one child is added per visit, untried"
            " ones first.",
            "readings/ewn-expand",
        ),
        Reading(
            "The report does not mention keeping the tree, so it is not kept.",
            "readings/ewn-reuse",
        ),
    ),
)

EWN_MCTS_RICH = Preset(
    "ewn-mcts-rich",
    "ewn-mcts(result=graded(eliminate=1.0, goal=0.9))",
    "Like ewn-mcts, but a win by capturing all cubes counts more than one by reaching the goal.",
    """
The column '+ rich game representation' of the report's tables: `ewn-mcts` with results of 1.0 for a
win by capturing all cubes and 0.9 for a win by reaching the goal. The corresponding losses count
0.0 and 0.1.
""",
    (("result", "1.0, 0.9, 0.1 and 0.0 instead of win and loss."),),
    REPORT,
    GAMES,
)

EWN_MCTS_TUNED = Preset(
    "ewn-mcts-tuned",
    "ewn-mcts-rich(select=ucb1_tuned(c=0.6, c1=1.414, c2=0.25))",
    "Like ewn-mcts-rich, with an exploration term based on the variance: the submitted agent.",
    """
The column '+ tuned UCB' of the report's tables, and the submitted agent: `ewn-mcts-rich` with
UCB1-tuned, c = 0.6, c1 = 1.414 and c2 = 0.25. `ewn-mcts-tuned(select=ucb1_tuned(c=1.0))` is the
agent of the tables. The formula is the one printed in the report.

The report also tries temperatures, which are overrides here:
`ewn-mcts-tuned(sampling=softmax(k=20))` draws the children in the tree, and
`ewn-mcts-tuned(final=softmax(k=20))` draws the final move.
""",
    (("select", "UCB1-tuned with the constants of the submission."),),
    REPORT,
    GAMES,
    (
        Reading(
            "The tables do not name c. The sweep over c has the same wins at c = 1.0 as the column,"
            " so that is what we use for it; the submitted agent has 0.6.",
            "einstein/c-hard",
        ),
    ),
)

EWN_EASY = Preset(
    "ewn-easy",
    "random",
    "The course's easy opponent: random moves.",
    """
The weakest of the three opponents of the report's agent. It plays uniformly at random.
""",
    (),
    REPORT,
    GAMES,
    (OPPONENT,),
)

EWN_NORMAL = Preset(
    "ewn-normal",
    "alphabeta(knowledge=ewn(steps=1.0, cubes=0.0), horizon=fixed(depth=2), pvs=false, table=false,"
    " killers=false, history=false, aspiration=0.0, wins=none, staged=false,"
    " buckets=false, trend=false, sort=false, speed=false,"
    " despair=diagonal, roll_leaf=false, roll_probe=false, roll_table=false,"
    " seconds=2.0)",
    "The course's normal opponent: two plies of plain alpha-beta.",
    """
The second of the three opponents. It searches two plies with plain alpha-beta. Its evaluation is
the distance of the opponent's nearest cube to its goal minus the distance of its own nearest cube,
which is the weight `steps` of our evaluation. A win counts the same at any distance. Among equal
moves it plays the first one, smaller cubes first and then by direction. If every move loses, it
plays the first diagonal move.
""",
    (
        ("knowledge", "The distances to the goal alone."),
        ("horizon", "A fixed depth."),
        ("pvs", "Plain alpha-beta windows."),
        ("table", "No transposition table."),
        ("killers", "Moves are searched in the order in which they are generated."),
        ("history", "Moves are searched in the order in which they are generated."),
        ("aspiration", "Plain alpha-beta windows."),
        ("wins", "Sees no win beyond its depth."),
        ("staged", "Leaves out nothing, and reduces no move."),
        ("buckets", "No transposition table."),
        ("trend", "Plain alpha-beta windows."),
        ("sort", "Plays the first generated of equal moves."),
        ("speed", "A win counts the same at any distance."),
        ("despair", "Plays the first diagonal move if every move loses."),
        ("roll_leaf", "Evaluates after each number of the die."),
        ("roll_probe", "Probes in the whole range of values."),
        ("roll_table", "No transposition table."),
        ("seconds", "A safety limit: every search reaches its depth long before."),
    ),
    REPORT,
    GAMES,
    (OPPONENT,),
)

EWN_HARD = Preset(
    "ewn-hard",
    "ewn-normal(horizon=fixed(depth=8))",
    "The course's hard opponent: eight plies of plain alpha-beta.",
    """
The strongest of the three opponents: `ewn-normal` with eight plies instead of two.
""",
    (("horizon", "Eight plies."),),
    REPORT,
    GAMES,
    (OPPONENT,),
)
