"""Where curves turn, on made-up points."""

from __future__ import annotations

from typing import Any

import pytest

from tesuji.studies.crossover import turning_texts


def curve(*scores: float, half: float = 36.0, **changed: Any) -> dict[str, Any]:
    findings = [
        {
            "setting": "a - b",
            "game": "ewn",
            "point": str(10**number),
            "ours": score,
            "nelo_low": 700 * (score - 0.5) - half,
            "nelo_high": 700 * (score - 0.5) + half,
        }
        for number, score in enumerate(scores)
    ]
    return {"kind": "curve", "measure": None, "axis": "nodes", "findings": findings} | changed


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ((0.3, 0.5, 0.7), "turns from below one half at 1 to above it at 100 nodes"),
        ((0.7, 0.3, 0.3), "turns from above one half at 1 to below it at 10 nodes"),
        (
            (0.3, 0.7, 0.3),
            "turns from below one half at 1 to above it at 10 nodes, then from above one half at 10"
            " to below it at 100 nodes",
        ),
        ((0.6, 0.7, 0.8), "above one half at every point, and nowhere on the other side"),
        ((0.5, 0.4, 0.3), "below one half at 2 points, and nowhere on the other side"),
        ((0.5, 0.52), "no point is proven to be above or below one half"),
    ],
)
def test_a_turn_is_between_proven_points(scores: tuple[float, ...], said: str) -> None:
    assert list(turning_texts(curve(*scores))) == [f"a - b, ewn: {said}."]


def test_a_curve_is_one_family() -> None:
    """Its plain intervals prove more than all of them together hold."""
    findings = [each | {"low": 0.501} for each in curve(0.55, 0.9)["findings"]]
    [said] = turning_texts(curve(findings=findings))
    assert "above one half at 1 point" in said
    endless = [each | {"nelo_high": None} for each in findings[1:]]
    assert "at every point" in next(turning_texts(curve(findings=endless)))


def test_other_tables_do_not_turn() -> None:
    assert list(turning_texts(curve(0.3, 0.7, kind="sweep"))) == []
    assert list(turning_texts(curve(0.3, 0.7, measure="saved"))) == []
