"""Alpha-beta with several threads, as Python sees it: results, limits, and what is refused."""

from __future__ import annotations

import pytest

import tesuji
from tests.search.brute import expectimax, height, minimax
from tests.search.positions import DICE, EVERY_GAME, WITHOUT_DICE, late_positions, middle
from tests.search.test_limits import first_progress, searching
from tests.take_away import TakeAway
from tesuji import ParameterError, Position

THREADS = "alphabeta(threads=3, memory=1)"


class Countdown(TakeAway):
    name = "threads-countdown"
    pile = 9


@pytest.mark.parametrize("spec", WITHOUT_DICE)
def test_threads_find_the_result(spec: str) -> None:
    for position in late_positions(spec, 12, 6000):
        exact = minimax(position)
        found = tesuji.agent(THREADS).search(position, depth=height(position) + 1)
        assert (found.value, found.pv[0]) == (exact.value, found.best)
        assert -minimax(position.play(found.best)).result == exact.result
        if exact.result != 0:
            assert found.proven == exact.name


def test_threads_find_the_expectation() -> None:
    for position in late_positions(DICE, 8, 6000):
        found = tesuji.agent(THREADS).search(position, depth=height(position))
        assert found.value == pytest.approx(float(expectimax(position)), abs=1e-5)


@pytest.mark.parametrize("spec", EVERY_GAME)
def test_threads_share_a_budget_of_nodes(spec: str) -> None:
    position = middle(spec, 1, 0.1)
    found = tesuji.agent(THREADS).search(position, nodes=20_000)
    assert found.nodes <= 20_000 + 3 * 300
    assert found.nodes >= 20_000 or found.proven is not None


def test_threads_can_be_stopped_and_watched() -> None:
    position = middle("avalam", 1, 0.1)
    player = tesuji.agent(THREADS).player(position.game)
    with searching(player, position, seconds=600) as search:
        assert first_progress(player).best in position.legal_moves
        player.stop()
        assert search.wait(30)
    assert search.result is not None
    assert search.result.best in position.legal_moves
    assert player.search(position, seconds=0.01, clock="cpu").best in position.legal_moves


def test_python_games_run_in_one_thread() -> None:
    game = tesuji.register(Countdown)
    assert tesuji.agent("alphabeta(threads=1)").search(game.start(), depth=9).proven == "loss"
    with pytest.raises(ParameterError, match="threads-countdown") as caught:
        tesuji.agent("alphabeta(threads=2)").choose(game.start(), depth=1)
    assert (caught.value.where, caught.value.given) == ("threads", 2)


def test_python_evaluators_run_in_one_thread() -> None:
    def half(positions: list[Position]) -> list[float]:
        return [0.5] * len(positions)

    tesuji.register_evaluator("threads-half", half)
    game = tesuji.game("avalam")
    tesuji.agent("alphabeta(evaluate=threads-half)").player(game)
    with pytest.raises(ParameterError, match="evaluate=threads-half") as caught:
        tesuji.agent("alphabeta(threads=2, evaluate=threads-half)").player(game)
    assert (caught.value.where, caught.value.given) == ("threads", 2)
    tesuji.agent("alphabeta(threads=2, evaluate=none)").player(game)
