"""The page in a browser: whole games by clicking, analysis, review, reloads, phones."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import tesuji
from tests.web.live import Server
from tests.web.visitor import WON, Visitor, reach


@pytest.mark.parametrize("game", tesuji.games())
def test_a_whole_game_by_clicking(visitor: Visitor, game: str) -> None:
    visitor.begin(game)
    moves = visitor.play_to_the_end(random.Random(2))
    assert moves > 1
    page = visitor.page
    page.wait_for_selector(".result:not([hidden])")
    assert re.search(r"You win|You lose|Draw", page.inner_text("#status"))
    visitor.picture(f"played-{game}")
    page.wait_for_function("() => (localStorage.getItem('tesuji.games') ?? '[]') !== '[]'")
    page.click("nav a[href='#games']")
    assert page.inner_text(".finished li b") == tesuji.game(game).title


def test_analysis_fills_and_follows(visitor: Visitor) -> None:
    visitor.begin("colosseum", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    page.wait_for_selector(".best-moves button.row")
    assert "%" in page.inner_text(".figures .tile b")
    assert page.is_visible("#evalbar")
    assert page.locator("#board .heated").count() > 3
    visitor.picture("analyse-colosseum")
    # The line of a move plays on the board while the pointer is over it.
    before = page.get_attribute("#board .scene", "aria-label")
    page.hover(".best-moves button.row")
    page.wait_for_function(
        "(label) => document.querySelector('#board .scene').getAttribute('aria-label') !== label",
        arg=before,
    )
    page.mouse.move(5, 5)
    # A move on the board begins a line of its own, and the analysis goes with it.
    visitor.play_a_move(random.Random(4))
    assert visitor.board()["line"] == "1"
    page.wait_for_function(
        "() => document.querySelector('.tile small')?.textContent.includes('Orange')"
    )


def test_positions_by_text_and_the_microscope(visitor: Visitor) -> None:
    visitor.begin("pentago", seat="people")
    visitor.open("#analyse")
    page = visitor.page
    visitor.unfold("Position as text")
    page.fill("#position", "www3/6/6/bbb3/6/6")
    visitor.press("Set up")
    page.wait_for_function(
        "() => document.querySelector('#board').dataset.position.startsWith('www3')"
    )
    visitor.unfold("Search microscope")
    page.fill("#tree-size", "5000")
    visitor.press("Show the tree")
    page.wait_for_selector(".tree [role=treeitem]")
    page.click(".tree .leaf >> nth=0")
    page.wait_for_selector(".tree [role=group] [role=treeitem]")
    visitor.press("Next simulation")
    page.wait_for_selector("text=Simulation 1")
    visitor.picture("microscope", full_page=True)
    page.fill("#position", "wwww2/6/6/bbbb2/6/6")
    visitor.press("Set up")
    page.wait_for_selector(".best-moves button.row.proven.win .exact")
    page.wait_for_selector("#board .proven-win")
    page.wait_for_selector(".figures .exact")
    visitor.picture("proven-pentago")


def test_review_marks_mistakes_and_retries(visitor: Visitor) -> None:
    visitor.open(WON)
    page = visitor.page
    page.wait_for_selector(".mistakes li.blunder .exact")
    page.wait_for_selector(".mistakes .verdict >> text=White is lost since move 1 (")
    assert re.search(r"a2AR\s+by White", page.inner_text(".mistakes"))
    assert page.locator(".graph [role=img] .dot.blunder").count() == 1
    page.wait_for_selector(".summary:not([hidden])")
    visitor.picture("review-pentago")
    page.click(".mistakes li >> text=Try again")
    page.wait_for_selector(".retrying:not([hidden])")
    page.wait_for_function("() => document.querySelector('#board').dataset.ply === '0'")
    for id in ("f6", "twist-CR"):
        box = page.locator(f"#board [data-id='{id}']").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".retrying .bad")
    page.click("text=Try another")
    for id in ("e1", "twist-DR"):
        box = page.locator(f"#board [data-id='{id}']").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".retrying .good")


NOW_IN_SIGHT = """(ply) => {
  const list = document.querySelector('.moves');
  const now = list.querySelector('.now');
  if (now?.dataset.ply !== ply) return false;
  const [outer, inner] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}"""


def test_the_move_shown_is_in_sight_in_the_list(visitor: Visitor) -> None:
    stream, position, moves = random.Random(2), tesuji.game("avalam").start(), []
    start = position.text
    while not position.is_over:
        moves.append(str(stream.choice(position.legal_moves)))
        position = position.play(moves[-1])
    visitor.open(f"#game=avalam&start={start}&moves={'+'.join(moves)}")
    page = visitor.page
    page.wait_for_selector(".moves button")
    assert page.locator(".moves button").count() == len(moves) > 30
    assert page.locator(".moves li").count() == (len(moves) + 1) // 2
    page.keyboard.press("End")
    page.wait_for_function(NOW_IN_SIGHT, arg=str(len(moves)))
    for ply in range(len(moves) - 1, len(moves) - 20, -1):
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(NOW_IN_SIGHT, arg=str(ply))


def test_take_back_resign_and_reload(visitor: Visitor) -> None:
    visitor.begin("avalam")
    page, stream = visitor.page, random.Random(6)
    start = visitor.board()["position"]
    visitor.play_a_move(stream)
    page.wait_for_function("() => document.querySelector('#board').dataset.ply === '2'")
    page.click("text=Take back")
    page.wait_for_function(
        "(text) => document.querySelector('#board').dataset.position === text", arg=start
    )
    visitor.play_a_move(stream)
    page.wait_for_function("() => document.querySelector('#board').dataset.ply === '2'")
    kept = visitor.board()["position"]
    page.reload()
    page.wait_for_function(
        "(text) => document.querySelector('#board').dataset.position === text", arg=kept
    )
    page.click("button:text-is('Resign')")
    page.click("text=Keep playing")
    assert not page.is_visible("#resign")
    page.click("button:text-is('Resign')")
    page.click("#resign")
    page.wait_for_selector(".result .headline >> text=You lose")
    assert page.is_visible("text=You resigned.")
    assert not page.is_visible("#board >> text=to move")
    page.click("text=Take back")
    page.wait_for_selector("#board >> text=to move")
    assert visitor.board()["position"] == kept


def test_a_server_that_forgot_is_told_again(visitor: Visitor) -> None:
    visitor.begin("avalam", seat="people")
    visitor.play_a_move(random.Random(1))
    kept = visitor.board()["position"]
    visitor.forget_session()
    visitor.page.reload()
    visitor.page.wait_for_function(
        "(text) => document.querySelector('#board').dataset.position === text", arg=kept
    )


def test_a_game_of_version_0_1_is_restored(visitor: Visitor) -> None:
    start = tesuji.game("avalam").start()
    moves = ["c4d5", "c1d1"]
    seat = {"name": "You", "spec": "", "level": 0, "seconds": 1.0}
    level = {"name": "Casual (level 3)", "spec": "", "level": 3, "seconds": 1.0}
    kept = {
        "game": "avalam",
        "start": start.text,
        "moves": moves,
        "seats": [{"kind": "person", **seat}, {"kind": "level", **level}],
        "clock": None,
        "warn": 0,
        "ended": None,
    }
    page = visitor.page
    visitor.open("#new")
    page.wait_for_function("() => localStorage.getItem('tesuji.game') !== null")
    store = "([name, value]) => localStorage.setItem(`tesuji.${name}`, JSON.stringify(value))"
    visitor.forget_session()
    page.evaluate(store, ["game", kept])
    page.reload()
    visitor.open("#play")
    reach(page, "position", start.play(moves[0]).play(moves[1]).text)


def test_a_game_by_keys_alone(visitor: Visitor) -> None:
    visitor.begin("pentago-twist", seat="people")
    page = visitor.page
    page.wait_for_selector("#board .can[tabindex='0']")
    page.focus("#board .can[tabindex='0']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    name = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert name == "b2: empty"
    page.keyboard.press("Enter")
    assert "twist" in page.evaluate("() => document.activeElement.dataset.id")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#board').dataset.ply === '1'")
    page.fill("#typed", "f6DR")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#board').dataset.ply === '2'")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelector('#board').dataset.ply === '1'")


def test_two_agents_are_watched(visitor: Visitor) -> None:
    visitor.begin("ewn-cyclic", seat="agents")
    visitor.page.wait_for_selector(".result:not([hidden])")
    assert visitor.page.is_visible("text=Pause")


def test_dark_and_light(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, color_scheme="dark")
    visitor.begin("avalam", seat="people")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    dark = visitor.page.evaluate(ground)
    visitor.picture("dark-avalam")
    visitor.page.click("#theme")
    visitor.page.click("#theme")
    assert visitor.page.evaluate(ground) != dark
    visitor.leave()


@pytest.mark.parametrize("game", ["colosseum", "pentago-twist", "ewn"])
def test_on_a_phone(browser: Any, server: Server, game: str) -> None:
    visitor = Visitor(
        browser, server, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True
    )
    visitor.begin(game)
    visitor.play_a_move(random.Random(1))
    page = visitor.page
    for view in ("play", "analyse", "review", "new", "rules", "games"):
        visitor.open(f"#{view}")
        page.wait_for_timeout(100)
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= 375, f"{view} is {wide} pixels wide"
        visitor.picture(f"phone-{view}-{game}")
    visitor.leave()


def test_rules_and_every_picture(visitor: Visitor) -> None:
    for game in tesuji.games():
        visitor.open(f"#rules={game}")
        visitor.page.wait_for_selector(f"#view-rules h1:text-is('{tesuji.game(game).title}')")
        assert visitor.page.locator("#view-rules figure svg").count() >= 1
    visitor.picture("rules")


def test_the_first_load_is_small(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    sizes: list[int] = []
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    visitor.open()
    visitor.page.wait_for_selector("#begin")
    visitor.page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes) <= 150 * 1024
    visitor.leave()
