"""Whether the first searches of a player are as fast as its later ones.

A new player has fresh memory, and the system has to provide every page of it: if that happens
during the first search, the search has less time to look at positions. Each game makes a new
player, which searches some positions of a random game within a time limit. The rate of a search is
its nodes per CPU second; searches that end early do not count. The result of a game is the lowest
rate of its first three searches as a share of the median of the later ones.

Bar: no game below a third. The time to make a player is reported too.

    python -m benchmarks.first_moves [--games 1000] [--seconds 0.05] [--jobs 2] [--agents TEXT]
        [--json FILE]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import after_random_plies, load_average, mark, write_report
from tesuji.games.randomness import RandomStream

AGENTS = ("alphabeta", "mcts")
GAME = "avalam"
FIRST, LATER = 3, 5
BAR = 1 / 3


def play(spec: str, seconds: float, number: int) -> dict[str, Any] | None:
    """The searches of one new player; None if too many of them ended early."""
    game = tesuji.game(GAME)
    stream = RandomStream(number)
    position = game.start(seed=number)
    begun = time.perf_counter()
    player = tesuji.agent(spec).player(game, seed=number)
    made = time.perf_counter() - begun
    rates, faults = [], []
    for _ in range(FIRST + LATER):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        found = player.search(position, seconds=seconds, clock="cpu")
        faults.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
        if found.seconds < 0.9 * seconds:
            return None
        rates.append(found.nodes / found.seconds)
        position = after_random_plies(position.play(found.best), 1, stream)
    lowest = min(rates[:FIRST]) / statistics.median(rates[FIRST:])
    return {"made": made, "lowest": lowest, "faults": faults[0]}


def measure(spec: str, games: int, seconds: float, jobs: int) -> dict[str, Any]:
    """The games of one agent, as a row of the result file."""
    with ProcessPoolExecutor(jobs) as pool:
        played = pool.map(partial(play, spec, seconds), range(games), chunksize=5)
        found = [game for game in played if game is not None]
    lowest = sorted(game["lowest"] for game in found)
    made = sorted(1000 * game["made"] for game in found)
    slow = sum(share < BAR for share in lowest)
    row = {
        "agent": spec,
        "game": GAME,
        "seconds": seconds,
        "games": len(found),
        "slow_games": slow,
        "lowest_share": round(lowest[0], 3),
        "median_share": round(statistics.median(lowest), 3),
        "median_faults_of_the_first_search": statistics.median(g["faults"] for g in found),
        "median_ms_to_make_a_player": round(statistics.median(made), 2),
        "most_ms_to_make_a_player": round(made[-1], 2),
        "passed": slow == 0,
    }
    print(
        f"{spec}: {slow} of {len(found)} games have a slow first search, the lowest at"
        f" {lowest[0]:.0%} of the later rate (median {statistics.median(lowest):.0%});"
        f" {row['median_faults_of_the_first_search']:.0f} page faults in the first search;"
        f" a player takes {row['median_ms_to_make_a_player']} ms {mark(slow == 0)}",
        flush=True,
    )
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--agents", default=" ".join(AGENTS), help="separated by spaces")
    parser.add_argument("--json", type=Path, help="also write the results here")
    given = parser.parse_args()
    load = load_average()
    rows = [measure(a, given.games, given.seconds, given.jobs) for a in given.agents.split()]
    if given.json:
        command = (
            f"python -m benchmarks.first_moves --games {given.games} --seconds {given.seconds:g}"
            f" --jobs {given.jobs}"
        )
        write_report(given.json, command, {"load_average": load, "rows": rows})


if __name__ == "__main__":
    main()
