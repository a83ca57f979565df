"""Small declarations that cost milliseconds, and ways to change them."""

from __future__ import annotations

from tesuji.studies.declaration import Declaration
from tesuji.studies.reading import read_text

__all__ = ["MATCH", "SWEEP", "read"]

MATCH = """
title = "A study"
source = "A report"
[[experiment]]
name = "flat"
title = "Flat search beats chance 9 of 10"
kind = "match"
game = "ewn"
agents = "flat"
against = "random"
reported = { wins = 9, of = 10 }
play = { quick = 8, full = 12 }
[experiment.as_then]
simulations = 20
source = "A guess."
"""

SWEEP = """
title = "A sweep"
[[experiment]]
name = "c"
title = "c"
kind = "sweep"
game = ["ewn", "ewn-cyclic"]
agents = "mcts"
parameter = "select.c"
values = [0.2, 1.0]
against = "random"
reported = { share = [0.9, 0.8], of = 100 }
play = { quick = 4, full = 8 }
[experiment.as_then]
simulations = [10, 20]
opponent = "own"
source = "A guess."
[experiment.now]
seconds = 0.001
opponent = { nodes = 5 }
source = "Another."
"""


def read(text: str) -> Declaration:
    """The declaration of a text."""
    return read_text(text, name="study", path="study.toml")
