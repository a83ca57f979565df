"""Small studies that run in milliseconds."""

from __future__ import annotations

from dataclasses import replace

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.studies.results import ExperimentResult, Finding, StudyResult
from tesuji.studies.study import Claim, LeftOut, Study
from tesuji.studies.study_file import read_text
from tesuji.studies.verdict import Estimate, judge

__all__ = ["MATCH", "SWEEP", "read", "study"]

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
[experiment.then]
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
[experiment.then]
simulations = [10, 20]
opponent = "own"
source = "A guess."
[experiment.now]
seconds = 0.001
opponent = { nodes = 5 }
source = "Another."
"""


def read(text: str) -> Study:
    """The study that a text declares."""
    return read_text(text, name="study", path="study.toml")


def finding(label: str, pairs: tuple[int, ...], reported: Claim | None) -> Finding:
    ours = Estimate.of_pairs(Pentanomial(pairs)) if sum(pairs) else None  # type: ignore[arg-type]
    return Finding(label, "ewn", "then", "10 a move", reported, ours, judge(ours, reported))


def study() -> StudyResult:
    declaration = read(SWEEP)
    experiment = replace(declaration.experiments[0], title="c_1 & 50%")
    findings = (
        finding("c = 1", (10, 5, 40, 15, 30), Claim(value=0.6, of=200, as_wins=True)),
        finding("c = 2", (0, 0, 0, 0, 10), Claim(value=0.5, within=0.05)),
        finding("c = 3", (10, 5, 40, 15, 30), Claim(word="wins")),
        finding("c = 4", (30, 0, 10, 0, 0), None),
        finding("c <5>", (0, 0, 0, 0, 0), Claim(value=0.6, of=200)),
    )
    outcome = ExperimentResult(experiment, findings, (), True)
    left = (LeftOut("The moon <is> green", "It is far away."),)
    return StudyResult(replace(declaration, left_out=left), "quick", (outcome,))
