"""The pages in docs/start: their five commands run as written, at a small scale.

Commands run in an empty folder beside a copy of the examples. Commands that change the machine are
looked at and not run; the page's server is started, asked for its page and stopped.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import typer.main
from typer.core import TyperGroup

from tesuji.cli.app import app
from tesuji.interop.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[1]
START = ROOT / "docs" / "start"
PAGES = ("student", "teacher", "researcher", "engine-writer", "player")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVE = re.compile(r"[Ss]ave\s+(?:this|it)(?:\s+one)?\s+as\s+`([^`]+)`")
SETUP = ("make ", "source ", "pip install ", "sudo apt install ")
"""How commands begin that change the machine or the shell."""
SMALL = {
    "match": "--pairs 1",
    "sweep": "--pairs 1 --simulations 20",
    "check-agent": "--positions 5",
    "ladder": "--pairs 1 --gate-pairs 1 --rounds 1 --check 2 --feedback 0",
}
"""Options that make a command short. They follow the command's own; the last value counts."""
PATIENT = "--seconds 30"
"""Replaces a limit that an agent here could exceed on a busy machine, though it answers at once."""
WRITTEN = ("--report", "--store", "--out", "--export")
"""Options that name something that the command writes."""

FAILURES = re.compile(
    r"Traceback|info string error|[1-9]\d* rejected"
    r"|^(?:illegal|crash|protocol|hang|late|memory|state) \(",
    re.MULTILINE,
)
"""Output of a command whose agent or input is broken, although the command succeeds."""


@dataclass(frozen=True)
class Page:
    """A page: the files that its reader saves, and the commands that follow them."""

    text: str
    steps: tuple[tuple[dict[str, str], str], ...]

    @classmethod
    def read(cls, name: str) -> Page:
        text = (START / f"{name}.md").read_text("utf-8")
        return cls(text, tuple(_steps(text)))

    @property
    def commands(self) -> list[str]:
        return [command for _, command in self.steps]


def _steps(text: str) -> Iterator[tuple[dict[str, str], str]]:
    """Each command, with the files that are saved before it."""
    files: dict[str, str] = {}
    end = 0
    for block in FENCE.finditer(text):
        language, content = block.groups()
        if language == "sh":
            yield files, content.strip()
            files = {}
        else:
            [name] = SAVE.findall(text[end : block.start()])
            files[name] = content
        end = block.end()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_five_commands_and_ends_in_what_is_next(name: str) -> None:
    page = Page.read(name)
    assert len(page.commands) == 5
    assert not any("\n" in command for command in page.commands)
    assert re.findall(r"^\*\*(\d)\.", page.text, re.MULTILINE) == list("12345")
    assert re.findall(r"^## (.*)$", page.text, re.MULTILINE) == ["Next"]


def test_every_page_is_in_the_list() -> None:
    listed = re.findall(r"\]\((\S+)\.md\)", (START / "index.md").read_text("utf-8"))
    assert listed == list(PAGES)
    assert {file.stem for file in START.glob("*.md")} == {*PAGES, "index"}


@pytest.mark.parametrize("name", PAGES)
def test_commands_and_options_in_sentences_exist(name: str) -> None:
    group = typer.main.get_command(app)
    for span in re.findall(r"`([^`\n]+)`", FENCE.sub("", Page.read(name).text)):
        if span.startswith("tesuji "):
            find_command(group, shlex.split(span)[1:])
        elif span.startswith("--"):
            assert span in {option for each in walk(group) for option in options_of(each)}


def test_commands_of_the_readme_exist() -> None:
    group = typer.main.get_command(app)
    blocks = [text for _, text in FENCE.findall((ROOT / "README.md").read_text("utf-8"))]
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("tesuji ")]
    assert len(lines) > 10
    for line in lines:
        find_command(group, shlex.split(line, comments=True)[1:])


def find_command(group: Any, words: list[str]) -> None:
    """Follows the words to a command and checks that it has their options."""
    command = group
    for word in words:
        if word.startswith("--"):
            assert word in options_of(command)
        elif isinstance(command, TyperGroup):
            assert word in command.commands
            command = command.commands[word]


def walk(command: Any) -> Iterator[Any]:
    yield command
    if isinstance(command, TyperGroup):
        for each in command.commands.values():
            yield from walk(each)


def options_of(command: Any) -> set[str]:
    return {text for each in command.params for text in (*each.opts, *each.secondary_opts)}


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_of_a_page_run(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    skipped = []
    for files, command in Page.read(name).steps:
        for path, content in files.items():
            file = tmp_path / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(content, "utf-8")
        if reason := unavailable(command, files):
            skipped.append(f"{command}: {reason}")
        elif command.startswith(SETUP):
            check_setup(command)
        elif re.match(r"tesuji play (?!.*--terminal)", command):
            check_server(command, tmp_path)
        else:
            check_command(command, tmp_path)
    if skipped:
        pytest.skip("; ".join(skipped))


def unavailable(command: str, files: dict[str, str]) -> str:
    """What the command needs and this machine lacks; empty if nothing."""
    used = command + "".join(files.values())
    for word, package in (("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo")):
        if word in used and importlib.util.find_spec(package) is None:
            return f"{package} is not installed"
    if "--agents" in command and not Sandbox.detect().is_safe:
        return Sandbox.detect().missing[0]
    return ""


def check_setup(command: str) -> None:
    """Checks that the targets, files and packages of an installation exist, without installing."""
    for part in command.split(" && "):
        words = shlex.split(part)
        if words[0] == "make":
            subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, check=True, capture_output=True)
        elif words[0] == "source":
            assert words[1:] == [".venv/bin/activate"]
            assert "VENV := .venv\n" in (ROOT / "Makefile").read_text("utf-8")
        elif words[:3] == ["pip", "install", "-r"]:
            assert (ROOT / words[3]).is_file()
        else:
            assert part == "sudo apt install bubblewrap"


def check_command(command: str, folder: Path) -> None:
    """Runs a command at a small scale; what it says it writes must exist afterwards."""
    names = re.findall(r"\btesuji ([a-z-]+)", command)
    small = SMALL.get(names[-1], "") if names else ""
    if "--seconds" in command or "check-agent" in names:
        small += f" {PATIENT}"
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", f"{command} {small}"],
        cwd=folder,
        env=environment(),
        input="hint\nquit\n",
        capture_output=True,
        text=True,
        timeout=300,
    )
    # The examples are simple: check-agent finds faults and exits with 1.
    expected = {0, 1} if "check-agent" in names else {0}
    assert done.returncode in expected, f"{command}\n{done.stdout}{done.stderr}"
    assert done.stdout.strip()
    assert not FAILURES.search(done.stdout + done.stderr), done.stdout + done.stderr
    if "match" in names:
        assert re.search(r"^forfeits +none", done.stdout, re.MULTILINE), done.stdout
    if "--dry-run" not in command:
        for option, value in zip(shlex.split(command), shlex.split(command)[1:], strict=False):
            assert option not in WRITTEN or (folder / value).exists()


def check_server(command: str, folder: Path) -> None:
    """Starts the page's server, asks it for the page, and stops it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [*shlex.split(command), "--no-browser", "--port", str(port)],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        assert f":{port}/" in server.stdout.readline()
        with urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
            assert page.status == 200
    finally:
        server.terminate()
        server.communicate(timeout=60)
    assert server.returncode == -signal.SIGTERM


def environment() -> dict[str, str]:
    """An environment in which this Python's programs come first, as after activation."""
    found = os.environ.get("PATH", os.defpath)
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{found}"}
