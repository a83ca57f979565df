"""What is known about each game, as named weights: the slot that all searches share."""

from __future__ import annotations

from tesuji.specs import Kind, Parameter, Slot

__all__ = ["KNOWLEDGE"]


def _weight(name: str, default: float, description: str) -> Parameter:
    return Parameter(name, float, default, description, -1000, 1000)


AVALAM = Kind(
    "avalam",
    "Avalam: what towers are worth, and what moves look like.",
    (
        _weight("five", 1.0, "A tower of five."),
        _weight("isolated", 1.0, "A tower without a neighbour it could be joined with."),
        _weight("other", 1.0, "Any other tower."),
        Parameter(
            "groups",
            bool,
            False,
            "A lonely one-colour group that fits into one tower counts as one.",
        ),
        _weight("group_five", 1.55, "Such a group whose heights sum to five."),
        _weight("group", 1.5, "Such a group of less."),
        _weight("rank_isolated", 5.0, "Ranking: for a tower that the move isolates."),
        _weight("rank_height", 1.0, "Ranking: for each counter of the new tower."),
        _weight("rank_cover", 2.5, "Ranking: against covering the colour that moves."),
        _weight("roll_five", 1.55, "Rollouts: for making a tower of five."),
        _weight("roll_isolated", 1.5, "Rollouts: for making an isolated tower."),
        _weight("roll_other", 1.0, "Rollouts: for making any other tower."),
        _weight("roll_cover", 1.0, "Rollouts: against covering one's own colour."),
        _weight("roll_risk", 0.5, "Rollouts: against a new tower that can be taken next."),
    ),
    games=("avalam",),
)
COLOSSEUM = Kind(
    "colosseum",
    "Colosseum: how much room there is, and where a player stands.",
    (
        _weight("reach", 0.9, "Share of the cells within one walk."),
        _weight("area", 0.0, "Share of the cells that one player reaches first."),
        _weight("centre", 0.0, "Nearness to the centre, less as the board fills with walls."),
        _weight("edge", 0.0, "Against standing at the border."),
        _weight("walls", 0.0, "Against a cell with two walls or more."),
        _weight("score_moves", 0.6, "Moves: few moves for the adversary."),
        _weight("score_distance", 0.25, "Moves: a short way to the adversary."),
        _weight("score_centre", 0.15, "Moves: a short way to the centre, less later."),
        _weight("score_edge", 0.0, "Moves: against ending at the border."),
        _weight("score_walls", 0.0, "Moves: against ending between two walls or more."),
    ),
    games=("colosseum",),
)
PENTAGO = Kind(
    "pentago",
    "Pentago: open lines, the centre, threats, and moves that answer them.",
    (
        _weight("lines", 1.0, "Lines that only one player has stones in."),
        _weight("centre", 0.0, "Stones in the two rows and columns next to the centre lines."),
        _weight("threats", 0.0, "Twists that would leave a line one stone short of five."),
        _weight("score_win", 10.0, "Moves: that win at once."),
        _weight("score_centre", 0.05, "Moves: in the rows and columns next to the centre lines."),
        _weight("score_block", 0.1, "Moves: at an end of three stones of the opponent in line."),
    ),
    games=("pentago", "pentago-twist"),
)
EWN = Kind(
    "ewn",
    "EinStein: who is nearer to the goal, and with how many cubes.",
    (
        _weight("steps", 1.0, "Steps of the nearest cube to its goal, theirs less ours."),
        _weight("cubes", 0.0, "Cubes, ours less theirs."),
        _weight("score_win", 10.0, "Moves: that win at once."),
        _weight("score_step", 0.2, "Moves: that bring the nearest cube nearer."),
        _weight("score_capture", 0.3, "Moves: that take an enemy cube."),
        _weight("score_own", -0.1, "Moves: that take a cube of one's own."),
    ),
    games=("ewn", "ewn-cyclic"),
)

KNOWLEDGE = Slot(
    "knowledge",
    (Kind("default", "Each game's own weights."), AVALAM, COLOSSEUM, PENTAGO, EWN),
    "default",
    "What evaluation, move scores and rollout rules know about the game.",
)
