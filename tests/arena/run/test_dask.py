"""A Dask cluster on this machine plays the same games, each once, though a worker is killed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.run.processes import Session, game_keys, wait_until, without_times
from tesuji.arena.match.api import match
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.result import MatchResult
from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError, TesujiError, WorkerError

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
        assert store.structural_problems() == []
    here = play(jobs=1)
    assert [without_times(game) for game in result.games] == [
        without_times(game) for game in here.games
    ]
    assert result.pentanomial == here.pentanomial


def test_games_are_stated_as_they_were_played(cluster: Cluster) -> None:
    result = play(cluster=cluster.address)
    (where,) = result.conditions
    assert (where["pairs"], where["games_at_once"]) == (PAIRS, cluster.running)


def test_a_worker_of_another_version_is_refused_by_name(cluster: Cluster, tmp_path: Path) -> None:
    path, stranger = tmp_path / "store.sqlite", cluster.start_stranger()
    with pytest.raises(TesujiError, match=r"worker tcp://\S+ .* cannot play") as caught:
        play(cluster=cluster.address, store=path)
    assert f"process {stranger.leader}" in str(caught.value)
    assert "behaviour is 99 there and" in str(caught.value)
    stranger.clear()
    result = play(cluster=cluster.address, store=path)
    assert result.complete
    assert result.pentanomial == play(jobs=1).pentanomial


DEADLY = """
import os
import tesuji

def die(positions):
    os._exit(9)

tesuji.register_evaluator("deadly", die)
"""


def test_a_pair_that_kills_every_worker_is_a_clear_error(tmp_path: Path) -> None:
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    file, store = tmp_path / "deadly.py", tmp_path / "store.sqlite"
    file.write_text(DEADLY, "utf-8")
    options: dict[str, Any] = {"game": "ewn", "simulations": 5, "load": [file], "store": store}
    quick = {"distributed.scheduler.allowed-failures": 0}
    with (
        dask.config.set(quick),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        pytest.raises(WorkerError, match="resume") as caught,
    ):
        match("mcts(evaluate=deadly)", "random", cluster=cluster.scheduler_address, **options)
    assert len(caught.value.pairs) == 1
    with Store(store) as opened:
        assert opened.structural_problems() == []


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "no address"])
def test_no_scheduler_is_a_clear_error(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.PATIENCE", "1s")
    with pytest.raises(ParameterError) as caught:
        play(cluster=address)
    assert (caught.value.where, caught.value.given) == ("cluster", address)


def test_a_function_of_a_file_plays_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(position): return position.legal_moves[0]\n")
    result = match(f'python("{file}")', "random", game="ewn", pairs=2, cluster=cluster.address)
    assert result.complete
    assert {record.end for record in result.games} == {"rules"}
