"""How simulations grow with threads: in one tree, and in a tree for each thread.

Simulations per wall second of `threads=tree` and `threads=root` from the start position, relative
to one thread. The counts alternate, and the best of several tries counts, since other processes may
slow a try down. With --strength, 8 threads in one tree also play against one thread at equal wall
time, one game at a time.

Bars: 16 threads in one tree make at least 10 times the simulations of one; 8 threads beat one.

    python benchmarks/threads.py [--counts 1,2,4,8,12,16] [--seconds 0.5] [--tries 3]
                                 [--strength PAIRS] [--move-seconds 0.1] [--json FILE]
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import load_average, mark, write_report

RESULTS = Path(__file__).resolve().parent / "results" / "threads.json"
GAMES = ("colosseum(size=10)", "avalam")
COUNTS = "1,2,4,8,12,16"
MEMORY = 8192
"""Megabytes; enough that no tree is full before time runs out."""
SPEED_BAR, SPEED_THREADS = 10.0, 16
STRENGTH_THREADS = 8


def spec_for(mode: str, count: int) -> str:
    """Plain MCTS with this many threads."""
    return f"mcts(threads={mode}(count={count}), memory={MEMORY})"


def simulations_per_second(position: tesuji.Position, mode: str, count: int, seconds: float) -> int:
    """The rate of one search in wall time."""
    found = tesuji.agent(spec_for(mode, count)).search(position, seconds=seconds, clock="wall")
    return round(found.simulations / found.seconds)


def measure(
    spec: str, mode: str, counts: list[int], seconds: float, tries: int
) -> list[dict[str, Any]]:
    """Measures all counts alternately, several times; a row for each with its best try."""
    position = tesuji.game(spec).start()
    found: dict[int, list[int]] = {count: [] for count in counts}
    for _ in range(tries):
        for count in counts:
            found[count].append(simulations_per_second(position, mode, count, seconds))
    one = max(found[1])
    return [
        {
            "game": spec,
            "position": position.text,
            "threads": mode,
            "count": count,
            "simulations_per_second": max(rates),
            "all_tries": rates,
            "times_one_thread": round(max(rates) / one, 2),
        }
        for count, rates in found.items()
    ]


def speed(counts: list[int], seconds: float, tries: int) -> list[dict[str, Any]]:
    """Measures both ways to share work on both games."""
    rows: list[dict[str, Any]] = []
    print(f"{'game':<20} {'threads':<8} {'count':>5} {'a second':>12} {'times one':>10}")
    for spec in GAMES:
        for mode in ("tree", "root"):
            for row in measure(spec, mode, counts, seconds, tries):
                if mode == "tree" and row["count"] == SPEED_THREADS:
                    row |= {"bar": SPEED_BAR, "passed": row["times_one_thread"] >= SPEED_BAR}
                rows.append(row)
                print(
                    f"{spec:<20} {mode:<8} {row['count']:>5} {row['simulations_per_second']:>12,}"
                    f" {row['times_one_thread']:>9.2f}x {verdict(row)}",
                    flush=True,
                )
    return rows


def verdict(row: dict[str, Any]) -> str:
    """The bar of a row that has one."""
    return f" bar {row['bar']:g}: {mark(row['passed'])}" if "bar" in row else ""


def strength(pairs: int, move_seconds: float, threads: int) -> list[dict[str, Any]]:
    """Several threads in one tree against one thread, at equal wall time."""
    first, second = f"mcts(threads=tree(count={threads}))", "mcts"
    rows: list[dict[str, Any]] = []
    for spec in GAMES:
        result = tesuji.match(
            first,
            second,
            game=spec,
            pairs=pairs,
            jobs=1,
            seconds=move_seconds,
            clock="wall",
        )
        low, high = result.pentanomial.interval
        row: dict[str, Any] = {
            "game": spec,
            "agents": [first, second],
            "pairs": result.pentanomial.pairs,
            "complete": result.complete,
            "seconds_a_move": move_seconds,
            "clock": "wall",
            "games_at_once": 1,
            "pentanomial": list(result.pentanomial.counts),
            "score": round(result.score, 4),
            "score_interval_95": [round(low, 4), round(high, 4)],
            "warnings": result.warnings,
            "bar": 0.5,
            "passed": low > 0.5,
        }
        rows.append(row)
        print(
            f"{spec:<20} {first} against {second}: {result.score:.1%}"
            f" ({low:.1%} to {high:.1%}) of {2 * row['pairs']} games,"
            f" lower bound above 50%: {mark(row['passed'])}",
            flush=True,
        )
    return rows


def counts_of(text: str) -> list[int]:
    """The numbers of threads; always with 1, since all are compared with it."""
    return sorted({1, *(int(count) for count in text.split(","))})


def main() -> None:
    """Measures, prints tables, and writes the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--counts", type=counts_of, default=counts_of(COUNTS))
    parser.add_argument("--seconds", type=float, default=0.5, help="wall seconds per search")
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--strength", type=int, default=0, metavar="PAIRS", help="also play pairs")
    parser.add_argument(
        "--move-seconds", type=float, default=0.1, help="seconds per move in these games"
    )
    parser.add_argument(
        "--threads", type=int, default=STRENGTH_THREADS, help="threads in these games"
    )
    parser.add_argument("--json", type=Path, default=RESULTS, help="where the results go")
    given = parser.parse_args()
    load = load_average()
    results = {
        "cores": os.cpu_count(),
        "speed": speed(given.counts, given.seconds, given.tries),
        "strength": strength(given.strength, given.move_seconds, given.threads)
        if given.strength
        else [],
        "load_average": [load, load_average()],
    }
    command = (
        f"python benchmarks/threads.py --counts {','.join(map(str, given.counts))}"
        f" --seconds {given.seconds:g} --tries {given.tries}"
    )
    if given.strength:
        command += f" --strength {given.strength} --move-seconds {given.move_seconds:g}"
        command += f" --threads {given.threads}"
    given.json.parent.mkdir(parents=True, exist_ok=True)
    write_report(given.json, command, results)


if __name__ == "__main__":
    main()
