"""Blunders measured against exact values: sets of solved positions, and how agents do on them."""

from tesuji.studies.blunders.build import BuildOptions, build_set
from tesuji.studies.blunders.measure import BlunderReport, Blunders, Choice, measure_blunders
from tesuji.studies.blunders.solved_set import SolvedPosition, SolvedSet, read_set, set_of_game

__all__ = [
    "BlunderReport",
    "Blunders",
    "BuildOptions",
    "Choice",
    "SolvedPosition",
    "SolvedSet",
    "build_set",
    "measure_blunders",
    "read_set",
    "set_of_game",
]
