"""The board under a person's hands: seen from their side, flipped, and played by dragging."""

from __future__ import annotations

import pytest

import tesuji
from tests.web.visitor import Visitor, at, reach


@pytest.mark.parametrize(("seat", "turned"), [("person-first", "false"), ("person-second", "true")])
def test_a_person_sees_the_board_from_their_side(visitor: Visitor, seat: str, turned: str) -> None:
    page = visitor.begin("avalam", seat=seat)
    reach(page, "turned", turned)
    is_first_row_above = at(page, "c1")[1] < at(page, "f9")[1]
    assert is_first_row_above == (turned == "false")
    page.click("[aria-label^='Flip the board']")
    reach(page, "turned", "true" if turned == "false" else "false")
    assert (at(page, "c1")[1] < at(page, "f9")[1]) != is_first_row_above


def test_a_flipped_board_is_played_on(visitor: Visitor) -> None:
    page = visitor.begin("pentago", seat="people")
    page.keyboard.press("f")
    reach(page, "turned", "true")
    page.mouse.click(*at(page, "a1"))
    page.wait_for_selector("#board .ghost")
    page.mouse.click(*at(page, "twist-DR"))
    reach(page, "ply", "1")
    expected = tesuji.game("pentago").start().play("a1DR")
    assert visitor.board()["position"] == expected.text
    assert at(page, "stone-a1") == pytest.approx(at(page, "a1"), abs=1)


def test_everything_on_a_flipped_board_is_inside_the_picture(visitor: Visitor) -> None:
    for game in tesuji.games():
        page = visitor.begin(game, seat="people")
        for turned in ("true", "false"):
            page.keyboard.press("f")
            reach(page, "turned", turned)
            inner = page.evaluate(
                "() => { const box = document.querySelector('#board .scene > g').getBBox();"
                " return [box.x, box.y, box.width, box.height]; }"
            )
            _, _, width, height = map(float, page.get_attribute("#board .scene", "viewBox").split())
            assert min(inner[:2]) >= -1, game
            assert inner[2] <= width + 2, game
            assert inner[3] <= height + 2, game
        visitor.picture(f"flipped-{game}")
