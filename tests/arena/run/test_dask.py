"""A Dask cluster on this machine plays the same games, each once, though a worker is killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.run.dask_cluster import Cluster
from tests.arena.run.processes import game_keys, wait_until, without_times
from tesuji.arena.match.api import match
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.result import MatchResult
from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError, TesujiError, WorkerError

pytest.importorskip("distributed", reason="dask.distributed is not installed")

PAIRS = 40


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
