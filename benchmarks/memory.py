"""The tree's memory limit: the tree obeys it, and more simulations still help with a full tree.

First, ten million simulations with a limit of 256 MB, each game in its own process: the tree stays
within the limit and the process below 400 MB, even when the next search reuses the tree. Second, a
match in which both players have 8 MB, far too little for 200,000 simulations per move: that player
must still beat one with 20,000. Games are played in pairs from the same random opening with sides
swapped.

    python benchmarks/memory.py [--simulations 10000000] [--games 200] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import after_random_plies, load_average, mark, write_report
from tesuji.games.randomness import RandomStream

GAMES = ("avalam", "pentago-twist")
LIMIT_MB = 256
RSS_BAR_MB = 400
SMALL_POOL_MB = 8
MANY, FEW = 200_000, 20_000


# Part 1: the tree obeys the limit


def peak_mb() -> float:
    """The most memory this process has had so far. Linux counts in kilobytes, macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def search_and_report(spec: str, simulations: int) -> dict[str, Any]:
    """In a new process: a long search, then one that reuses its tree."""
    before = peak_mb()
    game = tesuji.game(spec)
    player = tesuji.agent(f"mcts(memory={LIMIT_MB})").player(game, seed=1)
    core: Any = player._searcher
    position = game.start()
    found = player.search(position, simulations=simulations, clock="cpu")
    used, peak = core._core.memory_used, peak_mb()
    # The tree below its best move is the most that a search can reuse.
    again = player.search(position.play(found.best), simulations=simulations // 10)
    return {
        "game": spec,
        "simulations": found.simulations,
        "simulations_per_cpu_second": round(found.simulations / found.seconds),
        "limit_mb": LIMIT_MB,
        "tree_mb": round(used / (1 << 20), 1),
        "peak_rss_mb_before": round(before, 1),
        "peak_rss_mb": round(peak, 1),
        "reused_simulations": again.reused,
        "tree_mb_after_reuse": round(core._core.memory_used / (1 << 20), 1),
        "peak_rss_mb_after_reuse": round(peak_mb(), 1),
    }


def limit_holds(spec: str, simulations: int) -> dict[str, Any]:
    """The report of a fresh process, with its verdict."""
    command = [sys.executable, __file__, "--alone", spec, "--simulations", str(simulations)]
    result: dict[str, Any] = json.loads(subprocess.check_output(command, text=True))
    tree = max(result["tree_mb"], result["tree_mb_after_reuse"])
    rss = max(result["peak_rss_mb"], result["peak_rss_mb_after_reuse"])
    return {**result, "rss_bar_mb": RSS_BAR_MB, "passed": tree <= LIMIT_MB and rss < RSS_BAR_MB}


# Part 2: more simulations help even with a full pool


def play_pair(task: tuple[str, int]) -> tuple[float, float, float]:
    """Plays an opening with both sides: points of the stronger player, CPU seconds, memory used."""
    spec, number = task
    game = tesuji.game(spec)
    stream = RandomStream(number)
    opening = after_random_plies(game.start(seed=number), 2 + number % 3, stream)
    begun, points, fullest = time.process_time(), 0.0, 0.0
    for side in (0, 1):
        score, full = play_game(opening, side, seed=2 * number + side)
        points, fullest = points + score, max(fullest, full)
    return points, time.process_time() - begun, fullest


def play_game(position: tesuji.Position, side: int, seed: int) -> tuple[float, float]:
    """Points of the player with many simulations on this side, and its peak memory in MB."""
    agent = tesuji.agent(f"mcts(memory={SMALL_POOL_MB})")
    players = [agent.player(position.game, seed=2 * seed + player) for player in (0, 1)]
    budgets = [MANY if player == side else FEW for player in (0, 1)]
    searcher: Any = players[side]._searcher
    fullest = 0
    while (player := position.to_move) is not None:
        move = players[player].choose(position, simulations=budgets[player])
        fullest = max(fullest, searcher._core.memory_used)
        position = position.play(move)
    assert position.outcome is not None
    return position.outcome.value_for(side), fullest / (1 << 20)


def lower_bound(score: float, games: int) -> float:
    """Wilson's 95% bound; draws vary less than it assumes, so it errs on the low side."""
    z = 1.96
    centre = score + z * z / (2 * games)
    spread = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return (centre - spread) / (1 + z * z / games)


def full_pool_match(spec: str, games: int, processes: int) -> dict[str, Any]:
    """Many simulations against few, both with a small pool."""
    begun = time.perf_counter()
    tasks = [(spec, number) for number in range((games + 1) // 2)]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pairs = list(pool.imap_unordered(play_pair, tasks))
    score = sum(points for points, _, _ in pairs) / (2 * len(pairs))
    bound = lower_bound(score, 2 * len(pairs))
    return {
        "game": spec,
        "memory_mb": SMALL_POOL_MB,
        "simulations": [MANY, FEW],
        "games": 2 * len(pairs),
        "score": round(score, 4),
        "lower_95": round(bound, 4),
        "pairs_by_points": [sum(p == n / 2 for p, _, _ in pairs) for n in range(5)],
        "fullest_tree_mb": round(max(full for _, _, full in pairs), 2),
        "cpu_seconds": round(sum(cpu for _, cpu, _ in pairs)),
        "wall_seconds": round(time.perf_counter() - begun),
        "passed": bound > 0.5,
    }


def show_limit(row: dict[str, Any]) -> None:
    """A row of the first part."""
    print(
        f"{row['game']:<14} {row['simulations']:,} simulations: tree {row['tree_mb']} MB of"
        f" {row['limit_mb']}, peak RSS {row['peak_rss_mb']} MB, with reuse"
        f" {row['peak_rss_mb_after_reuse']} MB (bar {row['rss_bar_mb']}): {mark(row['passed'])}",
        flush=True,
    )


def show_match(row: dict[str, Any]) -> None:
    """A row of the second part."""
    print(
        f"{row['game']:<14} {MANY:,} against {FEW:,} with {row['memory_mb']} MB:"
        f" {row['score']:.1%} of {row['games']} games, above {row['lower_95']:.1%}"
        f" (bar 50%): {mark(row['passed'])}",
        flush=True,
    )


def main() -> None:
    """Measures, prints, and writes the results where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--simulations", type=int, default=10_000_000)
    parser.add_argument("--games", type=int, default=200, help="games of the match, 0: none")
    parser.add_argument("--processes", type=int, default=2, help="processes for the match")
    parser.add_argument("--json", type=Path, help="also write the results here")
    parser.add_argument("--alone", metavar="GAME", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        print(json.dumps(search_and_report(arguments.alone, arguments.simulations)))
        return
    load = load_average()
    limits, matches = [], []
    for spec in GAMES:
        limits.append(limit_holds(spec, arguments.simulations))
        show_limit(limits[-1])
    for spec in GAMES if arguments.games else ():
        matches.append(full_pool_match(spec, arguments.games, arguments.processes))
        show_match(matches[-1])
    if arguments.json:
        command = (
            f"python benchmarks/memory.py --simulations {arguments.simulations}"
            f" --games {arguments.games}"
        )
        results = {
            "limit": limits,
            "full_pool": matches,
            "load_average": [load, load_average()],
        }
        write_report(arguments.json, command, results)


if __name__ == "__main__":
    main()
