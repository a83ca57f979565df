"""A match that is killed at any moment loses nothing and counts nothing twice."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from random import Random

import pytest

from tests.arena.run.kills import Command, problems, torment

PAIRS = 200
KILLS = 20


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> tuple[Command, Command]:
    """A match that ran undisturbed, and one that was killed about twenty times."""
    folder = tmp_path_factory.mktemp("crash")
    calm, killed = (Command(folder, name, PAIRS, seed=3) for name in ("calm", "killed"))
    kills = torment(killed, Random(4), KILLS)
    assert kills.total() > KILLS // 2
    assert set(kills) == {"worker", "coordinator", "both"}
    killed.finish()
    calm.finish()
    return calm, killed


def test_the_killed_match_equals_the_undisturbed_one(commands: tuple[Command, Command]) -> None:
    calm, killed = commands
    assert problems(killed, calm) == []
    assert json.loads(calm.result.read_text())["pairs"] == PAIRS


def test_lost_games_and_other_results_are_found(commands: tuple[Command, Command]) -> None:
    calm, killed = commands
    store, result = killed.store.read_bytes(), killed.result.read_text()
    try:
        with closing(sqlite3.connect(killed.store)) as connection, connection:
            connection.execute("DELETE FROM game WHERE pair = 2 AND side = 1")
        killed.result.write_text("{}")
        found = problems(killed, calm)
        assert "1 games lost" in found
        assert "the result differs from that of the undisturbed match" in found
    finally:
        killed.store.write_bytes(store)
        killed.result.write_text(result)
