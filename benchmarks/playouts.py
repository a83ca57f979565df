"""Uniform random playouts per CPU second, compared with OpenSpiel and plain Python.

Both alternate in the same process, so a busy machine slows both equally; the ratio is the result.
OpenSpiel's rate comes from an MCTSBot with one simulation whose RandomRolloutEvaluator makes all
the rollouts, so its own C++ loop is measured.

    python benchmarks/playouts.py [--rounds 5] [--seconds 1] [--json FILE]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import write_report
from tests.reference import avalam, colosseum, ewn, pentago

try:
    import pyspiel
except ImportError:
    pyspiel = None

Run = Callable[[int], None]
"""Plays this many random games."""


@dataclass(frozen=True)
class Row:
    """A game with the peer it is measured against."""

    game: str
    peer: str
    run_peer: Run | None


def reference_run(play_one: Callable[[random.Random], None]) -> Run:
    """Random games by the slow, obvious rules of the tests."""
    rng = random.Random(1)

    def run(games: int) -> None:
        for _ in range(games):
            play_one(rng)

    return run


def random_game(rules: Any, state: Any, rng: random.Random) -> None:
    """One uniformly random game by a reference module."""
    while rules.outcome(state) is None:
        state = rules.play(state, rng.choice(rules.legal_moves(state)))


def openspiel_run(name: str) -> Run | None:
    """Random games by OpenSpiel's C++ rollouts; None where it is not installed."""
    if pyspiel is None:
        return None
    game = pyspiel.load_game(name)

    def run(games: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1000, False, 1, False)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        bot.step(state)

    return run


def rows() -> list[Row]:
    """What is measured."""

    def colosseum_start(size: int, rng: random.Random) -> colosseum.State:
        return colosseum.random_start(size, colosseum.wall_pairs(size), rng)

    return [
        Row("pentago", "OpenSpiel", openspiel_run("pentago")),
        Row("ewn", "OpenSpiel", openspiel_run("einstein_wurfelt_nicht")),
        Row(
            "pentago-twist",
            "Python",
            reference_run(lambda rng: random_game(pentago, pentago.start(), rng)),
        ),
        Row(
            "avalam",
            "Python",
            reference_run(lambda rng: random_game(avalam, avalam.start(), rng)),
        ),
        Row(
            "ewn-cyclic",
            "Python",
            reference_run(lambda rng: random_game(ewn, ewn.random_cyclic_start(rng), rng)),
        ),
        *(
            Row(
                f"colosseum(size={size})",
                "Python",
                reference_run(
                    lambda rng, size=size: random_game(  # type: ignore[misc]
                        colosseum, colosseum_start(size, rng), rng
                    )
                ),
            )
            for size in (6, 8, 10, 12)
        ),
    ]


def rate(run: Run, seconds: float) -> float:
    """Games per CPU second of this process, over about `seconds`."""
    games, spent = 1, 0.0
    while True:
        begun = time.process_time()
        run(games)
        spent = time.process_time() - begun
        if spent >= seconds / 2:
            return games / spent
        games = max(games * 2, int(games * seconds / max(spent, 1e-6)) if spent > 1e-3 else 0)


def our_run(spec: str) -> Run:
    """Random games in our core, from drawn starts where the game has them."""
    game = tesuji.game(spec)

    def run(games: int) -> None:
        tesuji.playouts(game, games, seed=1)

    return run


def measure(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Every row: median rates, and the median of the rounds' ratios."""
    results = []
    for row in rows():
        ours, peers = [], []
        for _ in range(rounds):
            ours.append(rate(our_run(row.game), seconds))
            if row.run_peer is not None:
                peers.append(rate(row.run_peer, seconds))
        ratios = [a / b for a, b in zip(ours, peers, strict=False)]
        results.append(
            {
                "game": row.game,
                "playouts_per_cpu_second": round(statistics.median(ours)),
                "peer": row.peer if peers else f"{row.peer} (not installed)",
                "peer_playouts_per_cpu_second": round(statistics.median(peers), 1)
                if peers
                else None,
                "ratio": round(statistics.median(ratios), 1) if peers else None,
                "ratio_range": [round(min(ratios), 1), round(max(ratios), 1)] if peers else None,
            }
        )
        print(line(results[-1]), flush=True)
    return results


def line(result: dict[str, Any]) -> str:
    """A row of the printed table."""
    text = f"{result['game']:<20} {result['playouts_per_cpu_second']:>12,}  "
    if result["ratio"] is None:
        return f"{text}{result['peer']}"
    low, high = result["ratio_range"]
    peer = f"{result['peer']} {result['peer_playouts_per_cpu_second']:>12,.1f}"
    return f"{text}{peer:>24}  {result['ratio']:>9,.1f}x  ({low:,.1f} to {high:,.1f})"


def main() -> None:
    """Measures, prints a table, and writes the results where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per measurement")
    parser.add_argument("--json", type=Path, help="also write the results here")
    arguments = parser.parse_args()
    print(f"{'game':<20} {'playouts/CPU s':>12}  {'peer':>24}  {'ratio':>10}  (range of rounds)")
    results = measure(arguments.rounds, arguments.seconds)
    if arguments.json:
        command = (
            "python benchmarks/playouts.py "
            f"--rounds {arguments.rounds} --seconds {arguments.seconds:g}"
        )
        write_report(arguments.json, command, results)


if __name__ == "__main__":
    main()
