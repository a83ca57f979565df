"""Results of studies as CSV: a row for each finding, with full numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tesuji import output_files
from tesuji.studies.results import Finding, StudyResult

__all__ = ["csv_text"]


def csv_text(studies: Iterable[StudyResult]) -> str:
    """Every finding of every experiment; an empty cell means that the value is unknown."""
    rows = [
        {
            "study": each.study.name,
            "experiment": result.experiment.name,
            **_csv_cells(finding),
        }
        for each in studies
        for result in each.results
        for finding in result.findings
    ]
    if not rows:
        return ""
    return output_files.csv_text([list(rows[0]), *(row.values() for row in rows)])


def _csv_cells(finding: Finding) -> dict[str, Any]:
    """The plain data of a finding, with a column for the simulations of each side."""
    cells: dict[str, Any] = {}
    for name, value in finding.to_dict().items():
        cells[name] = value
        if name == "simulations":
            first, second = (None, None) if value is None else (round(n, 1) for n in value)
            cells |= {"simulations": first, "opponent_simulations": second}
    return cells
