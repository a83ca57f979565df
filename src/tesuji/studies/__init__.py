"""Studies: files of experiments that compare the claims of reports with our results.

`study_file` reads a study, `run` plays its experiments, `verdict` compares them with the claims,
and `layout` lays out the tables. `reports/` has the studies of five student reports.
"""

from tesuji.studies.builtin import builtin_studies, builtin_study_names
from tesuji.studies.results import ExperimentResult, Finding, StudyResult
from tesuji.studies.run import run_experiment, run_study
from tesuji.studies.study import Claim, Experiment, Study
from tesuji.studies.study_file import read_study
from tesuji.studies.verdict import Verdict, judge

__all__ = [
    "Claim",
    "Experiment",
    "ExperimentResult",
    "Finding",
    "Study",
    "StudyResult",
    "Verdict",
    "builtin_studies",
    "builtin_study_names",
    "judge",
    "read_study",
    "run_experiment",
    "run_study",
]
