"""The protocol: every message is handled and described."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.web.message_table import message_table
from tesuji.web.connection import ALL_COMMANDS
from tesuji.web.messages import MESSAGES, PROTOCOL

PAGES = Path(__file__).parents[2]
DESCRIPTION = PAGES / "docs" / "page-protocol.md"
SCRIPTS = PAGES / "src" / "tesuji" / "web" / "page"


def test_every_message_is_handled() -> None:
    assert set(ALL_COMMANDS) | {"hello"} == set(MESSAGES)


def test_every_message_and_field_is_described() -> None:
    text = DESCRIPTION.read_text("utf-8")
    assert f"version {PROTOCOL}" in text
    assert message_table() in text, "run: python -m tests.web.message_table"


def test_the_page_says_only_what_there_is() -> None:
    said: set[str] = set()
    for script in SCRIPTS.glob("*.js"):
        text = script.read_text("utf-8")
        said |= set(re.findall(r'\.(?:send|ask)\(\s*"(\w+)"', text))
        said |= set(re.findall(r' say\("(\w+)"', text))
    assert said <= set(MESSAGES)
    assert len(said) > 15, "and most of it"


def test_the_page_speaks_the_servers_version() -> None:
    script = (SCRIPTS / "connection.js").read_text("utf-8")
    assert f"PROTOCOL = {PROTOCOL};" in script


def test_the_page_names_no_game() -> None:
    """The page learns everything about games from scenes."""
    names = re.compile(r"avalam|colosseum|pentago|ewn|tower|quadrant|stone|cube", re.IGNORECASE)
    found = [
        (script.name, match)
        for script in SCRIPTS.glob("*.js")
        for match in names.findall(script.read_text("utf-8"))
    ]
    assert found == []


def test_the_server_starts_without_what_it_does_not_need_yet() -> None:
    program = "import sys, tesuji.web.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "fastapi" in loaded
    assert not loaded & {"numpy", "matplotlib", "sqlite3", "markdown_it", "playwright"}
