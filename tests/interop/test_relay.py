"""The relay: one connection of a TCP client, and no other network."""

from __future__ import annotations

import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.interop.stage import AMPLE, HEAD, Stage
from tesuji.interop.process import AgentCrashed, AgentProcess, AgentTimeout
from tesuji.interop.process_options import NoSandboxWarning
from tesuji.interop.relay import RELAY, relayed
from tesuji.interop.sandbox import Limits, Sandbox

pytestmark = pytest.mark.filterwarnings("ignore::tesuji.interop.process_options.NoSandboxWarning")

CONNECT = "link = socket.create_connection(('localhost', int(sys.argv[3])))\n"
ECHO = CONNECT + "for line in link.makefile('rb'): link.sendall(line[::-1].strip() + b'\\n')\n"


@contextmanager
def client(stage: Stage, code: str) -> Iterator[AgentProcess]:
    """A client beside a relay; its third argument is the port."""
    argv = [sys.executable, "-c", HEAD + code, stage.token, str(stage.secret), "{port}"]
    with AgentProcess(
        relayed(argv, 8123, stage.sandbox),
        name="stub",
        limits=Limits(),
        sandbox=stage.sandbox,
        folder=stage.folder,
        python=Path(sys.executable),
        readable=(RELAY,),
    ) as agent:
        yield agent


def test_lines_go_both_ways(stage: Stage) -> None:
    with client(stage, ECHO) as agent:
        for line in ("one", "two", "x" * 50_000):
            agent.send(line)
            assert agent.receive(AMPLE) == line[::-1]


def test_what_a_client_prints_is_its_log(stage: Stage) -> None:
    with client(stage, "print('thinking')\n" + ECHO) as agent:
        agent.send("one")
        assert agent.receive(AMPLE) == "eno"
        assert "thinking" in agent.log


def test_the_exit_status_of_a_client_is_kept(stage: Stage) -> None:
    for code, how in (
        ("sys.exit(3)", "exit status 3"),
        (CONNECT + "os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
        (CONNECT + "raise RuntimeError('lost')", "exit status 1"),
    ):
        with client(stage, code) as agent, pytest.raises(AgentCrashed) as caught:
            agent.receive(AMPLE)
        assert how in caught.value.reason
    assert "RuntimeError: lost" in caught.value.log


def test_a_client_that_closes_its_connection_has_ended(stage: Stage) -> None:
    code = CONNECT + "link.close()\nwait_forever()"
    with client(stage, code) as agent, pytest.raises(AgentCrashed) as caught:
        agent.receive(AMPLE)
    assert "closed its connection" in caught.value.log


def test_a_client_that_never_connects(stage: Stage) -> None:
    with client(stage, "wait_forever()") as agent, pytest.raises(AgentTimeout):
        agent.receive(0.05)


def test_a_program_that_does_not_exist(stage: Stage) -> None:
    argv = relayed(["/no/such/program"], 8123, Sandbox.detect())
    argv[4] = "0"
    with (
        AgentProcess(
            argv,
            name="stub",
            sandbox=stage.sandbox,
            python=Path(sys.executable),
            readable=(RELAY,),
        ) as agent,
        pytest.raises(AgentCrashed) as caught,
    ):
        agent.receive(AMPLE)
    assert "/no/such/program" in caught.value.log


def test_only_one_connection_is_taken(stage: Stage) -> None:
    code = (
        CONNECT
        + "link.sendall(b'first\\n')\n"
        + "link.recv(1)\n"
        + "other = lambda: socket.create_connection(('localhost', int(sys.argv[3])))\n"
        + "link.sendall(attempt(other).encode() + b'\\n')\n"
        + "wait_forever()\n"
    )
    with client(stage, code) as agent:
        assert agent.receive(AMPLE) == "first"
        agent.send("x")
        assert agent.receive(AMPLE) == "no ConnectionRefusedError"


def test_a_client_in_a_sandbox_reaches_only_its_relay(sealed: Stage) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = (
            CONNECT
            + f"""
for address in (("127.0.0.1", {port}), ("192.0.2.1", 80)):
    answer = attempt(lambda: socket.create_connection(address))
    link.sendall(answer.encode() + b"\\n")
wait_forever()
"""
        )
        with client(sealed, code) as agent:
            assert agent.receive(AMPLE) == "no ConnectionRefusedError"
            assert agent.receive(AMPLE) == "no OSError"
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_in_a_sandbox_two_clients_use_the_same_port(sealed: Stage) -> None:
    with client(sealed, ECHO) as first, client(sealed, ECHO) as second:
        for agent in (first, second):
            agent.send("8123")
            assert agent.receive(AMPLE) == "3218"


def test_without_a_sandbox_a_port_in_use_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        argv = relayed(["client"], port, Sandbox.none())
        with (
            AgentProcess(argv, name="stub", sandbox=Sandbox.none()) as agent,
            pytest.raises(AgentCrashed) as caught,
        ):
            agent.receive(AMPLE)
    assert str(port) in caught.value.log


def test_a_relay_without_a_sandbox_warns() -> None:
    with pytest.warns(NoSandboxWarning, match="relay"):
        relayed(["client"], 8123, Sandbox.none())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        relayed(["client"], 8123, Sandbox(bubblewrap="bwrap"))
