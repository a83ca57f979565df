"""The board under a person's hands: seen from their side, flipped, and played by dragging."""

from __future__ import annotations

from typing import Any

import pytest

import tesuji
from tests.web.live import Server
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


def drag(page: Any, source: str, target: str) -> None:
    """Drags from the middle of one shape to the middle of another."""
    page.mouse.move(*at(page, source))
    page.mouse.down()
    page.mouse.move(*at(page, target), steps=5)
    page.mouse.up()


def drag_by_finger(page: Any, source: str, target: str) -> None:
    """The same on a touch screen."""
    session = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = at(page, source), at(page, target)

    def send(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", {"x": x, "y": y})
    for step in range(1, 6):
        send("touchMove", {"x": x + (to_x - x) * step / 5, "y": y + (to_y - y) * step / 5})
    send("touchEnd")


def test_a_tower_is_dragged_onto_another(visitor: Visitor) -> None:
    page = visitor.begin("avalam", seat="people")
    drag(page, "c1", "d1")
    reach(page, "ply", "1")
    assert visitor.board()["position"] == tesuji.game("avalam").start().play("c1d1").text
    # Nothing stays in the air, and a drop beside the board does nothing.
    assert page.locator("#board .dragged > *").count() == 0
    page.wait_for_selector("#board .scene:not([aria-busy]) .can")
    drag(page, "f9", "headline")
    page.wait_for_selector("#board .dragging", state="detached")
    assert page.locator("#board .clicked").count() == 0
    assert visitor.board()["ply"] == "1"
    # A click still chooses a tower.
    page.mouse.click(*at(page, "f9"))
    page.wait_for_selector("#board [data-id=f9].clicked")


def test_a_pawn_is_dragged_and_then_a_wall_is_chosen(visitor: Visitor) -> None:
    page = visitor.begin("colosseum", seat="people")
    position = tesuji.game("colosseum").position(visitor.board()["position"])
    own = position.text.split()[0]
    move = next(move.text for move in position.legal_moves if move.text[:-1] != own)
    drag(page, own, move[:-1])
    page.wait_for_selector(f"#board [data-id={move[:-1]}].clicked")
    page.wait_for_selector("#board .ghost")
    page.mouse.click(*at(page, position.scene().paths[move][1]))
    reach(page, "ply", "1")
    assert visitor.board()["position"] == position.play(move).text


def test_a_finger_drags_a_tower_and_scrolls_nothing(browser: Any, server: Server) -> None:
    visitor = Visitor(
        browser, server, viewport={"width": 375, "height": 500}, has_touch=True, is_mobile=True
    )
    page = visitor.begin("avalam", seat="people")
    page.evaluate("() => document.querySelector('#board').scrollIntoView()")
    before = page.evaluate("() => scrollY")
    drag_by_finger(page, "d4", "d5")
    reach(page, "ply", "1")
    assert page.evaluate("() => scrollY") == before
    visitor.leave()
