"""The tables about solving that the documentation shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.solve_tables import TABLES, bars, blunders, known, match


def write(folder: Path, name: str, results: Any) -> None:
    text = json.dumps({"command": f"python -m {name}", "results": results})
    (folder / f"{name}.json").write_text(text, "utf-8")


def test_what_was_not_measured_is_named(tmp_path: Path) -> None:
    rows = bars(tmp_path).splitlines()[2:]
    assert rows
    assert all("| not measured | `python -m benchmarks.solve_" in row for row in rows)
    assert len(known(tmp_path).splitlines()) == 2
    assert blunders(tmp_path).startswith("Not measured")
    assert match(tmp_path).startswith("Not measured")


def test_starts_and_bars_come_from_the_files(tmp_path: Path) -> None:
    rows = [
        {"result": "win", "plies": 31, "seconds": 2.0},
        {"result": "loss", "plies": 12, "seconds": 1.0},
        {"result": None, "plies": 0, "seconds": 20.0},
    ]
    results = {"limit": 20.0, "starts": 3, "solved": 2, "rows": rows}
    write(tmp_path, "solve_ewn_cyclic", results)
    assert "| 2 of 3 (67%) in 20 s | `python -m solve_ewn_cyclic` |" in bars(tmp_path)
    fact = known(tmp_path).splitlines()[2]
    assert "1 won, 1 lost, 1 unknown; the longest line has 31 plies | 23 CPU s in all |" in fact


def test_agents_that_do_not_play_a_game_have_empty_cells(tmp_path: Path) -> None:
    rate = {"rate": 0.25, "rate_interval": [0.2, 0.3]}
    rows = [
        {"agent": "mcts", "game": "avalam", "all": rate},
        {"agent": "mcts", "game": "pentago", "all": rate},
        {"agent": "fischer", "game": "avalam", "all": rate},
    ]
    write(tmp_path, "solve_blunders", rows)
    assert blunders(tmp_path).splitlines()[2:] == [
        "| agent | avalam | pentago |",
        "| --- | --- | --- |",
        "| `mcts` | 25.0% (20% to 30%) | 25.0% (20% to 30%) |",
        "| `fischer` | 25.0% (20% to 30%) |  |",
    ]


def test_matches_show_the_gain_of_the_solver(tmp_path: Path) -> None:
    row = {
        "game": "avalam",
        "agents": ["mcts(solve=auto)", "mcts"],
        "pairs": 100,
        "nelo": 31.2,
        "nelo_interval": [-4.0, 66.4],
    }
    write(tmp_path, "solve_match", [row])
    assert match(tmp_path).splitlines()[-1] == "| avalam | `mcts` | 200 | +31 [-4, +66] |"


def test_the_committed_files_make_tables() -> None:
    for make in TABLES.values():
        assert make()
