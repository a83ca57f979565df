"""Two people with a browser each: an invitation by link, a whole game, a reload, a spectator."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

import tesuji
from tests.web.live import SEED, Server
from tests.web.visitor import Visitor, reach

SLOW = os.environ.get("TESUJI_SLOW") == "1"
GAMES = sorted(tesuji.games()) if SLOW else ["ewn"]


class Friends:
    """Two visitors at one game, and a third who watches."""

    def __init__(self, browser: Any, server: Server, game: str) -> None:
        self.first, self.second, self.third = (Visitor(browser, server) for _ in range(3))
        self.first.begin(game, seat="friend")
        link = self.first.page.input_value("#invitation")
        self.second.page.goto(link)
        self.second.page.wait_for_selector("#view-game:not([hidden])")
        self.first.page.wait_for_selector("#invitation", state="hidden")
        self.first.press("Invite a spectator")
        self.first.page.wait_for_selector("#invitation")
        watch = self.first.page.input_value("#invitation")
        assert watch != link
        self.third.page.goto(watch)
        self.third.page.wait_for_selector("#view-game:not([hidden])")

    @property
    def players(self) -> tuple[Visitor, Visitor]:
        return self.first, self.second

    def leave(self) -> None:
        for each in (self.first, self.second, self.third):
            each.leave()


@pytest.fixture
def befriend(browser: Any, server: Server) -> Iterator[Any]:
    with ExitStack() as stack:

        def made(game: str) -> Friends:
            friends = Friends(browser, server, game)
            stack.callback(friends.leave)
            return friends

        yield made


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_whole_game(befriend: Any, game: str) -> None:
    friends = befriend(game)
    stream = random.Random(SEED)
    moves = 0
    while friends.first.board()["over"] != "true":
        mover = wait_for_mover(friends)
        if mover is None:
            break
        other = friends.players[1 - mover]
        assert other.page.locator("#board .can").count() == 0
        assert friends.third.page.locator("#board .can").count() == 0
        make_move(friends.players[mover], stream)
        moves += 1
        if moves == 4:
            friends.second.page.reload()
            friends.second.page.wait_for_selector("#view-game:not([hidden])")
        for each in (*friends.players, friends.third):
            each.page.wait_for_function(
                "least => Number(document.querySelector('#board').dataset.ply) >= least", arg=moves
            )
    headlines = []
    for each in (*friends.players, friends.third):
        reach(each.page, "over", "true")
        headlines.append(each.page.inner_text(".result .headline").split(":")[0])
    assert sorted(headlines[:2]) == ["You lose", "You win"] or set(headlines) == {"Draw"}
    assert headlines[2] not in ("You lose", "You win")


def make_move(player: Visitor, stream: random.Random) -> None:
    """Clicks until the position is another; then the board waits for somebody else."""
    before = player.board()["position"]
    clickable = """before => document.querySelector('#board').dataset.position !== before
      || document.querySelector('#board .scene:not([aria-busy]) .can') !== null"""
    for _ in range(12):
        player.page.wait_for_function(clickable, arg=before)
        if player.board()["position"] != before:
            return
        player.click_one(stream)
        player.page.wait_for_timeout(5)
    raise AssertionError("twelve clicks made no move")


def wait_for_mover(friends: Friends) -> int | None:
    """The player whose board can be clicked; None at the end of the game."""
    ready = "() => document.querySelector('#board .scene:not([aria-busy]) .can') !== null"
    while True:
        for seat, player in enumerate(friends.players):
            if player.board()["over"] == "true":
                return None
            if player.page.evaluate(ready):
                return seat
        friends.first.page.wait_for_timeout(10)


def test_an_evening_with_a_friend(befriend: Any) -> None:
    friends = befriend("avalam")
    # The token leaves the address.
    assert friends.second.page.evaluate("location.hash") == "#play"
    assert "join" not in str(friends.second.page.evaluate("JSON.stringify(history.state)"))
    # Nobody analyses a game that goes on.
    friends.first.page.evaluate("location.hash = '#analyse'")
    friends.first.page.wait_for_function("location.hash === '#play'")
    friends.first.page.wait_for_selector("#toasts p")
    assert friends.first.page.locator("button", has_text="Hint").is_hidden()
    # Taking back asks the other player.
    make_move(friends.first, random.Random(SEED))
    reach(friends.second.page, "ply", "1")
    friends.first.press("Ask to take back")
    friends.second.page.wait_for_selector("#accept")
    assert friends.third.page.locator("#accept").count() == 0
    friends.second.press("Accept")
    for each in (*friends.players, friends.third):
        reach(each.page, "ply", "0")
    # Leaving brings back one's own game, here none.
    friends.second.press("Leave this game")
    friends.second.page.wait_for_selector("#view-new:not([hidden])")
    friends.first.page.wait_for_selector("#people:has-text('is not connected')")
