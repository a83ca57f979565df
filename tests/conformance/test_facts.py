"""Published numbers: perft, statistics of random games, sizes in memory.

The numbers come from the rules pages of the games' sources. A rate agrees if it is within four
standard errors of both samples, plus the rounding of the published number. The deepest perft runs
only if the environment has ``TESUJI_SLOW=1``.
"""

from __future__ import annotations

import math
import os
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

import pytest

import tesuji
from tests.reference import avalam
from tesuji import PlayoutStatistics

slow = pytest.mark.skipif(os.environ.get("TESUJI_SLOW") != "1", reason="TESUJI_SLOW=1 is not set")


class Published(NamedTuple):
    """A published mean over random games; ``spread`` is the standard deviation of one game."""

    mean: float
    games: int
    spread: float
    unit: float
    """The unit of the last digit given."""


def share(rate: float, games: int, unit: float = 0.001) -> Published:
    return Published(rate, games, math.sqrt(rate * (1 - rate)), unit)


def assert_agrees(ours: float, games: int, theirs: Published) -> None:
    error = theirs.spread * math.sqrt(1 / games + 1 / theirs.games)
    assert abs(ours - theirs.mean) <= theirs.unit / 2 + 4 * error, (ours, theirs, error)


def random_games(spec: str, games: int) -> PlayoutStatistics:
    return tesuji.playouts(tesuji.game(spec), games, seed=2024, count_moves=True)


# Avalam


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (1, 292),
        (2, 81_488),
        (3, 21_711_440),
        pytest.param(4, 5_517_021_720, marks=slow),
    ],
)
def test_avalam_perft(depth: int, count: int) -> None:
    assert tesuji.perft(tesuji.game("avalam").start(), depth) == count


def test_avalam_has_146_adjacencies() -> None:
    moves = {str(move) for move in tesuji.game("avalam").start().legal_moves}
    assert len({frozenset((move[:2], move[2:])) for move in moves}) == 146


def raw_score(core: Any) -> int:
    towers: list[int] = [core.tower(row, column) for row, column in avalam.CELLS]
    return sum(tower > 0 for tower in towers) - sum(tower < 0 for tower in towers)


def test_avalam_moves_change_the_score_by_one_and_the_towers_by_one() -> None:
    rng = Random(5)
    for _ in range(30):
        core: Any = tesuji.game("avalam").start()._state
        plies = 0
        legal = set(core.legal_moves())
        while legal:
            before, code = raw_score(core), rng.choice(sorted(legal))
            core, plies = core.play(code), plies + 1
            assert abs(raw_score(core) - before) == 1
            assert sum(map(bool, (core.tower(*cell) for cell in avalam.CELLS))) == 48 - plies
            assert set(core.legal_moves()) < legal  # a move that is illegal stays illegal
            legal = set(core.legal_moves())


def test_avalam_random_games() -> None:
    found = random_games("avalam", 100_000)
    assert_agrees(found.mean_plies, found.games, Published(34.6, 100_000, 0.95, 0.1))
    assert_agrees(found.wins[0] / found.games, found.games, share(0.492, 100_000))
    assert_agrees(found.wins[1] / found.games, found.games, share(0.481, 100_000))
    assert_agrees(found.draws / found.games, found.games, share(0.027, 100_000))
    assert abs(found.shortest - 31) <= 1
    assert abs(found.longest - 38) <= 1


def test_avalam_branching_by_ply() -> None:
    published = {0: 292, 8: 196, 16: 116, 20: 81, 24: 50, 28: 25, 32: 7}
    counts: dict[int, list[int]] = {ply: [] for ply in published}
    rng = Random(6)
    for _ in range(1500):
        state, ply = tesuji.game("avalam").start()._state, 0
        while moves := state.legal_moves():
            if ply in counts:
                counts[ply].append(len(moves))
            state, ply = state.play(rng.choice(moves)) or state, ply + 1
    for ply, mean in published.items():
        seen = counts[ply]
        assert_agrees(fmean(seen), len(seen), Published(mean, 100_000, pstdev(seen), 1))


# Colosseum: 200 random games per size, uniform over the legal moves

COLOSSEUM = {
    # size: branching and its spread, plies and their spread, longest
    6: (35.4, 5.2, 14.0, 5.3, 31),
    8: (65.6, 7.1, 24.5, 9.1, 46),
    10: (104.9, 11.5, 40.0, 14.0, 81),
    12: (157.3, 15.1, 54.1, 19.3, 107),
}


@pytest.mark.parametrize("size", COLOSSEUM)
def test_colosseum_random_games(size: int) -> None:
    branching, branching_spread, plies, plies_spread, longest = COLOSSEUM[size]
    found = random_games(f"colosseum(size={size})", 20_000)
    assert found.branching is not None
    assert_agrees(found.branching, found.games, Published(branching, 200, branching_spread, 0.1))
    assert_agrees(found.mean_plies, found.games, Published(plies, 200, plies_spread, 0.1))
    assert found.longest >= longest


