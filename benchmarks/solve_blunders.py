"""How much value the bare agents and the presets give away on the committed sets of positions.

``python -m benchmarks.solve_blunders [--seconds S] [--limit N] [--jobs N] [--games NAMES]``

Up to N easy and N hard positions of each game, counted apart: how many hard ones a set has says
nothing about the game.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.common import command_line, write_report
from tesuji.agents.presets import PRESETS
from tesuji.studies.blunders import SolvedSet, measure_blunders, set_of_game

RESULTS = Path(__file__).parent / "results" / "solve_blunders.json"
GAMES = ("avalam", "colosseum", "ewn", "ewn-cyclic", "pentago", "pentago-twist")
BARE = ("alphabeta", "mcts", "greedy", "random")


def agents_for(game: str) -> list[str]:
    """The bare agents, and the presets that play a game."""
    return [*BARE, *(each.name for each in PRESETS if not each.games or game in each.games)]


def every_nth(positions: tuple[Any, ...], limit: int) -> tuple[Any, ...]:
    """A sample that is spread over the whole set, as the sets are sorted by games."""
    number = min(limit, len(positions))
    return tuple(positions[index * len(positions) // number] for index in range(number))


def sample_of(solved: SolvedSet, limit: int) -> SolvedSet:
    """So many easy and so many hard positions of a set, or fewer if it has fewer."""
    parts = [
        every_nth(tuple(each for each in solved.positions if each.hard is hard), limit)
        for hard in (False, True)
    ]
    return replace(solved, positions=(*parts[0], *parts[1]))


def main() -> None:
    """Reads the arguments and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.05, help="CPU seconds per position")
    parser.add_argument("--limit", type=int, default=100, help="easy and hard ones, each")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", default=" ".join(GAMES), help="names, separated by spaces")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for game in given.games.split():
        sample = sample_of(set_of_game(game), given.limit)
        for agent in agents_for(game):
            report = measure_blunders(agent, sample, jobs=given.jobs, seconds=given.seconds)
            found = report.to_dict()
            rows.append({key: found[key] for key in ("agent", "game", "budget", "by_hardness")})
            rates = (f"{name} {each.rate:.1%}" for name, each in report.by_hardness.items())
            print(f"{game} {agent}: {', '.join(rates)}", flush=True)
    write_report(given.out, command_line(without=["--jobs"]), rows)


if __name__ == "__main__":
    main()
