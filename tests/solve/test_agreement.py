"""The solver of each game agrees with the generic one; a benchmark compares more positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import solve_agreement
from benchmarks.solve_agreement import LAST, Progress, compare, measure


@pytest.mark.parametrize("game", LAST)
def test_solvers_agree(game: str) -> None:
    solved = 0
    for seed in range(10):
        found = compare(game, seed, nodes=200 if "12" in game else 1000)
        assert found is None or found["agree"], found
        solved += found is not None and found["both"]
    assert solved > 0


def test_the_benchmark_resumes_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[int] = []

    def each_seed(game: str, seed: int) -> dict[str, Any]:
        if seed == 7 and seed not in compared:
            compared.append(seed)
            raise KeyboardInterrupt
        compared.append(seed)
        both = seed != 3
        return {"position": f"p{seed}", "agree": seed != 8, "both": both, "own": both,
                "generic": True}  # fmt: skip

    monkeypatch.setattr(solve_agreement, "compare", each_seed)
    monkeypatch.setattr(solve_agreement, "CHUNK", 2)
    path = tmp_path / "agreement.partial"
    with pytest.raises(KeyboardInterrupt):
        measure("ewn", 9, 1, Progress(path))
    measure("ewn", 9, 1, progress := Progress(path))
    assert compared == [0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 8]
    assert progress.rows == Progress(path).rows
    assert progress.row("ewn") == {
        "seeds": 9, "positions": 9, "differences": ["p8"],
        "solved by both": 8, "solved by its own": 8, "solved by the generic": 9,
    }  # fmt: skip
