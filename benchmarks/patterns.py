"""CPU time per call of learned evaluations, compared with the hand-made one.

Evaluations that follow the moves are also compared with those from scratch, over a million moves of
random games: they must never differ.

    python benchmarks/patterns.py [--rounds 7] [--moves 1000000] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.common import markdown_table, write_report
from benchmarks.knowledge import built

RESULTS = Path(__file__).resolve().parent / "results" / "patterns.json"


COLUMNS = {
    "hand-made": "hand_made_ns",
    "patterns": "patterns_ns",
    "following a move": "patterns_followed_ns",
    "a move not made": "patterns_move_ns",
    "network": "net_ns",
    "network following": "net_followed_ns",
    "network, not made": "net_move_ns",
}


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as a table of docs/learning.md: nanoseconds per evaluation."""
    lines = [["game", *COLUMNS]]
    for row in rows:
        times = [row.get(name) for name in COLUMNS.values()]
        shown = ["" if time is None else f"{time:.0f} ns" for time in times]
        lines.append([f"`{row['game']}`", *shown])
    return markdown_table(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder), "patterns")
        command = [str(program), str(options.rounds), str(options.moves)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    results: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    for row in results:
        print(json.dumps(row))
    if options.json:
        command_line = (
            f"python benchmarks/patterns.py --rounds {options.rounds} --moves {options.moves}"
        )
        write_report(options.json, command_line, results)
    names = ("patterns_differences", "net_differences")
    return int(any(row.get(name) for row in results for name in names))


if __name__ == "__main__":
    sys.exit(main())
