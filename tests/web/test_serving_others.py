"""What the documentation and the container file say about a server for others."""

from __future__ import annotations

import re
from pathlib import Path

from tesuji.web.bounds import Bounds
from tesuji.web.searches import NICENESS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "serve.md"
CONTAINER = ROOT / "Containerfile"
LANES = len(NICENESS)


def test_the_limits_are_those_of_the_server() -> None:
    bounds = Bounds()
    rows = dict(re.findall(r"^\| ([^|]+) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE))
    expected = {
        "games in memory": f"{bounds.sessions:,} | {bounds.address_sessions}",
        "open pages": f"{bounds.connections:,} | {bounds.address_connections}",
        "TCP connections": f"{bounds.sockets:,} | {bounds.address_sockets}",
        "searches that have begun": f"{bounds.kept_searches} of each of these kinds | "
        f"{bounds.address_searches} studies and {bounds.address_searches} short ones that run "
        "or wait",
        "memory of all searches": f"{LANES * bounds.kept_searches * bounds.memory / 1000:.1f} GB "
        "| ",
        "memory of a search": f"{bounds.memory:g} MB | ",
        "time of a move, of an analysis": f"{bounds.seconds:g} s, {bounds.analysis_seconds:g} s | ",
    }
    assert {name: rows[name] for name in expected} == {
        name: text if text[-1] != " " else text[:-1] for name, text in expected.items()
    }


def test_the_container_is_built_from_files_that_exist() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINER.read_text("utf-8"), re.MULTILINE)
    sources = [name for line in copied for name in line.split()]
    included = re.findall(r"^include\((\w+)/", (ROOT / "CMakeLists.txt").read_text("utf-8"), re.M)
    assert {"core", "src", "pyproject.toml", "CMakeLists.txt", *included} <= set(sources)
    assert included
    assert all((ROOT / name).exists() for name in sources)
    kept = (ROOT / ".containerignore").read_text("utf-8")
    assert all(f"!{name}\n" in kept for name in sources)
