"""The solver of each game agrees with the generic one; a benchmark compares more positions."""

from __future__ import annotations

import pytest

from benchmarks.solve_agreement import LAST, compare


@pytest.mark.parametrize("game", LAST)
def test_solvers_agree(game: str) -> None:
    solved = 0
    for seed in range(10):
        found = compare(game, seed, nodes=1000)
        assert found is None or found["agree"], found
        solved += found is not None and found["both"]
    assert solved > 0
