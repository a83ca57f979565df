"""solve=auto: agents play solved positions perfectly, and search as before everywhere else."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

import tesuji
from tests.search.brute import minimax
from tesuji import Position, Solver
from tesuji.agents.budget import Budget
from tesuji.agents.solve_first import SolveFirst
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


@pytest.mark.parametrize(
    ("game", "expected"),
    # The middle solution is too short to change a measured rate, but not a guess.
    [("avalam", [375_000, 375_000, 25_000]), ("pentago-twist", [12_500, 50_000, 25_000])],
)
def test_long_solutions_tell_what_a_second_affords(
    game: str, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = late_position(game, 0, 3)
    solution = tesuji.solve(position)
    given: list[int] = []

    def is_reachable(solver: Solver, position: Position, nodes: int) -> bool:
        given.append(nodes)
        return True

    monkeypatch.setattr(Solver, "is_reachable", is_reachable)
    solving = SolveFirst(tesuji.game(game), threads=1, memory=1)
    for nodes, seconds in ((1_000, 0.005), (2_000, 0.02), (1, 0.0)):
        timed = replace(solution, nodes=nodes, seconds=seconds)
        monkeypatch.setattr(Solver, "solve_here", lambda *_, timed=timed: timed)
        solving.solve(position, Budget(seconds=1.0))
    assert given == expected
