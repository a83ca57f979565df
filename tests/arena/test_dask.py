"""A Dask cluster on this machine plays the same games, each once, though a worker is killed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.processes import Session, game_keys, wait_until, without_times
from tesuji.arena.api import match
from tesuji.arena.contest import Contest
from tesuji.arena.results import MatchResult
from tesuji.arena.store import Store
from tesuji.errors import ParameterError

pytest.importorskip("distributed", reason="dask.distributed is not installed")

PAIRS = 40
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

    def _start_worker(self, number: int) -> Session:
        local = ["--local-directory", str(self.folder), "--nthreads", "1"]
        return self._start(
            f"worker{number}",
            *LOOPBACK,
            *local,
            "--no-nanny",
            "--no-dashboard",
            "--death-timeout=60",
        )

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def ready(self) -> bool:
        """Whether both workers have joined."""
        joined = [self.log(f"worker{number}") for number in range(2)]
        return all("Registered to" in log for log in joined)

    def close(self) -> None:
        for session in self.sessions:
            session.clear()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = None
    try:
        made = Cluster(tmp_path_factory.mktemp("dask"))
        assert wait_until(made.ready, 60), made.log("worker0")
        yield made
    finally:
        if made is not None:
            made.close()


def play(**options: Any) -> MatchResult:
    limits: dict[str, Any] = {
        "first_limits": {"simulations": 300},
        "second_limits": {"simulations": 1000},
    }
    return match("mcts", "flat", game="ewn", pairs=PAIRS, seed=11, **limits, **options)


def test_a_killed_worker_costs_no_game(cluster: Cluster, tmp_path: Path) -> None:
    path, killed = tmp_path / "store.sqlite", []

    def kill_one(contest: Contest) -> None:
        if contest.played == 5:
            cluster.workers[0].kill(cluster.workers[0].leader)
            killed.append(contest.played)

    result = play(cluster=cluster.address, store=path, progress=kill_one)
    assert killed
    assert result.complete
    assert cluster.workers[1].running
    assert sorted(game_keys(path)) == [(1, pair, side) for pair in range(PAIRS) for side in (0, 1)]
    with Store(path) as store:
        assert store.check()
    here = play(jobs=1)
    assert [without_times(game) for game in result.games()] == [
        without_times(game) for game in here.games()
    ]
    assert result.pentanomial == here.pentanomial


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "no address"])
def test_no_scheduler_is_a_clear_error(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.executors.PATIENCE", "1s")
    with pytest.raises(ParameterError, match="no Dask scheduler answers"):
        play(cluster=address)
