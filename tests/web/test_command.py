"""tesuji play as a command: it says where it is, serves, falls back to another port, and ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tesuji.cli import run
from tesuji.web import server as page_server

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect_four.py"


@contextmanager
def playing(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and the address that it says."""
    command = [sys.executable, "-m", "tesuji.cli", "play", *arguments]
    # A display, and a browser that only says what it was asked to open.
    environment = {**os.environ, "DISPLAY": ":nowhere", "BROWSER": "echo opened %s"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    # Whoever waits for a line that never comes is let go.
    patience = threading.Timer(120, process.kill)
    patience.start()
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        yield process, found[0]
    finally:
        patience.cancel()
        process.kill()
        process.wait()


def test_it_serves_a_page_with_a_game_of_the_user_and_ends() -> None:
    with playing("connect-four", "--load", str(EXAMPLE), "--no-browser") as (process, address):
        assert address.endswith("/#new=connect-four")
        assert "Tesuji" in httpx.get(address, timeout=60).text
        picture = address.split("#")[0] + "picture/light/connect-four.svg"
        assert "<svg" in httpx.get(picture, timeout=60).text
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) in (0, 130, -signal.SIGINT)


def test_it_opens_a_browser() -> None:
    with playing(
        "avalam", "--position", "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA"
    ) as (
        process,
        address,
    ):
        assert process.stdout is not None
        assert process.stdout.readline().strip() == f"opened {address}"
        assert "start=Aa%2FAaAa" in address


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ValueError, match=f"port {port}"):
            page_server._listen("127.0.0.1", port)


def test_the_usual_port_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(page_server, "PORT", taken.getsockname()[1])
        with page_server._listen("127.0.0.1", None) as listener:
            assert listener.getsockname()[1] != taken.getsockname()[1]


def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "tesuji.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["play", "--no-browser"]) == 2
    assert "pip install 'tesuji[web]'" in capsys.readouterr().err
