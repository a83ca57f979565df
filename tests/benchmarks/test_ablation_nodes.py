"""Switches of alpha-beta that change no value: the searches that are compared, and the rows."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tesuji
from benchmarks.ablation import switches
from benchmarks.ablation_nodes import DEPTHS, FILE, SWITCHES, compare, same_values_table, specs


@pytest.mark.parametrize("label", SWITCHES)
def test_only_the_switch_differs_and_nothing_is_pruned_forward(label: str) -> None:
    name = switches()[label].name
    found = [each for game in DEPTHS if (each := specs(label, game)) is not None]
    assert found
    for pair in found:
        on, off = (tesuji.agent(spec).settings for spec in pair)
        assert {path for path in on | off if on.get(path) != off.get(path)} == {name}
        assert (on["reduce"], on["tempo"], on["late"]) == (0, 0, 0)


def test_a_switch_is_compared_on_positions() -> None:
    row = compare("leaf_values", "avalam", 2)
    assert row is not None
    assert row["positions"] == row["equal_values"] == 2
    assert row["times_nodes"] > 1
    assert compare("leaf_values", "ewn", 2) is None, "it has no effect there"


def test_the_table_shows_values_that_differ() -> None:
    row: dict[str, Any] = {
        "switch": "pvs",
        "game": "ewn",
        "positions": 5,
        "times_nodes": 1.5,
        "times_seconds": 1.25,
        "equal_values": 5,
    }
    assert "| 1.50 nodes, 1.25 time |" in same_values_table([row])
    assert "1.25 time, 2 other values" in same_values_table([{**row, "equal_values": 3}])


def test_the_committed_rows_have_equal_values() -> None:
    for row in json.loads(FILE.read_text("utf-8"))["results"]:
        assert row["equal_values"] == row["positions"], (row["switch"], row["game"])
