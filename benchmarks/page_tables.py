"""The tables of what the page can bear, as Markdown, from the committed result files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.common import markdown_table

__all__ = ["TABLES", "load", "speed"]

RESULTS = Path(__file__).resolve().parent / "results"


def load(folder: Path = RESULTS) -> str:
    """How long visitors wait and how much memory the server has, with many of them."""
    report = json.loads((folder / "page_load.json").read_text("utf-8"))
    found = report["results"]
    rows = [
        ("moves made", f"{found['moves']:,}"),
        ("visitors who saw an error", str(found["failed_visitors"])),
        _wait(found, "answer", "until the page shows the move"),
        _wait(found, "reply", "until the agent has replied"),
        ("memory before", f"{found['megabytes_before']:.0f} MB"),
        (f"memory with {found['idle_visitors']:,} idle pages", _megabytes(found, "idle")),
        (f"memory with {found['active_visitors']:,} active ones as well", _megabytes(found, "all")),
    ]
    return markdown_table([("what", "measured"), *rows]) + _made(report)


def speed(folder: Path = RESULTS) -> str:
    """How fast the page appears and draws a move in Chromium."""
    report = json.loads((folder / "page.json").read_text("utf-8"))
    found = report["results"]
    rows = [
        ("from the command to the first page", f"{found['start_seconds']:.1f} s"),
        ("first load", f"{found['first_load_bytes'] / 1000:.0f} KB"),
        *(
            (f"from the click to the drawn move, {game}", f"{each['median_ms']:.0f} ms (median)")
            for game, each in found["click_to_drawn"].items()
        ),
    ]
    return markdown_table([("what", "measured"), *rows]) + _made(report)


def _wait(found: dict[str, Any], key: str, what: str) -> tuple[str, str]:
    median, p95 = found[f"{key}_median_seconds"], found[f"{key}_p95_seconds"]
    return what, f"{median:.2f} s (median), {p95:.2f} s (95th percentile)"


def _megabytes(found: dict[str, Any], key: str) -> str:
    return f"{found[f'megabytes_with_{key}']:.0f} MB"


def _made(report: dict[str, Any]) -> str:
    return f"\nOn {report['processor']}, {report['date']}: `{report['command']}`\n"


TABLES: dict[str, Callable[[], str]] = {"load": load, "speed": speed}
"""By the argument of the directive that shows them."""
