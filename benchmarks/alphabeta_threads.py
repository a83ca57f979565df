"""Measures what alpha-beta gains from threads: time to a depth, and strength in matches.

`depth` searches committed positions to a depth with several numbers of threads and prints how many
times faster each is than the first. The depth of a position is the one that a single thread
finishes in about `--seconds`.

`match` plays T threads against one thread at equal wall time, one game at a time, and one thread
with T times the time against one thread, `--jobs` games at a time. It prints the nElo of both and
the share of the second that the first reaches. Its interval is a bootstrap over pairs.

    python -m benchmarks.alphabeta_threads depth [--threads 1 16] [--seconds 0.5] [--out FILE]
    python -m benchmarks.alphabeta_threads match [--games avalam colosseum-10] [--pairs 50]
        [--seconds 0.05] [--threads 16] [--jobs 16] [--out FILE]
"""

from __future__ import annotations

import argparse
import math
import os
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import (
    command_line,
    load_average,
    mark,
    markdown_table,
    positions_of,
    write_report,
)
from benchmarks.contests import nelo_text, row_of
from tesuji import Position
from tesuji.arena.match.api import play_plans
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.games.randomness import RandomStream

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results" / "alphabeta-threads.json"
POSITIONS = HERE / "positions" / "threads.txt"
GAMES = {"avalam": "avalam", "colosseum-10": "colosseum(size=10)"}
BAR = 0.6
RESAMPLES = 2000


def spec(threads: int) -> str:
    """Alpha-beta with this many threads."""
    return f"alphabeta(threads={threads})"


# Time to a depth


def time_to_depth(position: Position, threads: int, depth: int) -> tuple[float, int]:
    """Wall seconds and nodes of one search with an empty table."""
    player = tesuji.agent(spec(threads)).player(position.game, seed=1)
    found = player.search(position, depth=depth, clock="wall")
    return found.seconds, found.nodes


def depth_row(game: str, counts: list[int], seconds: float, number: int) -> dict[str, Any]:
    """Geometric means over the positions of a game, relative to the first number of threads."""
    times: dict[int, list[float]] = {count: [] for count in counts}
    nodes: dict[int, list[int]] = {count: [] for count in counts}
    depths = []
    for position in positions_of(game, POSITIONS)[:number]:
        found = tesuji.agent(spec(1)).search(position, seconds=seconds, clock="wall")
        if found.proven is not None or found.depth < 2:
            continue
        depths.append(found.depth)
        for count in counts:
            spent, visited = time_to_depth(position, count, found.depth)
            times[count].append(spent)
            nodes[count].append(visited)
    first = counts[0]
    return {
        "game": game,
        "positions": len(depths),
        "depths": depths,
        "seconds": {str(count): round(sum(times[count]), 4) for count in counts},
        "times_faster": {str(c): round(ratio_of_means(times[first], times[c]), 2) for c in counts},
        "times_nodes": {str(c): round(ratio_of_means(nodes[c], nodes[first]), 2) for c in counts},
    }


def ratio_of_means(above: list[Any], below: list[Any]) -> float:
    """The ratio of the geometric means of two lists of the same positions."""
    logs = [math.log(a / b) for a, b in zip(above, below, strict=True)]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def run_depth(given: argparse.Namespace) -> list[dict[str, Any]]:
    """One row per game."""
    rows = []
    for name in given.games:
        row = depth_row(GAMES[name], given.threads, given.seconds, given.positions)
        rows.append(row)
        print(f"{name}: {row['positions']} positions, depths {row['depths']}")
        for count in given.threads:
            faster, nodes = row["times_faster"][str(count)], row["times_nodes"][str(count)]
            print(f"  {count:>3} threads: {faster:.2f} times as fast, {nodes:.2f} times the nodes")
    return rows


# Matches


