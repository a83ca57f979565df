"""A stage for stub agents: short programs that each break one rule.

A stub waits forever after it has broken its rule, so that no test depends on who is faster.
"""

from __future__ import annotations

import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

from tesuji.interop.process import AgentFailure, AgentProcess
from tesuji.interop.sandbox import Limits, Sandbox

AMPLE = 120.0
"""Seconds within which every agent answers, however busy the machine is."""
BRIEF = 0.05
"""Seconds given to an agent that never answers."""

HEAD = """
import ctypes, os, pathlib, signal, socket, subprocess, sys, threading, time

def wait_forever():
    while True:
        signal.pause()

def attempt(action):
    try:
        return f"yes {action()}"
    except Exception as error:
        return f"no {type(error).__name__}"
"""
ECHO = "for line in sys.stdin: print(line.strip()[::-1], flush=True)"


class Stage:
    """A submission's folder beside a secret, and a check that agents left no trace."""

    def __init__(self, root: Path, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.folder = root / "submission"
        self.secret = root / "other" / "secret.txt"
        self.token = f"token-{uuid.uuid4()}"
        self.secret.parent.mkdir()
        self.secret.write_text("another submission")
        self.folder.mkdir()
        (self.folder / "data.txt").write_text("its own data")
        self._before = self._files()

    def start(self, code: str, **limits: Any) -> AgentProcess:
        """Starts a stub agent; every process of it has the token in its command line."""
        return AgentProcess(
            [sys.executable, "-c", HEAD + code, self.token, str(self.secret)],
            name="stub",
            limits=Limits(**limits),
            sandbox=self.sandbox,
            folder=self.folder,
            python=Path(sys.executable),
        )

    def fails(
        self, kind: type[AgentFailure], code: str, *, seconds: float = AMPLE, **limits: Any
    ) -> AgentFailure:
        """Asks a stub once and returns its failure, which must stay."""
        with self.start(code, **limits) as agent:
            with pytest.raises(AgentFailure) as caught:
                ask_until_it_fails(agent, seconds)
            with pytest.raises(kind):
                agent.receive(AMPLE)
            with pytest.raises(kind):
                agent.send("another question")
        assert type(caught.value) is kind
        assert caught.value.reason.startswith("stub ")
        return caught.value

    def answer(self, code: str, **limits: Any) -> str:
        with self.start(code, **limits) as agent:
            return agent.receive(AMPLE)

    def processes(self) -> dict[int, str]:
        """The living processes of its agents, with their states."""
        found = {}
        for folder in Path("/proc").iterdir():
            if folder.name.isdecimal():
                try:
                    if self.token.encode() in (folder / "cmdline").read_bytes():
                        state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                        found[int(folder.name)] = state
                except OSError:
                    continue
        return found

    def check(self) -> None:
        assert self.processes() == {}
        assert self._files() == self._before
        with self.start(ECHO) as agent:
            agent.send("next game")
            assert agent.receive(AMPLE) == "emag txen"
        assert self.processes() == {}

    def _files(self) -> dict[Path, str]:
        root = self.folder.parent
        return {path: path.read_text() for path in root.rglob("*") if path.is_file()}


def ask_until_it_fails(agent: AgentProcess, seconds: float) -> None:
    agent.send("question")
    while True:
        agent.receive(seconds)
