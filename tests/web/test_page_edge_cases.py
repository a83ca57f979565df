"""Corners of the page: odd addresses, long files, other fingers and endings, games left alone."""

from __future__ import annotations

import random
from typing import Any

from tests.web.live import Server
from tests.web.socket_tap import SocketTap
from tests.web.visitor import WON, Visitor, at, reach


def test_an_address_of_nothing_shows_the_form(visitor: Visitor) -> None:
    for fragment in ("#anything", "#%", "#%=1", "#constructor"):
        visitor.open(fragment)
        visitor.page.wait_for_selector("#begin")
        visitor.open("#games")
        visitor.page.wait_for_selector("#begin", state="hidden")


def test_a_game_that_makes_room_is_kept_to_play_on(visitor: Visitor) -> None:
    page, stream = visitor.begin("avalam", seat="people"), random.Random(3)
    for _ in range(2):
        visitor.play_a_move(stream)
        page.wait_for_selector("#board .can")
    kept = visitor.board()["position"]
    visitor.begin("pentago", seat="people")
    visitor.play_a_move(stream)
    page.wait_for_selector(".moves button")
    page.click("nav a[href='#games']")
    assert "Unfinished, 2 moves" in page.inner_text(".unfinished")
    visitor.picture("games-unfinished")
    page.click(".unfinished a")
    reach(page, "position", kept)
    page.wait_for_selector("#board .can")
    # It is the current game again, and the one with a single move is not worth a line.
    page.click("nav a[href='#games']")
    page.wait_for_selector("#view-games >> text=None yet.")


def test_levels_are_measured_for_just_these_parameters(visitor: Visitor) -> None:
    visitor.open("#new=colosseum")
    page = visitor.page
    level = "[data-field=opponent] .step:has(input[value=level-3])"
    page.wait_for_selector(f"{level}[title*='Elo above random play']")
    page.select_option("[data-parameter=size]", "5")
    page.wait_for_selector(f"{level}[title*='Not measured']")
    page.select_option("[data-parameter=size]", "")
    page.wait_for_selector(f"{level}[title*='Elo above random play']")
    # As an address says it, too.
    visitor.open("#new=colosseum(size=5)")
    page.wait_for_selector(f"{level}[title*='Not measured']")


def test_defaults_are_those_of_what_is_chosen(visitor: Visitor) -> None:
    visitor.open("#new=colosseum")
    page = visitor.page
    walls = "[data-parameter=walls] option[value='']"
    page.wait_for_selector(f"{walls}:text-is('default (3)')", state="attached")
    page.select_option("[data-parameter=size]", "12")
    page.wait_for_selector(f"{walls}:text-is('default (5)')", state="attached")
    assert page.locator("[data-parameter=size] option >> nth=0").inner_text() == "default (8)"
    assert "//" not in page.inner_text(".options")
    # More walls than such a board takes: what would be usual is not known then.
    page.select_option("[data-parameter=size]", "5")
    page.select_option("[data-parameter=walls]", "6")
    page.wait_for_selector(f"{walls}:text-is('default')", state="attached")


RECORD = """[Game "pentago"]
[First "You"]
[Second "You"]
[Start "6/6/6/6/6/6"]
[Result "*"]
[Score "0"]
[Reason "unfinished"]
[End "unfinished"]
"""


def test_what_went_wrong_before_is_not_said_of_a_good_record(visitor: Visitor) -> None:
    # What is said in passing would go by itself while this waits.
    visitor.page.add_init_script("""(() => {
      const wait = window.setTimeout;
      window.setTimeout = (act, time) => (time > 5000 ? 0 : wait(act, time));
    })()""")
    visitor.open("#review")
    page = visitor.page
    file = page.locator("#record-file")
    bad, good = f"{RECORD}\na1XX\n", f"{RECORD}\na1AR f6BR\n"
    file.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": bad.encode()})
    page.wait_for_selector("#toasts p:has-text('a1XX')")
    file.set_input_files({"name": "b.txt", "mimeType": "text/plain", "buffer": good.encode()})
    page.wait_for_selector(".moves button:text-is('f6BR')")
    assert page.locator("#toasts p").count() == 0


def test_nothing_is_shown_in_the_name_of_an_agent_that_is_not_there(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server)
    tap = SocketTap(visitor.page)
    page = visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page.wait_for_selector(".best-moves button.row")
    page.fill("#analyst", "mtcs(x=1)")
    page.press("#analyst", "Enter")
    page.wait_for_selector(".failure:has-text(\"no agent 'mtcs'\")")
    assert page.locator(".best-moves button.row, .tile").count() == 0
    # What the agent before it still had to say comes too late.
    late = {"ply": 0, "line": [], "position": visitor.board()["position"], "running": True}
    found = {"to_move": 0, "best": "a1AR", "value": 0.5, "proven": None, "pv": ["a1AR"]}
    numbers = {"simulations": 9, "seconds": 1.0, "depth": 1, "moves": [["a1AR", 9, 0.5, None]]}
    tap.deliver("analysis", spec="mcts", **late, **found, **numbers)
    assert page.locator(".best-moves button.row, .tile").count() == 0
    page.fill("#analyst", "flat")
    page.press("#analyst", "Enter")
    page.wait_for_selector(".best-moves button.row")
    assert page.locator(".failure").count() == 0
    visitor.leave()


