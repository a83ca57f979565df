"""Exceptions and interrupts in games written in Python reach the caller."""

from __future__ import annotations

import threading
import traceback
from typing import Any

import pytest

import tesuji
from tests.games.python_games import apart
from tesuji import Analysis, GameDefinitionError


class Fragile:
    """Take one or two; breaks on demand, but not at the start."""

    name = "fragile"
    where = ""

    def start(self) -> Any:
        return (12, 0)

    def to_move(self, state: Any) -> int:
        self.fail("to_move", state)
        return int(state[1])

    def moves(self, state: Any) -> list[int]:
        self.fail("moves", state)
        return [1, 2] if state[0] > 1 else [1]

    def play(self, state: Any, move: int) -> Any:
        self.fail("play", state)
        return (state[0] - move, 1 - state[1])

    def result(self, state: Any) -> int | None:
        self.fail("result", state)
        return 1 - state[1] if state[0] == 0 else None

    def fail(self, where: str, state: Any) -> None:
        if where == self.where and state[0] <= 6:
            raise LookupError(f"{where} is broken at {state}")


FRAGILE_SEARCHES = ["mcts", "mcts(select=puct, expand=all)", "alphabeta", "flat"]


@pytest.mark.parametrize("where", ["to_move", "moves", "play", "result"])
@pytest.mark.parametrize("agent", FRAGILE_SEARCHES)
def test_an_exception_stops_the_search_and_reaches_the_caller(agent: str, where: str) -> None:
    game = tesuji.register(Fragile)
    rules: Any = game.logic  # type: ignore[attr-defined]
    player = tesuji.agent(agent).player(game, seed=1)
    limits = {"depth": 12} if agent == "alphabeta" else {"simulations": 3000}
    whole = player.search(game.start(), **limits)
    rules.where = where
    fresh = tesuji.agent(agent).player(game, seed=1)
    for _ in range(2):
        with pytest.raises(LookupError, match=rf"{where} is broken at \(\d, \d\)") as caught:
            fresh.search(game.start(), **limits)
        frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert frames[-2:] == [where, "fail"]
        assert "search" in frames
    rules.where = ""
    fixed = fresh.search(game.start(), **limits)
    assert fixed.best in game.start().legal_moves
    assert fixed.reused == 0
    assert fixed.value == pytest.approx(whole.value, abs=0.1)


def test_an_exception_in_a_reused_tree_forgets_the_tree() -> None:
    game = tesuji.register(Fragile)
    rules: Any = game.logic  # type: ignore[attr-defined]
    player = tesuji.agent("mcts(guard=none, solver=false)").player(game)
    first = player.search(game.start(), simulations=200)
    after = game.start().play(first.best)
    rules.where = "play"
    with pytest.raises(LookupError):
        player.search(after, simulations=5000)
    rules.where = ""
    again = player.search(after, simulations=100)
    assert again.reused == 0
    assert again.simulations == 100
    assert sum(move.visits for move in again.moves) == 100


@pytest.mark.parametrize("agent", ["mcts", "alphabeta", "flat"])
def test_interrupts_pass_through_too(agent: str) -> None:
    class Interrupted(Fragile):
        name = "interrupted"

        def fail(self, where: str, state: Any) -> None:
            if where == "play" and state[0] <= 6:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tesuji.agent(agent).search(tesuji.register(Interrupted).start(), depth=12)


@pytest.mark.parametrize("agent", FRAGILE_SEARCHES)
@pytest.mark.parametrize(
    ("method", "answer"),
    [("to_move", 7), ("result", "white")],
)
def test_invalid_answers_deep_in_the_game_are_errors(agent: str, method: str, answer: Any) -> None:
    original = getattr(Fragile, method)

    def sometimes(self: Any, state: Any) -> Any:
        return answer if state[0] == 4 else original(self, state)

    kind = type("Nonsense", (Fragile,), {"name": "nonsense", method: sometimes})
    with pytest.raises(GameDefinitionError) as caught:
        tesuji.agent(agent).search(tesuji.register(kind).start(), depth=12)
    details: Any = caught.value
    assert (details.game, details.method, details.answer) == ("nonsense", method, repr(answer))
    assert details.state in ("(4, 0)", "(4, 1)")


@pytest.mark.parametrize("agent", ["mcts", "mcts(guard=none)", "alphabeta", "flat"])
def test_no_moves_before_the_end_is_an_error(agent: str) -> None:
    """The most common mistake is to forget a draw; it may crash, so a new process runs it."""
    code = (
        "import tesuji\n"
        "class Stuck:\n"
        "    name = 'stuck'\n"
        "    def start(self): return (12, 0)\n"
        "    def to_move(self, state): return state[1]\n"
        "    def moves(self, state): return [n for n in (2, 3) if n <= state[0]]\n"
        "    def play(self, state, move): return (state[0] - move, 1 - state[1])\n"
        "    def result(self, state): return 1 - state[1] if state[0] == 0 else None\n"
        "start = tesuji.register(Stuck).start()\n"
        "try:\n"
        f"    tesuji.agent({agent!r}).search(start, simulations=1000, depth=12)\n"
        "except tesuji.GameDefinitionError as error:\n"
        "    print(error.game, error.method, error.answer)\n"
    )
    assert apart(code).stdout == "stuck moves ()\n"


def test_a_search_in_a_thread_can_be_stopped() -> None:
    game = tesuji.register(Endless)
    player = tesuji.agent("mcts").player(game)
    found: list[Analysis] = []
    thread = threading.Thread(target=lambda: found.append(player.search(game.start(), seconds=60)))
    thread.start()
    while (seen := player.progress()) is None or seen.simulations < 10:
        pass
    player.stop()
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert 0 < found[0].seconds < 30


class Endless:
    """Short games, but a tree that no search can finish."""

    name = "endless"

    def start(self) -> Any:
        return (0, 0)

    def to_move(self, state: Any) -> int:
        return int(state[0]) % 2

    def moves(self, state: Any) -> list[int]:
        return list(range(30))

    def play(self, state: Any, move: int) -> Any:
        return (state[0] + 1, (31 * state[1] + move) % 1_000_003)

    def result(self, state: Any) -> Any:
        return state[1] % 2 if state[0] == 12 else None