def plans_of(game: str, threads: int, pairs: int, seconds: float) -> tuple[MatchPlan, MatchPlan]:
    """Threads against one, and time against less, both with the same opponent."""
    limits: dict[str, Any] = {"seconds": seconds, "clock": "wall"}
    more: dict[str, Any] = {"seconds": threads * seconds, "clock": "wall"}
    one = spec(1)
    return (
        make_plan((spec(threads), one), game=game, pairs=pairs, limits=limits),
        make_plan((one, one), game=game, pairs=pairs, limits=limits, own_limits=(more, None)),
    )


def share_interval(threads: Pentanomial, time: Pentanomial) -> tuple[float, float]:
    """The middle 95% of the share over resampled pairs; resamples without a finite nElo count as
    the ends of the range."""
    stream = RandomStream(1)
    shares = []
    for _ in range(RESAMPLES):
        above, below = resampled(threads, stream).nelo, resampled(time, stream).nelo
        shares.append(above / below if below > 0 and not math.isinf(above) else math.inf)
    shares.sort()
    return shares[RESAMPLES * 25 // 1000], shares[RESAMPLES * 975 // 1000]


def resampled(result: Pentanomial, stream: RandomStream) -> Pentanomial:
    """As many pairs, drawn with replacement."""
    pairs = [index for index, count in enumerate(result.counts) for _ in range(count)]
    return Pentanomial.from_pairs(pairs[stream.below(len(pairs))] / 4 for _ in pairs)


def match_row(game: str, given: argparse.Namespace) -> dict[str, Any]:
    """Both matches of a game, and the share."""
    count = given.threads[-1]
    by_threads, by_time = plans_of(game, count, given.pairs, given.seconds)
    (threads,) = play_plans([by_threads], jobs=1)
    (time,) = play_plans([by_time], jobs=given.jobs)
    share = threads.nelo / time.nelo if time.nelo else math.nan
    low, high = share_interval(threads.pentanomial, time.pentanomial)
    return {
        "game": game,
        "threads": row_of(threads),
        "time": row_of(time),
        "share": round(share, 3) if math.isfinite(share) else None,
        "share_interval": [round(end, 3) if math.isfinite(end) else None for end in (low, high)],
        "bar": BAR,
        "passed": share >= BAR,
        "cores": os.cpu_count(),
        "load_average": load_average(),
    }


def threads_table(rows: list[dict[str, Any]]) -> str:
    """The rows of matches in Markdown."""
    lines = [["game", "nElo of the threads", "nElo of the time", "share", "games", ""]]
    for row in rows:
        gains = nelo_text(row["threads"]), nelo_text(row["time"])
        games = f"{2 * row['threads']['pairs']} and {2 * row['time']['pairs']}"
        lines.append([row["game"], *gains, _share_text(row), games, mark(row["passed"])])
    return markdown_table(lines)


def _share_text(row: dict[str, Any]) -> str:
    low, high = ("-" if end is None else f"{end:.0%}" for end in row["share_interval"])
    return "-" if row["share"] is None else f"{row['share']:.0%} [{low}, {high}]"


def run_match(given: argparse.Namespace) -> list[dict[str, Any]]:
    """One row per game."""
    rows = []
    for name in given.games:
        row = match_row(GAMES[name], given)
        rows.append(row)
        low, high = row["share_interval"]
        print(
            f"{name}: {given.threads[-1]} threads {nelo_text(row['threads'])} nElo,"
            f" {given.threads[-1]} times the time {nelo_text(row['time'])} nElo;"
            f" share {row['share']} [{low}, {high}], bar {BAR:g}: {mark(row['passed'])}",
            flush=True,
        )
    return rows


def main() -> None:
    """Measures, prints, and writes the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("depth", "match"))
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 16])
    parser.add_argument("--seconds", type=float, help="0.5 for depths, 0.05 per move in matches")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, help=f"the result file; of match, {RESULTS.name}")
    given = parser.parse_args()
    given.seconds = given.seconds or (0.5 if given.what == "depth" else 0.05)
    if given.what == "match":
        write_report(given.out or RESULTS, command_line(), run_match(given))
        return
    rows = run_depth(given)
    if given.out:
        write_report(given.out, command_line(), rows)


if __name__ == "__main__":
    main()
