"""Studies that are played in milliseconds, for the replay of the reports."""

from __future__ import annotations

from typing import Any

from tesuji.studies import Study
from tesuji.studies.study_file import read_text

__all__ = ["Declared", "declaration", "nothing", "tiny_study"]

EXPERIMENT = """
[[experiment]]
name = "{name}"
title = "A match"
kind = "{kind}"
game = "ewn-cyclic"
agents = "flat"
against = "random"
play = {{ quick = 2, full = {games} }}
{more}
[experiment.then]
simulations = {simulations}
source = "Ours."
"""


def declaration(name: str, games: int = 4, simulations: int = 3, more: str = "") -> str:
    kind = "measure" if more else "match"
    return EXPERIMENT.format(name=name, games=games, simulations=simulations, more=more, kind=kind)


def tiny_study(*experiments: str) -> Study:
    return read_text('title = "Tiny"\n' + "".join(experiments), name="tiny", path="tiny.toml")


class Declared:
    """The studies that the replay sees; tests change them."""

    def __init__(self) -> None:
        self.studies: tuple[Study, ...] = ()
        self.costs: dict[str, float] = {}


def nothing() -> dict[str, Any]:
    return {"runs": [], "studies": []}
