"""Where switches are tried: settings that bring them into play, and positions to search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice

import tesuji
from tests.search.brute import after, minimax
from tests.search.positions import late_positions, losing_next, middle, winning_at_once
from tests.search.switches import PROBE
from tesuji import Position

__all__ = ["CONTEXTS", "Context"]


@dataclass(frozen=True)
class Context:
    """Settings that bring parts into play, and positions to search with them."""

    settings: str
    positions: tuple[Position, ...]
    searches: int = 1
    remaining: float | None = None
    knows: bool = False
    """Knowledge of the game is used here."""


def decided(spec: str, number: int) -> tuple[Position, ...]:
    """Late positions that are lost for the player to move."""
    found = (p for p in late_positions(spec, 40, 2000) if minimax(p).result < 0)
    return tuple(islice(found, number))


def one_stands(spec: str, number: int) -> tuple[Position, ...]:
    """Late positions in which one move of several does not lose."""
    found = (
        position
        for position in late_positions(spec, 80, 3000)
        if sum(after(position, move).result >= 0 for move in position.legal_moves) == 1
        and len(position.legal_moves) > 1
    )
    return tuple(islice(found, number))


@cache
def known_positions() -> tuple[Position, ...]:
    """Some of each game, early and late, a few with a win at once."""
    return (
        middle("avalam", 1, 0.75),
        middle("avalam", 1, 0.5),
        middle("avalam", 2, 0.85),
        middle("colosseum(size=5)", 1, 0.3),
        middle("pentago-twist", 1, 0.4),
        middle("pentago-twist", 3, 0.7),
        *winning_at_once("pentago-twist", 2),
        middle("ewn-cyclic", 3, 0.2),
        *winning_at_once("ewn-cyclic", 2),
    )


NEAR = "knowledge=pentago(near=1.0)"
RACE = "knowledge=ewn(race=1.0)"


@cache
def near_positions() -> tuple[Position, ...]:
    """Where near lines of Pentago matter."""
    return tuple(middle("pentago-twist", seed, share) for seed in (1, 2) for share in (0.4, 0.6))


@cache
def race_positions() -> tuple[Position, ...]:
    """Where cubes of ewn can still meet."""
    return tuple(middle("ewn", seed, share) for seed in range(6) for share in (0.3, 0.5))


@cache
def mcts_contexts() -> tuple[Context, ...]:
    known = known_positions()
    walls, large = middle("colosseum(size=5)", 1, 0.3), middle("colosseum(size=9)", 1, 0.2)
    towers, twists = middle("avalam", 1, 0.75), middle("pentago-twist", 1, 0.4)
    cyclic, dice = middle("ewn-cyclic", 3, 0.2), middle("ewn", 3, 0.3)
    ends = (*losing_next("colosseum(size=4)", 2), *losing_next("ewn-cyclic", 2))
    many = tuple(middle("colosseum(size=5)", seed, 0.3) for seed in range(5))
    bare = "solver=false, guard=none"
    grouped = "simulations=100, expand=evaluated, knowledge=avalam(groups=true)"
    return (
        Context("simulations=100", (cyclic, walls, towers, dice, twists)),
        Context("simulations=100, expand=all", (cyclic, walls)),
        Context("simulations=100, expand=evaluated", known, knows=True),
        Context(f"simulations=100, {bare}, expand=one(order=score)", known, knows=True),
        Context("simulations=100, rollout=eps_greedy", known, knows=True),
        Context(grouped, (*known[:3], middle("avalam", 3, 0.85)), knows=True),
        Context(f"simulations=300, expand=evaluated, {NEAR}", near_positions(), knows=True),
        Context(f"simulations=100, expand=evaluated, {RACE}", race_positions(), knows=True),
        Context(f"simulations=300, {bare}", ends),
        Context(f"simulations=300, exhausted=true, {bare}", ends),
        Context("simulations=150, result=score", (towers, walls)),
        Context("simulations=150, result=score(raw=true), schedule=behind", (towers,), 2),
        Context(f"simulations=100, {bare}", (*ends, towers, cyclic), 2),
        Context("simulations=100, select=puct, evaluate=" + PROBE, (cyclic, walls)),
        Context("simulations=100", (large,)),
        Context(f"simulations=60, {bare}", (*many, cyclic, twists)),
        Context(f"simulations=20, {bare}, final=blended", (*many, large)),
        Context("simulations=300, final=bonus", (twists, cyclic)),
        Context("simulations=2500, expand=all", (middle("avalam", 1, 0.4),)),
    )


@cache
def flat_contexts() -> tuple[Context, ...]:
    known = known_positions()
    grouped = "simulations=100, cutoff=1, knowledge=avalam(groups=true)"
    return (
        Context("simulations=100", known),
        Context("simulations=100, rollout=eps_greedy", known, knows=True),
        Context("simulations=100, cutoff=1", known, knows=True),
        Context(grouped, (*known[:3], middle("avalam", 3, 0.85)), knows=True),
        Context(f"simulations=300, cutoff=1, {NEAR}", near_positions(), knows=True),
        Context(f"simulations=300, cutoff=1, {RACE}", race_positions(), knows=True),
    )


@cache
def greedy_contexts() -> tuple[Context, ...]:
    dice = [middle("ewn-cyclic", seed, 0.5) for seed in range(12)]
    known = (*known_positions(), *dice)
    late = [middle("avalam", seed, share) for seed in range(6) for share in (0.8, 0.9)]
    grouped = "by=evaluation, knowledge=avalam(groups=true)"
    return (
        Context("by=score", known, knows=True),
        Context("by=evaluation", known, knows=True),
        Context(grouped, (*known[:3], *late), knows=True),
        Context(f"by=evaluation, {NEAR}", near_positions(), knows=True),
        Context(f"by=evaluation, {RACE}", race_positions(), knows=True),
    )


@cache
def alphabeta_contexts() -> tuple[Context, ...]:
    known = (*known_positions(), middle("ewn", 3, 0.3), middle("colosseum(size=4)", 1, 0.3))
    lost = (*decided("ewn-cyclic", 4), *decided("colosseum(size=4)", 3))
    steps = "horizon=steps(start=3, every=4, cap=4, low=2"
    grouped = "simulations=1500, knowledge=avalam(groups=true)"
    return (
        Context("simulations=1000", known, knows=True),
        Context("simulations=1000, beam=2, rank=score", known, knows=True),
        Context(grouped, (*known[:3], middle("avalam", 3, 0.85)), knows=True),
        Context(f"simulations=1000, {NEAR}", near_positions(), knows=True),
        Context(f"simulations=1000, {RACE}", race_positions(), knows=True),
        Context("simulations=1000, beam=4", known),
        Context("simulations=5000", lost),
        Context("simulations=4000", (middle("ewn", 3, 0.3), middle("ewn", 5, 0.2)), 2),
        Context("seconds=20", one_stands("colosseum(size=4)", 4)),
        Context(f"{steps})", known[-1:], remaining=100.0),
        Context("horizon=moves(leaves=1000, low=1)", known[-1:], remaining=100.0),
        Context("simulations=20000", known[:4]),
        Context("simulations=20000, knowledge=colosseum(reach=0.9, area=0.0)", known[3:4]),
        Context("simulations=3000, presort=evaluation", known[:4]),
        Context("simulations=3000", tuple(tesuji.game(g).start() for g in ("avalam", "pentago"))),
    )


CONTEXTS = {
    "mcts": mcts_contexts,
    "flat": flat_contexts,
    "greedy": greedy_contexts,
    "alphabeta": alphabeta_contexts,
}
