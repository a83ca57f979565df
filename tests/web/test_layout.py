"""The layout: the whole board on every screen, actions in reach, names that are not cut."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tesuji
from tests.web.live import Server
from tests.web.visitor import Visitor, reach

PHONE = {"has_touch": True, "is_mobile": True}
DESK = {"width": 1440, "height": 900}


def box(page: Any, selector: str) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of an element on the screen."""
    area = page.locator(selector).bounding_box()
    return area["x"], area["y"], area["x"] + area["width"], area["y"] + area["height"]


@pytest.mark.parametrize("game", tesuji.games())
def test_a_phone_on_its_side_shows_the_whole_board(browser: Any, server: Server, game: str) -> None:
    visitor = Visitor(browser, server, viewport={"width": 740, "height": 360}, **PHONE)
    page = visitor.begin(game, seat="people")
    left, top, right, bottom = box(page, "#board .scene")
    _, _, _, head = box(page, ".bar")
    assert left >= 0
    assert head <= top
    assert right <= 740
    assert bottom <= 360
    assert bottom - top > 280
    for name in ("Take back", "Resign"):
        assert box(page, f"button:text-is('{name}')")[3] <= 360
    views = page.locator(".bar nav a")
    for index in range(views.count()):
        assert views.nth(index).bounding_box()["x"] < 640
    visitor.picture(f"landscape-{game}")
    visitor.leave()


def test_actions_are_in_reach_of_a_thumb(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, viewport={"width": 375, "height": 740}, **PHONE)
    page = visitor.begin("pentago", opponent="random")
    for name in ("Take back", "Resign"):
        left, top, right, bottom = box(page, f"button:text-is('{name}')")
        assert 740 / 2 < top < bottom <= 740
        assert bottom - top >= 40
        assert right - left >= 60
    page.tap("button:text-is('Resign')")
    page.wait_for_selector(".question:not([hidden])")
    assert box(page, "#resign")[3] <= box(page, "button:text-is('Take back')")[1]
    visitor.picture("thumb")
    page.tap("#resign")
    page.wait_for_selector(".result .headline >> text=You lose")
    visitor.leave()


def test_a_desktop_uses_its_width_and_the_board_keeps_its_size(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server, viewport=DESK)
    page = visitor.begin("avalam", seat="people")
    visitor.play_a_move(random.Random(1))
    plain = box(page, "#board .scene")
    assert plain[3] <= DESK["height"]
    edges = box(page, ".players"), box(page, "#panel .pane")
    assert edges[0][0] <= 0.06 * DESK["width"]
    assert edges[1][2] >= 0.94 * DESK["width"]
    page.click("nav a[href='#analyse']")
    page.wait_for_selector("#evalbar:not([hidden])")
    assert box(page, "#board .scene") == pytest.approx(plain, abs=1)
    assert box(page, "#evalbar")[2] <= plain[0]
    visitor.leave()


@pytest.mark.parametrize("size", [(375, 740), (740, 360), (1440, 900)])
def test_names_are_not_cut(browser: Any, server: Server, size: tuple[int, int]) -> None:
    visitor = Visitor(browser, server, viewport={"width": size[0], "height": size[1]})
    visitor.open(
        "#game=avalam&start=" + tesuji.game("avalam").start().text + "&moves=c4d5"
        "&first=mcts(select=ucb1(c=0.7),+rollout=random,+simulations=20000)&second=Anna-Lena"
    )
    page = visitor.page
    reach(page, "ply", "0")
    names = page.locator(".who b, .who small")
    assert names.count() == 4
    for index in range(4):
        cut = names.nth(index).evaluate(
            "(name) => [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight]"
        )
        assert max(cut) <= 1
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    visitor.leave()
