"""The final rule `near_best`: moves drawn within a bound of the best, by the formula."""

from __future__ import annotations

import math

import pytest

import tesuji
from tests.search.brute import wins_at_once
from tests.search.positions import EVERY_GAME, losing_next, middle, winning_at_once
from tesuji import Analysis, MoveAnalysis, Position

BARE = "solver=false, guard=none"


def search(agent: str, position: Position, simulations: int, seed: int) -> Analysis:
    return tesuji.agent(agent).search(position, simulations=simulations, seed=seed)


def robust(found: Analysis) -> MoveAnalysis:
    """The most visited move that is not lost, the better of equals."""
    tried = [m for m in found.moves if m.visits > 0 and m.proven != "loss"]
    return max(tried, key=lambda m: (m.visits, m.value))


def chances(found: Analysis, bound: float, spread: float) -> dict[str, float]:
    """The probability of each move, by the formula."""
    least = robust(found).value - bound
    tried = [m for m in found.moves if m.visits > 0 and m.proven != "loss"]
    raw = {str(m.move): math.exp(m.value / spread) for m in tried if m.value >= least}
    total = sum(raw.values())
    return {move: weight / total for move, weight in raw.items()}


@pytest.mark.parametrize(("bound", "spread"), [(0.1, 0.05), (0.3, 0.02), (1.0, 0.6), (0.05, 100)])
def test_moves_are_drawn_by_the_formula(bound: float, spread: float) -> None:
    """The likeliest move comes up as often as its weight says, over many seeds."""
    position = middle("ewn-cyclic", 4, 0.2)
    agent = f"mcts(final=near_best(bound={bound}, spread={spread}), memory=1)"
    drawn, expected, variance = 0, 0.0, 0.0
    for seed in range(500):
        found = search(agent, position, 60, seed)
        likely = chances(found, bound, spread)
        assert str(found.best) in likely
        # The best move comes first in the list: ties are broken by the text.
        likeliest = max(likely, key=lambda move: (likely[move], move))
        drawn += str(found.best) == likeliest
        expected += likely[likeliest]
        variance += likely[likeliest] * (1 - likely[likeliest])
    assert 0 < expected < 500
    assert abs(drawn - expected) < 4 * math.sqrt(variance)


@pytest.mark.parametrize("spec", EVERY_GAME)
def test_the_bound_holds_and_is_used(spec: str) -> None:
    given_away = []
    for seed in range(30):
        position = middle(spec, seed % 5, 0.3)
        found = search("mcts(final=near_best(bound=0.2, spread=100))", position, 3000, seed)
        assert found.value == found.moves[0].value
        if found.proven is None:
            assert found.value >= robust(found).value - 0.2
            given_away.append(robust(found).value - found.value)
    assert max(given_away) > 0.05


@pytest.mark.parametrize("rule", ["near_best(bound=0)", "near_best(spread=0)", "near_best"])
def test_the_rule_does_not_change_the_search(rule: str) -> None:
    """And without a bound or a spread it plays the most visited move."""
    for seed in range(10):
        position = middle("pentago-twist", seed, 0.4)
        plain = search("mcts(memory=4)", position, 400, seed)
        found = search(f"mcts(final={rule}, memory=4)", position, 400, seed)
        assert set(found.moves) == set(plain.moves)
        if rule != "near_best":
            assert found.best == plain.best


def test_the_seed_decides() -> None:
    position = middle("avalam", 1, 0.5)
    agent = "mcts(final=near_best(bound=1, spread=100), memory=4)"
    best = [search(agent, position, 200, seed).best for seed in range(20)]
    assert best == [search(agent, position, 200, seed).best for seed in range(20)]
    assert len(set(best)) > 10


@pytest.mark.parametrize("spec", EVERY_GAME)
def test_proven_wins_are_taken_and_proven_losses_avoided(spec: str) -> None:
    agent = "mcts(final=near_best(bound=1, spread=100), memory=1)"
    for position in winning_at_once(spec, 10):
        assert search(agent, position, 30, 1).moves[0].proven == "win"
    lost = 0
    for position in losing_next(spec, 10):
        for seed in range(8):
            found = search(agent, position, 25 if spec == "avalam" else 300, seed)
            if found.proven is None:
                lost += sum(move.proven == "loss" and move.visits > 0 for move in found.moves)
                assert found.moves[0].proven != "loss"
    assert lost > 10


def test_without_a_guard_immediate_wins_are_missed() -> None:
    """That is how the weakest players err; with a guard of one ply nobody does."""
    final = "final=near_best(bound=1, spread=0.6), memory=1"
    missed = {"none": 0, "ahead(root=1)": 0}
    for position in winning_at_once("pentago-twist", 10):
        for guard in missed:
            found = search(f"mcts(guard={guard}, {final})", position, 6, 3)
            outcome = position.play(found.best).outcome
            missed[guard] += outcome is None or outcome.winner != position.to_move
        assert wins_at_once(position)
    assert missed["none"] > 0
    assert missed["ahead(root=1)"] == 0


def test_trees_of_several_threads_are_added_up_first() -> None:
    agent = f"mcts(final=near_best(bound=0.1), {BARE}, threads=root(count=3), memory=24)"
    for seed in range(10):
        position = middle("avalam", seed, 0.5)
        found = search(agent, position, 900, seed)
        assert found.value >= robust(found).value - 0.1 - 1e-9
        still = search(agent.replace("bound=0.1", "bound=0"), position, 900, seed)
        assert still.best == robust(still).move
