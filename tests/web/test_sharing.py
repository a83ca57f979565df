"""Sharing a game: files without a server, and a link that opens on any Tesuji page."""

from __future__ import annotations

import base64
from pathlib import Path
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


FRAMES_OF = """async file => {
  const data = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type: 'image/gif' });
  await decoder.tracks.ready;
  await decoder.completed;
  const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
  const { image } = await decoder.decode({ frameIndex: frameCount - 1 });
  const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
  const clear = pixels.filter((value, at) => at % 4 === 3 && value < 255).length;
  return { frameCount, repeats: repetitionCount === Infinity, clear, wide: canvas.width };
}"""


def test_a_game_as_an_animated_picture(visitor: Visitor) -> None:
    visitor.open(WON)
    reach(visitor.page, "ply", "0")
    with visitor.page.expect_download() as saved:
        visitor.press("Save animation")
    assert saved.value.suggested_filename == "pentago.gif"
    file = base64.b64encode(Path(saved.value.path()).read_bytes()).decode()
    found = visitor.page.evaluate(FRAMES_OF, file)
    # A browser reads one frame for the start and for each move, and the last one is complete.
    assert found == {"frameCount": 3, "repeats": True, "clear": 0, "wide": 420}
    visitor.page.wait_for_selector("button:enabled:text-is('Save animation')")


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
