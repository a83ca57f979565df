"""Puzzles in a browser: by taps on a phone, and one's own mistakes that come back."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tests.web.live import Server
from tests.web.visitor import Visitor
from tesuji.games import Move, Position
from tesuji.web.puzzles import TOLERANCE, Puzzle, puzzles_of

PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 375, "height": 740}}
LOST = (
    "#game=pentago&start=wwww2/6/6/bbbb2/6/6&moves=a2AR+e4BR"
    "&first=You&second=mcts&winner=1&reason=x"
)


def shown_puzzle(page: Any, game: str) -> Puzzle:
    """The puzzle on the board."""
    page.wait_for_selector("#puzzle-board .can")
    position = page.locator("#puzzle-board").get_attribute("data-position")
    return puzzles_of(tesuji.game(game))[position]


def tap_move(page: Any, position: Position, move: str) -> None:
    """Taps the path of a move; where a twist is shown first, the last tap counts twice."""
    scene = position.scene().to_dict()
    path = scene["paths"][move]
    for id in (*path, path[-1]) if scene.get("rearranges") else path:
        page.wait_for_selector(f"#puzzle-board .scene:not([aria-busy]) [data-id='{id}'].can")
        box = page.locator(f"#puzzle-board [data-id='{id}']").bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def fastest(position: Position, moves: int) -> Move | None:
    """A move that wins in so many moves."""
    with tesuji.agent("alphabeta").player(position.game) as player:
        return player.search(position, depth=2 * moves - 1, nodes=300_000).best


def test_a_phone_solves_a_puzzle_by_taps(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, **PHONE)
    page = visitor.page
    visitor.open("#puzzles=pentago-twist")
    puzzle = shown_puzzle(page, "pentago-twist")
    assert page.locator(".task").inner_text().endswith("Win at once.")
    visitor.picture("puzzle-phone")
    wrong = next(str(move) for move in puzzle.position.legal_moves if puzzle.lost(move) > TOLERANCE)
    tap_move(page, puzzle.position, wrong)
    page.wait_for_selector(f".feedback .bad:text-is('{wrong}')")
    visitor.picture("puzzle-wrong-phone")
    page.tap("button:text-is('Try again')")
    tap_move(page, puzzle.position, str(puzzle.best[0]))
    page.wait_for_selector(".feedback .good")
    assert "Streak 0" in page.locator(".counts").inner_text(), "the first answer was wrong"
    page.tap("button:text-is('Next puzzle')")
    page.wait_for_function(
        "(before) => document.querySelector('#puzzle-board').dataset.position !== before",
        arg=puzzle.position.text,
    )
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 375
    second = shown_puzzle(page, "pentago-twist")
    moves = second.shown["in"] or 1
    for left in range(moves, 0, -1):
        here = tesuji.game("pentago-twist").position(
            page.locator("#puzzle-board").get_attribute("data-position")
        )
        best = second.best[0] if left == moves else fastest(here, left)
        tap_move(page, here, str(best))
        page.wait_for_selector(f".feedback .good:text-is('{best}')")
    page.wait_for_selector(".feedback >> text=Solved")
    assert "Streak 1" in page.locator(".counts").inner_text()
    visitor.leave()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_own_mistakes_come_first_and_then_not_before_tomorrow(
    browser: Any, server: Server, theme: str
) -> None:
    visitor = Visitor(browser, server, color_scheme=theme)
    page = visitor.page
    visitor.open(LOST)
    page.wait_for_selector(".mistakes li.blunder")
    page.wait_for_selector(".summary:not([hidden])")
    page.click("nav a[href='#puzzles']")
    page.wait_for_selector("#puzzle-board .can")
    assert "You played a2AR here" in page.locator(".task").inner_text()
    visitor.picture(f"puzzle-own-{theme}")
    page.click("button:text-is('Show the solution')")
    page.wait_for_selector(".feedback >> text=The solution is")
    page.click("button:text-is('Next puzzle')")
    page.wait_for_selector(".task:has-text('to move. Win')")
    assert "Own mistakes: 1, next due within a day." in page.locator(".counts").inner_text()
    visitor.picture(f"puzzle-{theme}")
    visitor.leave()
