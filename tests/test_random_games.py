"""Perft and playouts: arguments, chunks and statistics."""

from __future__ import annotations

import dataclasses
import pickle
import re

import pytest

import tesuji
from tesuji import ParameterError, PlayoutStatistics

AVALAM = tesuji.game("avalam")
WON = tesuji.game("pentago").position("wwwww1/bbbb2/6/6/6/6")
ROLL = tesuji.game("ewn").start(seed=1)


def same_but_for_time(one: PlayoutStatistics, other: PlayoutStatistics) -> bool:
    return dataclasses.replace(one, cpu_seconds=0) == dataclasses.replace(other, cpu_seconds=0)


# Perft


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 292), (2, 81_488), (3, 21_711_440)])
def test_perft_of_avalam(depth: int, count: int) -> None:
    assert tesuji.perft(AVALAM.start(), depth) == count


def test_rolls_count_as_plies() -> None:
    assert tesuji.perft(ROLL, 1) == 6
    moves = [len(ROLL.play(event).legal_moves) for event, _ in ROLL.chance_outcomes]
    assert tesuji.perft(ROLL, 2) == sum(moves)
    assert tesuji.perft(ROLL, 3) == 6 * sum(moves)


def test_finished_games_do_not_count() -> None:
    assert [tesuji.perft(WON, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert tesuji.perft_divide(WON, 3) == {}


def test_divided_perft_is_by_move() -> None:
    parts = tesuji.perft_divide(ROLL, 2)
    assert [str(event) for event in parts] == ["d1", "d2", "d3", "d4", "d5", "d6"]
    assert set(tesuji.perft_divide(AVALAM.start(), 1).values()) == {1}


@pytest.mark.parametrize("depth", [-1, True, 1.0, "1", None], ids=repr)
def test_depths_must_be_integers(depth: int) -> None:
    for count in (tesuji.perft, tesuji.perft_divide):
        with pytest.raises(ParameterError, match=f"depth.*{re.escape(repr(depth))}") as caught:
            count(AVALAM.start(), depth)
        error = caught.value
        assert (error.where, error.given) == ("depth", depth)
        least = 0 if count is tesuji.perft else 1
        assert error.expected == f"an integer of at least {least}"


def test_depth_zero_cannot_be_divided() -> None:
    with pytest.raises(ParameterError, match=r"\b0\b") as caught:
        tesuji.perft_divide(AVALAM.start(), 0)
    assert (caught.value.where, caught.value.given) == ("depth", 0)


# Playouts


@pytest.mark.parametrize("count", [0, -1, True, 1.0, "1", None], ids=repr)
def test_counts_must_be_integers(count: int) -> None:
    with pytest.raises(ParameterError, match=f"count.*{re.escape(repr(count))}") as caught:
        tesuji.playouts(AVALAM, count)
    error = caught.value
    assert (error.where, error.given, error.expected) == (
        "count", count, "an integer of at least 1",
    )  # fmt: skip


@pytest.mark.parametrize("source", ["avalam", None, AVALAM.move("c4d5")], ids=repr)
def test_playouts_start_from_a_game_or_a_position(source: tesuji.Game) -> None:
    with pytest.raises(ParameterError, match=type(source).__name__) as caught:
        tesuji.playouts(source, 1)
    error = caught.value
    assert (error.where, error.given) == ("source", source)
    assert error.expected == "a Game or a Position"


def test_a_longer_run_starts_with_the_same_chunks() -> None:
    """10,000 games are one call into the core; each chunk has its own random numbers."""
    one = tesuji.playouts(AVALAM, 10_000, seed=3)
    two = tesuji.playouts(AVALAM, 20_000, seed=3)
    more = tuple(b - a for a, b in zip(one.wins, two.wins, strict=True))
    assert (one.games, two.games) == (10_000, 20_000)
    assert all(count > 0 for count in more)
    assert more != one.wins
    assert one.longest <= two.longest
    assert one.shortest >= two.shortest


def test_counting_moves_changes_nothing_else() -> None:
    counted = tesuji.playouts(AVALAM, 500, seed=3, count_moves=True)
    plain = tesuji.playouts(AVALAM, 500, seed=3)
    assert plain.branching is None
    assert same_but_for_time(dataclasses.replace(counted, branching=None), plain)


def test_all_games_begin_at_the_given_position() -> None:
    position = tesuji.game("pentago").position("wwww2/bbbb2/6/6/6/6")
    from_here = tesuji.playouts(position, 500, seed=3)
    from_the_start = tesuji.playouts(tesuji.game("pentago"), 500, seed=3)
    assert from_here.mean_plies < from_the_start.mean_plies - 8
    assert from_here.shortest == 1


def test_each_game_has_its_own_start() -> None:
    """Games from one start are shorter or longer on average than over all starts."""
    game = tesuji.game("colosseum(size=4)")
    own = tesuji.playouts(game, 2000, seed=3).mean_plies
    fixed = [tesuji.playouts(game.start(seed), 2000, seed=3).mean_plies for seed in range(10)]
    assert min(fixed) < own < max(fixed)


def test_the_score_is_player_0s() -> None:
    found = tesuji.playouts(WON, 10)
    assert (found.mean_score, found.wins, found.draws) == (1, (10, 0), 0)
    lost = tesuji.game("pentago").position("bbbbb1/wwww2/w5/6/6/6")
    assert tesuji.playouts(lost, 10).mean_score == -1


def test_statistics_are_values() -> None:
    found = tesuji.playouts(AVALAM, 100)
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.games = 3  # type: ignore[misc]
    assert found.games_per_second > 0
    assert dataclasses.replace(found, cpu_seconds=0).games_per_second > 0
