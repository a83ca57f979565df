"""The page while the server takes its time: what it draws meanwhile, and what it then believes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.live import Server
from tests.web.visitor import Visitor

# The newest socket is `window.socket`. What it brings waits in `window.held` where that is a list;
# `window.spoil` may change what is sent.
WRAP = """() => {
  const Plain = WebSocket;
  window.held = window.spoil = null;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      window.socket = this;
    }
    set onmessage(listener) {
      this.hear = (data) => listener({ data });
      super.onmessage = (event) => (window.held ? window.held.push(event.data) : listener(event));
    }
    send(text) {
      super.send(window.spoil ? window.spoil(text) : text);
    }
  };
  window.release = () => {
    const { held } = window;
    window.held = null;
    for (const data of held) window.socket.hear(data);
  };
}"""


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    visitor.page.add_init_script(f"({WRAP})()")
    yield visitor
    visitor.leave()


def at(page: Any, id: str) -> tuple[float, float]:
    box = page.locator(f"#board [data-id='{id}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reach(page: Any, name: str, wanted: str) -> None:
    """Waits until the board says so of itself."""
    page.wait_for_function(
        "([name, wanted]) => document.querySelector('#board').dataset[name] === wanted",
        arg=[name, wanted],
    )


def preview(page: Any, *ids: str) -> None:
    """Clicks all but the last, and waits there for the preview."""
    for id in ids[:-1]:
        page.mouse.click(*at(page, id))
    page.mouse.move(*at(page, ids[-1]))
    page.wait_for_selector("#board .previewing")


def test_a_previewed_move_is_drawn_at_the_click(visitor: Visitor) -> None:
    visitor.begin("pentago", seat="people")
    page = visitor.page
    page.wait_for_selector("#board .scene[aria-label^='Pentago:'] .can")
    preview(page, "a1", "twist-AR")
    page.evaluate("() => (window.held = [])")
    page.mouse.click(*at(page, "twist-AR"))
    said = visitor.board()
    assert (said["ply"], said["over"]) == ("1", "false")
    assert said["position"].startswith("2w3/")
    assert page.text_content("#board [data-id=headline]") == "Black to move"
    assert page.locator("#board .can").count() == 0, "nothing can be clicked yet"
    assert page.locator(".moves button").count() == 0, "the rest of the page waits"
    # The answer is the same picture: no shape is drawn anew, none moves again.
    page.evaluate("""() => {
      window.stone = document.querySelector('#board [data-id=stone-c1]');
      window.begun = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        window.begun += 1;
        return animate.apply(this, given);
      };
    }""")
    page.wait_for_function("() => window.held.some((text) => text.includes('\"state\"'))")
    page.evaluate("() => window.release()")
    page.wait_for_selector("#board .can")
    assert page.evaluate("() => window.begun") == 0
    assert page.evaluate("() => window.stone.isConnected")
    assert page.locator(".moves button").count() == 1


def test_a_refused_move_goes_back(visitor: Visitor) -> None:
    visitor.begin("avalam", seat="people")
    page = visitor.page
    page.wait_for_selector("#board .scene[aria-label^='Avalam:'] .can")
    start = visitor.board()["position"]
    preview(page, "c4", "d5")
    page.evaluate("() => (window.held = [])")
    page.evaluate("() => (window.spoil = (text) => text.replace('\"ply\":0', '\"ply\":7'))")
    page.mouse.click(*at(page, "d5"))
    assert visitor.board()["ply"] == "1"
    page.evaluate("() => (window.spoil = null)")
    page.wait_for_function("() => window.held.some((text) => text.includes('\"error\"'))")
    page.evaluate("() => window.release()")
    page.wait_for_selector("#toasts p")
    assert visitor.board()["position"] == start
    page.wait_for_selector("#board .can")
    visitor.play_a_move(random.Random(1))
    assert visitor.board()["ply"] == "1"


def test_keys_stay_on_the_board_while_an_agent_thinks(visitor: Visitor) -> None:
    visitor.begin("pentago", opponent="random")
    page = visitor.page
    page.wait_for_selector("#board .scene[aria-label^='Pentago:'] .can")
    page.focus("#board .can[tabindex='0']")
    for ply in ("2", "4"):
        page.keyboard.press("Enter")
        page.evaluate("() => (window.held = [])")
        page.keyboard.press("Enter")
        page.wait_for_selector("#board .scene:focus")
        page.evaluate("() => window.release()")
        reach(page, "ply", ply)
        page.wait_for_selector("#board .can:focus")
