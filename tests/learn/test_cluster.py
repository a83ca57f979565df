"""Self-play on a Dask cluster on this machine: the same shards, though a worker is killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.run.dask_cluster import Cluster
from tests.arena.run.processes import wait_until
from tesuji.errors import ParameterError, WorkerError
from tesuji.learn import learn
from tesuji.learn.selfplay import selfplay, shard_paths

pytest.importorskip("distributed", reason="dask.distributed is not installed")

QUICK: dict[str, Any] = {"agent": "alphabeta", "depth": 1, "games": 12, "shard_games": 2}


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


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in shard_paths(folder)}


def test_a_cluster_plays_the_same_games_though_a_worker_dies(
    cluster: Cluster, tmp_path: Path
) -> None:
    def kill_one(done: int, of: int) -> None:
        if done == 2:
            cluster.workers[0].kill(cluster.workers[0].leader)

    selfplay("ewn-cyclic", tmp_path / "there", cluster=cluster.address, progress=kill_one, **QUICK)
    assert cluster.running == 1
    selfplay("ewn-cyclic", tmp_path / "here", jobs=1, **QUICK)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_a_complete_run_needs_no_cluster(tmp_path: Path) -> None:
    selfplay("ewn-cyclic", tmp_path, jobs=1, **QUICK)
    selfplay("ewn-cyclic", tmp_path, cluster="tcp://127.0.0.1:1", **QUICK)


def test_no_scheduler_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.arena.run.executors.PATIENCE", "1s")
    with pytest.raises(ParameterError) as caught:
        selfplay("ewn-cyclic", tmp_path, cluster="tcp://127.0.0.1:1", **QUICK)
    assert (caught.value.where, caught.value.given) == ("cluster", "tcp://127.0.0.1:1")


def test_the_loop_plays_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    options: dict[str, Any] = {"agent": "alphabeta", "games": 20, "pairs": 1, "nodes": 5}
    (there,) = learn(
        "ewn-cyclic", tmp_path / "there", cluster=cluster.address, match_simulations=4, **options
    )
    (here,) = learn("ewn-cyclic", tmp_path / "here", jobs=1, match_simulations=4, **options)
    assert there.training == here.training
    assert there.match["pentanomial"] == here.match["pentanomial"]


def test_a_worker_of_another_version_is_refused_by_name(cluster: Cluster, tmp_path: Path) -> None:
    stranger = cluster.start_stranger()
    for worker in cluster.workers:
        worker.clear()
    with pytest.raises(WorkerError) as caught:
        selfplay("ewn-cyclic", tmp_path, cluster=cluster.address, **QUICK)
    assert f"process {stranger.leader}" in str(caught.value.where)
    assert "behaviour is 99 there and" in str(caught.value)
    assert not list(tmp_path.glob("*.shard"))
