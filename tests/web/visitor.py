"""A visitor: a browser page that plays by clicking, and takes note of all that goes wrong."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import tesuji
from tests.web.live import PATIENCE, Server

SLOWER = float(os.environ.get("TESUJI_SLOWER_BROWSER", "1"))
"""How many times slower than this machine the browser is to be."""
WON = "#game=pentago&start=wwww2/6/6/bbbb2/6/6&moves=a2AR+e4BR"
"""White could have won at once, and Black then did."""
ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "page"

CLICKABLE = """() => [...document.querySelectorAll('#board .can')].map((shape) => {
  const area = shape.getBoundingClientRect();
  return [shape.dataset.id, area.x + area.width / 2, area.y + area.height / 2];
})"""
# A board that waits for the server hears no clicks, even where it does not show that yet.
READY = """() => document.querySelector('#board .scene:not([aria-busy]) .can') !== null
  || document.querySelector('#board').dataset.over === 'true'"""


def at(page: Any, id: str) -> tuple[float, float]:
    """The middle of a shape of the board, on the screen."""
    box = page.locator(f"#board [data-id='{id}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reach(page: Any, name: str, wanted: str) -> None:
    """Waits until the board says so of itself."""
    page.wait_for_function(
        "([name, wanted]) => document.querySelector('#board').dataset[name] === wanted",
        arg=[name, wanted],
    )


class Visitor:
    """One browser context, so one person with a memory of their own."""

    def __init__(self, browser: Any, server: Server, **options: Any) -> None:
        options.setdefault("viewport", {"width": 1280, "height": 860})
        options.setdefault("reduced_motion", "reduce")
        self.server = server
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        """Console errors, exceptions, failed requests, and requests to other hosts."""
        self.page.on("console", self._check_console)
        self.page.on("pageerror", lambda error: self._note(f"exception: {error}"))
        self.page.on("requestfailed", self._check_failure)
        self.page.on("request", self._check_host)
        self.page.set_default_timeout(1000 * PATIENCE)
        if SLOWER > 1:
            session = self.context.new_cdp_session(self.page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def _note(self, text: str) -> None:
        self.complaints.append(text)

    def _check_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self._note(message.text)

    def _check_failure(self, request: Any) -> None:
        # A reload gives up what is still on its way.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.url}: {request.failure}")

    def _check_host(self, request: Any) -> None:
        own = (self.server.url, f"ws://{self.server.host}/", "data:", "blob:")
        if not request.url.startswith(own):
            self._note(f"another host: {request.url}")

    def open(self, fragment: str = "") -> None:
        self.page.goto(self.server.url + fragment)

    def begin(self, game: str, *, seat: str = "person-first", opponent: str = "random") -> Any:
        """Chooses a game and its players in the form, begins, and waits for its own board."""
        self.open("#new")
        self.page.check(f"input[name=game][value={game}]", force=True)
        self.page.wait_for_selector(f".options[data-game={game}]:not([inert])")
        self.page.select_option("#seat", seat)
        if seat not in ("people", "friend"):
            self.choose("opponent", opponent)
        if seat == "agents":
            self.choose("other", opponent)
        self.page.click("#begin")
        self.page.wait_for_selector("#view-game:not([hidden])")
        # The board of the game before has cells too.
        board = f"#board .scene[aria-label^='{tesuji.game(game).title}:']"
        self.page.wait_for_selector(board if seat == "agents" else f"{board} .can")
        return self.page

    def choose(self, who: str, opponent: str) -> None:
        """Chooses a level on the ladder, or an agent by its name."""
        if opponent.startswith("level-"):
            self.page.check(f"input[name={who}-level][value={opponent}]", force=True)
        else:
            self.page.select_option(f"#{who}", opponent)

    def wait(self, function: str, arg: Any = None) -> Any:
        """The first true result of a function in the page."""
        return self.page.wait_for_function(function, arg=arg).json_value()

    def board(self) -> dict[str, str]:
        """What the board says of itself."""
        return dict(self.page.evaluate("() => ({...document.querySelector('#board').dataset})"))

    def click_one(self, stream: random.Random) -> None:
        """Clicks something that can be clicked on the board."""
        shapes = self.page.evaluate(CLICKABLE)
        if shapes:
            _, x, y = stream.choice(shapes)
            self.page.mouse.click(x, y)

    def play_a_move(self, stream: random.Random) -> None:
        """Clicks until the position is another."""
        before = self.board()["position"]
        for _ in range(12):
            self.page.wait_for_function(READY)
            if self.board()["position"] != before or self.board()["over"] == "true":
                return
            self.click_one(stream)
            self.page.wait_for_timeout(5)
        raise AssertionError("twelve clicks made no move")

    def play_to_the_end(self, stream: random.Random) -> int:
        """Plays by clicking until the game is over; returns the moves made."""
        moves = 0
        while self.board().get("over") != "true":
            self.play_a_move(stream)
            moves += 1
            assert moves < 300
        return moves

    def unfold(self, name: str) -> None:
        """Opens or closes a part of the panel; by key, for what fills above it moves it."""
        self.page.locator("summary", has_text=name).press("Enter")

    def press(self, name: str) -> None:
        """Presses a button; by key, for what fills above it moves it."""
        self.page.get_by_role("button", name=name, exact=True).press("Enter")

    def forget_session(self) -> None:
        """Makes the next connection one that the server does not know."""
        self.page.evaluate(
            """() => {
              sessionStorage.clear();
              localStorage.setItem('tesuji.session', '"forgotten"');
            }"""
        )

    def step_to_simulation(self, last: int) -> None:
        """Opens the search microscope and goes to the end of a simulation."""
        self.unfold("Search microscope")
        following = self.page.get_by_role("button", name="Next simulation")
        for number in range(1, last + 1):
            following.press("Enter")
            self.page.wait_for_selector(f"h3:text-is('Simulation {number}')")

    def picture(self, name: str, **options: Any) -> None:
        """Keeps a screenshot to be looked at."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png", **options)

    def leave(self) -> None:
        """Ends the visit; nothing may have gone wrong."""
        self.context.close()
        assert self.complaints == []
