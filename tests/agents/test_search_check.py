"""Searches against exact values: which moves are misjudged, and what the search's move loses."""

from __future__ import annotations

import json

import pytest

import tesuji
from tests.agents.test_solve_first import late_position
from tests.search.brute import minimax
from tesuji import Analysis, MoveAnalysis, MoveCheck, Position
from tesuji.agents.analysis import analysis_of_move


def check_of(value: float | None, exact: float | None, *, is_bound: bool = False) -> MoveCheck:
    move = tesuji.game("pentago").start().legal_moves[0]
    return MoveCheck(move=move, value=value, exact=exact, is_bound=is_bound)


def analysis_with(position: Position, value: float, *, counts_nodes: bool = False) -> Analysis:
    """An analysis that gives every legal move the same value."""
    moves = tuple(MoveAnalysis(move, 1, value, None, 0.0) for move in position.legal_moves)
    best = moves[0].move
    return Analysis(
        position=position, agent="mcts", best=best, value=value, proven=None, pv=(best,),
        moves=moves, simulations=1, nodes=1, depth=1, seconds=0.0, counts_nodes=counts_nodes,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "exact", "wrong"),
    [
        (0.62, 0.0, True),
        (0.5, 0.0, True),
        (0.45, 0.0, False),  # unsure, but on the right side
        (0.0, 0.0, False),
        (0.3, 1.0, True),
        (0.6, 1.0, False),
        (0.85, 0.5, True),
        (0.15, 0.5, True),
        (0.7, 0.5, False),
        (0.55, 0.35, False),  # dice: on the wrong side, but close
        (0.7, 0.35, True),
        (None, 0.0, False),
        (0.9, None, False),
    ],
)
def test_a_value_is_wrong_if_it_is_far_off_and_favours_the_other_player(
    value: float | None, exact: float | None, wrong: bool
) -> None:
    assert check_of(value, exact).wrong is wrong


@pytest.mark.parametrize(("value", "exact", "wrong"), [(0.9, 0.0, False), (0.1, 1.0, True)])
def test_an_upper_bound_is_wrong_only_if_it_is_too_low(
    value: float, exact: float, wrong: bool
) -> None:
    assert check_of(value, exact, is_bound=True).wrong is wrong


@pytest.mark.parametrize(("value", "result"), [(0.0, "loss"), (0.5, "draw"), (0.3, None)])
def test_results_have_names(value: float, result: str | None) -> None:
    assert check_of(0.5, value).result == result


@pytest.mark.parametrize("seed", range(4))
def test_exact_values_are_those_of_brute_force(seed: int) -> None:
    position = late_position("avalam", seed, 5)
    found = analysis_with(position, 0.9).check(nodes=100_000)
    truth = minimax(position)
    assert found.solution.value == truth.value
    assert [each.move for each in found.moves] == list(position.legal_moves)[:8]
    for each in found.moves:
        after = minimax(position.play(each.move))
        assert each.exact == 1 - after.value
        assert each.wrong == (after.value > 0)  # a draw, too, is far from 0.9
    assert found.lost == truth.value - (found.moves[0].exact or 0)


def test_values_after_a_roll_are_for_the_mover() -> None:
    position = tesuji.game("ewn").position("------c3--d2 ----d4--b4-- r 4")
    found = analysis_with(position, 0.5).check(nodes=100_000)
    own = {str(each.move): each.exact for each in found.moves}
    assert max(value for value in own.values() if value is not None) == found.solution.value
    assert len(set(own.values())) > 1


def test_the_other_moves_of_alpha_beta_are_bounds() -> None:
    position = late_position("avalam", 1, 3)
    found = analysis_with(position, 0.9, counts_nodes=True).check(nodes=100_000)
    assert [each.is_bound for each in found.moves] == [False] + [True] * (len(found.moves) - 1)


def test_out_of_reach_is_unknown() -> None:
    position = tesuji.game("avalam").start()
    found = analysis_with(position, 1.0).check(nodes=10)
    assert (found.solution.value, found.lost, found.wrong) == (None, None, ())
    assert {each.exact for each in found.moves} == {None}
    assert "unknown" in str(found)


def test_an_agent_without_values_is_never_wrong() -> None:
    position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    bad = position.game.move("a2AR")
    found = analysis_of_move(position, "random", bad).check(nodes=100_000)
    assert (found.lost, found.wrong, found.moves[0].value) == (1.0, (), None)


def test_plain_data_survives_json() -> None:
    position = late_position("avalam", 0, 3)
    found = analysis_with(position, 0.9).check(nodes=100_000)
    data = found.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert list(data) == ["exact", "lost", "moves"]
    assert list(data["moves"][0]) == ["move", "value", "exact", "wrong"]
    assert [each["wrong"] for each in data["moves"]] == [each.wrong for each in found.moves]
