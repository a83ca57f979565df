"""How much value the bare agents and the presets give away on the committed sets of positions.

``python -m benchmarks.solve_blunders [--seconds S] [--limit N] [--jobs N] [--games NAMES]``
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.common import command_line, write_report
from tesuji.agents.presets import PRESETS
from tesuji.studies.blunders import measure_blunders, set_of_game

RESULTS = Path(__file__).parent / "results" / "solve_blunders.json"
GAMES = ("avalam", "colosseum", "ewn", "ewn-cyclic", "pentago", "pentago-twist")
BARE = ("alphabeta", "mcts", "greedy", "random")


def agents_for(game: str) -> list[str]:
    """The bare agents, and the presets that play a game."""
    return [*BARE, *(each.name for each in PRESETS if not each.games or game in each.games)]


def every_nth(positions: tuple[Any, ...], limit: int) -> tuple[Any, ...]:
    """A sample that is spread over the whole set, as the sets are sorted by games."""
    step = max(1, len(positions) // limit)
    return positions[::step][:limit]


def main() -> None:
    """Reads the arguments and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.05, help="CPU seconds per position")
    parser.add_argument("--limit", type=int, default=200, help="positions per game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", default=" ".join(GAMES), help="names, separated by spaces")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for game in given.games.split():
        solved = set_of_game(game)
        sample = replace(solved, positions=every_nth(solved.positions, given.limit))
        for agent in agents_for(game):
            report = measure_blunders(agent, sample, jobs=given.jobs, seconds=given.seconds)
            found = report.to_dict()
            rows.append(
                {key: found[key] for key in ("agent", "game", "budget", "all", "by_hardness")}
            )
            print(f"{game} {agent}: {report.all.rate:.1%} blunders", flush=True)
    command = command_line()
    write_report(given.out, command, rows)


if __name__ == "__main__":
    main()
