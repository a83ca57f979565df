"""Moves in motion: every step of a move is animated, and where a pawn came from is marked."""

from __future__ import annotations

from typing import Any

import tesuji
from tests.web.live import Server
from tests.web.visitor import Visitor, reach

# Keeps every animation of a shape: its id, the property, the delay and the duration.
RECORD = """() => {
  window.animated = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    const [property] = Object.keys(frames);
    window.animated.push([this.dataset.id, property, timing.delay ?? 0, timing.duration]);
    return animate.call(this, frames, timing);
  };
}"""


def played(visitor: Visitor, game: str, move: str | None = None) -> dict[str, list[Any]]:
    """The animations of a typed move, by the id of the shape."""
    visitor.page.add_init_script(f"({RECORD})()")
    page = visitor.begin(game, seat="people")
    position = tesuji.game(game).position(visitor.board()["position"])
    own = position.text.split()[0]
    move = move or next(m.text for m in position.legal_moves if m.text[:-1] != own)
    page.evaluate("() => (window.animated.length = 0)")
    page.fill("#typed", move)
    page.keyboard.press("Enter")
    reach(page, "position", position.play(move).text)
    return {id: rest for id, *rest in page.evaluate("() => window.animated")}


def test_a_stone_appears_before_its_quadrant_turns(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    seen = played(visitor, "pentago", "a1DR")
    assert seen["stone-a1"][:2] == ["opacity", 0]
    assert seen["quadrant-D"][0] == "transform"
    assert seen["quadrant-D"][1] >= seen["stone-a1"][2]
    visitor.leave()


def test_a_pawn_walks_before_its_wall_is_built(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    seen = played(visitor, "colosseum")
    (wall,) = (timing for id, timing in seen.items() if id.startswith("wall-"))
    assert seen["violet"][:2] == ["transform", 0]
    assert wall[0] == "opacity"
    assert wall[1] >= seen["violet"][2]
    visitor.leave()


def test_nothing_moves_for_those_who_do_not_want_it(visitor: Visitor) -> None:
    assert played(visitor, "colosseum") == {}


def test_the_cell_that_a_pawn_left_is_marked(visitor: Visitor) -> None:
    page = visitor.begin("colosseum", seat="people")
    position = tesuji.game("colosseum").position(visitor.board()["position"])
    own = position.text.split()[0]
    move = next(m.text for m in position.legal_moves if m.text[:-1] != own)
    assert page.locator("#board .came-from").count() == 0
    page.fill("#typed", move)
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .came-from", state="attached")
    box = page.locator("#board .came-from").bounding_box()
    cell = page.locator(f"#board [data-id={own}]").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - cell["x"] - cell["width"] / 2) <= 1
    assert abs(box["y"] + box["height"] / 2 - cell["y"] - cell["height"] / 2) <= 1
    visitor.picture("came-from-colosseum")
