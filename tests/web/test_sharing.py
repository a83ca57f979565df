"""Sharing a game: files without a server, and a link that opens on any Tesuji page."""

from __future__ import annotations

from typing import Any

import tesuji
from tests.web.live import PERSON, Client, Server, serving
from tests.web.visitor import WON, Visitor, reach


def test_a_game_as_files(client: Client) -> None:
    client.ask("new", game="avalam", seats=[PERSON, PERSON])
    client.ask("move", move="c4d5", ply=0)
    picture = client.ask("export", kind="svg")
    start = client.ask("export", kind="svg", ply=0)
    assert (picture["name"], start["name"]) == ("avalam-1.svg", "avalam-0.svg")
    assert picture["text"].startswith("<svg")
    assert picture["text"] != start["text"]
    assert "c4d5" in client.ask("export", kind="record")["text"]
    page = client.ask("export", kind="html")["text"]
    assert page.count("<svg") > 0
    assert "src=" not in page, "nothing from elsewhere"
    assert client.ask("export", kind="svg", ply=9)["type"] == "error"


def test_a_link_opens_on_another_page(browser: Any, server: Server, visitor: Visitor) -> None:
    visitor.open(WON)
    reach(visitor.page, "ply", "0")
    # Over plain http, and here, a page may not write to the clipboard.
    visitor.page.evaluate(
        "() => Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    visitor.press("Copy link")
    link = visitor.page.input_value("#game-link")
    assert visitor.page.evaluate("getSelection().toString()") in ("", link)
    with serving() as elsewhere:
        other = Visitor(browser, elsewhere)
        other.open("#games")
        other.page.fill("#pasted-link", "nothing")
        other.press("Open link")
        other.page.wait_for_selector("#toasts p:has-text('no game')")
        other.page.fill("#pasted-link", link)
        other.press("Open link")
        reach(other.page, "ply", "0")
        other.page.keyboard.press("End")
        reach(other.page, "ply", "2")
        final = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
        for move in ("a2AR", "e4BR"):
            final = final.play(move)
        assert other.board()["position"] == final.text
        other.leave()
