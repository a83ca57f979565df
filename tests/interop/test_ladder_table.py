"""The table of a ladder: every student and every baseline has a row."""

from __future__ import annotations

from pathlib import Path

from tests.interop.ladder_stubs import fix_seed, stub_ladder, write_stub
from tesuji.interop.ladder.table import table_rows


def test_a_baseline_that_sat_out_has_a_row(tmp_path: Path) -> None:
    """One student and two baselines: one of the three plays in no round."""
    (tmp_path / "in").mkdir()
    write_stub(tmp_path / "in", "ann", "greedy")
    fix_seed(tmp_path / "out")
    baselines = ("random", "flat(simulations=4)")
    result = stub_ladder(tmp_path, baselines=baselines, gate=0, rounds=1, gate_pairs=1).run(jobs=1)
    rows = {row.key: row for row in table_rows(result) if row.status == "baseline"}
    assert set(rows) == {each.key for each in result.baselines}
    idle = [row for row in rows.values() if row.pairs == 0]
    assert len(idle) == 1
    assert (idle[0].place, idle[0].elo) == (None, None)
