"""The microscope marks moves of a search whose values contradict their exact values."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tests.web.live import PERSON, Client, Server
from tests.web.visitor import Visitor
from tesuji.web import analysis_commands
from tesuji.web.microscope import tree_data

MISJUDGED = "D./.a../a.a.bB/AeB....a/b.A...DA/.b....C./.c.D.b/.C.A/b."
"""Red loses after b6a5, but 100 simulations of `mcts` give it more than half."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only nodes limit the solver, so that a busy machine solves the same positions."""
    monkeypatch.setattr(analysis_commands, "SOLVER_SECONDS", 600.0)


def wrong_moves(tree: dict[str, Any]) -> dict[str, float]:
    return {each["move"]: each["exact"] for each in tree["children"] if each["wrong"]}


def test_moves_at_the_root_have_exact_values(client: Client) -> None:
    client.ask("new", game="avalam", seats=[PERSON, PERSON], start=MISJUDGED, moves=[])
    tree = client.ask("tree", ply=0, spec="mcts", simulations=100)["tree"]
    assert wrong_moves(tree) == {"b6a5": 0, "h5i5": 0, "b3b4": 0}
    # Only the first moves of the search are solved.
    assert tree["children"][0]["exact"] == 0.5
    assert tree["children"][-1]["exact"] is None


def test_a_position_out_of_reach_has_none(client: Client) -> None:
    client.ask("new", game="avalam", seats=[PERSON, PERSON], start="", moves=[])
    tree = client.ask("tree", ply=0, spec="mcts", simulations=100)["tree"]
    assert wrong_moves(tree) == {}
    assert {each["exact"] for each in tree["children"]} == {None}


def test_without_a_check_nothing_is_wrong() -> None:
    position = tesuji.game("avalam").position(MISJUDGED)
    found = tree_data(
        tesuji.agent("mcts"), position, simulations=100, depth=1, visits=1, seed=0, memory=16.0
    )
    assert wrong_moves(found["tree"]) == {}


def test_the_page_marks_misjudged_moves(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    page = visitor.page
    visitor.open(f"#game=avalam&start={MISJUDGED}")
    page.wait_for_selector("#view-game:not([hidden])")
    page.click("nav a[href='#analyse']")
    page.fill("#analyst", "mcts")
    page.press("#analyst", "Enter")
    visitor.unfold("Search microscope")
    page.fill("#tree-size", "100")
    visitor.press("Show the tree")
    marked = page.locator(".tree .leaf:has(.misjudged)")
    marked.first.wait_for()
    assert set(marked.locator("b").all_inner_texts()) == {"b6a5", "h5i5", "b3b4"}
    assert page.inner_text(".tree .misjudged >> nth=0") == "exact: loss"
    assert "misjudged, exact loss" in marked.first.locator("..").get_attribute("aria-label")
    visitor.leave()
