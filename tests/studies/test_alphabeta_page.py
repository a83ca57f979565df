"""The page of alpha-beta's results: written from the result files, a row for each switch."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import tesuji
from benchmarks.ablation import (
    GAMES,
    SPRT,
    old_and_new,
    switch_plans,
    switches,
)
from benchmarks.alphabeta_nodes import Row, with_earlier
from benchmarks.alphabeta_page import PAGE, load, page_text
from benchmarks.common import command_line
from tesuji.agents.kinds.alphabeta import ALPHABETA
from tesuji.specs import parse_spec

NOTHING_TO_SWITCH = {
    "evaluate",  # what is searched, not how
    "knowledge",
    "book",
    "horizon",
    "beam",
    "rank",
    "prune",  # nothing else works without it
    "solve",  # the solver, not alpha-beta
    "presort_depth",  # part of a switch
    "late_depth",
    "threads",  # measured by themselves
    "memory",
}
BUDGET = {"time", "clock", "first_seconds", "seconds", "nodes", "depth", "simulations"}


def row(switch: str, game: str, verdict: str | None, nelo: float) -> dict[str, Any]:
    return {
        "switch": switch,
        "game": game,
        "pairs": 50,
        "score": 0.5,
        "nelo": nelo,
        "nelo_interval": [nelo - 10, nelo + 10],
        "sprt": {"test": SPRT, "llr": 0.0, "verdict": verdict},
    }


def report(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"command": "some command", "date": "2026-01-01", "processor": "P", "results": rows}


def test_the_page_is_that_of_the_result_files() -> None:
    assert PAGE.read_text("utf-8") == page_text(load())


def test_a_missing_file_is_still_to_be_measured(tmp_path: Path) -> None:
    text = page_text(load(tmp_path))
    for name in ("bars", "switches"):
        assert f"Still to be measured: `python -m benchmarks.ablation {name}`" in text
    assert "Still to be measured: `python -m benchmarks.alphabeta_threads match`" in text


def test_what_no_game_accepts_has_failed() -> None:
    rows = [
        row("iir", "ewn", "H0", -30.0),
        row("iir", "avalam", None, 5.0),
        row("wins", "ewn", "H1", 40.0),
        row("wins", "avalam", "H0", -5.0),
    ]
    text = page_text({"switches": report(*rows)})
    failed = text.partition("### What failed")[2].partition("##")[0]
    assert "`iir` (default `false`): at best +5 [-5, +15] on avalam." in failed
    assert "`wins`" not in failed
    assert "| wins | that of the game | +40 [+30, +50], accepted, 100 games |" in text


def test_the_command_of_a_report_names_no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["switches", "--games", "ewn avalam", "--store", "/a/b.db", "--jobs", "4", "--out", "c"]
    monkeypatch.setattr(sys, "argv", ["/somewhere/benchmarks/ablation.py", *given])
    assert command_line() == (
        "python -m benchmarks.ablation switches --games 'ewn avalam' --jobs 4"
    )


@pytest.mark.parametrize("name", [p.name for p in ALPHABETA.parameters])
def test_every_parameter_is_a_switch_or_known_not_to_be(name: str) -> None:
    switched = {switch.name for switch in switches().values()}
    assert (name in switched) != (name in NOTHING_TO_SWITCH | BUDGET)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_differs_in_its_switch_alone(game: str) -> None:
    labels = []
    for label, plan in switch_plans([game], 1, 0.02):
        switch = switches()[label]
        on, off = (tesuji.agent(spec).settings for spec in plan.agents)
        changed = {path.partition(".")[0] for path in on | off if on.get(path) != off.get(path)}
        assert changed == {switch.name}
        labels.append(label)
    assert ("star1" in labels) == (game == "ewn")
    assert ("vote" in labels) == (game == "ewn")
    assert ("null_move" in labels) == (game == "colosseum")
    assert {"wins", "reduce", "effort", "symmetry", "leaf_proofs"} <= set(labels)


@pytest.mark.parametrize("game", GAMES)
def test_old_and_new_have_the_same_evaluation(game: str) -> None:
    old, new = (parse_spec(spec).arguments for spec in old_and_new(game))
    assert old["knowledge"] == new["knowledge"]
    assert (old["staged"], new["staged"]) == (False, True)
    assert tesuji.agent(old_and_new(game)[1]).expanded(tesuji.game(game)) == tesuji.agent(
        "alphabeta"
    ).expanded(tesuji.game(game))


def test_without_forward_pruning_the_values_are_those_of_the_old_search() -> None:
    report = load()["nodes"]
    assert report is not None
    for found in report["results"]:
        assert found["exact_equal_values"] == found["positions"], found["game"]


def test_node_counts_keep_a_line_for_each_search() -> None:
    numbers = {
        f"{search}_{what}": number
        for search, number in (("old", 900.0), ("new", 100.0), ("exact", 300.0))
        for what in ("nodes", "ms")
    }
    found = {
        "game": "avalam",
        "depth": 5,
        "positions": 10,
        **numbers,
        "ratio": 9.0,
        "exact_ratio": 3.0,
        "equal_values": 4,
        "exact_equal_values": 10,
        "old_depth": 5.5,
        "new_depth": None,
    }
    text = page_text({"nodes": report(found)})
    assert "| avalam | 5, 10 positions | old | 900 |  | 900.0 ms |  | 5.5 |" in text
    assert "|  |  | new | 100 | 9.0 times | 100.0 ms | 4 of 10 |  |" in text
    assert (
        "|  |  | new, nothing pruned forward | 300 | 3.0 times | 300.0 ms | 10 of 10 |  |" in text
    )


def test_more_node_counts_replace_only_their_own(tmp_path: Path) -> None:
    path = tmp_path / "nodes.json"
    ones = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    rows = [Row("avalam", depth, 1, *ones, 1, 1) for depth in (5, 6)]
    earlier = [{"game": "avalam", "depth": 4}, {"game": "avalam", "depth": 5}]
    path.write_text(json.dumps({"command": "before", "results": earlier}), "utf-8")
    command, found = with_earlier(path, "now", rows)
    assert command == "before\nnow"
    assert found == [earlier[0], *map(asdict, rows)]
