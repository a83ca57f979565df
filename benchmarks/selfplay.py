"""Throughput of self-play: positions and games per CPU second of one process, for each game.

python -m benchmarks.selfplay [--games 100] [--nodes 1000] [--out FILE]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.common import command_line, load_average, markdown_table, write_report
from tesuji.learn import read_shard, selfplay

RESULTS = Path(__file__).resolve().parent / "results" / "selfplay.json"
GAMES = ("colosseum", "avalam", "pentago-twist", "pentago", "ewn", "ewn-cyclic")
AGENT = "alphabeta"


def measure(game: str, games: int, nodes: int) -> dict[str, Any]:
    """Plays games in this process, and reads their shard."""
    with tempfile.TemporaryDirectory() as folder:
        # The first game pays for tables that are made once.
        selfplay(game, Path(folder) / "first", agent=AGENT, games=1, jobs=1, nodes=nodes)
        begun = time.process_time()
        (path,) = selfplay(
            game, Path(folder) / "games", agent=AGENT, games=games, shard_games=games, jobs=1,
            nodes=nodes,
        )  # fmt: skip
        seconds = time.process_time() - begun
        positions, size = len(read_shard(path).records), path.stat().st_size
    return {
        "game": game,
        "agent": AGENT,
        "nodes": nodes,
        "games": games,
        "positions": positions,
        "bytes": size,
        "cpu_seconds": round(seconds, 3),
        "load_average": load_average(),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as a table of docs/learning.md."""
    lines = [["game", "positions per CPU second", "games per CPU second", "bytes per position"]]
    for row in rows:
        lines.append(
            [
                f"`{row['game']}`",
                f"{row['positions'] / row['cpu_seconds']:,.0f}",
                f"{row['games'] / row['cpu_seconds']:.1f}",
                f"{row['bytes'] / row['positions']:.0f}",
            ]
        )
    return markdown_table(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--out", type=Path, help="the result file (JSON)")
    given = parser.parse_args()
    rows = [measure(game, given.games, given.nodes) for game in GAMES]
    print(table(rows))
    if given.out:
        write_report(given.out, command_line(), rows)


if __name__ == "__main__":
    main()
