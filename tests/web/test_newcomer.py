"""A newcomer, on a phone and on a desktop: from the first page to a shared game, by taps alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.web.live import Server
from tests.web.visitor import CLICKABLE, READY, Visitor

PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 375, "height": 740}}
DESKTOP = {"has_touch": True}


class Newcomer(Visitor):
    """Somebody who only taps."""

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def tap_the_board(self, stream: random.Random) -> None:
        """Taps something that can be tapped on the board, if there is anything."""
        self.page.wait_for_function(READY)
        if shapes := self.page.evaluate(CLICKABLE):
            _, x, y = stream.choice(shapes)
            self.page.touchscreen.tap(x, y)


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_newcomer_plays_reviews_and_shares(
    browser: Any, server: Server, device: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    newcomer = Newcomer(browser, server, **device)
    page, stream = newcomer.page, random.Random(3)
    name = request.node.callspec.id

    newcomer.open()
    newcomer.tap("label:has(input[name=game][value=pentago])")
    newcomer.tap("#begin")  # the second tap: the game has begun
    page.wait_for_selector("#board .scene[aria-label^='Pentago:'] .can")

    while newcomer.board().get("over") != "true":
        newcomer.tap_the_board(stream)
    page.wait_for_selector(".result .headline:visible")
    assert page.inner_text(".result .headline").startswith("You ")
    newcomer.picture(f"newcomer-result-{name}")

    newcomer.tap("button:text-is('Review the game')")
    page.wait_for_selector(".summary:not([hidden])")
    page.wait_for_selector(".mistakes li")
    newcomer.picture(f"newcomer-review-{name}")

    newcomer.tap(".mistakes button:text-is('Try again')")
    page.wait_for_selector(".retrying:not([hidden])")
    assert page.locator(".better").count() == 0, "nobody is told the answer"
    assert page.locator("#board .marks .best").count() == 0
    answered = page.locator(".retrying button:text-is('Try another')")
    while answered.count() == 0 and page.locator(".retrying :text('Searching')").count() == 0:
        newcomer.tap_the_board(stream)
    answered.wait_for()
    newcomer.picture(f"newcomer-retry-{name}")

    with page.expect_download() as saved:
        newcomer.tap("button:text-is('Save as HTML'):visible")
    assert saved.value.suggested_filename.endswith(".html")
    assert "<svg" in Path(saved.value.path()).read_text("utf-8")
    newcomer.leave()
