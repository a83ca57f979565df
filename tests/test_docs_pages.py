"""The documentation: its landing page, its doors, and formulas that need no font."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji.agents.move_marks import MARKS
from tesuji.games.rules_text import make_example

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
DOORS = ("student", "teacher", "researcher", "engine-writer", "player")


@pytest.fixture(scope="module")
def formulas() -> Iterator[Any]:
    """The extension that draws formulas."""
    pytest.importorskip("matplotlib", reason="formulas are drawn with matplotlib")
    pytest.importorskip("sphinx", reason="the documentation is built with Sphinx")
    sys.path.insert(0, str(DOCS / "_ext"))
    yield importlib.import_module("formulas")
    sys.path.remove(str(DOCS / "_ext"))


def test_boards_follow_the_theme_of_the_reader() -> None:
    pytest.importorskip("sphinx", reason="the documentation is built with Sphinx")
    sys.path.insert(0, str(DOCS / "_ext"))
    directive = importlib.import_module("game_pages").GameDirective
    sys.path.remove(str(DOCS / "_ext"))
    example = make_example("avalam", tesuji.game("avalam").start().text, None, "")
    drawn = next(directive.figure(None, example)).astext()
    light, dark = drawn.split('<span class="only-dark">')
    scene = example.after.scene()
    assert '<span class="only-light">' in light
    assert scene.palette["board"] in light
    assert scene.dark["board"] in dark
    assert scene.palette["board"] not in dark


def formulas_of(page: Path) -> list[str]:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    found = re.findall(r"\$\$(.+?)\$\$|(?<![\\$\w])\$([^$\n][^$]*?)\$", text, re.DOTALL)
    return [block or inline for block, inline in found]


def test_every_formula_can_be_drawn(formulas: Any) -> None:
    texts = [text for page in PAGES for text in formulas_of(page)]
    assert len(texts) > 200
    for text in texts:
        for block in (False, True):
            drawn = formulas.drawing(text, block=block)
            assert re.search(r'<path d="M[-MLQCZ\d ]+Z"/>', drawn), text
            assert "<text" not in drawn


def test_a_formula_stands_on_the_line(formulas: Any) -> None:
    flat, deep = formulas.drawing("x"), formulas.drawing(r"\frac{1}{n_i}")
    depths = [float(re.findall(r"vertical-align:(-?[\d.]+)em", each)[0]) for each in (flat, deep)]
    assert depths[1] < depths[0] <= 0
    assert 'aria-label="x"' in flat


def test_what_cannot_be_drawn_is_an_error(formulas: Any) -> None:
    with pytest.raises(ValueError, match="nosuch"):
        formulas.drawing(r"\nosuch{x}")


def test_the_landing_page_opens_every_door() -> None:
    page = (DOCS / "index.md").read_text("utf-8")
    head = page.partition("## All pages")[0]
    assert re.search(r"\{image\} images/page-analyse\.png", head)
    assert "make play" in head
    assert all(f"(start/{door}.md)" in head for door in DOORS)


def test_jupyter_can_be_found() -> None:
    for page in ("README.md", "docs/index.md", "docs/tutorial.md"):
        assert "Jupyter" in (ROOT / page).read_text("utf-8")


def test_reports_have_names() -> None:
    numbered = re.compile(
        r"\b[Rr]eports? (?:no\. )?[1-5]\b|\b(?:first|second|third|fourth|fifth) report\b"
    )
    assert [page.name for page in PAGES if numbered.search(page.read_text("utf-8"))] == []
    index = (DOCS / "agents" / "index.md").read_text("utf-8")
    titles = re.findall(r"^## (.+)$", (DOCS / "results.md").read_text("utf-8"), re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
    linked = re.findall(r"results\.md#([\w-]+)", index)
    assert len(linked) == 5
    assert set(linked) <= anchors


def test_the_page_is_described_with_its_own_figures() -> None:
    text = " ".join((DOCS / "page.md").read_text("utf-8").split())
    blunder, mistake, inaccuracy = (f"{mark.least:.0%}" for mark in MARKS)
    assert f"{inaccuracy} is an inaccuracy, {mistake} a mistake, {blunder} a blunder" in text
    assert f"a move that loses less than {inaccuracy}" in text
    scripts = Path(tesuji.__file__).parent / "web" / "page"
    (ahead,) = re.findall(r"AHEAD = ([\d.]+);", (scripts / "review_summary.js").read_text("utf-8"))
    assert f"from a win probability of {float(ahead):.0%} on" in text
    (days,) = re.findall(r"DAYS = \[(.*)\];", (scripts / "leitner.js").read_text("utf-8"))
    *first, last = days.split(", ")
    assert f"after {', '.join(first)} and {last} days" in text
