"""A Dask cluster on this machine, for tests."""

from __future__ import annotations

import json
from pathlib import Path

from tests.arena.run.processes import Session, wait_until

__all__ = ["Cluster"]

LOOPBACK = ["--host", "127.0.0.1"]


class Cluster:
    """A scheduler and two workers, each a process, on ports that the system chooses."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.sessions: list[Session] = []
        self._start("scheduler", *LOOPBACK, "--port", "0", "--no-dashboard", "--no-show")
        assert wait_until(self.file.exists, 60), self.log("scheduler")
        self.workers = [self._start_worker(number) for number in range(2)]

    def _start(self, name: str, *options: str) -> Session:
        command = "scheduler" if name == "scheduler" else "worker"
        module = ["-m", f"distributed.cli.dask_{command}"]
        session = Session(
            [*module, "--scheduler-file", str(self.file), *options], self.folder / f"{name}.log"
        )
        self.sessions.append(session)
        return session

    def _start_worker(self, number: int, *options: str) -> Session:
        local = ["--local-directory", str(self.folder), "--nthreads", "1"]
        return self._start(
            f"worker{number}",
            *LOOPBACK,
            *local,
            "--no-nanny",
            "--no-dashboard",
            "--death-timeout=60",
            *options,
        )

    def start_stranger(self) -> Session:
        """A third worker, of a tesuji that plays otherwise."""
        preload = self.folder / "preload.py"
        preload.write_text("from tesuji.agents import bench\n\nbench.BEHAVIOUR = 99\n", "utf-8")
        stranger = self._start_worker(2, "--preload", str(preload))
        assert wait_until(lambda: self.joined(2), 60), self.log("worker2")
        return stranger

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def ready(self) -> bool:
        """Whether both workers have joined."""
        return all(self.joined(number) for number in range(2))

    def joined(self, number: int) -> bool:
        return "Registered to" in self.log(f"worker{number}")

    @property
    def running(self) -> int:
        """Workers that are alive."""
        return sum(worker.running for worker in self.workers)

    def close(self) -> None:
        for session in self.sessions:
            session.clear()
