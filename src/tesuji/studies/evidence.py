"""Why a result differs from its report: the study's reasons with the verdicts behind them.

Verdicts are counted, not written by hand, so they cannot contradict the tables. Without a reason
the cause is unknown, and what our own experiments rule out is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tesuji.studies.verdict import DIFFERS, count_verdicts

__all__ = ["differs", "reasons_for", "unknown_cause"]

Data = Mapping[str, Any]


def differs(experiment: Data) -> bool:
    """Whether any row differs from the report."""
    return any(finding["verdict"] == DIFFERS for finding in experiment["findings"])


def reasons_for(study: Data, experiment: Data) -> list[tuple[str, str]]:
    """Each reason of the study for this result, and its tests.

    A repetition without reasons of its own has those of what it repeats.
    """
    for name in (experiment["name"], experiment.get("repeats")):
        if found := [reason for reason in study["reasons"] if reason["of"] == name]:
            return [(reason["text"], "; ".join(_tests(study, reason))) for reason in found]
    return []


def _tests(study: Data, reason: Data) -> Iterator[str]:
    """The experiments behind a reason, with what came of their claims."""
    played = {each["name"]: each for each in study["experiments"]}
    for name in reason["tested_by"]:
        if name not in played:
            yield f"`{name}`, not played yet"
            continue
        words = count_verdicts(_verdicts(played[name]))
        yield f"`{name}`: {words}" if words else f"`{name}`"


def _verdicts(experiment: Data) -> Iterator[str]:
    return (each["verdict"] for each in experiment["findings"] if each["reported"] is not None)


def unknown_cause(study: Data, experiment: Data) -> str:
    """That nobody knows why, and what is not the cause."""
    ruled_out = [*_ruled_out(study, experiment)]
    said = f"It is not {', nor '.join(ruled_out)}." if ruled_out else "Nothing is ruled out yet."
    return f"The cause is unknown. {said}"


def _ruled_out(study: Data, experiment: Data) -> Iterator[str]:
    for other in study["experiments"]:
        ladder = other["name"] == experiment["name"] or other.get("repeats") == experiment["name"]
        if other["kind"] == "curve" and ladder and set(_verdicts(other)) == {DIFFERS}:
            points = [each["point"] for each in other["findings"] if each["point"]]
            yield (
                f"the number of {other['axis']} (`{other['name']}` differs at every point from"
                f" {points[0]} to {points[-1]})"
            )
    budgets = {each["budget"] for each in experiment["findings"] if each["verdict"] == DIFFERS}
    if {"then", "now"} <= budgets:
        yield "the budget alone (it differs under then and under now)"
