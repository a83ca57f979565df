"""The tutorial: its commands run as written, on a tiny scale, and match the benchmark."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from benchmarks.teach import MOST_CPU_SECONDS, OPTIONS, RESULTS, table
from tests.cli.test_commands import tesuji

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "teach-your-game.md").read_text("utf-8")
TINY = {
    "learn": "--games 20 --simulations 2 --match-simulations 2 --pairs 1 --jobs 1",
    "match": "--simulations 2 --pairs 1 --jobs 1",
    "best": "--simulations 2",
}
"""Options that make a command short. They follow the command's own; the last value counts."""


def commands() -> list[list[str]]:
    blocks = re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    text = "".join(blocks).replace("\\\n", " ")
    lines = [line.removeprefix("$ ") for line in text.splitlines() if line.startswith("$ ")]
    return [shlex.split(line)[1:] for line in lines]


def test_the_commands_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert [words[0] for words in commands()] == ["learn", "match", "best"]
    for words in commands():
        assert tesuji(capsys, *words, *TINY[words[0]].split())
    assert (tmp_path / "four" / "generation-1" / "patterns.weights").exists()


def test_the_page_has_the_table_of_the_benchmark() -> None:
    results = json.loads(RESULTS.read_text("utf-8"))["results"]
    assert results["options"] == OPTIONS
    assert results["accepted"]
    assert results["cpu_seconds"] <= MOST_CPU_SECONDS
    assert table(results) in PAGE


def test_the_benchmark_takes_the_options_of_the_page() -> None:
    words = commands()[0]
    for name, value in OPTIONS.items():
        assert words[words.index("--" + name.replace("_", "-")) + 1] == str(value)
    given = {word.removeprefix("--").replace("-", "_") for word in words if word[:2] == "--"}
    assert given == {*OPTIONS, "load", "out"}
