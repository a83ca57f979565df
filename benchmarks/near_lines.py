"""Matches behind the default evaluation of Pentago and Pentago-Twist: near lines.

The evaluation by near lines plays the evaluations by lines at equal CPU time, and itself with a
tenth of the time. All matches advance together, pair by pair. With a store, the same command plays
on. A test compares `tesuji.agents.defaults` with the result file. The file also has the swing of
the value: how much it changes from one depth to the next in positions where nothing is proven, in
standard deviations of the values.

    python -m benchmarks.near_lines [--jobs N] [--minutes M] [--store FILE] [--games "pentago"]
        [--games-limit 200] [--slowest 0.02] [--out FILE]
"""

from __future__ import annotations

import argparse
import itertools
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import after_random_plies, command_line, write_report
from benchmarks.contests import add_arguments, nelo_text, play, row_of
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.games.randomness import RandomStream

RESULTS = Path(__file__).resolve().parent / "results" / "near_lines.json"
NEAR = "pentago(lines=0.0, threats=0.0, near=1.0)"
LINES = ("pentago(lines=1.0, threats=0.3)", "pentago(lines=1.0, threats=1.0)")
GAMES = ("pentago-twist", "pentago")
DEEPEST = 5


@dataclass(frozen=True)
class Match:
    """A match of near lines against another agent, with the seconds per move of both."""

    game: str
    agents: tuple[str, str]
    seconds: tuple[float, float]
    games: int

    def plan(self, most_games: int | None) -> MatchPlan:
        games = min(self.games, most_games or self.games)
        first, second = ({"seconds": seconds} for seconds in self.seconds)
        return make_plan(
            self.agents,
            game=self.game,
            pairs=max(1, games // 2),
            own_limits=(first, second),
            name=f"{self.agents} on {self.game} with {self.seconds} s",
        )


def matches(games: list[str]) -> list[Match]:
    """The matches of some games; of both if none are given."""
    near = f"alphabeta(knowledge={NEAR})"
    found = []
    for game in games or GAMES:
        for lines in LINES:
            found.append(Match(game, (near, f"alphabeta(knowledge={lines})"), (0.02, 0.02), 200))
        greedy = (f"greedy(knowledge={NEAR})", f"greedy(knowledge={LINES[1]})")
        found.append(Match(game, greedy, (0.02, 0.02), 200))
    if "pentago-twist" in (games or GAMES):
        lines = f"alphabeta(knowledge={LINES[0]})"
        found.append(Match("pentago-twist", (near, lines), (0.1, 0.1), 60))
        found.append(Match("pentago-twist", (near, near), (0.2, 0.02), 120))
    return found


def swing(game: str, knowledge: str, positions: int = 24) -> dict[str, Any]:
    """The mean change of the value from one depth to the next, in its standard deviations."""
    agent = tesuji.agent(f"alphabeta(knowledge={knowledge}, memory=16)")
    changes, values = [], []
    for seed in range(positions):
        stream = RandomStream(seed)
        position = after_random_plies(tesuji.game(game).start(), 6 + seed % 9, stream)
        if position.is_over:
            continue
        searches = [agent.search(position, depth=depth) for depth in range(1, DEEPEST + 1)]
        if any(search.proven is not None for search in searches):
            continue
        found = [search.value for search in searches]
        values += found
        changes += [abs(a - b) for a, b in itertools.pairwise(found)]
    spread = statistics.pstdev(values)
    return {
        "game": game,
        "knowledge": knowledge,
        "positions": len(values) // DEEPEST,
        "mean_change": round(statistics.mean(changes), 4),
        "deviation_of_values": round(spread, 4),
        "swing": round(statistics.mean(changes) / spread, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add_arguments(parser, RESULTS)
    parser.add_argument("--slowest", type=float, default=1.0, help="most seconds per move")
    given = parser.parse_args()
    games = given.games.split()
    swings = [swing(game, each) for game in games or GAMES for each in (NEAR, *LINES)]
    for row in swings:
        print(f"{row['game']:14} swing {row['swing']:.3f}  {row['knowledge']}", flush=True)
    chosen = [match for match in matches(games) if max(match.seconds) <= given.slowest]
    plans = [match.plan(given.games_limit) for match in chosen]
    rows = [row_of(result) for result in play(plans, given) if result.pentanomial.games]
    for row in rows:
        print(f"{row['game']:14} {nelo_text(row):24} {' - '.join(row['agents'])}")
    write_report(given.out, command_line(), {"matches": rows, "swings": swings})


if __name__ == "__main__":
    main()
