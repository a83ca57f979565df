"""A ladder of 400 stub submissions, 20 of them broken: cost, and what a kill loses.

Plays it undisturbed, and again killed twice and resumed. Both tables must be equal, and no run may
play more games than it announced.

    python benchmarks/ladder.py [--count 400] [--broken 20] [--rounds 9]
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.arena.run.processes import Session, game_keys, wait_until
from tests.interop import ladder_stubs
from tests.interop.ladder_stubs import comparable, fix_seed, stub_ladder, write_stubs
from tesuji.interop.ladder import LadderResult
from tesuji.interop.ladder.table import table_rows

HOUR = 3600.0


def main() -> None:
    """Plays both ladders and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--broken", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder, "whole"), Path(folder, "killed")
        write_stubs(whole / "in", given.count, given.broken)
        shutil.copytree(whole / "in", killed / "in")
        fix_seed(whole / "out")
        begun = time.perf_counter()
        result = stub_ladder(whole, rounds=given.rounds).run(jobs=2)
        show("undisturbed", result, time.perf_counter() - begun)
        fix_seed(killed / "out")
        total = len(game_keys(whole / "out" / "games.db"))
        before = [kill_after(killed, given.rounds, share * total) for share in (0.25, 0.7)]
        begun = time.perf_counter()
        resumed = stub_ladder(killed, rounds=given.rounds).run(jobs=2)
        show("killed twice, resumed", resumed, time.perf_counter() - begun)
        print(f"games stored at the kills: {before}; in the end {total}")
        assert before[-1] + resumed.played == total
        assert comparable(resumed) == comparable(result)
        print("the tables are equal")


def kill_after(root: Path, rounds: int, games: float) -> int:
    """Kills a run once so many games are stored; returns the number that are."""
    arguments = [ladder_stubs.__file__, str(root), str(rounds)]
    session = Session(arguments, root / "log.txt")
    store = root / "out" / "games.db"
    try:
        assert wait_until(lambda: len(game_keys(store)) >= games, HOUR, every=0.5)
        session.kill(session.leader)
    finally:
        session.clear()
    return len(game_keys(store))


def show(name: str, result: LadderResult, seconds: float) -> None:
    """Prints what a run played and what it had announced."""
    assert result.complete
    rows = table_rows(result)
    most, expected = result.costs.most, result.costs.expected
    spent = sum(row.spent.seconds for row in rows)
    assert result.played <= most.games
    assert spent <= most.seconds
    statuses = {row.status: sum(each.status == row.status for each in rows) for row in rows}
    print(f"{name}: {result.played:,} games in {seconds:.0f} s ({spent:.0f} s of thinking);")
    print(f"  announced: {expected.games:,} expected, at most {most.games:,}; {statuses}")


if __name__ == "__main__":
    main()
