"""Measures the match runner: speed-up with two workers, overhead, and memory.

Bars: two workers on two cores play at least 1.8 times as many games per second as one, with moves
of 0.05 CPU seconds; overhead is below 3% of the search time; the coordinator needs less than
300 MB for 1,000 pairs of random against flat on avalam.

Runs with one and two workers alternate, since the machine may be shared. Games per second are in
wall time. The benchmark also estimates the ratio on free cores: a worker's games depend on its CPU
time, so the runner costs it only the time that it is idle, neither running nor ready to run
(/proc/PID/task/*/schedstat).

    python benchmarks/arena.py [--rounds 3] [--window 12] [--pairs 1000] [--json FILE]
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.common import load_average, mark, write_report
from tesuji.arena.match.api import match
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.pair import play_pair
from tesuji.arena.match.plan import make_plan

GAME = "colosseum(size=4)"
AGENTS = ("mcts(solver=false)", "mcts(select=ucb1(c=0.7), solver=false)")
SECONDS = 0.05
SPEED_BAR, OVERHEAD_BAR, MEMORY_BAR = 1.8, 0.03, 300
ENOUGH = 100_000
"""More pairs than any window holds."""


def workers() -> list[int]:
    """The processes of the pool."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(pid) for pid in children if "spawn_main" in _command(pid)]


