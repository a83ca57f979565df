"""Reports in Chromium: tables fit on a desk, and on a phone show that they scroll."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.made_up_matches import made_up_match, made_up_plan
from tesuji.arena.match.tournament import rate_tournament
from tesuji.arena.report.pages import report_html

pytest.importorskip("matplotlib", reason="reports need matplotlib (extra: report)")
AGENTS = ("mcts(select=puct(c=1.25))", "colosseum-heuristic", "random-walk")
PAIRS = [(1.0, 0.5), (0.0, 0.0), (1.0, 1.0), (0.5, 1.0), (0.0, 0.5)]
COUNTS = "123 · 210 · 333 · 120 · 214"

Open = Callable[[int], Any]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with long names and, as if a thousand pairs had been played, wide counts."""
    met = [(AGENTS[0], AGENTS[1]), (AGENTS[1], AGENTS[2]), (AGENTS[0], AGENTS[2])]
    plans = [made_up_plan("colosseum(size=6)", agents) for agents in met]
    result = rate_tournament(
        "colosseum(size=6)",
        AGENTS,
        [made_up_match(plan, PAIRS) for plan in plans],
        anchor=None,
        seed=0,
    )
    counts = " · ".join(map(str, result.matches[0].pentanomial.counts))
    page = report_html(result)
    assert counts in page
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(page.replace(counts, COUNTS), "utf-8")
    return file


@pytest.fixture
def at_width(browser: Any, report: Path) -> Iterator[Open]:
    pages = []

    def opened(width: int) -> Any:
        pages.append(browser.new_page(viewport={"width": width, "height": 900}))
        pages[-1].goto(report.as_uri())
        return pages[-1]

    yield opened
    for page in pages:
        page.close()


def hidden(page: Any) -> dict[str, int]:
    """By heading, how many pixels of its tables have to be scrolled to."""
    found: dict[str, int] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.scroll')].map(box =>
             [box.closest('section').querySelector('h2').textContent,
              box.scrollWidth - box.clientWidth]))"""
    )
    return found


def test_all_tables_fit_on_a_desk(at_width: Open) -> None:
    found = hidden(at_width(1200))
    assert found == dict.fromkeys(("Ratings", "Cross table", "Matches", "Cost"), 0)


def darkness(box: Any) -> int:
    """How far the right edge of a box, below its headings, is from the white of the card."""
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    picture = image.open(io.BytesIO(box.screenshot())).convert("L")
    right, bottom = picture.width - 2, picture.height - 4
    # Near the bottom there is only padding: no letters, no lines.
    return 255 - int(picture.getpixel((right, bottom)))


def test_on_a_phone_a_shadow_shows_that_there_is_more(at_width: Open) -> None:
    page = at_width(375)
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    assert hidden(page)["Matches"] > 200
    box = page.locator("section", has_text="Matches").locator(".scroll").first
    assert darkness(box) > 30
    box.evaluate("box => box.scrollLeft = box.scrollWidth")
    assert darkness(box) < 5


def test_a_table_that_fits_has_no_shadow(at_width: Open) -> None:
    page = at_width(375)
    assert hidden(page)["Ratings"] == 0
    assert darkness(page.locator("section", has_text="Ratings").locator(".scroll").first) < 5


def test_on_a_phone_the_names_of_rows_stay_in_sight(at_width: Open) -> None:
    page = at_width(375)
    box = page.locator("section", has_text="Matches").locator(".scroll").first
    name = box.locator("tbody th").first
    before = name.bounding_box()["x"]
    box.evaluate("box => box.scrollLeft = box.scrollWidth")
    assert abs(name.bounding_box()["x"] - before) <= 5
