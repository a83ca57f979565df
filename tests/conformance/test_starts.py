"""Random starts follow the rules and are uniformly distributed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

import pytest

import tesuji
from tests.conformance.references import ColosseumOracle
from tests.reference import colosseum, ewn

DRAWN = 3000


def assert_equally_likely(seen: Iterable[Hashable], kinds: int, draws: int, picked: int) -> None:
    """Checks that each of `kinds` items was equally likely to be among the `picked` ones."""
    counts = Counter(seen)
    chance = picked / kinds
    error = math.sqrt(draws * chance * (1 - chance))
    assert len(counts) == kinds
    assert sum(counts.values()) == draws * picked
    assert all(abs(count - draws * chance) < 5 * error for count in counts.values()), counts


# Colosseum


def inner_walls(state: colosseum.State) -> set[colosseum.Wall]:
    """Every wall inside the border once, as the lower or right side of a cell."""
    return {(r, c, d) for r, c, d in state.walls - colosseum.border(state.size) if d in (1, 2)}


@pytest.mark.parametrize("size", range(4, 13))
@pytest.mark.parametrize("edition", [2022, 2023])
def test_colosseum_starts_are_fair(size: int, edition: int) -> None:
    oracle = ColosseumOracle(size, colosseum.wall_pairs(size, edition=edition))
    for seed in range(100):
        state = oracle.copy_of(oracle.game.start_state(seed))
        turned = {
            (*colosseum.image(size, (r, c)), colosseum.OPPOSITE[d]) for r, c, d in state.walls
        }
        assert turned == state.walls
        assert len(inner_walls(state)) == 2 * colosseum.wall_pairs(size, edition=edition)
        assert state.p1 == colosseum.image(size, state.p0) != state.p0
        assert colosseum.outcome(state) is None


def test_colosseum_walls_default_to_the_2023_edition() -> None:
    for size in range(4, 13):
        game = tesuji.game(f"colosseum(size={size})")
        assert game.parameters["walls"] == colosseum.wall_pairs(size, edition=2023)


def test_colosseum_walls_and_cells_are_uniform() -> None:
    oracle = ColosseumOracle(6, 1)
    states = [oracle.copy_of(oracle.game.start_state(seed)) for seed in range(DRAWN)]
    walls = [wall for state in states for wall in inner_walls(state)]
    assert_equally_likely(walls, kinds=60, draws=DRAWN, picked=2)
    assert_equally_likely([state.p0 for state in states], kinds=36, draws=DRAWN, picked=1)


# EinStein würfelt nicht!


@pytest.mark.parametrize(("spec", "variant"), [("ewn", ewn.DICE), ("ewn-cyclic", ewn.CYCLIC)])
def test_ewn_orders_are_uniform(spec: str, variant: ewn.Variant) -> None:
    starts: list[Any] = [tesuji.game(spec).start_state(seed) for seed in range(DRAWN)]
    for player, squares in enumerate((ewn.RED_START, variant.blue_start)):
        placements = [start.squares(player) for start in starts]
        assert all(sorted(placement) == sorted(squares) for placement in placements)
        for cube in range(6):
            seen = [placement[cube] for placement in placements]
            assert_equally_likely(seen, kinds=6, draws=DRAWN, picked=1)


def test_ewn_sides_are_placed_independently() -> None:
    starts: list[Any] = [tesuji.game("ewn").start_state(seed) for seed in range(DRAWN)]
    both = [(start.squares(0)[0], start.squares(1)[0]) for start in starts]
    assert_equally_likely(both, kinds=36, draws=DRAWN, picked=1)


def test_ewn_cyclic_dice_are_uniform() -> None:
    cycles = [tesuji.game("ewn-cyclic").start_state(seed).dice() for seed in range(DRAWN)]  # type: ignore[attr-defined]
    assert {len(cycle) for cycle in cycles} == {ewn.SEQUENCE_LENGTH}
    for turn in range(ewn.SEQUENCE_LENGTH):
        seen = [cycle[turn] for cycle in cycles]
        assert_equally_likely(seen, kinds=6, draws=DRAWN, picked=1)
