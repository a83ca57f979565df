"""Single simulations in a browser: phase by phase, by mouse and keys, with and without motion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.live import Server
from tests.web.socket_tap import SocketTap
from tests.web.visitor import Visitor


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    yield visitor
    visitor.leave()


PHASE = "() => document.querySelector('.phases [aria-current]')?.textContent"
STONES = "() => document.querySelectorAll('#board [data-id^=stone-]').length"


def reach(page: Any, phase: str) -> None:
    page.wait_for_function(f"(phase) => ({PHASE})() === phase", arg=phase)


def stones(page: Any, at_least: int, at_most: int = 36) -> None:
    """Waits for so many stones on the board."""
    page.wait_for_function(
        f"([low, high]) => ({STONES})() >= low && ({STONES})() <= high", arg=[at_least, at_most]
    )


def test_a_simulation_phase_by_phase(visitor: Visitor) -> None:
    tap = SocketTap(visitor.page)
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    visitor.unfold("Search microscope")
    step = page.locator(".simulations .main")
    # The first simulation has nothing to select from yet.
    step.press("Enter")
    reach(page, "expand")
    stones(page, 1, 1)
    assert page.locator("#board .marks .best").count() == 2, "the cell and the twist"
    assert page.locator("#board .heated").count() == 0, "heat is about another position"
    visitor.picture("simulation-expand")
    # The rollout plays by itself; a press more ends it.
    step.press("Enter")
    reach(page, "rollout")
    stones(page, 4)
    tap.hold()
    assert step.inner_text() == "Skip"
    step.press("Enter")
    tap.release("scene")
    page.wait_for_selector(".game span.now:last-of-type")
    assert step.inner_text() == "Next"
    made = page.locator(".game .made").count()
    assert made == page.locator(".game span").count() > 5
    stones(page, made + 1, made + 1)
    assert re.search(
        r"Simulation 1. Rollout: \d+ moves with the result [01]\.", page.inner_text("#spoken")
    )
    step.press("Enter")
    reach(page, "backup")
    stones(page, 0, 0)
    assert "0 → 1" in page.inner_text(".numbers")
    visitor.picture("simulation-backup")
    # By keys, on to the second simulation and back again.
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("h3:text-is('Simulation 2')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("h3:text-is('Simulation 1')")
    reach(page, "backup")
    # Closed, the microscope gives the board back.
    visitor.unfold("Search microscope")
    page.wait_for_function("() => document.querySelector('#status').textContent === ''")


def test_selection_shows_what_was_compared(visitor: Visitor) -> None:
    visitor.begin("ewn-cyclic", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    visitor.step_to_simulation(25)
    reach(page, "backup")
    step = page.locator(".simulations .main")
    step.press("Enter")
    page.wait_for_selector("h3:text-is('Simulation 26')")
    reach(page, "select")
    assert page.locator(".numbers .chosen").count() == 1
    scores = [float(cell) for cell in page.locator(".numbers td:last-child").all_inner_texts()]
    assert scores == sorted(scores, reverse=True)
    chosen = page.locator(".numbers .chosen td:last-child").inner_text()
    assert float(chosen) == scores[0], "the highest score is followed"
    visitor.picture("simulation-select")


def test_without_motion_a_rollout_is_there_at_once(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, reduced_motion="reduce")
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    visitor.unfold("Search microscope")
    for phase in ("expand", "rollout"):
        page.locator(".simulations .main").press("Enter")
        reach(page, phase)
    stones(page, 6)
    assert page.locator(".simulations .main").inner_text() == "Next"
    visitor.leave()


SUM = re.compile(
    r"exploit (-?[\d.]+) \+ k ([\d.]+) · explore ([\d.]+) = score ([\d.]+), value ([\d.]+), prior"
)


@pytest.mark.parametrize("spec", ["mcts(backup=implicit)", "mcts(select=ucb1_tuned)"])
def test_the_terms_of_a_score_add_up(visitor: Visitor, spec: str) -> None:
    visitor.begin("avalam", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    page.fill("#analyst", spec)
    visitor.unfold("Search microscope")
    page.fill("#tree-size", "3000")
    visitor.press("Show the tree")
    page.wait_for_selector(".tree [role=treeitem]")
    shown = page.locator(".tree .leaf small").all_inner_texts()
    sums = [SUM.match(text) for text in shown]
    assert sums
    assert None not in sums
    for exploit, k, explore, score, _ in (map(float, found.groups()) for found in sums if found):
        assert exploit + k * explore == pytest.approx(score, abs=0.006), "of rounded numbers"
    # With implicit minimax the first term is not the value.
    if "implicit" in spec:
        assert any(found[1] != found[5] for found in sums if found)
    visitor.picture("tree-sum", full_page=True)


def test_the_tree_of_a_new_agent_stays(visitor: Visitor) -> None:
    """Also when something above it draws the position again."""
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    page.fill("#analyst", "mcts(select=puct)")
    visitor.unfold("Search microscope")
    page.fill("#tree-size", "3000")
    visitor.press("Show the tree")
    page.wait_for_selector(".tree [role=treeitem]")
    page.wait_for_selector(".best-moves button.row")
    page.focus(".best-moves button.row")
    page.wait_for_selector("#board [data-id^=stone-]")
    page.evaluate("() => document.activeElement.blur()")
    page.wait_for_selector("#board [data-id^=stone-]", state="detached")
    assert page.locator(".tree [role=treeitem]").count() > 1


def test_the_tree_is_walked_by_keys(visitor: Visitor) -> None:
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    visitor.unfold("Search microscope")
    page.fill("#tree-size", "5000")
    visitor.press("Show the tree")
    page.mouse.move(5, 5)
    reached = page.locator(".tree [role=treeitem][tabindex='0']")
    reached.wait_for()
    first = reached.get_attribute("aria-label")
    assert re.search(r"\d+ visits, ", first)
    assert SUM.search(first)
    # Each move that is reached is shown, and the tabulator key comes back to it.
    reached.focus()
    stones(page, 1, 1)
    page.keyboard.press("ArrowDown")
    assert reached.count() == 1
    assert reached.get_attribute("aria-label") != first
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stones(page, 2, 2)
    assert reached.get_attribute("aria-level") == "2"
    page.keyboard.press("ArrowLeft")
    assert reached.get_attribute("aria-label") == first
    page.keyboard.press("Tab")
    stones(page, 0, 0)


def test_the_drawing_of_the_tree_folds_with_the_list(visitor: Visitor) -> None:
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    page.uncheck("#analysing")
    visitor.unfold("Search microscope")
    page.fill("#tree-size", "5000")
    visitor.press("Show the tree")
    page.wait_for_selector(".tree-drawing .node")
    drawn = page.locator(".tree-drawing .node")
    first = drawn.count()
    assert page.locator(".tree-drawing .branch").count() == first - 1
    visitor.press("Follow the best line")
    deep = drawn.count()
    assert deep > first
    assert page.locator(".tree [role=treeitem][aria-expanded=true]").count() >= 1
    visitor.picture("tree-drawing", full_page=True)
    # A node of the drawing folds its list item, and shows its position.
    page.locator(".tree-drawing .node").nth(1).click()
    page.wait_for_function("(deep) => document.querySelectorAll('.node').length < deep", arg=deep)
    stones(page, 1, 1)


def test_a_simulation_that_comes_too_late_is_not_shown(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    tap = SocketTap(visitor.page)
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    visitor.unfold("Search microscope")
    tap.hold()
    page.locator(".simulations .main").press("Enter")
    page.wait_for_function("() => window.held.some((text) => text.includes('simulation\"'))")
    visitor.open("#play")
    page.evaluate("() => window.release()")
    page.wait_for_selector("#typed")
    page.wait_for_function("() => document.querySelector('#board .can')")
    assert page.locator("#view-game.stepping").count() == 0
    assert page.locator("#board [data-id^=stone-]").count() == 0
    visitor.leave()
