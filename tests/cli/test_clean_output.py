"""No command passes control, escape or bidirectional characters on to a terminal or a report."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.cli.hostile_inputs import CASES, EVIL, PATIENCE
from tests.cli.hostile_runs import read_printed
from tesuji.clean_text import clean
from tesuji.cli.app import app

OF_RICH = re.compile(r"\x1b\[[0-9;?]*[mAKlhG]|\r")
"""Colours, cursor and line codes; nothing of `EVIL` looks like them."""
REPORTS = {".html", ".svg", ".csv", ".json", ".tex"}


def commands(group: Any, prefix: str = "") -> Iterator[str]:
    """The full name of every command below a group."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}"


def test_every_command_has_cases() -> None:
    assert set(CASES) == set(commands(typer.main.get_command(app)))


def test_the_hostile_text_is_not_mistaken_for_rich() -> None:
    assert not OF_RICH.search(EVIL)
    assert clean(EVIL) != EVIL


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("command", CASES)
def test_a_command_prints_and_writes_clean_text(command: str, tmp_path: Path) -> None:
    driver = [sys.executable, "-m", "tests.cli.hostile_runs", str(tmp_path), command]
    subprocess.run(driver, check=True, timeout=2 * len(CASES[command]) * PATIENCE)
    printed = read_printed(tmp_path / "printed.json")
    written = "".join(reports(tmp_path))
    assert written == clean(written, limit=None)
    for case, each in zip(CASES[command], printed, strict=True):
        terminal = OF_RICH.sub("", each.terminal)
        assert terminal == clean(terminal, limit=None), each.case
        if not case.exact:
            assert each.plain == clean(each.plain, limit=None), each.case
        assert "HUNG" not in each.plain + each.terminal, each.case
        # The log of a failed agent may hold a traceback; our own commands never end in one.
        crashed = re.search("^Traceback", each.plain, re.MULTILINE)
        assert not crashed or "tesuji: the agent evil failed: " in each.plain, each.plain
        assert case.silent or "EVIL" in each.plain + written, f"{each.case} shows no input"


def reports(folder: Path) -> Iterator[str]:
    """All reports that the commands wrote."""
    for path in folder.rglob("*"):
        inputs = path.parent.name in ("agents", "starter-kit") or EVIL in path.name
        if path.is_file() and path.suffix in REPORTS and not inputs and path.name != "printed.json":
            yield path.read_text("utf-8")
