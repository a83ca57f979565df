"""Every game: starts from seeds, random games and perft."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tests.conformance.variants import Line, actions, every_game, lines, walk
from tesuji import Game, PlayoutStatistics, Position, SeedError

# Starts


class Seven:
    """An integer type other than int, as some libraries define."""

    def __index__(self) -> int:
        return 7


@every_game
@given(seed=st.integers(0, 2**64 - 1))
def test_a_seed_determines_the_start(game: Game, seed: int) -> None:
    start = game.start(seed=seed)
    assert start == game.start(seed)
    assert start.text == game.start(seed).text
    assert start.next_player == 0
    assert not start.is_over


@every_game
def test_starts_differ_by_seed_only_if_random(game: Game) -> None:
    starts = {game.start(seed) for seed in range(30)}
    assert (len(starts) > 15) if game.draws_start else (len(starts) == 1)


@every_game
def test_only_games_with_chance_have_chance_positions(game: Game) -> None:
    assert any(position.is_chance for position in walk(game, 1, 30)) == game.has_chance


@every_game
def test_seeds_may_have_any_integer_type(game: Game) -> None:
    assert game.start(Seven()) == game.start(7)  # type: ignore[arg-type]
    assert game.start(2**64 - 1) == game.start(seed=2**64 - 1)


@every_game
@pytest.mark.parametrize("seed", [-1, 2**64, 10**100, True, False, 1.0, "7", None, b"7"], ids=repr)
def test_invalid_seeds_are_rejected(game: Game, seed: int) -> None:
    with pytest.raises(SeedError) as caught:
        game.start(seed)
    details: Any = caught.value
    assert (details.where, details.given) == ("seed", seed)
    assert repr(seed) in str(caught.value)
    with pytest.raises(SeedError):
        tesuji.playouts(game, 1, seed=seed)


# Random games


def timeless(statistics: PlayoutStatistics) -> PlayoutStatistics:
    return dataclasses.replace(statistics, cpu_seconds=0)


@every_game
def test_a_seed_determines_the_random_games(game: Game) -> None:
    for source in (game, game.start(seed=3)):
        one = tesuji.playouts(source, 200, seed=5, count_moves=True)
        assert timeless(one) == timeless(tesuji.playouts(source, 200, seed=5, count_moves=True))
        assert timeless(one) != timeless(tesuji.playouts(source, 200, seed=6, count_moves=True))


@every_game
def test_random_games_add_up(game: Game) -> None:
    found = tesuji.playouts(game, 300, seed=1, count_moves=True)
    assert found.games == sum(found.wins) + found.draws == sum(found.reasons.values()) == 300
    assert found.shortest <= found.mean_plies <= found.longest
    assert found.branching is not None
    assert found.branching >= 1
    assert tesuji.playouts(game, 300, seed=1).branching is None


@every_game
@given(line=lines)
def test_random_games_from_the_end_are_over(game: Game, line: Line) -> None:
    position = line.last(game)
    if position.outcome is None:
        return
    found = tesuji.playouts(position, 3)
    assert (found.longest, found.mean_score) == (0, position.outcome.score)
    assert found.reasons[position.outcome.reason] == 3


# Counting


def naive_perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(naive_perft(position.play(move), depth - 1) for move in actions(position))


def affordable_depth(position: Position) -> int:
    """The depth that gives a few thousand positions."""
    breadth = max(1, len(actions(position)))
    return next(depth for depth in range(1, 9) if breadth ** (depth + 1) > 3000 or depth == 8)


@every_game
@given(line=lines)
def test_perft_counts_what_play_can_reach(game: Game, line: Line) -> None:
    position = line.last(game)
    depth = affordable_depth(position)
    assert tesuji.perft(position, 0) == 1
    assert tesuji.perft(position, 1) == len(actions(position))
    assert tesuji.perft(position, depth) == naive_perft(position, depth)


@every_game
@given(line=lines)
def test_perft_is_the_sum_of_its_parts(game: Game, line: Line) -> None:
    position = line.last(game)
    parts = tesuji.perft_divide(position, 2)
    assert list(parts) == actions(position)
    assert sum(parts.values()) == tesuji.perft(position, 2)
