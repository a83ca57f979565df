"""Depth limits that follow the move number, and clocks that follow it too."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tesuji
from tests.agents.test_budget import Recorder
from tesuji import Budget, Position
from tesuji.agents.depth_limit import move_number

STEPS = "alphabeta(horizon=steps(start=5, every=9, cap=8, low=6, below=135))"


def game_positions(spec: str, seed: int) -> list[Position]:
    """The decisions of a random game, in order."""
    rng = Random(seed)
    position, decisions = tesuji.game(spec).start(seed), []
    while not position.is_over:
        if position.legal_moves:
            decisions.append(position)
        choices = position.legal_moves or [event for event, _ in position.chance_outcomes]
        position = position.play(rng.choice(choices))
    return decisions


def recording(spec: str, game: str) -> tuple[tesuji.Player, Recorder]:
    player, recorder = tesuji.agent(spec).player(tesuji.game(game)), Recorder()
    player._searcher = recorder
    return player, recorder


def budget_at(spec: str, position: Position, **given: Any) -> Budget:
    player, recorder = recording(spec, position.game.spec)
    player.search(position, **given)
    return recorder.budgets[0]


# The move number


@pytest.mark.parametrize(
    "spec", ["avalam", "pentago", "pentago-twist", "pentago(placement_wins=true)"]
)
def test_some_positions_know_their_move_number(spec: str) -> None:
    positions = game_positions(spec, 3)
    assert [move_number(p, searches=77) for p in positions] == list(range(1, len(positions) + 1))


@pytest.mark.parametrize("spec", ["colosseum(size=5)", "ewn", "ewn-cyclic"])
def test_elsewhere_the_player_counts_its_searches(spec: str) -> None:
    positions = game_positions(spec, 3)
    for player in (0, 1):
        own = [p for p in positions if p.to_move == player][:4]
        numbers = [move_number(position, searches) for searches, position in enumerate(own)]
        assert numbers == [1 + player, 3 + player, 5 + player, 7 + player]


# Depth limits


def test_a_depth_limit_holds_for_every_budget() -> None:
    start = tesuji.game("avalam").start()
    fixed = "alphabeta(horizon=fixed(depth=2))"
    assert budget_at(fixed, start) == Budget(depth=2, clock="wall")
    assert budget_at(fixed, start, seconds=9) == Budget(depth=2, seconds=9, clock="wall")
    assert budget_at(fixed, start, nodes=9) == Budget(depth=2, nodes=9, clock="wall")
    assert budget_at(fixed, start, depth=1) == Budget(depth=1, clock="wall")
    assert budget_at(fixed, start, depth=7) == Budget(depth=2, clock="wall")
    assert budget_at(fixed, start, remaining=100).depth == 2
    own = "alphabeta(horizon=fixed(depth=4), depth=3, seconds=5)"
    assert budget_at(own, start) == Budget(depth=3, seconds=5, clock="wall")
    assert budget_at(own, start, seconds=1) == Budget(depth=4, seconds=1, clock="wall")


def test_a_search_ends_at_its_depth_limit() -> None:
    """The search would take hours without it."""
    start = tesuji.game("avalam").start()
    found = tesuji.agent("alphabeta(horizon=fixed(depth=2))").search(start, seconds=3600)
    assert found.depth == 2


def depth_at(step: int, spec: str = STEPS, **given: Any) -> int | None:
    """The depth limit of an agent at a move number of Avalam."""
    return budget_at(spec, game_positions("avalam", 1)[step - 1], **given).depth


def test_the_depth_grows_during_the_game() -> None:
    depths = [depth_at(step) for step in (1, 9, 10, 18, 19, 27, 28)]
    assert depths == [5, 5, 6, 6, 7, 7, 8]
    small = "alphabeta(horizon=steps(start=1, every=3, cap=2))"
    assert [depth_at(step, small) for step in (1, 3, 4, 7, 30)] == [1, 1, 2, 2, 2]


def test_the_depth_is_less_when_the_clock_runs_low() -> None:
    for remaining, depths in ((135, [5, 8]), (134.9, [5, 6]), (0, [5, 6])):
        assert [depth_at(step, remaining=remaining) for step in (1, 28)] == depths
    assert depth_at(28, seconds=0.5) == 8


def test_the_depth_follows_the_number_of_moves() -> None:
    """Fewer moves, more plies: the tree has at most as many leaves as asked for."""
    positions = game_positions("avalam", 1)
    for position in (positions[0], positions[15], positions[25], positions[-1]):
        moves = min(18, len(position.legal_moves))
        depth = budget_at("alphabeta(beam=18, horizon=moves(leaves=2e6, cap=40))", position).depth
        assert depth is not None
        fits = [d for d in range(1, 41) if moves**d <= 2e6]
        assert depth == (max(fits) if moves > 1 else 40)
    wide = budget_at("alphabeta(beam=0, horizon=moves(leaves=2e6))", positions[0])
    assert wide.depth == 2
    assert 292**2 < 2e6 < 292**3


def test_a_depth_by_position_heeds_the_clock() -> None:
    spec = "alphabeta(beam=18, horizon=moves(leaves=2e6, low=3, below=10))"
    start = tesuji.game("avalam").start()
    assert [budget_at(spec, start, remaining=left).depth for left in (10, 9)] == [5, 3]


def test_a_tree_of_exactly_as_many_leaves_fits() -> None:
    start = tesuji.game("avalam").start()
    for leaves, depth in ((292.0**2, 2), (292.0**2 - 1, 1), (2.0, 1)):
        spec = f"alphabeta(beam=0, horizon=moves(leaves={leaves}))"
        assert budget_at(spec, start).depth == depth


def test_a_growing_depth_limit_needs_no_other_limit() -> None:
    assert budget_at(STEPS, tesuji.game("avalam").start()) == Budget(depth=5, clock="wall")


def test_the_player_counts_moves_if_the_position_does_not() -> None:
    spec = "alphabeta(horizon=steps(start=1, every=2, cap=50))"
    player, recorder = recording(spec, "ewn-cyclic")
    position = tesuji.game("ewn-cyclic").start(1)
    for _ in range(4):
        player.search(position, seconds=1)
    assert [budget.depth for budget in recorder.budgets] == [1, 2, 3, 4]


def test_forced_moves_count_too() -> None:
    spec = "alphabeta(horizon=steps(start=1, every=2, cap=50))"
    forced = tesuji.game("ewn").position("----d4a4---- c1---------- b 1")
    assert len(forced.legal_moves) == 1
    player, recorder = recording(spec, "ewn")
    for ask in (player.choose, player.choose, player.search):
        ask(forced, seconds=1)
    assert [budget.depth for budget in recorder.budgets] == [3]


# The clock for the middle of the game

MIDGAME = "alphabeta(time=midgame(base=4, middle=12, margin=0.5))"


def seconds_at(step: int, remaining: float, increment: float = 0.0) -> float | None:
    position = game_positions("avalam", 1)[step - 1]
    return budget_at(MIDGAME, position, remaining=remaining, increment=increment).seconds


def test_the_middle_of_the_game_gets_most() -> None:
    assert seconds_at(1, 150) == 150 / (4 + 11)
    assert seconds_at(4, 120) == 120 / (4 + 8)
    assert seconds_at(12, 100) == 100 / 4
    assert seconds_at(30, 100) == 100 / 4


def test_the_increment_comes_on_top_and_the_margin_stays() -> None:
    assert seconds_at(12, 100, 3) == 28
    assert seconds_at(12, 10, 9) == 9.5
    assert seconds_at(12, 0.3) == 0


def test_every_agent_with_a_clock_knows_the_middle_of_the_game() -> None:
    position = game_positions("avalam", 1)[11]
    for agent in ("mcts", "flat", "alphabeta", "greedy"):
        given = budget_at(f"{agent}(time=midgame(base=5))", position, remaining=50)
        assert given.seconds == 10
