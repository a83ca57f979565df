"""The weights in the package: each has a data sheet with a match that it won."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import tesuji
from benchmarks import patterns, selfplay
from benchmarks.learned import PROOF, RESULTS, table
from tesuji.agents.learned import LEARNED, learned_evaluator, read_weights, shipped_weights

LEARNING_PAGE = Path(__file__).resolve().parents[2] / "docs" / "learning.md"
ROWS = {
    (row["variant"].partition("-")[0], row["game"]): row
    for row in json.loads(RESULTS.read_text("utf-8"))["results"]
}
FILES = {
    (kind.name, game): path for kind in LEARNED for game, path in shipped_weights(kind.name).items()
}
LARGEST = 2 << 20


def test_what_gains_is_shipped() -> None:
    gains = {key for key, row in ROWS.items() if row["nelo_interval"][0] > 0}
    assert set(FILES) == gains
    assert {key for key, row in ROWS.items() if row["ships"]} == gains


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_the_data_sheet_agrees_with_the_file_and_the_match(key: tuple[str, str]) -> None:
    path = FILES[key]
    file, row = read_weights(path), ROWS[key]
    assert path.stat().st_size <= LARGEST
    assert file.sheet["match"] == {name: row[name] for name in PROOF}
    assert file.sheet["match"]["sha256"] == hashlib.sha256(file.weights).hexdigest()
    assert file.sheet["test_loss"] == row["training"]["test_loss"]
    assert file.sheet["positions"] == row["training"]["positions"]
    assert [run["games"] for run in file.sheet["data"]] == row["training"]["games"]
    losses = [epoch["validation"] for epoch in file.sheet["epochs"]]
    assert min(losses) < losses[0]
    assert "benchmarks.learned" in file.sheet["command"]


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_a_word_names_the_shipped_weights(key: tuple[str, str]) -> None:
    family, game = key
    of = tesuji.game(game)
    start = of.start()._state
    named = learned_evaluator(f'{family}(file="{FILES[key]}")', of)
    assert learned_evaluator(family, of).value(start) == named.value(start)
    agent = tesuji.agent(f"alphabeta(evaluate={family})")
    assert agent.search(of.start(), depth=2).best in of.start().legal_moves
    assert agent.code_digest(of)


def test_the_page_has_the_tables() -> None:
    page = LEARNING_PAGE.read_text("utf-8")
    assert table(list(ROWS.values())) in page
    assert patterns.table(json.loads(patterns.RESULTS.read_text("utf-8"))["results"]) in page


def test_the_page_has_the_throughput_of_selfplay() -> None:
    rows = json.loads(selfplay.RESULTS.read_text("utf-8"))["results"]
    assert [row["game"] for row in rows] == list(selfplay.GAMES)
    assert selfplay.table(rows) in LEARNING_PAGE.read_text("utf-8")
