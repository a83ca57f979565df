"""solve=auto: agents play solved positions perfectly, and search as before everywhere else."""

from __future__ import annotations

import threading
import time

import pytest

import tesuji
from tests.search.brute import minimax
from tesuji import Position
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream


def late_position(game: str, seed: int, left: int) -> Position:
    """The position of a random game with about this many plies left."""
    stream = RandomStream(seed)
    start = tesuji.game(game).start(seed)
    positions = [start, *(t.after for t in play_game(start, random_mover(stream), stream))]
    return next(each for each in reversed(positions[: -left or None]) if not each.is_over)


@pytest.mark.parametrize("agent", ["mcts", "alphabeta"])
@pytest.mark.parametrize("seed", range(4))
def test_exact_moves_in_the_endgame(agent: str, seed: int) -> None:
    position = late_position("avalam", seed, 6)
    found = tesuji.agent(f"{agent}(solve=auto)").search(position, simulations=20_000)
    truth = minimax(position)
    assert found.proven == truth.name
    assert found.value == truth.value
    assert -minimax(position.play(found.best)).result == truth.result


def test_a_small_budget_searches_as_before() -> None:
    position = tesuji.game("avalam").start()
    auto, off = (
        tesuji.agent(f"mcts(solve={solve})").search(position, simulations=200)
        for solve in ("auto", "off")
    )
    assert (auto.best, auto.value, auto.simulations) == (off.best, off.value, off.simulations)


def test_off_is_the_default() -> None:
    for kind in ("mcts", "alphabeta"):
        assert tesuji.agent(kind).settings["solve"] == "off"


def test_a_lost_position_is_searched_and_marked() -> None:
    lost = next(
        position
        for seed in range(50)
        if minimax(position := late_position("avalam", seed, 5)).result < 0
        and len(position.legal_moves) > 1
    )
    found = tesuji.agent("mcts(solve=auto)").search(lost, simulations=5000)
    assert (found.proven, found.value) == ("loss", 0)
    assert len(found.moves) > 1


def test_stopping_also_stops_the_solver() -> None:
    position = late_position("avalam", 1, 14)
    with tesuji.agent("mcts(solve=auto)").player(position.game) as player:
        found = []
        thread = threading.Thread(target=lambda: found.append(player.search(position, seconds=600)))
        thread.start()
        while not found:
            player.stop()
            time.sleep(0.01)
        thread.join()
    assert found[0].best in position.legal_moves
    assert found[0].seconds < 300


def test_games_in_python_are_solved_too() -> None:
    class Nim:
        name = "solve-first-nim"

        def start(self) -> tuple[int, int]:
            return 9, 0

        def to_move(self, state: tuple[int, int]) -> int:
            return state[1]

        def moves(self, state: tuple[int, int]) -> list[int]:
            return [n for n in (1, 2, 3) if n <= state[0]]

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return state[0] - move, 1 - state[1]

        def result(self, state: tuple[int, int]) -> int | None:
            return 1 - state[1] if state[0] == 0 else None

    found = tesuji.agent("mcts(solve=auto)").search(tesuji.register(Nim).start(), simulations=2000)
    assert (found.proven, str(found.best)) == ("win", "1")
