"""Experiments as declarations: what others report, beside what we see, with error bars."""

from tesuji.studies.builtin import builtin_declarations, builtin_names
from tesuji.studies.declaration import Declaration, Experiment
from tesuji.studies.reading import read_declaration
from tesuji.studies.running import Finding, Outcome, Study, run_declaration, run_experiment
from tesuji.studies.verdict import Verdict, judge

__all__ = [
    "Declaration",
    "Experiment",
    "Finding",
    "Outcome",
    "Study",
    "Verdict",
    "builtin_declarations",
    "builtin_names",
    "judge",
    "read_declaration",
    "run_declaration",
    "run_experiment",
]
