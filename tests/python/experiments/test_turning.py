"""Where curves turn, on made-up points."""

from __future__ import annotations

from typing import Any

import pytest

from tesuji.experiments.turning import turning_texts


def curve(*scores: float, half: float = 0.05, **changed: Any) -> dict[str, Any]:
    findings = [
        {
            "setting": "a - b",
            "game": "ewn",
            "point": str(10**number),
            "ours": score,
            "low": score - half,
            "high": score + half,
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


def test_other_tables_do_not_turn() -> None:
    assert list(turning_texts(curve(0.3, 0.7, kind="sweep"))) == []
    assert list(turning_texts(curve(0.3, 0.7, measure="saved"))) == []