def test_colosseum_results_over_all_sizes() -> None:
    found = [random_games(f"colosseum(size={size})", 10_000) for size in range(6, 13)]
    games = sum(each.games for each in found)
    won, lost = (sum(each.wins[player] for each in found) for player in (0, 1))
    assert_agrees(won / games, games, share(688 / 1400, 1400, unit=0))
    assert_agrees(lost / games, games, share(702 / 1400, 1400, unit=0))
    assert_agrees(1 - (won + lost) / games, games, share(10 / 1400, 1400, unit=0))


# Pentago-Twist


def test_pentago_twist_random_games() -> None:
    found = random_games("pentago-twist", 1_000_000)
    given_away = found.reasons["five in a row, made by the loser's own twist"]
    assert_agrees(found.wins[0] / found.games, found.games, share(0.499, 1_000_000))
    assert_agrees(found.wins[1] / found.games, found.games, share(0.410, 1_000_000))
    assert_agrees(found.draws / found.games, found.games, share(0.091, 1_000_000))
    assert_agrees(given_away / found.games, found.games, share(0.286, 1_000_000))
    assert_agrees(found.mean_plies, found.games, Published(28.4, 1_000_000, 5.0, 0.1))


def test_pentago_twist_distinct_successors() -> None:
    """Number of different positions that the 8 * empties legal moves lead to."""
    published = {0: 36, 1: 82, 4: 164, 8: 192, 12: 181, 18: 140, 24: 94}
    counts: dict[int, list[int]] = {stones: [] for stones in published}
    rng = Random(7)
    for _ in range(400):
        state, stones = tesuji.game("pentago-twist").start()._state, 0
        while moves := state.legal_moves():
            assert len(moves) == 8 * (36 - stones)
            if stones in counts:
                counts[stones].append(len({state.play(code) for code in moves}))
            state, stones = state.play(rng.choice(moves)) or state, stones + 1
    for stones, mean in published.items():
        seen = counts[stones]
        assert_agrees(fmean(seen), len(seen), Published(mean, len(seen), pstdev(seen), 1))


# EinStein würfelt nicht!


class EwnNumbers(NamedTuple):
    branching: float
    branching_spread: float
    plies: float
    plies_spread: float
    longest: int
    first_wins: float
    eliminations: float


@pytest.mark.parametrize(
    ("spec", "published"),
    [
        ("ewn-cyclic", EwnNumbers(4.00, 0.35, 37.3, 7.3, 76, 0.526, 0.019)),
        ("ewn", EwnNumbers(3.11, 0.28, 21.6, 4.8, 42, 0.530, 0.012)),
    ],
)
def test_ewn_random_games(spec: str, published: EwnNumbers) -> None:
    games = 300_000
    found = random_games(spec, games)
    eliminations = found.reasons["all enemy cubes are gone"]
    assert found.branching is not None
    assert found.draws == 0
    assert_agrees(
        found.branching,
        games,
        Published(published.branching, games, published.branching_spread, 0.01),
    )
    assert_agrees(
        found.mean_plies, games, Published(published.plies, games, published.plies_spread, 0.1)
    )
    assert_agrees(found.wins[0] / games, games, share(published.first_wins, games))
    assert_agrees(eliminations / games, games, share(published.eliminations, games))
    assert abs(found.longest - published.longest) <= 8  # extremes of 300,000 vary that much


# Symmetries and sizes


def test_symmetries() -> None:
    """Half turns, all symmetries of the square, transposition, and reversing a side's numbers."""
    counts = {name: tesuji.game(name).symmetry_count for name in tesuji.games()}
    assert counts["avalam"] == counts["pentago-twist"] == 2
    assert counts["colosseum"] == counts["pentago"] == counts["ewn"] == 8


@pytest.mark.parametrize(
    ("spec", "most"),
    [
        ("pentago", 16),
        ("pentago(placement_wins=true)", 16),
        ("pentago-twist", 16),
        ("ewn", 40),
        ("ewn-cyclic", 40),
        ("avalam", 80),
        ("colosseum(size=12)", 96),
    ],
)
def test_positions_are_small(spec: str, most: int) -> None:
    size: int = tesuji.game(spec).position_bytes  # type: ignore[attr-defined]
    assert size <= most


def test_the_widest_position_has_324_moves() -> None:
    """A list of moves in the core holds 384."""
    game = tesuji.game("colosseum(size=12)")
    cells = [f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 13)]
    starts = (game.parse_state(f"{a} {b} v -") for a in cells for b in cells if a != b)
    assert max(len(start.legal_moves()) for start in starts) == 324
