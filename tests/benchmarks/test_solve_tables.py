"""The tables about solving that the documentation shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.solve_tables import TABLES, bars, blunders, hard, known, match


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
    rate = {"easy": {"rate": 0.25, "rate_interval": [0.2, 0.3]}}
    rows = [
        {"agent": "mcts", "game": "avalam", "by_hardness": rate},
        {"agent": "mcts", "game": "pentago", "by_hardness": rate},
        {"agent": "fischer", "game": "avalam", "by_hardness": rate},
    ]
    write(tmp_path, "solve_blunders", rows)
    assert blunders(tmp_path).splitlines()[2:] == [
        "| agent | avalam | pentago |",
        "| --- | --- | --- |",
        "| `mcts` | 25.0% (20% to 30%) | 25.0% (20% to 30%) |",
        "| `fischer` | 25.0% (20% to 30%) |  |",
    ]


def test_hard_positions_have_a_table_of_their_own(tmp_path: Path) -> None:
    low, high = ({"rate": rate, "rate_interval": [rate, rate]} for rate in (0.1, 0.4))
    rows = [
        {"agent": "mcts", "game": "avalam", "by_hardness": {"easy": low, "hard": high}},
        {"agent": "mcts", "game": "ewn-cyclic", "by_hardness": {"easy": low}},
    ]
    write(tmp_path, "solve_blunders", rows)
    assert blunders(tmp_path, "hard").splitlines()[2:] == [
        "| agent | avalam |",
        "| --- | --- |",
        "| `mcts` | 40.0% (40% to 40%) |",
    ]
    assert "40%" not in blunders(tmp_path)
    assert "10.0%" in blunders(tmp_path)


def test_the_sample_of_hard_positions_is_shown(tmp_path: Path) -> None:
    assert hard(tmp_path).startswith("Not measured")
    rows = [
        {"game": "pentago", "hard": 40, "games": 9, "seconds": 10.0, "searched": 0, "unproven": 0},
        {"game": "avalam", "hard": 90, "games": 70, "seconds": 10.0, "searched": 20, "unproven": 9},
    ]
    write(tmp_path, "solve_hard", rows)
    assert hard(tmp_path).splitlines() == [
        "`python -m solve_hard`",
        "",
        "| game | hard positions | from games | unproven after 10 s |",
        "| --- | --- | --- | --- |",
        "| avalam | 90 | 70 | 9 of 20 (26% to 66%) |",
        "| pentago | 40 | 9 |  |",
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