def test_of_a_long_file_the_first_record_is_opened(visitor: Visitor) -> None:
    visitor.open("#review")
    page = visitor.page
    file = page.locator("#record-file")
    many = f"{RECORD}\na1AR f6BR\n\n" * 600
    file.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": many.encode()})
    page.wait_for_selector(".moves button:text-is('f6BR')")
    assert page.locator(".moves button").count() == 2
    long = RECORD.replace("You", "Y" * 70_000)
    file.set_input_files({"name": "b.txt", "mimeType": "text/plain", "buffer": long.encode()})
    page.wait_for_selector("#toasts p:has-text('b.txt')")
    assert page.is_hidden("#offline")


def test_a_resigned_game_is_analysed_to_its_end(visitor: Visitor) -> None:
    page = visitor.begin("pentago", seat="people")
    visitor.play_a_move(random.Random(1))
    page.wait_for_selector("#board .can")
    page.click("text=Resign")
    page.click("#resign")
    page.wait_for_selector(".result:not([hidden])")
    assert visitor.board()["over"] == "true"
    assert page.locator("#board .can").count() == 0
    assert page.locator(".player.active").count() == 0
    visitor.open("#analyse")
    page.wait_for_selector(".best-moves button.row")


def test_the_bar_tells_of_what_is_shown(visitor: Visitor) -> None:
    visitor.open(WON)
    page = visitor.page
    page.wait_for_selector(".mistakes li.blunder")
    value = "() => document.querySelector('#evalbar .value').textContent"
    page.keyboard.press("End")
    page.wait_for_function(f"() => ({value})() === '0%'")
    # White wins after all, in a line that was tried: the game's own result is not shown for it.
    page.keyboard.press("Home")
    page.wait_for_function(f"() => ({value})() === '100%'")
    for id in ("e1", "twist-DR"):
        page.mouse.click(*at(page, id))
    reach(page, "over", "true")
    assert page.evaluate(value) == ""


def test_a_refutation_is_what_was_found(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    tap = SocketTap(visitor.page)
    visitor.open(WON)
    page = visitor.page
    page.click(".mistakes li >> text=Try again")
    page.wait_for_selector(".retrying:not([hidden])")
    told = {"ply": 0, "move": "f6CR", "lost": 0.4, "good": False, "proven": None, "best": "e1DR"}
    tap.deliver("retry", line=["f6CR"], **told)
    page.wait_for_selector(".retrying .bad")
    assert "f6CR loses 40%." in page.inner_text(".retrying")
    # All of a long one plays on the board.
    page.evaluate("() => { const wait = setTimeout; window.setTimeout = (act) => wait(act, 0); }")
    line = ["f6CR", "a2CR", "b2CL", "c2CR", "d2CL", "e2CR", "f2CL", "a3CR", "b3CL"]
    tap.deliver("retry", line=line, **told)
    page.wait_for_function("() => document.querySelectorAll('#board [data-id^=stone]').length > 16")
    assert page.inner_text(".retrying p").endswith("a3CR b3CL")
    visitor.leave()


def test_fingers_where_clicks_do_not_say_what_made_them(browser: Any, server: Server) -> None:
    visitor = Visitor(
        browser, server, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True
    )
    visitor.page.add_init_script("""(() => {
      const plain = Object.getOwnPropertyDescriptor(PointerEvent.prototype, 'pointerType');
      Object.defineProperty(PointerEvent.prototype, 'pointerType', {
        get() { return this.type === 'click' ? undefined : plain.get.call(this); },
      });
    })()""")
    page = visitor.begin("pentago", seat="people")
    page.touchscreen.tap(*at(page, "a1"))
    page.touchscreen.tap(*at(page, "twist-AR"))
    page.wait_for_selector("#board .previewing")
    assert visitor.board()["ply"] == "0"
    page.touchscreen.tap(*at(page, "twist-AR"))
    reach(page, "ply", "1")
    visitor.leave()


def test_play_goes_on_from_the_text_as_it_stands(visitor: Visitor) -> None:
    page = visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    visitor.unfold("Position as text")
    page.fill("#position", "www3/6/6/bbb3/6/6")
    visitor.press("Play from here")
    page.wait_for_selector("#typed")
    assert visitor.board()["position"].startswith("www3/")


def test_the_board_as_text(visitor: Visitor) -> None:
    page = visitor.begin("colosseum", seat="people")
    page.click("text=Board as text")
    first, second = visitor.board()["position"].split()[:2]
    assert page.inner_text(".words li:has(b:text-is('violet pawn'))").endswith(f": {first}")
    squares = {f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)}
    empty = page.inner_text(".words li:has(b:text-is('empty'))").removeprefix("empty: ")
    assert set(empty.split(", ")) == squares - {first, second}
    walls = page.locator(".words li:text-matches('^wall ')")
    before = walls.count()
    visitor.play_a_move(random.Random(1))
    page.wait_for_selector(".words p:has-text('Orange to move')")
    assert walls.count() == before + 1
    visitor.picture("board-as-text", full_page=True)
