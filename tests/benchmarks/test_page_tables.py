"""The tables of what the page can bear say what the result files say."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.page_tables import RESULTS, load, speed


def changed(name: str, folder: Path, **values: object) -> Path:
    """A copy of a committed result file with other values."""
    report = json.loads((RESULTS / f"{name}.json").read_text())
    report["results"] |= values
    (folder / f"{name}.json").write_text(json.dumps(report))
    return folder


def test_the_load_table_has_the_values_of_the_file(tmp_path: Path) -> None:
    folder = changed(
        "page_load", tmp_path, moves=1234, reply_p95_seconds=7.891, megabytes_with_all=456.7
    )
    text = load(folder)
    for value in ("| 1,234 |", "7.89 s", "457 MB"):
        assert value in text


def test_the_speed_table_has_a_row_per_game(tmp_path: Path) -> None:
    drawn = {"avalam": {"median_ms": 21.4}, "ewn": {"median_ms": 9.6}}
    text = speed(changed("page", tmp_path, click_to_drawn=drawn, first_load_bytes=150_400))
    for row in ("move, avalam | 21 ms", "move, ewn | 10 ms", "| 150 KB |"):
        assert row in text


def test_the_committed_load_is_the_full_one() -> None:
    results = json.loads((RESULTS / "page_load.json").read_text())["results"]
    assert (results["idle_visitors"], results["active_visitors"]) == (1000, 200)
    assert results["failed_visitors"] == 0
