"""Candidates of an analysis on the board: arrows, win probabilities and visits."""

from __future__ import annotations

import re

import pytest

from tests.web.visitor import Visitor


@pytest.mark.parametrize(("game", "has_arrows"), [("avalam", True), ("pentago", False)])
def test_candidates_are_shown_on_the_board(visitor: Visitor, game: str, has_arrows: bool) -> None:
    visitor.begin(game, seat="people")
    visitor.open("#analyse")
    page = visitor.page
    page.wait_for_selector("#board .candidates text", state="attached")
    value, visits = (
        page.locator("#board .candidates g >> nth=0").locator("text").all_text_contents()
    )
    assert re.fullmatch(r"\d+%|win|loss|draw", value)
    assert re.fullmatch(r"[\d.,]+[kM]?", visits)
    assert (page.locator("#board .candidates .arrow").count() > 0) == has_arrows
    visitor.picture(f"candidates-{game}")
    page.uncheck("#numbers")
    page.wait_for_selector("#board .candidates > *", state="detached")
    page.reload()
    page.wait_for_selector(".best-moves button.row")
    assert not page.is_checked("#numbers")
    assert page.locator("#board .candidates > *").count() == 0
