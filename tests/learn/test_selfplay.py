"""Self-play: what the positions hold, and runs that are stopped, resumed or mixed up."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji.agents.books.book import canonical
from tesuji.errors import ParameterError, ShardError, StoreError
from tesuji.learn.selfplay import selfplay, shard_paths
from tesuji.learn.shards import position_key, read_shard

QUICK: dict[str, Any] = {"agent": "alphabeta", "depth": 1, "jobs": 1, "shard_games": 2}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in shard_paths(folder)}


@pytest.mark.parametrize("game", ["pentago-twist", "avalam", "ewn-cyclic", "colosseum(size=5)"])
def test_positions_hold_what_the_search_found(game: str, tmp_path: Path) -> None:
    (path,) = selfplay(game, tmp_path, games=2, random=0.3, **QUICK)
    shard = read_shard(path)
    of = tesuji.game(game)
    assert shard.sheet["game"] == of.expanded_spec
    for record, text in zip(shard.records, shard.positions(), strict=True):
        position = of.position(text)
        assert position.to_move is not None
        assert len(position.legal_moves) > record["best"]
        assert canonical(position)[0] == text
        assert record["key"] == position_key(text)
        assert 0 <= record["value"] <= 1
        assert record["depth"] == 1
        assert record["score"] <= 2 * record["seen"]
    assert len(set(shard.records["key"].tolist())) == len(shard.records)


def test_the_best_move_is_that_of_the_image(tmp_path: Path) -> None:
    """At depth 1, a value of 1 is a winning move."""
    of = tesuji.game("pentago-twist")
    (path,) = selfplay(of, tmp_path, games=2, random=1.0, varied_plies=36, **QUICK)
    shard = read_shard(path)
    won = 0
    for record, text in zip(shard.records, shard.positions(), strict=True):
        if record["value"] == 1:
            won += 1
            position = of.position(text)
            outcome = position.play(position.legal_moves[int(record["best"])]).outcome
            assert outcome is not None
            assert outcome.winner == position.to_move
    assert won > 0


def test_scores_are_those_of_the_player_to_move(tmp_path: Path) -> None:
    """The agent plays its winning moves, so positions with a value of 1 are won."""
    (path,) = selfplay("ewn-cyclic", tmp_path, games=2, **QUICK)
    records = read_shard(path).records
    won = records[records["value"] == 1]
    assert len(won) > 0
    assert (won["score"] == 2 * won["seen"]).all()


def test_random_agents_give_no_value(tmp_path: Path) -> None:
    (path,) = selfplay("ewn", tmp_path, agent="random", games=1, jobs=1)
    assert all(math.isnan(value) for value in read_shard(path).records["value"])


def test_moves_that_vary_are_flagged(tmp_path: Path) -> None:
    (plain,) = selfplay("avalam", tmp_path / "plain", games=1, **QUICK)
    (varied,) = selfplay("avalam", tmp_path / "varied", games=1, random=1.0, **QUICK)
    assert not read_shard(plain).records["flags"].any()
    flags = read_shard(varied).records["flags"].tolist()
    assert flags[0] == 1
    assert flags[-1] == 0
    assert sum(flags) >= 9, "ten plies vary; a random move may be the best one"


def test_a_temperature_draws_by_visits(tmp_path: Path) -> None:
    options: dict[str, Any] = {"agent": "mcts(simulations=20)", "games": 1, "jobs": 1, "plies": 0}
    (cold,) = selfplay("ewn-cyclic", tmp_path / "cold", **options)
    (hot,) = selfplay("ewn-cyclic", tmp_path / "hot", temperature=5.0, **options)
    assert not read_shard(cold).records["flags"].any()
    assert read_shard(hot).records["flags"].any()


def test_a_search_without_visits_plays_its_best_move(tmp_path: Path) -> None:
    options: dict[str, Any] = {"agent": "mcts", "simulations": 0, "games": 1, "jobs": 1}
    (path,) = selfplay("ewn-cyclic", tmp_path, temperature=5.0, **options)
    assert not read_shard(path).records["flags"].any()


def test_games_without_a_choice_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules["tesuji.learn.selfplay"]  # the package has a function of that name
    monkeypatch.setattr(module, "play_one", lambda *given: [])
    with pytest.raises(ParameterError) as caught:
        selfplay("ewn-cyclic", tmp_path, games=1, plies=7, **QUICK)
    assert (caught.value.where, caught.value.given) == ("plies", 7)
    assert not list(tmp_path.glob("*.shard"))


def test_a_temperature_needs_visits(tmp_path: Path) -> None:
    with pytest.raises(ParameterError) as caught:
        selfplay("avalam", tmp_path, agent="alphabeta", temperature=1.0)
    assert caught.value.where == "temperature"
    with pytest.raises(ParameterError, match=r"^champion does not count visits on avalam,"):
        selfplay("avalam", tmp_path, agent="champion", temperature=1.0)


def test_another_agent_is_named_by_what_differs(tmp_path: Path) -> None:
    selfplay("ewn-cyclic", tmp_path, games=1, **QUICK)
    with pytest.raises(ParameterError, match=r": agent\.prune=true, not false; give") as caught:
        selfplay("ewn-cyclic", tmp_path, games=1, **{**QUICK, "agent": "alphabeta(prune=false)"})
    assert vars(caught.value)["differences"] == ("agent",)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("games", 0),
        ("games", True),
        ("plies", -1),
        ("random", 1.5),
        ("shard_games", 0),
        ("nodes", -1),
        ("time", "60+1"),
    ],
)
def test_impossible_options_leave_no_folder(name: str, value: object, tmp_path: Path) -> None:
    with pytest.raises(ParameterError) as caught:
        selfplay("avalam", tmp_path / "games", **{name: value})  # type: ignore[arg-type]
    assert (caught.value.where, caught.value.given) == (name, value)
    assert not (tmp_path / "games").exists()


def test_a_resumed_run_is_the_run_that_was_not_stopped(tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    selfplay("ewn-cyclic", whole, games=6, **QUICK)
    selfplay("ewn-cyclic", resumed, games=6, **QUICK)
    before = contents(whole)
    shard_paths(resumed)[1].unlink()
    (resumed / ".games-000000002-000000004.shard.abc.part").write_bytes(b"TSJSHARD")
    done: list[tuple[int, int]] = []
    selfplay("ewn-cyclic", resumed, games=6, progress=lambda *now: done.append(now), **QUICK)
    assert done == [(4, 6), (5, 6), (6, 6)]
    assert contents(resumed) == before
    assert not list(resumed.glob(".*.part"))


def test_more_games_are_added(tmp_path: Path) -> None:
    selfplay("ewn-cyclic", tmp_path, games=3, **QUICK)
    before = contents(tmp_path)
    selfplay("ewn-cyclic", tmp_path, games=5, **QUICK)
    after = contents(tmp_path)
    assert {name: after[name] for name in before} == before
    names = ["000000000-000000002", "000000002-000000003", "000000003-000000005"]
    assert list(after) == [f"games-{name}.shard" for name in names]


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    alone, together = tmp_path / "alone", tmp_path / "together"
    selfplay("ewn-cyclic", alone, games=4, **QUICK)
    selfplay("ewn-cyclic", together, games=4, **{**QUICK, "jobs": 2})
    assert contents(alone) == contents(together)


def test_another_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    selfplay("ewn-cyclic", tmp_path, games=1, **QUICK)
    before = contents(tmp_path)
    with pytest.raises(ParameterError) as caught:
        selfplay("ewn-cyclic", tmp_path, games=1, seed=1, random=0.5, **QUICK)
    assert vars(caught.value)["differences"] == ("seed", "random")
    assert contents(tmp_path) == before


def test_two_runs_at_the_same_time_are_refused(tmp_path: Path) -> None:
    def again(done: int, of: int) -> None:
        with pytest.raises(StoreError):
            selfplay("ewn-cyclic", tmp_path, games=1, **QUICK)

    selfplay("ewn-cyclic", tmp_path, games=1, progress=again, **QUICK)


BROKEN_AGENT = json.dumps(
    {"format": 1, "game": "ewn-cyclic", "version": 1, "agent": "alphabeta((", "content": ""}
    | dict.fromkeys(("games", "seed", "plies", "varied_plies", "random", "temperature"), 0)
)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 1, "game": "ewn"}', '{"format": 2}', BROKEN_AGENT]
)
def test_a_damaged_run_file_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(ShardError) as caught:
        selfplay("ewn-cyclic", tmp_path, games=1, **QUICK)
    assert caught.value.path == str(tmp_path / "run.json")


def test_a_folder_without_shards_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(ShardError) as caught:
            shard_paths(folder)
        assert caught.value.path == str(folder)


KILLED = """
import os, signal, sys, tesuji.learn
def stop(done, of):
    if done == 3:
        os.kill(os.getpid(), signal.SIGKILL)
tesuji.learn.selfplay("ewn-cyclic", sys.argv[1], progress=stop, games=6,
                      agent="alphabeta", depth=1, jobs=1, shard_games=2)
"""


def test_a_killed_run_keeps_its_complete_shards(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    ended = subprocess.run([sys.executable, "-c", KILLED, str(killed)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert len(shard_paths(killed)) == 1
    assert json.loads((killed / "run.json").read_text())["games"] == 6
    selfplay("ewn-cyclic", whole, games=6, **QUICK)
    selfplay("ewn-cyclic", killed, games=6, **QUICK)
    assert contents(killed) == contents(whole)
    assert os.listdir(killed).count("run.json") == 1
