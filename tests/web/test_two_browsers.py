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
from tests.web.test_accessibility import AXE, barriers
from tests.web.visitor import Visitor, reach

SLOW = os.environ.get("TESUJI_SLOW") == "1"
GAMES = sorted(tesuji.games()) if SLOW else ["ewn"]
CLICKED_MOVES = 3
"""Moves that are clicked; later ones are typed, which takes less time."""
RELOADED_AT = 4

# A board is clickable only in the turn of its own player.
MY_TURN = """() => {
  if (document.querySelector('#board').dataset.over === 'true') return 'over';
  return document.querySelector('#board .scene:not([aria-busy]) .can') ? 'mine' : false;
}"""
# What a board that has seen this many moves lets its visitor click.
CLICKABLE_AT = """ply => {
  const board = document.querySelector('#board');
  return Number(board.dataset.ply) < ply ? false : [...board.querySelectorAll('.can')].length + 1;
}"""
# Types one of the legal moves, which the field offers once it has the focus.
TYPE_MOVE = """share => {
  const input = document.querySelector('#typed');
  input.focus();
  const moves = [...document.querySelectorAll('#legal option')].map(({ value }) => value);
  input.value = moves[Math.floor(share * moves.length)];
  input.form.requestSubmit();
}"""
CLICKABLE_OR_ELSEWHERE = """before => document.querySelector('#board').dataset.position !== before
  || document.querySelector('#board .scene:not([aria-busy]) .can') !== null"""


class Friends:
    """Two visitors at one game, and a third who watches."""

    def __init__(self, browser: Any, server: Server, game: str, **options: Any) -> None:
        self.first, self.second, self.third = (Visitor(browser, server, **options) for _ in "123")
        self.first.begin(game, seat="friend")
        self.first.page.wait_for_selector(".invitation .qr")
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
        self.first.page.wait_for_selector("#invitation", state="hidden")

    @property
    def players(self) -> tuple[Visitor, Visitor]:
        return self.first, self.second

    @property
    def all(self) -> tuple[Visitor, Visitor, Visitor]:
        return self.first, self.second, self.third

    def leave(self) -> None:
        for each in self.all:
            each.leave()


@pytest.fixture
def befriend(browser: Any, server: Server) -> Iterator[Any]:
    with ExitStack() as stack:

        def made(game: str, **options: Any) -> Friends:
            friends = Friends(browser, server, game, **options)
            stack.callback(friends.leave)
            return friends

        yield made


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_whole_game(befriend: Any, game: str) -> None:
    friends = befriend(game)
    stream = random.Random(SEED)
    moves = 0
    # The players take turns in every game.
    while (mover := friends.players[moves % 2]).wait(MY_TURN) == "mine":
        ply = int(mover.board()["ply"])
        for other in friends.all:
            if other is not mover:
                assert other.wait(CLICKABLE_AT, ply) == 1, "nothing"
        if moves < CLICKED_MOVES:
            click_a_move(mover, stream)
        else:
            mover.page.evaluate(TYPE_MOVE, stream.random())
        moves += 1
        if moves == RELOADED_AT:
            friends.second.page.reload()
            friends.second.page.wait_for_selector("#view-game:not([hidden])")
    assert moves > RELOADED_AT
    headlines = []
    for each in friends.all:
        reach(each.page, "over", "true")
        headlines.append(each.page.inner_text(".result .headline").split(":")[0])
    assert sorted(headlines[:2]) == ["You lose", "You win"] or set(headlines) == {"Draw"}
    assert headlines[2] not in ("You lose", "You win")


def click_a_move(player: Visitor, stream: random.Random) -> None:
    """Clicks until the position is another; a board that waits for the server ignores clicks."""
    before = player.board()["position"]
    for _ in range(100):
        player.wait(CLICKABLE_OR_ELSEWHERE, before)
        if player.board()["position"] != before:
            return
        player.click_one(stream)
    raise AssertionError("a hundred clicks made no move")


