"""The page while it waits for a slow server: what it draws, and what it then believes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.live import Server
from tests.web.socket_tap import SocketTap
from tests.web.visitor import WON, Visitor, at, reach


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    yield visitor
    visitor.leave()


@pytest.fixture
def tap(visitor: Visitor) -> SocketTap:
    return SocketTap(visitor.page)


def preview(page: Any, *ids: str) -> None:
    """Clicks all but the last, and waits there for the preview."""
    for id in ids[:-1]:
        page.mouse.click(*at(page, id))
    page.mouse.move(*at(page, ids[-1]))
    page.wait_for_selector("#board .previewing")


def test_a_previewed_move_is_drawn_at_the_click(visitor: Visitor, tap: SocketTap) -> None:
    visitor.begin("pentago", seat="people")
    page = visitor.page
    preview(page, "a1", "twist-AR")
    tap.hold()
    page.mouse.click(*at(page, "twist-AR"))
    said = visitor.board()
    assert (said["ply"], said["over"]) == ("1", "false")
    assert said["position"].startswith("2w3/")
    assert page.text_content("#board [data-id=headline]") == "Black to move"
    assert page.locator("#board .can").count() == 0, "nothing can be clicked yet"
    assert page.locator(".moves button").count() == 0, "the rest of the page waits"
    # The answer is the same picture: no shape is drawn again, and none moves.
    page.evaluate("""() => {
      window.stone = document.querySelector('#board [data-id=stone-c1]');
      window.begun = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        window.begun += 1;
        return animate.apply(this, given);
      };
    }""")
    tap.release("state")
    page.wait_for_selector("#board .can")
    assert page.evaluate("() => window.begun") == 0
    assert page.evaluate("() => window.stone.isConnected")
    assert page.locator(".moves button").count() == 1


def test_a_refused_move_goes_back(visitor: Visitor, tap: SocketTap) -> None:
    visitor.begin("avalam", seat="people")
    page = visitor.page
    start = visitor.board()["position"]
    preview(page, "c4", "d5")
    tap.hold()
    tap.spoil('"ply":0', '"ply":7')
    page.mouse.click(*at(page, "d5"))
    assert visitor.board()["ply"] == "1"
    tap.unspoil()
    tap.release("error")
    page.wait_for_selector("#toasts p")
    assert visitor.board()["position"] == start
    page.wait_for_selector("#board .can")
    visitor.play_a_move(random.Random(1))
    assert visitor.board()["ply"] == "1"


def test_keys_stay_on_the_board_while_an_agent_thinks(visitor: Visitor, tap: SocketTap) -> None:
    visitor.begin("pentago", opponent="random")
    page = visitor.page
    page.focus("#board .can[tabindex='0']")
    for ply in ("2", "4"):
        page.keyboard.press("Enter")
        tap.hold()
        page.keyboard.press("Enter")
        page.wait_for_selector("#board .scene:focus")
        tap.release("state")
        reach(page, "ply", ply)
        page.wait_for_selector("#board .can:focus")


LINK = "#game=pentago&start=6/6/6/6/6/6&moves="


def test_steps_add_up_while_pictures_are_on_their_way(visitor: Visitor, tap: SocketTap) -> None:
    visitor.open(f"{LINK}a1AR+f6BR+b2AL+e5CR+c3DR")
    page = visitor.page
    page.wait_for_selector(".moves button")
    reach(page, "ply", "0")
    page.evaluate("() => document.activeElement.blur()")
    tap.hold()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => window.held.filter((text) => text.includes('scene')).length > 2")
    page.evaluate("() => window.release()")
    reach(page, "ply", "2")


def test_play_shows_the_last_move_whatever_was_on_its_way(visitor: Visitor, tap: SocketTap) -> None:
    visitor.open(f"{LINK}a1AR+f6BR+b2AL")
    page = visitor.page
    page.wait_for_selector(".moves button")
    reach(page, "ply", "0")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("End")
    reach(page, "ply", "3")
    tap.hold()
    page.keyboard.press("ArrowLeft")
    page.click("nav a[href='#play']")
    page.wait_for_selector("#typed")
    tap.release("scene")
    page.wait_for_selector("#board .can")
    assert visitor.board()["ply"] == "3"


def test_a_line_that_was_stopped_draws_nothing_more(visitor: Visitor, tap: SocketTap) -> None:
    visitor.open(WON)
    page = visitor.page
    page.click(".mistakes li >> text=Try again")
    page.wait_for_selector(".retrying:not([hidden])")
    page.wait_for_selector("#board .can")
    tap.hold()
    told = {"ply": 0, "move": "f6CR", "lost": 0.4, "good": False, "proven": None, "best": "e1DR"}
    tap.deliver("retry", line=["f6CR", "a2CR"], **told)
    page.wait_for_selector(".retrying .bad")
    visitor.press("Try another")
    tap.release("scene")
    page.wait_for_selector(".retrying .bad", state="hidden")
    assert page.locator("#board .can").count() > 0


def test_a_lost_connection_begins_the_analysis_anew(visitor: Visitor, tap: SocketTap) -> None:
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    page.wait_for_selector(".best-moves button.row")
    page.evaluate("() => { window.sent = []; window.socket.close(); }")
    page.wait_for_function("() => window.sent.includes('hello')")
    page.wait_for_function("() => window.sent.includes('analyse')")
    page.wait_for_selector(".figures.running .tile")


def test_what_cannot_be_told_again_now_is_kept(visitor: Visitor, tap: SocketTap) -> None:
    visitor.begin("avalam", seat="people")
    page = visitor.page
    visitor.play_a_move(random.Random(1))
    kept = visitor.board()["position"]
    page.wait_for_function("() => localStorage.getItem('tesuji.game').includes('avalam')")
    page.wait_for_selector(".moves button")
    # The server has forgotten the game, and its own game comes first.
    visitor.forget_session()
    tap.spoil('"type":"new"', '"type":"nonsense"')
    page.reload()
    page.wait_for_selector("#toasts p")
    visitor.forget_session()
    tap.unspoil()
    page.reload()
    reach(page, "position", kept)


def test_a_review_belongs_to_its_moves(visitor: Visitor, tap: SocketTap) -> None:
    begun = "#game=pentago&start=wwww2/6/6/bbbb2/6/6&moves="
    visitor.open(f"{begun}a2AR+e4BR")
    page = visitor.page
    page.wait_for_selector(".mistakes li.blunder")
    visitor.open(f"{begun}b2AR+e4BR")
    page.wait_for_selector(".moves button:text-is('b2AR')")
    assert page.locator(".graph svg").count() == page.locator(".mistakes li").count() == 0
    # Neither another game nor a review that was stopped leaves the button behind.
    ready = ".controls .main:enabled:has-text('Review')"
    visitor.open(f"{LINK}a1AR+f6BR")
    page.wait_for_selector(".moves button:text-is('a1AR')")
    page.select_option("#review-seconds", "1.5")
    page.click("text=Review the game")
    page.wait_for_selector("button:disabled:has-text('Reviewing')")
    visitor.open(f"{LINK}b1AR+f6BR")
    page.wait_for_selector(ready)
    page.click("text=Review the game")
    page.wait_for_selector("button:disabled:has-text('Reviewing')")
    tap.hold()
    tap.deliver("review", done=False, stopped=True, rows=[], of=3)
    assert page.is_visible(ready)


def test_a_paused_game_goes_on(visitor: Visitor, tap: SocketTap) -> None:
    visitor.begin("avalam")
    page = visitor.page
    tap.say("pause", on=True)
    page.click("text='Continue'")
    page.wait_for_selector("text='Continue'", state="hidden")
    assert page.is_hidden("text='Step'")
