"""What each part of MCTS costs: simulations per CPU second, relative to plain UCT on the same game.

Plain UCT is ucb1 with one new child per visit and one uniform rollout, without solver and guard.
Each part changes one thing. Each round runs both with the same number of simulations from an empty
tree, so a busy machine slows both equally; the result is the median ratio of the rounds. A ratio
above 1 means that the part makes simulations cheaper. Steps are the tree positions on the path of a
simulation: a part that searches deeper pays for that too.

    python benchmarks/parts.py [--rounds 7] [--simulations 20000] [--games G,...] [--json FILE]
    python benchmarks/parts.py --table    (the results as the documentation shows them)
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import after_random_plies, load_average, write_report
from tesuji.games.randomness import RandomStream

RESULTS = Path(__file__).resolve().parent / "results" / "parts.json"
COLOSSEUM = "colosseum(size=8)"
GAMES = ("avalam", COLOSSEUM, "pentago-twist", "ewn-cyclic")
PLAIN = {"solver": "false", "guard": "none"}


@dataclass(frozen=True)
class Part:
    """A change to plain UCT, and its games; empty means all."""

    changes: tuple[tuple[str, str], ...]
    games: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return ", ".join(f"{key}={value}" for key, value in self.changes)

    @property
    def spec(self) -> str:
        arguments = PLAIN | dict(self.changes)
        return f"mcts({', '.join(f'{key}={value}' for key, value in arguments.items())})"


def part(*games: str, **changes: str) -> Part:
    """A part by its changes, for all games or for these."""
    return Part(tuple(changes.items()), games)


PARTS = (
    part(solver="true"),
    part(exhausted="true"),
    part(guard="ahead(root=1)"),
    part(guard="ahead(root=0, nodes=1)"),
    part(select="ucb1_tuned"),
    part(select="puct", expand="all"),
    part(select="prior"),
    part(schedule="behind"),
    part(sampling="softmax"),
    part(amaf="rave"),
    part(amaf="grave"),
    part(bias="progressive"),
    part(COLOSSEUM, blend="heuristic"),
    part(expand="all"),
    part(expand="evaluated"),
    part(expand="one(merge=true)"),
    part(expand="one(after=200)"),
    part(expand="one(order=score)"),
    part(COLOSSEUM, expand="one(order=filter)"),
    part(widen="progressive"),
    part(widen="progressive", expand="one(order=score)"),
    part(height="1"),
    part(rollout="decisive"),
    part(rollout="eps_greedy"),
    part(rollout="mast"),
    part(COLOSSEUM, rollout="filtered"),
    part(COLOSSEUM, rollout="walk"),
    part(rollouts="25"),
    part(cutoff="4"),
    part("avalam", cutoff="4", knowledge="avalam(groups=true)"),
    part(COLOSSEUM, cutoff="4", knowledge="colosseum(area=1.0)"),
    part("pentago-twist", cutoff="4", knowledge="pentago(threats=1.0)"),
    part(result="score"),
    part("ewn-cyclic", result="graded"),
    part(COLOSSEUM, result="area"),
    part(backup="implicit"),
    part(final="value"),
    part(final="uct"),
    part(COLOSSEUM, final="blended"),
    part(final="bonus"),
    part(final="softmax"),
    part(transpositions="true"),
)


@dataclass(frozen=True)
class Searcher:
    """An agent at a position."""

    spec: str
    position: tesuji.Position

    def steps(self, simulations: int) -> float:
        """Mean number of tree positions on the path of a simulation."""
        found = tesuji.agent(self.spec).search(self.position, simulations=simulations)
        return found.nodes / found.simulations

    def rate(self, simulations: int, seed: int) -> float:
        """Simulations per CPU second from an empty tree."""
        agent = tesuji.agent(self.spec)
        begun = time.process_time()
        found = agent.search(self.position, simulations=simulations, seed=seed)
        spent = time.process_time() - begun
        assert found.simulations == simulations, f"{self.spec} ended early; no measurement"
        return simulations / spent


def measure(changed: Part, position: tesuji.Position, rounds: int, count: int) -> dict[str, Any]:
    """Compares a part with plain UCT, round by round."""
    plain = Searcher(Part(()).spec, position)
    other = Searcher(changed.spec, position)
    steps = [searcher.steps(count) for searcher in (plain, other)]
    pairs = [(plain.rate(count, n), other.rate(count, n)) for n in range(1, rounds + 1)]
    ratios = [b / a for a, b in pairs]
    return {
        "game": position.game.spec,
        "part": changed.name,
        "spec": changed.spec,
        "simulations": count,
        "plain_simulations_per_cpu_second": round(statistics.median(a for a, _ in pairs)),
        "simulations_per_cpu_second": round(statistics.median(b for _, b in pairs)),
        "ratio": round(statistics.median(ratios), 3),
        "ratio_range": [round(min(ratios), 3), round(max(ratios), 3)],
        "plain_steps_a_simulation": round(steps[0], 2),
        "steps_a_simulation": round(steps[1], 2),
    }


def measure_game(spec: str, rounds: int, count: int) -> list[dict[str, Any]]:
    """All parts that the game can have, printed as they come."""
    position = after_random_plies(tesuji.game(spec).start(), 0, RandomStream(1))
    rows = []
    for changed in (p for p in PARTS if not p.games or spec in p.games):
        row = measure(changed, position, rounds, count)
        rows.append(row)
        low, high = row["ratio_range"]
        print(
            f"{spec:<18} {row['part']:<52} {row['simulations_per_cpu_second']:>10,}"
            f" {row['ratio']:>7.2f}x  ({low:.2f} to {high:.2f})"
            f"  steps {row['steps_a_simulation']:.1f} for {row['plain_steps_a_simulation']:.1f}",
            flush=True,
        )
    return rows


def markdown(report: dict[str, Any]) -> str:
    """A row per part and a column per game, with the steps if they differ from plain UCT."""
    rows = report["results"]["parts"]
    games = list(dict.fromkeys(row["game"] for row in rows))
    cells = {(row["part"], row["game"]): cell(row) for row in rows}
    lines = [f"| part | {' | '.join(games)} |", f"|---|{'---|' * len(games)}"]
    for name in (p.name for p in PARTS):
        found = " | ".join(cells.get((name, game), "") for game in games)
        lines.append(f"| `{name}` | {found} |")
    return "\n".join(lines)


def cell(row: dict[str, Any]) -> str:
    """The ratio, and the steps if they differ from plain UCT."""
    steps, plain = row["steps_a_simulation"], row["plain_steps_a_simulation"]
    deeper = f" ({steps:.1f})" if abs(steps / plain - 1) > 0.05 else ""
    return f"{row['ratio']:.2f}{deeper}"


def main() -> None:
    """Measures, prints a table, and writes the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--simulations", type=int, default=20_000, help="simulations per search")
    parser.add_argument("--games", default=",".join(GAMES), help="some of the games")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where the results go")
    parser.add_argument("--table", action="store_true", help="only show the results in Markdown")
    arguments = parser.parse_args()
    if arguments.table:
        print(markdown(json.loads(arguments.json.read_text("utf-8"))))
        return
    load = load_average()
    print(f"{'game':<18} {'part':<52} {'a CPU s':>10} {'ratio':>8}")
    rows = [
        row
        for spec in arguments.games.split(",")
        for row in measure_game(spec, arguments.rounds, arguments.simulations)
    ]
    command = (
        f"python benchmarks/parts.py --rounds {arguments.rounds}"
        f" --simulations {arguments.simulations} --games '{arguments.games}'"
    )
    write_report(arguments.json, command, {"parts": rows, "load_average": [load, load_average()]})


if __name__ == "__main__":
    main()
