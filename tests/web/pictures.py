"""Takes the pictures of the page for the documentation.

``python -m tests.web.pictures`` writes docs/images/page-*.png. Look at them before you commit them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import tesuji
from tests.web.conftest import CHROMIUM
from tests.web.live import serving
from tests.web.visitor import Visitor

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIZE = {"width": 1280, "height": 860}
SIMULATIONS = """() =>
  /[kM]$/.test(document.querySelectorAll('.tile b')[1]?.textContent ?? '')"""
"""Whether an analysis has made thousands of simulations."""
LINES = """() => [...document.querySelectorAll('.best-moves .line')].length >= 8
  && [...document.querySelectorAll('.best-moves .line')].every((line) => line.textContent)"""
"""Whether every candidate has its line."""
MOVES = (
    "f3g4 e6f5 h5i4 d3c4 f4f5 e4d4 e8f7 f6f5 d1d2 a6b5 h8g8 g9g8 b6c5 d6d7 d4e3 c6c5 c5b5 b3c2"
    " e2e3 g6f5 h6i5 c4b4 c3b4 i4i5 a5b4 f7e7 h4i5 c2c1 f8f9 c1b2 c7d7 g4g3 g8g7 g7h7"
)
"""A game of Avalam between levels 2 and 4."""


def analyse(visitor: Visitor) -> None:
    """An analysis of Colosseum, with heat and candidates."""
    visitor.begin("colosseum", seat="people")
    visitor.open("#analyse")
    visitor.page.wait_for_function(SIMULATIONS)
    visitor.page.wait_for_function(LINES)


def review(visitor: Visitor) -> None:
    """A review of a game of Avalam."""
    start = tesuji.game("avalam").start().text
    moves = MOVES.replace(" ", "+")
    visitor.open(f"#game=avalam&start={start}&moves={moves}&first=You&second=level-4")
    visitor.page.wait_for_selector(".mistakes li")
    visitor.page.wait_for_selector(".summary:not([hidden])")


def simulation(visitor: Visitor) -> None:
    """A simulation of ewn-cyclic in the search microscope."""
    visitor.begin("ewn-cyclic", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    visitor.step_to_simulation(25)
    page.locator(".simulations .main").press("Enter")
    page.wait_for_selector("h3:text-is('Simulation 26')")


def puzzle(visitor: Visitor) -> None:
    """A puzzle of Pentago-Twist."""
    visitor.open("#puzzles=pentago-twist")
    visitor.page.wait_for_selector("#puzzle-board .can")


PICTURES = {"analyse": analyse, "review": review, "simulation": simulation, "puzzle": puzzle}


def main() -> None:
    with serving() as server, sync_playwright() as driver:
        browser: Any = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, show in PICTURES.items():
            visitor = Visitor(browser, server, viewport=SIZE)
            show(visitor)
            visitor.page.screenshot(path=IMAGES / f"page-{name}.png")
            visitor.leave()
            print(f"wrote {IMAGES / f'page-{name}.png'}")
        browser.close()


if __name__ == "__main__":
    main()
