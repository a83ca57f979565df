"""Simulations per CPU second of our MCTS, compared with OpenSpiel and with our own playouts.

Both sides of a ratio alternate in short slices in one process, so a busy machine slows both
equally; the ratio is the result. All searches use ucb1 with one new child per visit and one uniform
rollout per simulation, on one thread, and start from an empty tree.

    python benchmarks/mcts.py [--rounds 5] [--seconds 1] [--json FILE]
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import after_random_plies, load_average, mark, write_report
from tesuji.games.randomness import RandomStream

try:
    import pyspiel
except ImportError:
    pyspiel = None

PEER_BAR = 8.0
PEER_SIMULATIONS = (1_000, 10_000, 100_000)
PLAYOUT_BARS = {20_000: 0.5, 200_000: 0.4}
GAMES = (
    "avalam",
    "pentago",
    "pentago-twist",
    "ewn",
    "ewn-cyclic",
    *(f"colosseum(size={size})" for size in (6, 8, 10, 12)),
)

Run = Callable[[int], None]
"""Runs once, with a seed."""


@dataclass(frozen=True)
class Side:
    """One side of a ratio: what runs, and how many simulations or playouts that is."""

    run: Run
    count: int
    spent: list[float]

    def take(self, seed: int) -> None:
        """Runs once and adds its CPU seconds."""
        begun = time.process_time()
        self.run(seed)
        self.spent.append(time.process_time() - begun)

    @property
    def rate(self) -> float:
        """Simulations or playouts per CPU second."""
        return self.count * len(self.spent) / sum(self.spent)


def search_side(position: tesuji.Position, simulations: int, *, solver: bool) -> Side:
    """Our search."""
    spec = f"mcts(select=ucb1, expand=one, guard=none, solver={str(solver).lower()})"
    agent = tesuji.agent(spec)

    def run(seed: int) -> None:
        found = agent.search(position, simulations=simulations, seed=seed)
        assert found.simulations == simulations, "proven before the end; no measurement"

    return Side(run, simulations, [])


def playout_side(position: tesuji.Position, count: int) -> Side:
    """Our random games from the same position."""
    return Side(lambda seed: void(tesuji.playouts(position, count, seed=seed)), count, [])


def openspiel_side(game: Any, state: Any, simulations: int, *, solver: bool) -> Side:
    """OpenSpiel's search: the same simulations, one rollout each."""

    def run(seed: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, solver, seed, False)
        bot.step(state)

    return Side(run, simulations, [])


def void(_: object) -> None:
    """Ignores a result."""


def slices(sides: tuple[Side, Side], seconds: float, seed: int) -> tuple[float, float]:
    """The rates of both, which alternate until their CPU time is used up."""
    for side in sides:
        side.spent.clear()
    while sum(sum(side.spent) for side in sides) < 2 * seconds:
        for side in sides:
            side.take(seed)
        seed += 1
    return sides[0].rate, sides[1].rate


def compare(
    ours: Side, other: Side, rounds: int, seconds: float, bar: float
) -> tuple[float, float, dict[str, Any]]:
    """The median rates of both, their ratio, and its bar."""
    found = [slices((ours, other), seconds, 1000 * number) for number in range(rounds)]
    ratios = [a / b for a, b in found]
    ratio = statistics.median(ratios)
    verdict = {
        "ratio": round(ratio, 3),
        "ratio_range": [round(min(ratios), 3), round(max(ratios), 3)],
        "bar": bar,
        "passed": ratio >= bar,
    }
    return (
        statistics.median(a for a, _ in found),
        statistics.median(b for _, b in found),
        verdict,
    )


def pentago_pair(seed: int) -> tuple[str, Any, tesuji.Position]:
    """The start in OpenSpiel and here."""
    state = pyspiel.load_game("pentago").new_initial_state()
    return "pentago", state, tesuji.game("pentago").start()