def test_an_evening_with_a_friend(befriend: Any) -> None:
    friends = befriend("avalam")
    # The token leaves the address.
    assert friends.second.page.evaluate("location.hash") == "#play"
    assert "join" not in str(friends.second.page.evaluate("JSON.stringify(history.state)"))
    # Players have names, here and after a reload.
    for each, name in zip(friends.players, ("Ann", "Ben"), strict=True):
        each.page.fill("#own-name", name)
        each.page.press("#own-name", "Enter")
    friends.third.page.wait_for_selector("#people:has-text('watching Ann against Ben')")
    friends.second.page.reload()
    friends.second.page.wait_for_selector("#people:has-text('against Ann')")
    assert friends.second.page.input_value("#own-name") == "Ben"
    # Nobody gets advice in a game that goes on.
    for view, said in (("analyse", "analyse"), ("review", "review"), ("puzzles", "Puzzles")):
        friends.first.page.evaluate("view => (location.hash = view)", view)
        friends.first.page.wait_for_function("location.hash === '#play'")
        friends.first.page.wait_for_selector(f"#toasts p:last-child:has-text('{said}')")
    assert friends.first.page.locator("button", has_text="Hint").is_hidden()
    # Taking back asks the other player.
    click_a_move(friends.first, random.Random(SEED))
    reach(friends.second.page, "ply", "1")
    friends.first.press("Ask to take back")
    friends.second.page.wait_for_selector("#accept")
    assert friends.second.page.locator(".question:has-text('Ann wants to take')").count() == 1
    assert friends.third.page.locator("#accept").count() == 0
    friends.second.press("Accept")
    for each in friends.all:
        reach(each.page, "ply", "0")
    # After the game, both may; a spectator may solve puzzles.
    friends.first.press("Resign")
    friends.first.press("Yes, resign")
    reach(friends.third.page, "over", "true")
    friends.third.page.evaluate("location.hash = 'puzzles'")
    friends.third.page.wait_for_selector("#puzzle-board .can")
    friends.first.press("Review the game")
    friends.first.page.wait_for_function("location.hash === '#review'")
    # Leaving brings back one's own game, here none.
    friends.second.press("Leave this game")
    friends.second.press("Stay")
    assert friends.second.page.locator("#leave").is_hidden()
    friends.second.press("Leave this game")
    friends.second.press("Yes, leave")
    friends.second.page.wait_for_selector("#view-new:not([hidden])")
    friends.first.page.evaluate("location.hash = 'play'")
    friends.first.page.wait_for_selector("#people:has-text('Ben is not connected')")


LOOKS = (("light", 1280), ("dark", 375))


def test_seats_have_no_barriers(befriend: Any) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci")
    friends = befriend("avalam")
    for each in friends.all:
        each.page.evaluate(AXE.read_text("utf-8"))

    def check(visitor: Visitor, name: str, *, is_new: bool = True) -> None:
        """Keeps pictures; a state whose parts are all in others needs no look for barriers."""
        for theme, width in reversed(LOOKS):
            visitor.page.set_viewport_size({"width": width, "height": 860})
            visitor.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            visitor.picture(f"friend-{name}-{theme}-{width}")
            assert not is_new or barriers(visitor) == [], (name, theme)

    friends.first.press("Invite a spectator")
    friends.first.page.wait_for_selector("#invitation")
    check(friends.first, "invites")
    friends.first.press("Close")
    click_a_move(friends.first, random.Random(SEED))
    friends.second.wait(MY_TURN)
    check(friends.first, "waits", is_new=False)
    check(friends.second, "plays", is_new=False)
    friends.first.press("Ask to take back")
    friends.second.page.wait_for_selector("#accept")
    check(friends.first, "proposes", is_new=False)
    check(friends.second, "is-asked")
    friends.third.unfold("Share this game")
    friends.third.press("Copy link")
    friends.third.page.wait_for_selector("#game-link")
    check(friends.third, "shares", is_new=False)
    friends.second.press("Decline")
    friends.second.press("Resign")
    friends.second.press("Yes, resign")
    reach(friends.third.page, "over", "true")
    check(friends.first, "has-won", is_new=False)
    check(friends.third, "saw-the-end")
