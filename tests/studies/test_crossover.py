"""Crossovers and verdicts of made-up curves."""

from __future__ import annotations

from typing import Any

import pytest

from tesuji.studies.crossover import crossover_sentences


def curve(*scores: float, half: float = 36.0, **changed: Any) -> dict[str, Any]:
    findings = [
        {
            "setting": "a - b",
            "game": "ewn",
            "point": str(10**number),
            "ours": score,
            "reported": None,
            "nelo_low": 700 * (score - 0.5) - half,
            "nelo_high": 700 * (score - 0.5) + half,
        }
        for number, score in enumerate(scores)
    ]
    return {"kind": "curve", "measure": None, "axis": "nodes", "findings": findings} | changed


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ((0.3, 0.5, 0.7), "crosses from below one half at 1 to above it at 100 nodes"),
        ((0.7, 0.3, 0.3), "crosses from above one half at 1 to below it at 10 nodes"),
        (
            (0.3, 0.7, 0.3),
            "crosses from below one half at 1 to above it at 10 nodes, then from above one half at"
            " 10 to below it at 100 nodes",
        ),
        ((0.6, 0.7, 0.8), "above one half at every point"),
        ((0.5, 0.4, 0.3), "below one half at 2 of 3 points, and never above"),
        ((0.5, 0.52), "no point is provably above or below one half"),
    ],
)
def test_a_crossover_is_between_proven_points(scores: tuple[float, ...], said: str) -> None:
    assert list(crossover_sentences(curve(*scores))) == [f"a - b, ewn: {said}."]


def test_a_curve_is_one_family() -> None:
    """Plain intervals would prove more than the joint ones do."""
    findings = [each | {"low": 0.501} for each in curve(0.55, 0.9)["findings"]]
    [said] = crossover_sentences(curve(findings=findings))
    assert "above one half at 1 of 2 points" in said
    endless = [each | {"nelo_high": None} for each in findings[1:]]
    assert "at every point" in next(crossover_sentences(curve(findings=endless)))


def test_other_tables_have_no_crossover() -> None:
    assert list(crossover_sentences(curve(0.3, 0.7, kind="sweep"))) == []
    assert list(crossover_sentences(curve(0.3, 0.7, measure="saved"))) == []


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ("agrees agrees differs", "agrees from 1 to 10, differs at 100"),
        ("differs agrees differs", "differs at 1, agrees at 10, differs at 100"),
        ("agrees agrees agrees", "agrees from 1 to 100"),
    ],
)
def test_a_verdict_is_a_function_of_the_budget(verdicts: str, said: str) -> None:
    points = curve(0.3, 0.5, 0.7)["findings"]
    findings = [
        point | {"reported": 0.4, "verdict": verdict}
        for point, verdict in zip(points, verdicts.split(), strict=True)
    ]
    for measure in (None, "late"):
        told = list(crossover_sentences(curve(findings=findings, measure=measure)))
        assert told == [f"a - b, ewn: {said} nodes."]
