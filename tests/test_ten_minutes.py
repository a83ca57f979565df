"""The script of the tutorial's first ten minutes: short, and it runs as it stands there."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "examples" / "ten_minutes.py"


def test_the_tutorial_shows_the_script() -> None:
    tutorial = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
    assert re.search(r"\{literalinclude\} \.\./examples/ten_minutes\.py", tutorial)


def test_the_script_is_short() -> None:
    text = SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) < 25
    for needed in (".board", "tesuji.match(", ".interval", ".report("):
        assert needed in text


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib")
def test_the_script_runs(tmp_path: Path) -> None:
    shutil.copy(SCRIPT, tmp_path)
    done = subprocess.run(
        [sys.executable, SCRIPT.name], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    heading, score, *_, verdict, written = done.stdout.splitlines()
    assert heading == 'python("ten_minutes.py:builder") - mcts(simulations=300) on avalam'
    assert re.fullmatch(r"score +\d+\.\d% \[\d+\.\d%, \d+\.\d%\]", score)
    assert verdict in ("stronger", "weaker", "undecided")
    assert written == "wrote builder.html"
    report = (tmp_path / "builder.html").read_text("utf-8")
    assert "builder" in report
    assert "<h2>Terms</h2>" in report