def _command(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def running_and_ready() -> tuple[float, float]:
    """Total seconds that the workers ran, and that they were ready but waited for a core."""
    files = [f for pid in workers() for f in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    read = [[int(number) for number in file.read_text().split()[:2]] for file in files]
    ran, ready = (sum(column) / 1e9 for column in zip(*read, strict=True))
    return ran, ready


@dataclass
class Window:
    """The part of a match that is measured, while all workers are busy."""

    seconds: float
    warm_up: int
    begun: float = 0.0
    ended: float = 0.0
    usage: list[tuple[float, float]] = field(default_factory=list)
    coordinator: float = 0.0
    thinking: float = 0.0
    pairs: int = 0

    def look(self, contest: Contest) -> None:
        """Called after each pair; ends the match as Ctrl-C would when the window is over."""
        now = time.perf_counter()
        if contest.played == self.warm_up:
            self.begun, self.coordinator = now, -time.process_time()
            self.thinking = -_thinking(contest)
            self.usage.append(running_and_ready())
        elif contest.played > self.warm_up and now - self.begun >= self.seconds:
            self.ended = now
            self.coordinator += time.process_time()
            self.thinking += _thinking(contest)
            self.usage.append(running_and_ready())
            self.pairs = contest.played - self.warm_up
            raise KeyboardInterrupt


def _thinking(contest: Contest) -> float:
    return sum(cost.seconds for each in contest.matches for cost in each.tally.costs)


def play_window(jobs: int, seconds: float, seed: int) -> dict[str, float]:
    """Games per second with this many workers, and the share of time that they are busy."""
    window = Window(seconds, warm_up=2 * jobs)
    options: dict[str, Any] = {"game": GAME, "pairs": ENOUGH, "seconds": SECONDS, "seed": seed}
    match(*AGENTS, jobs=jobs, progress=window.look, **options)
    wall = window.ended - window.begun
    ran, ready = (after - before for before, after in zip(*window.usage, strict=True))
    idle = max(0.0, jobs * wall - ran - ready)
    return {
        "jobs": jobs,
        "pairs": window.pairs,
        "wall_seconds": round(wall, 2),
        "running_seconds": round(ran, 2),
        "ready_seconds": round(ready, 2),
        "busy_share": round(ran / (ran + idle), 4),
        "games_a_second": round(2 * window.pairs / wall, 3),
        "coordinator_share_of_thinking": round(window.coordinator / window.thinking, 5),
    }


def speed(rounds: int, seconds: float) -> dict[str, Any]:
    """Measures one and two workers alternately."""
    runs = []
    for number in range(rounds):
        for jobs in (1, 2):
            runs.append(play_window(jobs, seconds, seed=number))
            print(f"  {runs[-1]}", flush=True)
    turns = list(zip(runs[::2], runs[1::2], strict=True))
    on_wall = [round(two["games_a_second"] / one["games_a_second"], 3) for one, two in turns]
    on_free = [round(2 * two["busy_share"] / one["busy_share"], 3) for one, two in turns]
    wall, free = statistics.median(on_wall), statistics.median(on_free)
    return {
        "game": GAME,
        "seconds_a_move": SECONDS,
        "runs": runs,
        "ratios": on_wall,
        "ratios_on_free_cores": on_free,
        "ratio": wall,
        "ratio_on_free_cores": free,
        "bar": SPEED_BAR,
        "passed": wall >= SPEED_BAR,
        "passed_on_free_cores": free >= SPEED_BAR,
    }


def overhead(pairs: int, coordinator: float) -> dict[str, Any]:
    """CPU time besides searching, of workers (measured in this process) and coordinator."""
    plan = make_plan(AGENTS, game=GAME, pairs=pairs, limits={"seconds": SECONDS})
    tasks = list(plan.tasks(set()))
    begun = time.process_time()
    games = [game for task in tasks for game in play_pair(task)]
    spent = time.process_time() - begun
    thinking = sum(move[5] or 0.0 for game in games for move in game["moves"])
    worker = spent / thinking - 1
    return {
        "thinking_seconds": round(thinking, 3),
        "worker": round(worker, 5),
        "coordinator": round(coordinator, 5),
        "share": round(worker + coordinator, 5),
        "bar": OVERHEAD_BAR,
        "passed": worker + coordinator < OVERHEAD_BAR,
    }


def memory(pairs: int) -> dict[str, Any]:
    """The coordinator's peak memory. Measure it first: the peak counts from the process start."""
    before = _peak()
    begun = time.perf_counter()
    result = match("random", "flat", game="avalam", pairs=pairs, simulations=10, jobs=2)
    peak = _peak()
    return {
        "pairs": result.pentanomial.pairs,
        "peak_mb_before": round(before, 1),
        "peak_mb": round(peak, 1),
        "games_a_second": round(2 * pairs / (time.perf_counter() - begun), 1),
        "bar": MEMORY_BAR,
        "passed": peak < MEMORY_BAR,
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def show(results: dict[str, Any]) -> None:
    """Prints a line for each bar."""
    fast, cost, size = results["speed"], results["overhead"], results["memory"]
    print(
        f"two workers: {fast['ratio']:.2f} times one {mark(fast['passed'])} (on free cores"
        f" {fast['ratio_on_free_cores']:.2f} {mark(fast['passed_on_free_cores'])});"
        f" load {results['load_average'][0]} before, {results['load_average'][1]} after"
    )
    print(
        f"overhead: {cost['share']:.2%} of thinking (worker {cost['worker']:.2%}, coordinator"
        f" {cost['coordinator']:.2%}) {mark(cost['passed'])}"
    )
    print(f"coordinator: {size['peak_mb']} MB for {size['pairs']} pairs {mark(size['passed'])}")


def main() -> None:
    """Measures, prints, and writes the results where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3, help="rounds with one and two workers")
    parser.add_argument("--window", type=float, default=12, help="seconds per measurement")
    parser.add_argument("--pairs", type=int, default=1000, help="pairs to measure memory")
    parser.add_argument("--json", type=Path, help="also write the results here")
    arguments = parser.parse_args()
    results: dict[str, Any] = {"memory": memory(arguments.pairs)}
    load = load_average()
    results["speed"] = speed(arguments.rounds, arguments.window)
    coordinator = statistics.median(
        run["coordinator_share_of_thinking"] for run in results["speed"]["runs"]
    )
    results["overhead"] = overhead(20, coordinator)
    results["load_average"] = [load, load_average()]
    show(results)
    if arguments.json:
        command = (
            f"python benchmarks/arena.py --rounds {arguments.rounds}"
            f" --window {arguments.window:g} --pairs {arguments.pairs}"
        )
        write_report(arguments.json, command, results)


if __name__ == "__main__":
    main()
