"""A match that is killed again and again, and the same match undisturbed."""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.arena.run.processes import Session, game_keys, games_without_times, wait_until
from tesuji.arena.store.store import Store
from tesuji.errors import StoreError

__all__ = ["OUTLIVES", "Command", "problems", "torment"]

MOST_AT_ONCE = 4
"""Pairs that a kill waits for at most."""
OUTLIVES = 20.0
"""Seconds by which a worker may outlive its coordinator: 5, and time to get its turn at all."""

SCRIPT = """
import json, sys
from tesuji.arena.match.api import match

if __name__ == "__main__":
    result = match("mcts", "flat", game="ewn", pairs=PAIRS, seed=SEED, jobs=2, store=sys.argv[1],
                   first_limits={"simulations": 300}, second_limits={"simulations": 900})
    assert result.complete
    data = result.to_dict()
    kept = ("pentanomial", "pairs", "games", "draw_rate", "first_player_score", "repeated")
    open(sys.argv[2], "w").write(json.dumps({name: data[name] for name in kept}))
"""


class Command:
    """The same command, again and again, for one store."""

    def __init__(self, folder: Path, name: str, pairs: int, seed: int) -> None:
        self.number_of_pairs = pairs
        self.script = folder / "script.py"
        text = SCRIPT.replace("PAIRS", str(pairs)).replace("SEED", str(seed))
        self.script.write_text(text, "utf-8")
        self.store = folder / f"{name}.sqlite"
        self.result = folder / f"{name}.json"
        self.log = folder / f"{name}.log"

    def start(self) -> Session:
        return Session([str(self.script), str(self.store), str(self.result)], self.log)

    def finish(self, seconds: float = 240) -> None:
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


def kill_somebody(session: Session, random: Random) -> str:
    """Kills a worker, the coordinator, or both, and returns who it was.

    Without a coordinator, its workers must end by themselves.
    """
    workers = session.workers()
    draw = random.random()
    if workers and draw < 0.5:
        session.kill(random.choice(workers))
        if draw < 0.3:
            return "worker"
    session.kill(session.leader)
    assert wait_until(lambda: not session.members(), OUTLIVES), session.members()
    return "both" if workers and draw < 0.5 else "coordinator"


def torment(command: Command, random: Random, kills: int) -> Counter[str]:
    """Kills again and again, and starts the command again when its coordinator is gone.

    Makes fewer kills if the match ends before them.
    """
    killed: Counter[str] = Counter()
    with ExitStack() as stack:
        session = command.start()
        stack.callback(session.clear)
        for _ in range(kills):
            await_the_moment(command, session, random)
            if not session.running:
                assert session.process.returncode == 0, command.log.read_text()
                break
            killed[kill_somebody(session, random)] += 1
            if not session.running:
                session = command.start()
                stack.callback(session.clear)
        session.kill(session.leader)
    return killed


def problems(killed: Command, calm: Command) -> list[str]:
    """Games that were lost or doubled, and differences from the undisturbed match."""
    found = []
    expected = [(1, pair, side) for pair in range(killed.number_of_pairs) for side in (0, 1)]
    keys = game_keys(killed.store)
    if lost := set(expected) - set(keys):
        found.append(f"{len(lost)} games lost")
    if len(keys) > len(set(keys)) or set(keys) - set(expected):
        found.append("games doubled")
    try:
        if games_without_times(killed.store) != games_without_times(calm.store):
            found.append("the games differ from those of the undisturbed match")
    except StoreError as error:
        found.append(str(error))
    if json.loads(killed.result.read_text()) != json.loads(calm.result.read_text()):
        found.append("the result differs from that of the undisturbed match")
    with Store(killed.store) as store:
        found += store.structural_problems()
    return found
