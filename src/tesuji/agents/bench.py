"""The fixed searches behind ``tesuji bench``: their total node count is a signature.

A change that is meant to leave the searches alone must leave the count alone; a change of
behaviour raises ``BEHAVIOUR``, which a test ties to the count. Results are stored under it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.agents.registry import agent
from tesuji.games import Move, Position, game
from tesuji.games.chance import draw_event
from tesuji.games.randomness import RandomStream

__all__ = ["BEHAVIOUR", "BENCH_NODES", "BenchRow", "run_bench"]

BEHAVIOUR = 2
"""The number of the engine's behaviour; raised whenever any search gives another answer."""
BENCH_NODES = 1157513
"""What ``run_bench`` counts under this behaviour."""

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
"""Random plies before the search, by seed: late positions are where trees grow deep."""


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One search: what it counted and the CPU seconds it took."""

    game: str
    agent: str
    kind: str
    nodes: int
    seconds: float


def run_bench() -> list[BenchRow]:
    """All fixed positions with all searches and seeds."""
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
    """A decision some random plies into a game."""
    stream = RandomStream(seed)
    position = game(spec).start(seed=seed)
    plies = 0
    while position.is_chance or plies < PLIES[seed]:
        after = position.play(_random_action(position, stream))
        if after.is_over:
            break
        position, plies = after, plies + 1
    return position


def _random_action(position: Position, stream: RandomStream) -> Move:
    if position.is_chance:
        return draw_event(position, stream)
    return position.legal_moves[stream.below(len(position.legal_moves))]
