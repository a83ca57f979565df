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
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from tests.web.live import Client
from tesuji.cli import run
from tesuji.errors import ParameterError
from tesuji.web import server as page_server
from tesuji.web.lan import lan_address, qr_rows, qr_text

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


def test_two_devices_by_link() -> None:
    arguments = ("--lan", "--host", "127.0.0.1", "avalam", "--no-browser")
    with playing(*arguments) as (process, address):
        assert process.stdout is not None
        guest = re.search(r"http://\S+", process.stdout.readline())
        assert guest is not None
        root, fragment = guest[0].split("#join=")
        assert address.startswith(f"{root}#join=")
        host = root.removeprefix("http://").removesuffix("/")
        server = cast(Any, SimpleNamespace(host=host))
        token = address.split("#join=")[1]
        with Client(server, token=token) as first, Client(server, token=fragment) as second:
            assert (first.state["you"], second.state["you"]) == ([0], [1])
            assert second.state["name"] == "avalam"
            first.ask("move", move="c4d5", ply=0)
            assert second.wait_beyond(0)["ply"] == 1


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--host", "0.0.0.0"], "0.0.0.0"),
        (["--host", "::"], "::"),
        (["--terminal"], "--terminal"),
    ],
)
def test_options_without_a_link_for_others(
    capsys: pytest.CaptureFixture[str], options: list[str], named: str
) -> None:
    assert run(["play", "avalam", "--lan", *options]) == 2
    said = capsys.readouterr().err
    assert "--lan" in said
    assert named in said


def test_a_link_as_a_code() -> None:
    pytest.importorskip("segno")
    rows = qr_rows("http://192.0.2.1:8470/#join=abc")
    assert rows is not None
    assert {len(row) for row in rows} == {len(rows)}
    assert [row[:7] for row in rows[:2]] == ["1111111", "1000001"], "a corner of every code"
    assert qr_rows("x" * 10_000) is None
    text = qr_text("http://192.0.2.1:8470/#join=abc")
    assert text is not None
    assert set(text) <= set("█▀▄ \n")
    assert {len(line) for line in text.splitlines()} == {len(rows) + 4}


def test_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(self: socket.socket, address: object) -> None:
        raise OSError("unreachable")

    class Unconnected(socket.socket):
        connect = unreachable

    monkeypatch.setattr("tesuji.web.lan.socket.socket", Unconnected)
    with pytest.raises(ParameterError) as caught:
        lan_address()
    assert caught.value.where == "--lan"


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
