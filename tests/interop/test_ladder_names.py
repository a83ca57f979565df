"""Names of submissions beside the store of a ladder."""

from __future__ import annotations

import stat
from pathlib import Path

from tesuji.interop.ladder.names import named_match, read_names, write_names


def test_names_of_earlier_runs_are_kept(tmp_path: Path) -> None:
    write_names({"ab" * 12: "ann"}, tmp_path)
    write_names({"cd" * 12: "bob = eve"}, tmp_path)
    assert read_names(tmp_path) == {"ab" * 12: "ann", "cd" * 12: "bob = eve"}
    assert stat.S_IMODE((tmp_path / "names.json").stat().st_mode) == 0o600
    (tmp_path / "names.json").write_text("[]")
    assert read_names(tmp_path) == {}


def test_a_match_outside_a_ladder_keeps_its_name() -> None:
    identity = {"agents": ["mcts(c=1)", "random"]}
    assert (
        named_match("mcts - random on ewn", identity, {"ab" * 12: "ann"}) == "mcts - random on ewn"
    )
    mixed = {"agents": [f"{'ab' * 12} sandboxed(...) 1", f"{'ef' * 12} exec(...) 1"]}
    assert named_match("round 1234", mixed, {"ab" * 12: "ann"}) == "round: ann - efefefef"
