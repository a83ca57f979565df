"""Analysis: lines and groups of candidates, and variations that stay."""

from __future__ import annotations

from tests.web.live import Client
from tests.web.visitor import Visitor, reach

PENTAGO = "wwww2/6/6/bbbb2/6/6"


def test_every_candidate_gets_a_legal_line(client: Client) -> None:
    client.ask("open", game="pentago", start=PENTAGO, moves=["a2AR"])
    asked = ["e4BR", "f1CL", "f2CL"]
    found = client.ask("lines", ply=1, moves=[], spec="mcts", candidates=asked)
    assert list(found["lines"]) == asked
    assert found["lines"]["e4BR"] == ["e4BR"], "the game is over"
    for line in found["lines"].values():
        assert client.ask("scene", ply=1, moves=line)["type"] == "scene"
    assert len(found["lines"]["f1CL"]) > 1
    refused = client.ask("lines", ply=1, moves=[], spec="mcts", candidates=["d4AR"])
    assert refused["type"] == "error"


def test_moves_with_other_turns_are_grouped_and_have_lines(visitor: Visitor) -> None:
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    page.wait_for_selector(".candidate .more-moves")
    assert page.locator(".alike").count() == 0
    page.wait_for_function(
        """() => [...document.querySelectorAll('.candidate .line')].every(
          (line) => line.textContent.length > 4)"""
    )
    visitor.picture("candidate-lines")
    page.uncheck("#analysing")
    page.check("#analysing")
    page.wait_for_selector(".candidate .more-moves")
    page.locator(".candidate .more-moves").first.press("Enter")
    page.wait_for_selector(".alike button.row")


def test_variations_survive_a_reload_and_can_be_forgotten(visitor: Visitor) -> None:
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    page.wait_for_selector(".best-moves button.row")
    page.locator(".best-moves button.row").first.press("Enter")
    reach(page, "line", "1")
    page.keyboard.press("ArrowLeft")
    reach(page, "line", "0")
    first = page.locator(".variations li button:not(.forget)").inner_text()
    other = f".best-moves button.row:not(:has(b:text-is('{first}')))"
    page.wait_for_selector(other)
    page.locator(other).first.press("Enter")
    reach(page, "line", "1")
    page.wait_for_function("() => document.querySelectorAll('.variations li').length === 2")
    visitor.picture("variations")
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.variations li').length === 2")
    tried = page.locator(".variations li button:not(.forget)").nth(1).inner_text()
    page.locator(".variations li button:not(.forget)").nth(1).press("Enter")
    reach(page, "line", "1")
    assert page.locator("#status").inner_text() == f"Trying {tried}"
    page.locator(".variations .forget").nth(1).press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.variations li').length === 1")
    reach(page, "line", "0")
