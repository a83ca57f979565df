"""Every search's answer agrees with what the search itself knows about the moves.

A proven loss is never played while another move is not one, a proven win always is, and no move
that was searched as well as the answer has a higher value. TESUJI_SOUND_SEARCHES is the number of
searches per game.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest

import tesuji
from tests.search.positions import DICE, EVERY_GAME, random_game
from tesuji import Analysis, Position

SEARCHES = int(os.environ.get("TESUJI_SOUND_SEARCHES", "1000"))
"""Searches per game, over all agents."""
MOST = 4000
"""The largest budget of nodes or simulations."""

ALPHABETA = (
    "",
    "table=false",
    "sort=false",
    "speed=false",
    "sort=false, speed=false",
    "pvs=false, aspiration=0",
    "aspiration=0.001",
    "prune=false",
    "sort=false, table=false, aspiration=0.001",
    "evaluate=none",
    "threads=2",
    "threads=2, vote=true",
    "staged=false, wins=none, buckets=false, trend=false",
    "reduce=2, tempo=1, iir=true",
    "futility=1, razor=1, late=3, late_depth=4, null_move=2",
    "late=2, late_depth=3, reduce=1.5, reduce_history=2, tempo=1",
    "threats=true, presort=score, presort_depth=1",
    "wins=inner, countermoves=true",
    "symmetry=1, leaf_proofs=true, effort=true",
)
MCTS = (
    "",
    "final=value",
    "final=value(temperature=0.5)",
    "expand=all, final=visits(temperature=1)",
    "guard=ahead(root=2, nodes=1)",
    "rollout=decisive",
)
PLAIN = ("flat", "greedy", "greedy(by=evaluation)")
AGENTS = (
    *(f"alphabeta({parts}{', ' if parts else ''}memory=1)" for parts in ALPHABETA),
    *(f"mcts({parts}{', ' if parts else ''}memory=4)" for parts in MCTS),
    *PLAIN,
)
every_game = pytest.mark.parametrize("spec", [*EVERY_GAME, "colosseum"])


@cache
def decisions(spec: str) -> tuple[Position, ...]:
    """Positions of random games, most of them near the end, where forced results are common."""
    rng = Random(spec)
    found = []
    for seed in range(max(20, SEARCHES // 50)):
        here = [p for p in random_game(tesuji.game(spec), seed) if len(p.legal_moves) > 1]
        late = here[-8:]
        found += rng.sample(late, min(4, len(late)))
        found.append(rng.choice(here))
    return tuple(found)


def budgets(agent: str, rng: Random) -> dict[str, int]:
    """A budget of any size: as many small ones as large ones."""
    limit = int(MOST ** rng.random())
    if agent.startswith("greedy"):
        return {}
    if agent.startswith("alphabeta"):
        return {"nodes": limit, "depth": rng.choice((1, 2, 3, 100, 100, 100))}
    return {"simulations": limit}


def check(agent: str, budget: dict[str, int], found: Analysis) -> None:
    answer = next(row for row in found.moves if row.move == found.best)
    proofs = {row.proven for row in found.moves}
    assert found.value == answer.value
    if "loss" in (answer.proven, found.proven):
        assert proofs == {"loss"}
    if "win" in proofs or (found.value == 1.0 and agent.startswith("alphabeta")):
        assert (answer.proven, found.proven, found.value) == ("win", "win", 1.0)
    if found.proven is not None:
        assert answer.proven == found.proven
    if compares_values(agent, budget, found):
        assert all(row.value <= found.value for row in found.moves if row.visits > 0)


def compares_values(agent: str, budget: dict[str, int], found: Analysis) -> bool:
    """Whether the values of all moves are comparable and the highest is the answer.

    A finished depth of alpha-beta has them, exact or upper bounds; a helper thread that was
    stopped has values of two depths. The other searches need only have visited a move.
    """
    if agent.startswith("alphabeta"):
        return found.nodes < budget["nodes"] and "threads" not in agent
    return agent.startswith(("flat", "mcts(final=value,", "greedy(by=evaluation"))


def is_split(found: Analysis) -> bool:
    """Whether some moves are proven lost and others are not."""
    return 0 < sum(row.proven == "loss" for row in found.moves) < len(found.moves)


@every_game
def test_answers_agree_with_what_is_known(spec: str) -> None:
    rng = Random(spec)
    players = {agent: tesuji.agent(agent).player(tesuji.game(spec), seed=1) for agent in AGENTS}
    split, won, positions = 0, 0, decisions(spec)
    for number in range(SEARCHES):
        agent = AGENTS[number % len(AGENTS)]
        position, budget = rng.choice(positions), budgets(agent, rng)
        if number // len(AGENTS) % 2:  # the other half has what earlier searches left behind
            players[agent] = tesuji.agent(agent).player(position.game, seed=number)
        found = players[agent].search(position, **budget)
        try:
            check(agent, budget, found)
        except AssertionError as error:
            error.add_note(f"{agent} on {position!r} with {budget}, number {number}: {found}")
            raise
        split += is_split(found)
        won += found.proven == "win"
    assert won > SEARCHES // 50
    assert split > SEARCHES // 50 or spec == DICE  # where few moves are certain to lose
