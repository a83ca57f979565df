"""A match that is killed at any moment loses nothing and counts nothing twice."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.arena.run.processes import Session, game_keys, games_without_times, wait_until
from tesuji.arena.store.store import Store

PAIRS = 150
KILLS = 20
MOST_AT_ONCE = 4
"""Pairs that a kill waits for at most: 20 times these are well below PAIRS."""
OUTLIVES = 20.0
"""Seconds by which a worker may outlive its coordinator: 5, and time to get its turn at all."""

SCRIPT = f"""
import json, sys
from tesuji.arena.match.api import match

if __name__ == "__main__":
    result = match("mcts", "flat", game="ewn", pairs={PAIRS}, seed=3, jobs=2, store=sys.argv[1],
                   first_limits={{"simulations": 300}}, second_limits={{"simulations": 900}})
    assert result.complete
    data = result.to_dict()
    kept = ("pentanomial", "pairs", "games", "draw_rate", "first_player_score", "repeated")
    open(sys.argv[2], "w").write(json.dumps({{name: data[name] for name in kept}}))
"""


class Command:
    """The same command, again and again, for one store."""

    def __init__(self, folder: Path, name: str) -> None:
        self.script = folder / "script.py"
        self.script.write_text(SCRIPT, "utf-8")
        self.store = folder / f"{name}.sqlite"
        self.result = folder / f"{name}.json"
        self.log = folder / f"{name}.log"

    def start(self) -> Session:
        return Session([str(self.script), str(self.store), str(self.result)], self.log)

    def finish(self, seconds: float = 120) -> None:
        session = self.start()
        try:
            assert session.process.wait(seconds) == 0, self.log.read_text()
        finally:
            session.clear()

    def pairs(self) -> int:
        return len(game_keys(self.store)) // 2


def await_the_moment(command: Command, session: Session, random: Random) -> None:
    """Waits for some pairs more, or only a little while: the start is a moment too."""
    if random.random() < 0.25:
        time.sleep(random.uniform(0, 0.8))
        return
    wanted = command.pairs() + random.randint(1, MOST_AT_ONCE)
    assert wait_until(lambda: command.pairs() >= wanted or not session.running, 60, every=0.005)
    time.sleep(random.uniform(0, 0.02))


def kill_somebody(session: Session, random: Random) -> float:
    """Kills a worker or the coordinator; how long its workers outlive the coordinator."""
    workers = session.workers()
    if workers and random.random() < 0.3:
        session.kill(random.choice(workers))
        return 0.0
    session.kill(session.leader)
    killed = time.monotonic()
    assert wait_until(lambda: not session.members(), OUTLIVES), session.members()
    return time.monotonic() - killed


def torment(command: Command, random: Random, stack: ExitStack) -> Iterator[float]:
    """Kills again and again, and starts the command again where its coordinator is gone."""
    session = command.start()
    stack.callback(session.clear)
    for _ in range(KILLS):
        await_the_moment(command, session, random)
        assert session.running, command.log.read_text()
        yield kill_somebody(session, random)
        if not session.running:
            session = command.start()
            stack.callback(session.clear)
    session.kill(session.leader)


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> tuple[Command, Command]:
    """A match that ran undisturbed, and one that was killed twenty times."""
    folder = tmp_path_factory.mktemp("crash")
    calm, killed = Command(folder, "calm"), Command(folder, "killed")
    with ExitStack() as stack:
        assert max(torment(killed, Random(4), stack)) < OUTLIVES
    killed.finish()
    calm.finish()
    return calm, killed


def test_the_killed_match_has_the_same_games(commands: tuple[Command, Command]) -> None:
    calm, killed = commands
    assert games_without_times(killed.store) == games_without_times(calm.store)


def test_the_killed_match_has_the_same_result(commands: tuple[Command, Command]) -> None:
    calm, killed = commands
    assert json.loads(killed.result.read_text()) == json.loads(calm.result.read_text())
    assert json.loads(calm.result.read_text())["pairs"] == PAIRS


def test_no_game_is_there_twice_or_missing(commands: tuple[Command, Command]) -> None:
    keys = game_keys(commands[1].store)
    assert sorted(keys) == [(1, pair, side) for pair in range(PAIRS) for side in (0, 1)]


def test_the_store_is_in_order(commands: tuple[Command, Command]) -> None:
    with Store(commands[1].store) as store:
        assert store.structural_problems() == []
