"""Accessibility: axe-core checks every view, light and dark, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.live import Server
from tests.web.visitor import Visitor

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LINK = "#game=pentago&start=wwww2/6/6/bbbb2/6/6&moves=a2AR+e4BR"
SERIOUS = ("serious", "critical")


def barriers(visitor: Visitor) -> list[str]:
    """What axe-core finds serious, with the elements."""
    found = visitor.page.evaluate("() => axe.run()")
    return [
        f"{each['id']}: {each['help']} ({node['html'][:120]})"
        for each in found["violations"]
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 1280), ("light", 375)])
def test_no_view_has_serious_barriers(browser: Any, server: Server, theme: str, width: int) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci")
    visitor = Visitor(browser, server, color_scheme=theme, viewport={"width": width, "height": 860})
    page = visitor.page
    visitor.open(LINK)
    page.wait_for_selector(".mistakes li.blunder")
    page.evaluate(AXE.read_text("utf-8"))
    assert barriers(visitor) == [], "review"
    ready = {
        "analyse": ".tree, .best-moves",
        "games": ".finished li",
        "rules": "#view-rules figure svg",
        "puzzles": "#puzzle-board .can",
        "guide": "#guide-board .can",
        "new": "#begin",
    }
    for view, there in ready.items():
        page.evaluate("(view) => (location.hash = view)", view)
        page.wait_for_selector(there)
        assert barriers(visitor) == [], view
    page.click("#begin")
    page.wait_for_selector("#view-game:not([hidden]) #board .can")
    assert barriers(visitor) == [], "play"
    page.focus("#board .can[tabindex='0']")
    page.keyboard.press("Enter")
    assert barriers(visitor) == [], "a move half made"
    visitor.leave()