def ewn_pair(seed: int) -> tuple[str, Any, tesuji.Position]:
    """A drawn start and a roll in OpenSpiel, and the same position here."""
    from tests.conformance.test_openspiel import SpielEwn

    oracle = SpielEwn()
    core, state = oracle.begin(seed)
    position = tesuji.game("ewn").position(core.text())
    state.apply_action(state.legal_actions()[0])
    return "einstein_wurfelt_nicht", state, position.play(position.chance_outcomes[0][0])


def against_openspiel(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Our simulations per second compared with OpenSpiel's, without and with the solver."""
    if pyspiel is None:
        print("OpenSpiel is not installed (extra: oracle): no comparison with it")
        return []
    columns = f"{'simulations':>11} {'a CPU s':>10} {'OpenSpiel':>10} {'ratio':>8}"
    print(f"{'game':<9} {'solver':<6} {columns}")
    results = []
    for pair in (pentago_pair, ewn_pair):
        name, state, position = pair(1)
        game = pyspiel.load_game(name)
        for solver, count in itertools.product((False, True), PEER_SIMULATIONS):
            ours = search_side(position, count, solver=solver)
            peer = openspiel_side(game, state, count, solver=solver)
            rate, peer_rate, verdict = compare(ours, peer, rounds, seconds, PEER_BAR)
            results.append(
                {
                    "game": position.game.spec,
                    "position": position.text,
                    "solver": solver,
                    "simulations": count,
                    "simulations_per_cpu_second": round(rate),
                    "peer": "OpenSpiel MCTSBot",
                    "peer_simulations_per_cpu_second": round(peer_rate),
                    **verdict,
                }
            )
            switch = "on" if solver else "off"
            print(
                f"{position.game.spec:<9} {switch:<6} {count:>11,} {rate:>10,.0f}"
                f" {peer_rate:>10,.0f} {ending(verdict)}",
                flush=True,
            )
    return results


def against_playouts(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Our simulations per second compared with our own playouts from the same position."""
    results = []
    print(f"\n{'game':<20} {'simulations':>11} {'a CPU s':>12} {'playouts':>12} {'ratio':>8}")
    for spec in GAMES:
        position = after_random_plies(tesuji.game(spec).start(), 0, RandomStream(1))
        for count, bar in PLAYOUT_BARS.items():
            ours = search_side(position, count, solver=False)
            other = playout_side(position, count)
            rate, playouts, verdict = compare(ours, other, rounds, seconds, bar)
            results.append(
                {
                    "game": spec,
                    "position": position.text,
                    "simulations": count,
                    "simulations_per_cpu_second": round(rate),
                    "playouts_per_cpu_second": round(playouts),
                    **verdict,
                }
            )
            print(
                f"{spec:<20} {count:>11,} {rate:>12,.0f} {playouts:>12,.0f} {ending(verdict)}",
                flush=True,
            )
    return results


def ending(verdict: dict[str, Any]) -> str:
    """The end of a printed row."""
    low, high = verdict["ratio_range"]
    bar = f"bar {verdict['bar']:g}: {mark(verdict['passed'])}"
    return f"{verdict['ratio']:>7.2f}x  ({low:.2f} to {high:.2f})  {bar}"


def main() -> None:
    """Measures, prints tables, and writes the results where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="mean CPU seconds per side and round"
    )
    parser.add_argument("--json", type=Path, help="also write the results here")
    arguments = parser.parse_args()
    load = load_average()
    results = {
        "against_openspiel": against_openspiel(arguments.rounds, arguments.seconds),
        "against_playouts": against_playouts(arguments.rounds, arguments.seconds),
        "load_average": [load, load_average()],
    }
    if arguments.json:
        command = (
            f"python benchmarks/mcts.py --rounds {arguments.rounds} --seconds {arguments.seconds:g}"
        )
        write_report(arguments.json, command, results)


if __name__ == "__main__":
    main()
