"""The example notebook: its cells run from top to bottom and show pictures and tables."""

from __future__ import annotations

import ast
import importlib.util
import json
import signal
import sys
import threading
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
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
    assert "<table" in text


class Display:
    """Stands for IPython.display: keeps what it was told to show, as the notebook would."""

    def __init__(self) -> None:
        self.shown: list[object] = []

    def display(self, value: object, *, display_id: bool) -> Display:
        assert display_id
        self.shown.append(value)
        return self

    def update(self, value: object) -> None:
        self.shown.append(value)


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Display:
    fake = Display()
    module = ModuleType("IPython.display")
    module.display = fake.display  # type: ignore[attr-defined]
    package = ModuleType("IPython")
    # matplotlib asks for the version.
    package.version_info = (9, 0)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    return fake


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib")
def test_the_notebook_runs(capsys: pytest.CaptureFixture[str], display: Display) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = [shown_as(run_cell(source, names)) for source in code_cells()]
    assert shown.count("svg") == 4
    assert shown.count("html") == 3
    assert "walls; open to the right" in capsys.readouterr().out
    assert [shown_as(value) for value in display.shown[:1]] == ["svg"]
    assert {shown_as(value) for value in display.shown[1:]} == {"html"}


def test_outputs_are_stored() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    kinds = []
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"], cell["source"]
            kinds += [kind for each in cell["outputs"] for kind in each.get("data", {})]
            assert all(each["output_type"] != "error" for each in cell["outputs"])
    assert kinds.count("image/svg+xml") == 4
    assert kinds.count("text/html") == 4
    stored = NOTEBOOK.read_text("utf-8")
    assert "/home/" not in stored
    assert str(NOTEBOOK.parents[1]) not in stored


class Enough(Display):
    """A user who presses Ctrl-C when so many values were shown."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def update(self, value: object) -> None:
        super().update(value)
        if len(self.shown) == self.most:
            raise KeyboardInterrupt


def test_a_search_is_shown_until_ctrl_c(display: Display, monkeypatch: pytest.MonkeyPatch) -> None:
    enough = Enough(5)
    monkeypatch.setattr(sys.modules["IPython.display"], "display", enough.display)
    position = tesuji.game("avalam").start()
    found = tesuji.watch("mcts", position, every=0.01, seconds=600)
    assert enough.shown[0] is position
    assert enough.shown[-1] is found
    counts = [each.simulations for each in enough.shown[1:] if isinstance(each, tesuji.Analysis)]
    assert len(counts) == 5
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


@pytest.mark.usefixtures("default_signals", "display")
def test_ctrl_c_ends_a_watched_function() -> None:
    went_on = []

    def choose(_: tesuji.Position) -> str:
        signal.raise_signal(signal.SIGINT)
        threading.Event().wait(600)
        went_on.append(True)
        return "c1d1"

    with pytest.raises(KeyboardInterrupt):
        tesuji.watch(choose, tesuji.game("avalam").start())
    assert not went_on


def test_errors_of_a_watched_search_arrive(display: Display) -> None:
    with pytest.raises(tesuji.ParameterError, match="simulations"):
        tesuji.watch("mcts", tesuji.game("avalam").start(), simulations=-1)


def test_without_ipython_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    with pytest.raises(ModuleNotFoundError, match="IPython"):
        tesuji.watch("mcts", tesuji.game("avalam").start())


@pytest.mark.parametrize("game", tesuji.games())
def test_positions_and_analyses_of_every_game_show(game: str) -> None:
    position = tesuji.game(game).start(seed=1)
    assert shown_as(position) == "svg"
    if position.is_chance:
        position = position.play(position.chance_outcomes[0][0])
    assert shown_as(tesuji.agent("mcts").search(position, simulations=50)) == "html"
