"""The example notebook: its cells run from top to bottom and show pictures and tables."""

from __future__ import annotations

import ast
import json
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import tesuji

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "notebook.ipynb"


def code_cells() -> list[str]:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell and returns the value of its last expression, like a notebook."""
    body = ast.parse(source).body
    last = body[-1]
    shows = isinstance(last, ast.Expr)
    exec(compile(ast.Module(body[: len(body) - shows], []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def shown_as(value: object) -> str:
    """How a notebook would show a value: "svg", "html", "text" or "nothing"."""
    if value is None:
        return "nothing"
    if hasattr(value, "_repr_html_"):
        check_html(value._repr_html_())
        return "html"
    if hasattr(value, "_repr_svg_"):
        assert ElementTree.fromstring(value._repr_svg_()).tag.endswith("svg")
        return "svg"
    return "text"


class _Balance(HTMLParser):
    """Records the elements that are not closed in order."""

    EMPTY = ("rect", "circle", "line", "path", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """Ignores self-closing elements."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def check_html(text: str) -> None:
    parser = _Balance()
    parser.feed(text)
    assert parser.open == []
    assert "<svg" in text
    assert "<table" in text


def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = [shown_as(run_cell(source, names)) for source in code_cells()]
    assert shown.count("svg") == 3
    assert shown.count("html") == 2
    assert "wins after" in capsys.readouterr().out


@pytest.mark.parametrize("game", tesuji.games())
def test_positions_and_analyses_of_every_game_show(game: str) -> None:
    position = tesuji.game(game).start(seed=1)
    assert shown_as(position) == "svg"
    if position.is_chance:
        position = position.play(position.chance_outcomes[0][0])
    assert shown_as(tesuji.agent("mcts").search(position, simulations=50)) == "html"
