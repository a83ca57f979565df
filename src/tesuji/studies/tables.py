"""Tables of a study: cells for people, CSV for programs.

They are made from the plain data of results, so that a table of stored results reads the same.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tesuji.studies.running import Finding, Study
from tesuji.studies.verdict import UNCOMPARED

__all__ = ["cell_text", "csv_text", "data_cells", "header_of"]

COMPARED = ("setting", "game", "budget", "report", "ours, 95%", "games", "difference", "verdict")
SCORED = ("setting", "game", "budget", "ours, 95%", "games", "nElo, all 95%")
MEASURED = SCORED[:-1]

Data = Mapping[str, Any]


def data_cells(experiment: Data, *, made: bool = False) -> list[tuple[str, ...]]:
    """The header and the lines of an experiment's table, as texts.

    Columns of a comparison are there only where something is compared. With ``made`` there is
    one more, the simulations a move that the agents made.
    """
    header = header_of(experiment)
    if made:
        header = (*header[:3], "simulations", *header[3:])
    share = experiment["is_share"]
    lines = [
        tuple(cell_text(name, finding, share) for name in header)
        for finding in experiment["findings"]
    ]
    return [header, *lines]


def header_of(experiment: Data) -> tuple[str, ...]:
    """The columns of an experiment's table."""
    if any(finding["reported"] is not None for finding in experiment["findings"]):
        return COMPARED
    return SCORED if experiment["measure"] is None else MEASURED


def cell_text(name: str, finding: Data, share: bool) -> str:
    """What a line has in the column of a name; numbers are shares or not."""
    match name:
        case "setting":
            return str(finding["setting"])
        case "budget":
            return f"{finding['budget']}: {finding['limits']}"
        case "simulations":
            made = finding["simulations"]
            return "" if made is None else " / ".join(f"{each:,.0f}" for each in made)
        case "report":
            return _reported(finding, share)
        case "ours, 95%":
            return _ranged(finding, ("ours", "low", "high"), share, finding["game"] == "trend")
        case "difference":
            names = ("difference", "difference_low", "difference_high")
            return _ranged(finding, names, share, sign=True)
        case "nElo, all 95%":
            return _nelo(finding)
        case "verdict":
            return "-" if finding["reported"] is None else _verdict(finding)
    return str(finding[name])


def _reported(finding: Data, share: bool) -> str:
    value, of = finding["reported"], finding["reported_games"]
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if finding["reported_wins"]:
        return f"{round(value * of)} of {of}"
    shown = _number(value, share)
    return shown if finding["reported_within"] is None else f"about {shown}"


def _number(value: float, share: bool, sign: bool = False) -> str:
    if math.isinf(value):
        return "+inf" if value > 0 else "-inf"
    # The letter z: no number is minus zero once it is rounded.
    form = ("+z" if sign else "z") + (".1%" if share else ".2f")
    return f"{value:{form}}"


def _ranged(finding: Data, names: Sequence[str], share: bool, sign: bool = False) -> str:
    value, low, high = (finding[name] for name in names)
    if value is None:
        return "-"
    ends = (-math.inf if low is None else low, math.inf if high is None else high)
    shown = ", ".join(_number(end, share, sign) for end in ends)
    return f"{_number(value, share, sign)} [{shown}]"


def _nelo(finding: Data) -> str:
    """As `_ranged`, without the decimals; a lone win or loss has no strength."""
    value, low, high = (finding[name] for name in ("nelo", "nelo_low", "nelo_high"))
    if value is None:
        return "-"
    below = "-inf" if low is None else f"{low:+z.0f}"
    above = "+inf" if high is None else f"{high:+z.0f}"
    return f"{value:+z.0f} [{below}, {above}]"


def _verdict(finding: Data) -> str:
    word, reason = finding["verdict"], finding["reason"]
    return f"{word}: {reason}" if word == UNCOMPARED else str(word)


def csv_text(studies: Iterable[Study]) -> str:
    """Every line of every experiment with full numbers; an empty cell is not known."""
    out = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for study in studies:
        for outcome in study.outcomes:
            for finding in outcome.findings:
                where = {"study": study.declaration.name, "experiment": outcome.experiment.name}
                row = {**where, **_csv_cells(finding)}
                if writer is None:
                    writer = csv.DictWriter(out, list(row), lineterminator="\n")
                    writer.writeheader()
                writer.writerow(row)
    return out.getvalue()


def _csv_cells(finding: Finding) -> dict[str, Any]:
    """The plain data of a line, with a column for the simulations of each side."""
    cells: dict[str, Any] = {}
    for name, value in finding.to_dict().items():
        cells[name] = value
        if name == "simulations":
            first, second = (None, None) if value is None else (round(n, 1) for n in value)
            cells |= {"simulations": first, "opponent_simulations": second}
    return cells
