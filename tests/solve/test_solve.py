"""`tesuji.solve` on games written in Python and on compiled ones, against brute force."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesuji
from tests.solve import small_games
from tests.solve.small_games import brute_force
from tesuji import Game, Position
from tesuji.errors import GameOverError, ParameterError
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream


@pytest.fixture(scope="module")
def register() -> Any:
    made: dict[type, Game] = {}

    def registered(rules: type) -> Game:
        if rules not in made:
            made[rules] = tesuji.register(rules)
        return made[rules]

    return registered


def random_position(game: Game, plies: int, seed: int) -> Position | None:
    """The position after some random moves and events; None if the game ends before."""
    stream = RandomStream(seed)
    position = game.start(seed)
    turns = play_game(position, random_mover(stream), stream)
    for _ in range(plies):
        position = next(turns).after
        if position.is_over:
            return None
    return position


def check_against_brute_force(position: Position, **options: Any) -> None:
    solution = tesuji.solve(position, nodes=1_000_000, **options)
    assert solution.exact
    assert solution.value == pytest.approx(brute_force(position), abs=1e-9)
    if position.is_chance:
        assert solution.best is None
        return
    assert solution.best is not None
    assert solution.best in position.legal_moves
    after = position.play(solution.best)
    reached = brute_force(after)
    assert (reached if after.next_player == position.next_player else 1 - reached) == pytest.approx(
        solution.value
    )


@settings(max_examples=20, deadline=None)
@given(plies=st.integers(1, 8), seed=st.integers(0, 2**32))
def test_tic_tac_toe_agrees_with_brute_force(register: Any, plies: int, seed: int) -> None:
    position = random_position(register(small_games.TicTacToe), plies, seed)
    if position is not None:
        check_against_brute_force(position)


@settings(max_examples=10, deadline=None)
@given(plies=st.integers(13, 18), seed=st.integers(0, 2**32))
def test_connect_four_agrees_with_brute_force(register: Any, plies: int, seed: int) -> None:
    position = random_position(register(small_games.SmallConnectFour), plies, seed)
    if position is not None:
        check_against_brute_force(position)


@settings(max_examples=10, deadline=None)
@given(plies=st.integers(7, 12), seed=st.integers(0, 2**32))
def test_breakthrough_agrees_with_brute_force(register: Any, plies: int, seed: int) -> None:
    position = random_position(register(small_games.SmallBreakthrough), plies, seed)
    if position is not None:
        check_against_brute_force(position)


@settings(max_examples=15, deadline=None)
@given(plies=st.integers(2, 8), seed=st.integers(0, 2**32))
def test_dice_agree_with_brute_force(register: Any, plies: int, seed: int) -> None:
    position = random_position(register(small_games.Race), plies, seed)
    if position is not None:
        check_against_brute_force(position)


def test_a_game_that_repeats_positions_is_left_unknown(register: Any) -> None:
    game = register(small_games.Roundabout)
    unknown = tesuji.solve(game.start(), nodes=3000)
    assert (unknown.value, unknown.result, unknown.best) == (None, None, None)
    won = tesuji.solve(game.position("(3, 0)"), nodes=3000)
    assert (won.result, str(won.best)) == ("win", "end")


def test_a_game_without_end_is_left_unknown(register: Any) -> None:
    solution = tesuji.solve(register(small_games.Counter).start(), nodes=5000)
    assert solution.value_range == (0, 1)


def test_errors_of_a_python_game_reach_the_caller() -> None:
    class Broken(small_games.TicTacToe):
        name = "solve-broken"

        def result(self, state: str) -> Any:
            if state.count(".") == 3:
                raise ZeroDivisionError("on purpose")
            return super().result(state)

    with pytest.raises(ZeroDivisionError, match="on purpose"):
        tesuji.solve(tesuji.register(Broken).start())


def test_a_small_budget_gives_bounds() -> None:
    position = tesuji.game("avalam").start()
    solution = tesuji.solve(position, nodes=200)
    assert not solution.exact
    assert solution.value_range == (0, 1)
    assert "unknown" in repr(solution)
    assert solution.to_dict()["value"] is None


def test_nodes_with_one_thread_are_reproducible() -> None:
    position = random_position(tesuji.game("colosseum(size=8)"), 4, 3)
    assert position is not None
    first, second = (tesuji.solve(position, nodes=3000, generic=True) for _ in range(2))
    assert (first.value_range, first.nodes, first.best) == (
        second.value_range,
        second.nodes,
        second.best,
    )


def test_a_solver_can_be_stopped_from_another_thread() -> None:
    position = tesuji.game("avalam").start()
    solver = tesuji.Solver(position.game)
    found: list[tesuji.Solution] = []
    thread = threading.Thread(target=lambda: found.append(solver.solve(position, seconds=600)))
    thread.start()
    while not found:
        solver.stop()
        time.sleep(0.01)
    thread.join()
    assert found[0].seconds < 600


def test_a_finished_game_is_refused() -> None:
    game = tesuji.game("avalam")
    stream = RandomStream(1)
    *_, last = play_game(game.start(), random_mover(stream), stream)
    with pytest.raises(GameOverError) as caught:
        tesuji.solve(last.after)
    assert caught.value.position == last.after.text


@pytest.mark.parametrize(
    ("where", "options"),
    [
        ("threads", {"threads": 0}),
        ("memory", {"memory": -1}),
        ("seconds", {"seconds": float("nan")}),
        ("nodes", {"nodes": -5}),
        ("clock", {"clock": "sun"}),
    ],
)
def test_wrong_options_are_refused(where: str, options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.solve(tesuji.game("avalam").start(), **options)
    assert caught.value.where == where
    assert caught.value.given is options[where]


def test_a_position_of_another_game_is_refused() -> None:
    solver = tesuji.Solver(tesuji.game("avalam"))
    with pytest.raises(ParameterError) as caught:
        solver.solve(tesuji.game("pentago").start())
    assert caught.value.given == "pentago"


def test_the_text_of_a_solution(register: Any) -> None:
    position = register(small_games.TicTacToe).position("xx.oo....")
    solution = tesuji.solve(position, score=True)
    assert str(solution).startswith("win for First, score +1, best 2 (")
    assert solution.to_dict()["score_range"] == [1, 1]


def test_progress_tells_bounds_while_a_solver_runs() -> None:
    position = tesuji.game("avalam").start()
    solver = tesuji.Solver(position.game, score=True)
    assert solver.progress() is None
    thread = threading.Thread(target=lambda: solver.solve(position, seconds=600))
    thread.start()
    try:
        while (known := solver.progress()) is None or known.nodes == 0:
            time.sleep(0.01)
        assert (known.position, known.value_range, known.best) == (position, (0, 1), None)
        with pytest.raises(ValueError, match="running"):
            solver.solve(position)
    finally:
        while thread.is_alive():
            solver.stop()
            thread.join(0.01)


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("game", ["avalam", "colosseum(size=4)", "ewn", "ewn-cyclic", "pentago"])
def test_progress_ends_with_the_solution(game: str, generic: bool) -> None:
    position = late_position(game)
    solver = tesuji.Solver(position.game, generic=generic, memory=8.0)
    solution = solver.solve(position, nodes=100_000)
    known = solver.progress()
    assert known is not None
    assert (known.position, known.value_range) == (position, solution.value_range)
    assert known.nodes == solution.nodes


def late_position(game: str) -> Position:
    """The last position in which a player decides, a few turns before the end."""
    stream = RandomStream(5)
    start = tesuji.game(game).start(5)
    after = [turn.after for turn in play_game(start, random_mover(stream), stream)]
    return next(each for each in reversed([start, *after[:-3]]) if not each.is_chance)
