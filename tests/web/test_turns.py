"""Parts of the board that turn as one: previewed by pointer and by finger, drawn once."""

from __future__ import annotations

from typing import Any

import tesuji
from tests.web.live import Server
from tests.web.socket_tap import SocketTap
from tests.web.visitor import Visitor, at

# Every animation that begins is noted, so that none is missed between two looks.
NOTE = """() => {
  window.begun = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.begun.push([this.dataset?.id ?? '', String(frames.transform ?? ''), options.duration]);
    return animate.call(this, frames, options);
  };
}"""


# Errors disappear by themselves, so they are counted.
COUNT_ERRORS = """() => {
  window.errors = 0;
  const count = (changes) =>
    changes.forEach(({ addedNodes }) => (window.errors += addedNodes.length));
  new MutationObserver(count).observe(document.querySelector('#toasts'), { childList: true });
}"""


def begun(page: Any, *how: str) -> dict[str, float]:
    """The shapes that have begun to turn or flip since the last look, and how long it takes."""
    found = page.evaluate("() => window.begun.splice(0)")
    return {id: time for id, frames, time in found if any(each in frames for each in how)}


def errors(page: Any, wanted: int) -> None:
    """Waits until so many errors have been shown."""
    page.wait_for_function("(wanted) => window.errors === wanted", arg=wanted)


def answered(page: Any, wanted: int) -> None:
    """Waits for the server's state: the board may be ahead of it, the list of moves never is."""
    page.wait_for_selector(f".moves [data-ply='{wanted}']", state="attached")


def previews(page: Any, on: bool) -> None:
    page.wait_for_function(
        "(on) => document.querySelector('#board .scene').classList.contains('previewing') === on",
        arg=on,
    )


def ply(page: Any, wanted: int) -> None:
    page.wait_for_function(
        "(ply) => document.querySelector('#board').dataset.ply === ply", arg=str(wanted)
    )


def test_a_quadrant_turns_under_the_pointer_and_once(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    page = visitor.begin("pentago-twist", seat="people")
    page.evaluate(NOTE)
    page.mouse.click(*at(page, "a1"))
    page.mouse.move(*at(page, "twist-AR"))
    previews(page, True)
    turned = begun(page, "rotate(-90deg)")
    cells = {f"{column}{row}" for column in "abc" for row in "123"}
    assert set(turned) == {"quadrant-A", "stone-c1"} | cells
    assert max(turned.values()) < 250
    # Over to the other button: the same quadrant flips.
    page.mouse.move(*at(page, "twist-AF"))
    page.wait_for_selector("#board [data-id=stone-c1]")
    page.wait_for_function("() => window.begun.some(([, frames]) => frames.includes('scale(-1'))")
    assert "quadrant-A" in begun(page, "scale(-1, 1)")
    # One click makes the move, and what was previewed does not turn again.
    page.mouse.click(*at(page, "twist-AF"))
    ply(page, 1)
    answered(page, 1)
    assert begun(page, "scale") == {}
    # A move that was not previewed turns when it comes; stepping back turns nothing.
    page.fill("#typed", "f6BR")
    page.keyboard.press("Enter")
    ply(page, 2)
    assert "quadrant-B" in begun(page, "rotate(-90deg)")
    page.click("[aria-label='One move back']")
    ply(page, 1)
    assert begun(page, "rotate", "scale") == {}
    page.click("[aria-label='One move forward']")
    ply(page, 2)
    assert "quadrant-B" in begun(page, "rotate(-90deg)")
    visitor.leave()


def test_a_move_can_be_typed_before_the_server_answers(browser: Any, server: Server) -> None:
    """The board shows a previewed move at once, so people do not wait either."""
    visitor = Visitor(browser, server)
    tap = SocketTap(visitor.page)
    page = visitor.begin("pentago", seat="people")
    page.evaluate(COUNT_ERRORS)
    page.mouse.click(*at(page, "a1"))
    page.mouse.move(*at(page, "twist-AR"))
    previews(page, True)
    tap.hold()
    page.mouse.click(*at(page, "twist-AR"))
    ply(page, 1)
    page.fill("#typed", "a1BR")
    page.keyboard.press("Enter")
    assert page.input_value("#typed") == ""
    tap.release("state")
    ply(page, 2)
    # A refused move comes back into its field, unless another one is being typed there.
    page.fill("#typed", "nonsense")
    page.keyboard.press("Enter")
    errors(page, 1)
    assert page.input_value("#typed") == "nonsense"
    tap.hold()
    page.keyboard.press("Enter")
    page.fill("#typed", "b2")
    tap.release("error")
    errors(page, 2)
    assert page.input_value("#typed") == "b2"
    visitor.leave()


def test_a_click_after_a_typed_move_is_not_the_opponents(browser: Any, server: Server) -> None:
    """The board shows the position before the typed move until the server answers."""
    visitor = Visitor(browser, server)
    tap = SocketTap(visitor.page)
    page = visitor.begin("avalam", seat="people")
    page.evaluate(COUNT_ERRORS)
    page.mouse.click(*at(page, "c4"))
    page.mouse.move(*at(page, "d5"))
    previews(page, True)
    tap.hold()
    page.fill("#typed", "c1d1")
    page.keyboard.press("Enter")
    page.mouse.click(*at(page, "d5"))
    page.wait_for_function("() => window.sent.filter((type) => type === 'move').length === 2")
    # The previewed move is not drawn ahead: another one comes first.
    assert visitor.board()["ply"] == "0"
    tap.release("error")
    errors(page, 1)
    answered(page, 1)
    after = tesuji.game("avalam").start().play("c1d1")
    assert visitor.board()["position"] == after.text
    visitor.leave()


def test_without_motion_nothing_turns(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    page = visitor.begin("pentago", seat="people")
    page.evaluate(NOTE)
    page.mouse.click(*at(page, "a1"))
    page.mouse.move(*at(page, "twist-AR"))
    previews(page, True)
    page.mouse.click(*at(page, "twist-AR"))
    answered(page, 1)
    assert page.evaluate("() => window.begun.length") == 0
    visitor.leave()


def test_a_finger_sees_the_twist_before_it_is_made(browser: Any, server: Server) -> None:
    visitor = Visitor(
        browser, server, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True
    )
    page = visitor.begin("pentago", seat="people")
    page.touchscreen.tap(*at(page, "a1"))
    page.touchscreen.tap(*at(page, "twist-AR"))
    previews(page, True)
    page.wait_for_selector("#board [data-id=stone-c1]")
    assert page.inner_text("#status") == "Tap again to turn quadrant A clockwise"
    assert visitor.board()["ply"] == "0"
    visitor.picture("phone-twist-previewed")
    # Another twist is another preview, a tap elsewhere takes it back.
    page.touchscreen.tap(*at(page, "twist-AL"))
    page.wait_for_selector("#board [data-id=stone-a3]")
    page.touchscreen.tap(*at(page, "headline"))
    previews(page, False)
    assert page.inner_text("#status") == ""
    page.touchscreen.tap(*at(page, "b2"))
    page.touchscreen.tap(*at(page, "twist-DL"))
    previews(page, True)
    page.touchscreen.tap(*at(page, "twist-DL"))
    ply(page, 1)
    assert "w" in visitor.board()["position"]
    visitor.leave()


def test_a_finger_needs_no_second_tap_elsewhere(browser: Any, server: Server) -> None:
    visitor = Visitor(
        browser, server, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True
    )
    page = visitor.begin("avalam", seat="people")
    page.touchscreen.tap(*at(page, "c4"))
    page.touchscreen.tap(*at(page, "d5"))
    ply(page, 1)
    visitor.leave()
