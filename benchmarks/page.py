"""The page: time from click to drawn move during a search, size of the first load, start time.

Needs playwright and chromium. Clicks are real mouse clicks, and a move is drawn when the browser
has shown the next frame with the new position.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import load_average, mark, write_report

RESULTS = Path(__file__).parent / "results" / "page.json"
PORT = 8479
URL = f"http://127.0.0.1:{PORT}/"
MOST_MILLISECONDS = 30
MOST_KILOBYTES = 150
MOST_SECONDS = 2
REST = 80
"""Milliseconds between the pointer's arrival and the click; on the last step of a move, the page
previews it in that time."""

# Notes when the last click came, and when the frame after the new position was shown.
WATCH = """() => {
  const board = document.querySelector('#board');
  addEventListener('click', () => (window.clickedAt = performance.now()), true);
  new MutationObserver(() => {
    const drawn = board.dataset.ply;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        window.drawn = [drawn, performance.now() - window.clickedAt];
      };
      channel.port2.postMessage(0);
    });
  }).observe(board, { attributes: true, attributeFilter: ['data-ply'] });
}"""
CLICKABLE = """() => [...document.querySelectorAll('#board .can')].map((shape) => {
  const area = shape.getBoundingClientRect();
  return [area.x + area.width / 2, area.y + area.height / 2];
})"""


def start_server() -> tuple[subprocess.Popen[bytes], float]:
    """The server, and the seconds until it served its page."""
    command = [sys.executable, "-m", "tesuji.cli", "play", "--no-browser", "--port", str(PORT)]
    begun = time.perf_counter()
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while True:
        try:
            urllib.request.urlopen(URL).read()
            return server, time.perf_counter() - begun
        except urllib.error.URLError:
            time.sleep(0.01)


def first_load(browser: Any) -> int:
    """Bytes over the wire until the form of a new game is there."""
    context = browser.new_context()
    page = context.new_page()
    sizes: list[int] = []
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(URL)
    page.wait_for_selector("#begin")
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(sizes)


def click_times(browser: Any, game: str, moves: int) -> list[float]:
    """Milliseconds from the last click of a move to its picture, two people at one screen.

    Another page of the same server has its position analysed all the while, by one thread.
    """
    busy = begin(browser, "avalam")
    busy.goto(URL + "#analyse")
    busy.wait_for_selector(".best-moves button.row")
    page = begin(browser, game)
    page.evaluate(WATCH)
    stream = random.Random(1)
    times: list[float] = []
    while len(times) < moves:
        if page.evaluate("() => document.querySelector('#board').dataset.over") == "true":
            page.context.close()
            page = begin(browser, game)
            page.evaluate(WATCH)
        times.append(time_a_move(page, stream))
    page.context.close()
    busy.context.close()
    return times


def begin(browser: Any, game: str) -> Any:
    """A page with a new game for two people."""
    page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
    page.goto(URL + "#new")
    page.check(f"input[name=game][value={game}]", force=True)
    page.wait_for_selector("#begin")
    page.select_option("#seat", "people")
    page.click("#begin")
    page.wait_for_selector("#board .can")
    return page


def time_a_move(page: Any, stream: random.Random) -> float:
    page.evaluate("() => (window.drawn = null)")
    while page.evaluate("() => window.drawn") is None:
        shapes = page.evaluate(CLICKABLE)
        if shapes:
            # Like a person: the pointer arrives, rests for a moment, and clicks.
            target = stream.choice(shapes)
            page.mouse.move(*target)
            page.wait_for_timeout(REST)
            page.mouse.click(*target)
        page.wait_for_timeout(60)
    return float(page.evaluate("() => window.drawn[1]"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=60, help="moves to time per game")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    server, seconds = start_server()
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            load = first_load(browser)
            games = ("colosseum", "avalam", "pentago-twist")
            clicks = {game: click_times(browser, game, options.moves) for game in games}
            version = browser.version
            browser.close()
    finally:
        server.terminate()
        server.wait()
    report(seconds, load, clicks, version, options)


def report(
    seconds: float,
    load: int,
    clicks: dict[str, list[float]],
    version: str,
    options: argparse.Namespace,
) -> None:
    print(f"start to first page   {seconds:6.2f} s   {mark(seconds <= MOST_SECONDS)}")
    print(f"first load            {load / 1024:6.1f} KB  {mark(load <= MOST_KILOBYTES * 1024)}")
    rows = {}
    for game, times in clicks.items():
        median = statistics.median(times)
        worst = statistics.quantiles(times, n=10)[-1]
        rows[game] = {"median_ms": round(median, 1), "tenth_ms": round(worst, 1)}
        rows[game]["moves"] = len(times)
        print(
            f"click to drawn move   {median:6.1f} ms  {mark(median <= MOST_MILLISECONDS)}  {game}"
        )
    if options.write:
        results = {
            "start_seconds": round(seconds, 2),
            "first_load_bytes": load,
            "click_to_drawn": rows,
            "chromium": version,
            "load_average": load_average(),
        }
        command = f"python benchmarks/page.py --moves {options.moves} --write"
        write_report(RESULTS, command, results)
        print(f"wrote {RESULTS}")


if __name__ == "__main__":
    main()
