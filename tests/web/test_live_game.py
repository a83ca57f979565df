"""A live game without a server: the moves it keeps and the errors it raises."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tesuji
from tesuji.errors import GameOverError, ParameterError
from tesuji.games import Game, Move
from tesuji.web import commands, messages
from tesuji.web.answers import state_data
from tesuji.web.bounds import Bounds
from tesuji.web.live_game import Clock, Entry, LiveGame, Seat

AGENT = Seat(kind="agent", name="mcts", spec="mcts")


def begun(game: str = "avalam", *seats: Seat) -> LiveGame:
    first, second = seats or (Seat(), Seat())
    return LiveGame(tesuji.game(game).start(), (first, second))


def details(error: Any) -> tuple[str | None, object, str | None]:
    return error.where, error.given, error.expected


def test_the_moves_are_kept_as_they_come() -> None:
    live = begun()
    start = live.position
    move = start.legal_moves[0]
    live.play(move, value=0.5)
    assert live.entries == [Entry(move, 0, 0.5)]
    assert live.entries[0].move is move
    assert live.position_at(0, [move]) == (start.play(move), move, start)


@pytest.mark.parametrize(("seconds", "left"), [(600.0, 30.0), (5.0, 5.0)])
def test_a_loss_on_time_can_be_taken_back(seconds: float, left: float) -> None:
    live = begun()
    live.clock = Clock(kind="game", seconds=seconds)
    live.clock.left = [-0.1, seconds]
    live.lose_on_time(0)
    live.take_back()
    assert live.ending is None
    assert live.clock.left == [left, seconds]


def test_a_resignation_that_is_taken_back_gives_no_time() -> None:
    live = begun()
    live.clock = Clock(kind="game", seconds=600.0)
    live.clock.left = [3.0, 600.0]
    live.resign(0)
    live.take_back()
    assert live.clock.left == [3.0, 600.0]


def test_the_first_move_of_each_player_has_its_own_time() -> None:
    live = begun()
    live.clock = Clock(kind="move", seconds=2.0, first=30.0)
    left = [live.clock.left]
    for _ in range(3):
        live.play(live.position.legal_moves[0])
        left.append(live.clock.left)
    assert left == [[30.0, 30.0], [2.0, 30.0], [2.0, 2.0], [2.0, 2.0]]
    assert Clock(kind="game", seconds=60.0, first=30.0).left == [60.0, 60.0]


def test_a_snapshot_has_a_clock_of_its_own() -> None:
    live = begun()
    live.clock = Clock(kind="game", seconds=60.0, increment=5.0)
    live.clock.left = [7.0, 60.0]
    copy = live.copy()
    live.clock.moved(0)
    assert (copy.clock.left, live.clock.left) == ([7.0, 60.0], [12.0, 60.0])


def test_no_move_follows_a_resignation() -> None:
    live = begun()
    live.resign(0)
    with pytest.raises(GameOverError) as caught:
        live.play(live.game.move("c4d5"))
    assert (caught.value.game, caught.value.move) == ("avalam", "c4d5")
    assert details(caught.value) == ("move", "c4d5", "a game that is not over")


def test_a_finished_game_refuses_changes() -> None:
    live = begun()
    live.resign(0)
    with pytest.raises(ParameterError) as resigned:
        live.resign(1)
    with pytest.raises(ParameterError) as swapped:
        live.swap()
    for caught in (resigned, swapped):
        assert details(caught.value) == ("game", "resignation", "a game that is not over")


def test_a_ply_beyond_the_game_is_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        begun().position_at(3)
    assert details(caught.value) == ("ply", 3, "an integer from 0 to 0")


def test_nothing_can_be_taken_back_at_the_start() -> None:
    live = begun()
    assert not live.can_take_back
    with pytest.raises(ParameterError) as caught:
        live.take_back()
    assert details(caught.value)[:2] == ("ply", 0)


def make_move(live: LiveGame, text: str, ply: int, *, warning: object, plies: int) -> None:
    """Handles a person's move as a session does, without one."""
    services = SimpleNamespace(bounds=Bounds(plies=plies))
    said = {"live": live, "warning": warning, "services": services, "is_shared": False}
    session = SimpleNamespace(**said, moved=lambda: None)
    message = messages.Move(move=text, ply=ply)
    handled = commands.move(cast(Any, session), cast(Any, None), message)
    # In a thread of its own: in this one a browser test may have left an event loop running.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, handled).result()


def test_the_text_of_a_move_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    parse = Game.move

    def counted(game: Game, text: str) -> Move:
        read.append(text)
        return parse(game, text)

    monkeypatch.setattr(Game, "move", counted)
    live = begun()
    make_move(live, " c4d5", 0, warning=None, plies=10)
    assert state_data(live)["entries"] == [["c4d5", 0, None]]
    assert read == [" c4d5"]


@pytest.mark.parametrize(
    ("live", "ply", "warning", "plies", "expected"),
    [
        (begun(), 4, None, 10, ("ply", 4, "0")),
        (begun("avalam", AGENT, Seat()), 0, None, 10, ("move", "a1", "a move of mcts")),
        (begun("ewn"), 0, None, 10, ("move", "a1", "a roll of the server")),
        (begun(), 0, {"ply": 0}, 10, ("move", "a1", "undo or keep")),
        (begun(), 0, None, 0, ("move", "a1", "at most 0 moves")),
    ],
)
def test_a_refused_move_says_what_was_expected(
    live: LiveGame, ply: int, warning: object, plies: int, expected: tuple[str, object, str]
) -> None:
    with pytest.raises(ParameterError) as caught:
        make_move(live, "a1", ply, warning=warning, plies=plies)
    assert details(caught.value) == expected
    assert live.ply == 0
