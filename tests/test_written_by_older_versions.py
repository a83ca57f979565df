"""Files that released versions wrote can still be opened: tests/data/written-by-VERSION."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import parse_qs

import pytest

import tesuji
from tesuji.arena import Store
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
