"""What the solver gains inside a search: `solve=auto` against `solve=off` at equal CPU time.

With a store, the same command resumes.

    python -m benchmarks.solve_match [--jobs N] [--minutes M] [--store FILE] [--seconds 0.05]
        [--games-limit 200] [--games "avalam ewn-cyclic"] [--out FILE]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.common import command_line, write_report
from benchmarks.contests import add_arguments, nelo_text, play, row_of
from tesuji.arena.match.plan import MatchPlan, make_plan

RESULTS = Path(__file__).resolve().parent / "results" / "solve_match.json"
GAMES = ("avalam", "ewn-cyclic", "pentago-twist")
AGENTS = ("alphabeta", "mcts")


def plans(games: str, games_limit: int, seconds: float) -> list[MatchPlan]:
    """One match for each agent and game."""
    return [
        make_plan(
            (f"{agent}(solve=auto)", agent),
            game=game,
            pairs=max(1, games_limit // 2),
            limits={"seconds": seconds},
        )
        for agent in AGENTS
        for game in GAMES
        if not games or game in games.split()
    ]


def main() -> None:
    """Reads the arguments and plays."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add_arguments(parser, RESULTS)
    parser.add_argument("--seconds", type=float, default=0.05, help="CPU seconds per move")
    given = parser.parse_args()
    wanted = plans(given.games, given.games_limit or 200, given.seconds)
    rows = [row for row in map(row_of, play(wanted, given)) if row["pairs"]]
    for row in rows:
        first, second = row["agents"]
        print(f"{row['game']:14} {first} - {second}: {nelo_text(row)}, {2 * row['pairs']} games")
    write_report(given.out, command_line(without=["--minutes", "--jobs"]), rows)


if __name__ == "__main__":
    main()
