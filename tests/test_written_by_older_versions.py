"""Files that released versions wrote can still be opened: tests/data/written-by-VERSION."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs

import pytest

import tesuji
from tesuji.arena import Store
from tesuji.arena.run.conditions import PLAYING
from tesuji.arena.store.salvage import check_store
from tesuji.errors import StoreError
from tesuji.games.record_files import read_records

DATA = Path(__file__).parent / "data" / "written-by-0.1"


def test_a_store_opens_and_keeps_its_results(tmp_path: Path) -> None:
    path = shutil.copy(DATA / "store.db", tmp_path / "store.db")
    with Store(path) as store:
        listed = {each.name: each for each in store.matches()}
        scores = {
            name: [record.value_for(i % 2) for i, record in enumerate(store.games(each.id))]
            for name, each in listed.items()
        }
    assert scores == {
        "mcts(simulations=40) - greedy on ewn": [1.0, 0.0, 0.0, 1.0, 1.0, 0.0],
        "alphabeta - random on avalam": [1.0, 1.0, 1.0, 1.0],
    }


def test_a_store_with_checksums_stays_sound(tmp_path: Path) -> None:
    """A change to how checksums are computed would turn every store of users into a damaged one."""
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((DATA.parent / "stores" / "version-3.sql").read_text("utf-8"))
    found = check_store(path)
    assert (found.matches, found.games, found.problems) == (2, 11, ())


def test_a_match_does_not_resume(tmp_path: Path) -> None:
    """Version 0.1 drew chance events in another way, so it would have played other games."""
    path = shutil.copy(DATA / "store.db", tmp_path / "store.db")
    agents = "mcts(simulations=40)", "greedy"
    with pytest.raises(StoreError) as caught:
        tesuji.arena.match(*agents, game="ewn", pairs=9, seed=5, simulations=40, store=path)
    assert ("2", str(PLAYING)) in [(old, new) for _, old, new in caught.value.differences]
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM game").fetchone() == (10,)


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_records_can_be_read_and_replayed(name: str) -> None:
    records = read_records(DATA / name)
    assert len(records) == 10
    assert {record.game for record in records} == {"ewn", "avalam"}
    assert records[0].agents == ("mcts(simulations=40)", "greedy")


def test_a_link_leads_to_the_same_game() -> None:
    fields = parse_qs((DATA / "link.txt").read_text("utf-8").strip().removeprefix("#"))
    position = tesuji.game(fields["game"][0]).position(fields["start"][0])
    for move in fields["moves"][0].split():
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == 0
