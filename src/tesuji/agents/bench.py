"""The fixed searches behind ``tesuji bench``: their total node count is a signature.

A change that should not affect the searches must not change the count. A change that does alter
behaviour must increment ``BEHAVIOUR``. A test ties it to the count, and stores save it with their
results.
"""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.agents.registry import agent
from tesuji.games import Position, game
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream

__all__ = ["BEHAVIOUR", "BENCH_NODES", "BenchRow", "run_bench"]

BEHAVIOUR = 8
"""The version of the searches' behaviour; raised whenever any search gives another answer."""
BENCH_NODES = 463561
"""The nodes that ``run_bench`` counts with this behaviour."""

GAMES = (
    "avalam",
    "colosseum(size=6)",
    "colosseum(size=8)",
    "colosseum(size=12)",
    "ewn",
    "ewn-cyclic",
    "pentago",
    "pentago(placement_wins=true)",
    "pentago-twist",
)
SEARCHES = (
    "mcts(simulations=3000, memory=16)",
    "mcts(select=puct, expand=all, result=score, simulations=1000, memory=16)",
    "mcts(rollout=decisive, expand=one(merge=true), guard=ahead(root=2, nodes=1),"
    " simulations=100, memory=16)",
    "alphabeta(depth=3, memory=4)",
    "alphabeta(beam=8, depth=4, memory=4)",
)
PLIES = {1: 0, 2: 8, 3: 20}
"""Random plies before the search, by seed. Trees grow deep in late positions."""


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One search: the nodes it counted and the CPU seconds it took."""

    game: str
    agent: str
    kind: str
    nodes: int
    seconds: float


def run_bench() -> list[BenchRow]:
    """Runs every search on every fixed position."""
    rows = []
    for spec in GAMES:
        for seed in PLIES:
            position = _position(spec, seed)
            for text in SEARCHES:
                found = agent(text).search(position, seed=seed, clock="cpu")
                kind = text.split("(")[0]
                rows.append(BenchRow(spec, text, kind, found.nodes, found.seconds))
    return rows


def _position(spec: str, seed: int) -> Position:
    """A decision after some random plies; chance events count as plies."""
    stream = RandomStream(seed)
    position, plies = game(spec).start(seed=seed), 0
    turns = play_game(position, random_mover(stream), stream)
    while position.is_chance or plies < PLIES[seed]:
        after = next(turns).after
        if after.is_over:
            break
        position, plies = after, plies + 1
    return position
