"""Forced wins in Colosseum: how many that a long search proves does the solver find in 2 seconds?

``find`` plays 8x8 games of alpha-beta against itself after random openings, searches one position
of each for up to 60 CPU seconds, and writes those that are proven wins. It skips wins that 1,000
nodes prove, and positions that do not look won after two seconds. It plays the games of the seeds
in order, so it can be run again with another ``--first``.

``run`` gives each of these positions to the solver for 2 CPU seconds, and reports the share of wins
it finds. It also solves the starts of 20 seeds on 4x4 and, with ``--sizes 4 5``, on 5x5, for 60 CPU
seconds each.

``python -m benchmarks.solve_colosseum find [--jobs N] [--minutes M] [--wins N] [--first SEED]``
``python -m benchmarks.solve_colosseum run [--seconds S] [--jobs N] [--out FILE]``
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import after_random_plies, command_line, mark, write_report
from tesuji.games.randomness import RandomStream

HERE = Path(__file__).parent
WINS = HERE / "positions" / "solve-colosseum.txt"
RESULTS = HERE / "results" / "solve_colosseum.json"
GAME = "colosseum"
RANDOM_PLIES = 6
PLAYER = "alphabeta(nodes=3000)"
LATE = 0.4
"""Positions come from this share of the game on."""
EASY_NODES = 1000
GLANCE_SECONDS = 2.0
PROMISING = 0.7
BAR = 0.9
STARTS = 20
START_SECONDS = 60.0
"""CPU seconds for each start on a small board."""


def candidate(seed: int) -> str | None:
    """A position from the second part of a game, with the later winner to move."""
    stream = RandomStream(seed)
    position = after_random_plies(tesuji.game(GAME).start(seed=seed), RANDOM_PLIES, stream)
    player = tesuji.agent(PLAYER)
    positions = []
    while not position.is_over:
        positions.append(position)
        position = position.play(player.choose(position))
    outcome = position.outcome
    assert outcome is not None
    late = positions[int(LATE * len(positions)) :]
    good = [each for each in late if each.to_move == outcome.winner]
    return good[stream.below(len(good))].text if good else None


def prove(seed: int, seconds: float) -> tuple[int, str, str | None, float]:
    """Searches the position of a game; says what the search proved, and how long that took."""
    text = candidate(seed)
    if text is None:
        return seed, "", None, 0.0
    position = tesuji.game(GAME).position(text)
    agent = tesuji.agent("alphabeta")
    if agent.search(position, nodes=EASY_NODES).proven:
        return seed, text, None, 0.0
    glance = agent.search(position, seconds=GLANCE_SECONDS, clock="cpu", memory=256)
    if not glance.proven and glance.value < PROMISING:
        return seed, text, None, glance.seconds
    found = agent.search(position, seconds=seconds, clock="cpu", memory=256)
    return seed, text, found.proven, found.seconds


def proofs(first: int, jobs: int, seconds: float) -> Iterator[tuple[int, str, str | None, float]]:
    """Proofs of positions, as they come."""
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[tuple[int, str, str | None, float]]] = set()
        seed = first
        try:
            while True:
                while len(running) < 2 * jobs:
                    running.add(pool.submit(prove, seed, seconds))
                    seed += 1
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def find(jobs: int, minutes: float, wins: int, first: int, seconds: float, out: Path) -> None:
    """Writes proven wins until there are enough of them, or time runs out."""
    begun = time.monotonic()
    command = command_line()
    searched = 0
    known = 0
    with out.open("w", encoding="utf-8") as file:
        file.write("# Proven wins of the player to move on 8x8, with the seconds of the proof.\n")
        file.write(f"# {command}\n")
        for seed, text, proven, spent in proofs(first, jobs, seconds):
            searched += 1
            if proven == "win":
                known += 1
                file.write(f"{text}\t{spent:.2f}\t{seed}\n")
                file.flush()
            print(f"{known} wins of {searched} positions", end="\r", flush=True)
            if known >= wins or time.monotonic() - begun > 60 * minutes:
                break
    print(f"\n{known} wins of {searched} positions in {time.monotonic() - begun:.0f} s")
    # Searches that still run are not waited for.
    sys.stdout.flush()

    os._exit(0)


def solve_win(line: str, seconds: float) -> dict[str, Any]:
    """Gives a line of the file of wins to the solver."""
    text, proof, _ = line.split("\t")
    solution = tesuji.solve(
        tesuji.game(GAME).position(text), seconds=seconds, clock="cpu", memory=256
    )
    assert solution.value_range[1] == 1, text
    return {
        "position": text,
        "proof_seconds": float(proof),
        "found": solution.result == "win",
        "seconds": round(solution.seconds, 3),
    }


def solve_start(size: int, seed: int) -> dict[str, Any]:
    """Solves the start of a seed on a small board, with the score."""
    start = tesuji.game(f"colosseum(size={size})").start(seed=seed)
    solution = tesuji.solve(start, seconds=START_SECONDS, clock="cpu", memory=256, score=True)
    return {
        "seed": seed,
        "result": solution.result,
        "score": solution.score,
        "plies": len(solution.line),
        "seconds": round(solution.seconds, 3),
    }


def run(seconds: float, out: Path, wins: Path, jobs: int, sizes: list[int]) -> None:
    """Solves the wins, and the starts on small boards."""
    lines = [line for line in wins.read_text("utf-8").splitlines() if not line.startswith("#")]
    with ProcessPoolExecutor(jobs) as pool:
        rows = list(pool.map(solve_win, lines, [seconds] * len(lines)))
        share = sum(bool(row["found"]) for row in rows) / max(1, len(rows))
        print(f"{share:.1%} of {len(rows)} wins found in {seconds} s: {mark(share >= BAR)}")
        starts = {
            size: list(pool.map(solve_start, [size] * STARTS, range(STARTS))) for size in sizes
        }
    for size, found in starts.items():
        solved = [each["seconds"] for each in found if each["result"]]
        passed = f": {mark(len(solved) == STARTS)}" if size == 4 else ""
        print(f"{len(solved)} of {STARTS} starts on {size}x{size} solved{passed}")
    results = {"limit": seconds, "share": share, "starts": starts, "wins": rows}
    write_report(out, command_line(), results)


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=("find", "run"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--wins", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--positions", type=Path, default=WINS)
    parser.add_argument("--sizes", type=int, nargs="+", default=[4], help="boards of the starts")
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args()
    if given.mode == "find":
        seconds = 60.0 if given.seconds is None else given.seconds
        find(given.jobs, given.minutes, given.wins, given.first, seconds, given.out or WINS)
    else:
        run(given.seconds or 2.0, given.out or RESULTS, given.positions, given.jobs, given.sizes)


if __name__ == "__main__":
    main()
