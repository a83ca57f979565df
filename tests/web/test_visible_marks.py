"""What is seen at a glance: what can be clicked, half a move, every view's name, one result."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tests.web.live import Server
from tests.web.visitor import WON, Visitor, at, reach

VIEWS = ("new", "play", "analyse", "review", "puzzles", "games", "rules")

# The colour of each cell as three numbers, by whether it can be clicked.
CELLS = r"""() => {
  const colour = (cell) => {
    const { fill } = getComputedStyle(cell);
    const parts = fill.match(/[\d.]+/g).slice(0, 3).map(Number);
    return fill.startsWith('color(') ? parts.map((part) => Math.round(255 * part)) : parts;
  };
  return [...document.querySelectorAll('#board [data-id]')]
    .filter((cell) => /^[a-z][0-9]+$/.test(cell.dataset.id))
    .map((cell) => [cell.dataset.id, cell.classList.contains('can'), colour(cell)]);
}"""
MIDDLES = """(id) => [`#board [data-id=${id}]`, '#board .ghost'].map((what) => {
  const area = document.querySelector(what).getBoundingClientRect();
  return [area.x + area.width / 2, area.y + area.height / 2];
})"""
RESULTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found.filter((text) => /wins|Draw/.test(text.data) && !text.parentNode.closest('[hidden]'))
    .map((text) => text.data);
}"""
CLIP = "() => getComputedStyle(document.querySelector('#status')).clipPath"


def begin(visitor: Visitor, game: str) -> Any:
    """Begins a game for two people and waits for its own board."""
    visitor.begin(game, seat="people")
    visitor.page.wait_for_selector("#board .scene.tinted .can")
    visitor.page.mouse.move(2, 2)
    visitor.page.wait_for_selector("#board .hover", state="detached")
    return visitor.page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cells_that_can_be_reached_have_a_tint(browser: Any, server: Server, theme: str) -> None:
    visitor = Visitor(browser, server, color_scheme=theme)
    page = begin(visitor, "colosseum")
    position = tesuji.game("colosseum").position(visitor.board()["position"])
    reached = {move.text[:-1] for move in position.legal_moves}
    cells = page.evaluate(CELLS)
    assert {name for name, can, _ in cells if can} == reached
    ((tint,), (plain,)) = (
        {tuple(colour) for _, can, colour in cells if can == wanted} for wanted in (True, False)
    )
    assert max(abs(one - other) for one, other in zip(tint, plain, strict=True)) > 12
    visitor.picture(f"reached-{theme}")
    visitor.leave()


def test_heat_and_tint_are_not_mixed(visitor: Visitor) -> None:
    page = begin(visitor, "colosseum")
    visitor.open("#analyse")
    page.wait_for_selector("#board .heated")
    assert page.locator("#board .scene.tinted").count() == 0
    page.uncheck("#heat")
    page.wait_for_selector("#board .scene.tinted .can")
    page.check("#heat")
    page.wait_for_selector("#board .scene:not(.tinted) .can")


def test_where_nearly_all_can_be_clicked_the_tint_is_calm(visitor: Visitor) -> None:
    begin(visitor, "avalam").wait_for_selector("#board .scene.calm")
    begin(visitor, "ewn-cyclic").wait_for_selector("#board .scene:not(.calm)")


def test_a_pawn_is_seen_where_it_will_go(visitor: Visitor) -> None:
    page = begin(visitor, "colosseum")
    position = tesuji.game("colosseum").position(visitor.board()["position"])
    own = position.text.split()[0]
    move = next(move.text for move in position.legal_moves if move.text[:-1] != own)
    page.mouse.click(*at(page, move[:-1]))
    page.wait_for_selector("#board [data-id=violet].leaving")
    page.wait_for_selector(f"#board [data-id={move[:-1]}].clicked")
    cell, ghost = page.evaluate(MIDDLES, move[:-1])
    assert ghost == pytest.approx(cell, abs=1)
    visitor.picture("pawn-half-moved")
    page.keyboard.press("Escape")
    page.wait_for_selector("#board .ghost", state="detached")
    assert page.locator("#board .leaving").count() == 0
    # The move is made, and nothing of the ghost stays.
    page.mouse.click(*at(page, move[:-1]))
    page.wait_for_selector("#board .ghost", state="attached")
    wall = next(path[1] for text, path in position.scene().paths.items() if text == move)
    page.mouse.click(*at(page, wall))
    reach(page, "ply", "1")
    page.wait_for_selector("#board .ghost", state="detached")
    assert page.locator("#board .leaving").count() == 0


def test_a_stone_is_seen_before_its_twist(visitor: Visitor) -> None:
    page = begin(visitor, "pentago")
    page.mouse.click(*at(page, "b2"))
    page.wait_for_selector("#board .ghost")
    cell, ghost = page.evaluate(MIDDLES, "b2")
    assert ghost == pytest.approx(cell, abs=1)
    # A twist that is previewed has turned the stone away.
    page.mouse.move(*at(page, "twist-AR"))
    page.wait_for_selector("#board .previewing [data-id^=stone]")
    page.wait_for_selector("#board .ghost", state="detached")


@pytest.mark.parametrize("width", [280, 375, 414])
def test_the_names_of_all_views_fit_on_a_phone(browser: Any, server: Server, width: int) -> None:
    visitor = Visitor(browser, server, viewport={"width": width, "height": 740}, is_mobile=True)
    page = begin(visitor, "avalam")
    for view in VIEWS:
        page.evaluate("(view) => (location.hash = view)", view)
        page.wait_for_selector(f".bar nav a[href='#{view}'][aria-current]")
        edges = page.evaluate(
            "() => [...document.querySelectorAll('.bar nav a')]"
            ".map((link) => link.getBoundingClientRect()).map(({ left, right }) => [left, right])"
        )
        assert len(edges) == len(VIEWS)
        assert all(left >= 0 and right <= width for left, right in edges), (view, edges)
    visitor.leave()


def test_the_result_is_said_once_to_each_sense(visitor: Visitor) -> None:
    visitor.open(WON)
    page = visitor.page
    page.wait_for_selector("#view-game:not([hidden])")
    reach(page, "ply", "0")
    page.click("nav a[href='#play']")
    reach(page, "over", "true")
    page.wait_for_selector(".result:not([hidden])")
    assert page.evaluate(RESULTS) == ["Black wins", "Black wins. Five in a row.", "Black wins"]
    # On the board, for those who hear the page, and above what to do next.
    assert page.inner_text("#status") == "Black wins. Five in a row."
    assert page.evaluate(CLIP) != "none"
    assert page.is_hidden("#typed")
    page.click("[aria-label='One move back']")
    reach(page, "ply", "1")
    assert page.inner_text("#status") == "Move 1 of 2"
    assert page.evaluate(CLIP) == "none"


def test_a_result_that_no_board_shows_is_seen_below_it(visitor: Visitor) -> None:
    page = begin(visitor, "pentago")
    assert page.is_visible("#typed")
    page.click("text=Resign")
    page.click("#resign")
    page.wait_for_selector(".result:not([hidden])")
    assert page.evaluate(RESULTS) == ["Black wins. White resigned.", "Black wins"]
    assert page.evaluate(CLIP) == "none"
    assert page.is_hidden("#typed")
