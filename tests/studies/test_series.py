"""Sweeps, ablations and scaling runs, and their errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.arena.pairs import in_threads
from tesuji.arena.report.pages import report_html
from tesuji.arena.store.store import Store
from tesuji.errors import ParameterError, TesujiError, UnknownAgentError
from tesuji.specs import parse_spec
from tesuji.studies.series import ablate, scaling, sweep

FAST: dict[str, Any] = {"game": "ewn", "simulations": 20, "jobs": 2}


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that need no time to start."""
    monkeypatch.setattr("tesuji.arena.run.executors.local_executor", in_threads)


def test_sweep_sets_one_parameter() -> None:
    result = sweep("mcts", "select.c", [0.5, 1, "2"], pairs=1, **FAST)
    assert [setting for setting, _ in result.points] == ["0.5", "1", "2"]
    for setting, played in result.points:
        assert tesuji.agent(played.agents[0]).settings["select.c"] == float(setting)
        assert played.agents[1] == "mcts"
    json.dumps(result.to_dict(), allow_nan=False)


def test_sweep_over_parts_and_switches_against_another() -> None:
    result = sweep("mcts", "solver", [True, False], against="flat", pairs=1, **FAST)
    assert [setting for setting, _ in result.points] == ["true", "false"]
    solvers = [tesuji.agent(p.agents[0]).settings["solver"] for _, p in result.points]
    assert solvers == [True, False]
    assert {played.agents[1] for _, played in result.points} == {"flat"}
    result = sweep("mcts", "select", ["ucb1(c=0.3)", "puct"], pairs=1, **FAST)
    selects = [tesuji.agent(p.agents[0]).settings["select"] for _, p in result.points]
    assert selects == ["ucb1", "puct"]


@pytest.mark.parametrize(
    ("parameter", "values", "said"),
    [
        ("select.x", [1], "'select.x' .*; select=ucb1 takes c, own$"),
        ("select.fpu", [1], "select=ucb1 takes c, own, select=puct has it"),
        ("nothing", [1], "mcts has no parameter 'nothing'; mcts takes select, .* depth$"),
        ("selct.c", [1], "no parameter 'selct.c' .did you mean 'select.c'"),
        ("select.ucb1.c", [1], "did you mean 'select.c'"),
        ("c", [1], "no parameter 'c' .did you mean 'select.c'"),
        ("temperature", [1], "did you mean 'final.temperature'"),
        ("simulations", [9, 99], "has no effect: the match sets simulations,"),
        ("seconds", [0.1, 1], "has no effect: the match sets simulations,"),
        ("clock", ["cpu"], "the clock of the match replaces"),
        ("time.margin", [1, 2], "the match sets no time"),
        ("select.c", [-1], "c"),
        ("select.c", [1, 1], "more than one match"),
        ("select.c", [], "at least one value of select.c"),
    ],
)
def test_wrong_sweeps(parameter: str, values: list[Any], said: str) -> None:
    with pytest.raises(TesujiError, match=said):
        sweep("mcts", parameter, values, pairs=1, **FAST)


def test_limits_of_the_agent_can_be_swept_where_the_call_gives_none() -> None:
    result = sweep("flat", "simulations", [5, 9], against="random", game="ewn", pairs=1)
    budgets = [p.match.plan.limits[0].per_move.simulations for _, p in result.points]
    assert budgets == [5, 9]
    with pytest.raises(ParameterError, match="the match sets memory"):
        sweep("mcts", "memory", [1], memory=2, pairs=1, **FAST)
    result = sweep("mcts", "time.margin", [0.01], time="0.1+0.01", game="ewn", pairs=1, jobs=2)
    assert len(result.points) == 1


@pytest.mark.parametrize(("game", "there"), [("ewn", True), ("ewn-cyclic", False)])
def test_switches_for_dice_are_tried_only_where_there_are_dice(game: str, there: bool) -> None:
    options: dict[str, Any] = {"game": game, "nodes": 20, "pairs": 1, "jobs": 2}
    result = ablate("alphabeta", **options)
    names = {setting.removeprefix("without ") for setting, _ in result.points}
    assert ({"star1", "star2"} <= names) == there
    assert {"pvs", "table"} <= names
    dice = ("star1", "star2", "roll_leaf", "roll_probe", "roll_table")
    without = () if there else tuple((n, "ewn-cyclic has no dice") for n in dice)
    assert result.left_out == without
    assert [each["part"] for each in result.to_dict()["left_out"]] == [n for n, _ in without]
    if not there:
        with pytest.raises(ParameterError, match="no effect: ewn-cyclic has no dice"):
            sweep("alphabeta", "star1", [True, False], **options)


def test_ablation_leaves_out_a_clock_that_does_not_run() -> None:
    agent = "flat(rollout=decisive, time=midgame)"
    result = ablate(agent, pairs=1, **FAST)
    assert [setting for setting, _ in result.points] == ["without rollout"]
    ((part, reason),) = result.left_out
    assert (part, "sets no time" in reason) == ("time", True)
    assert f"time was left out: {reason}" in report_html(result)


def test_ablation_switches_each_part_off() -> None:
    agent = "mcts(rollout=decisive, select=puct, reuse=false)"
    result = ablate(agent, pairs=1, **FAST)
    changed = {}
    whole = parse_spec(tesuji.agent(agent).expanded()).arguments
    for setting, played in result.points:
        part = parse_spec(tesuji.agent(played.agents[0]).expanded()).arguments
        (name,) = [name for name in whole if whole[name] != part.get(name)]
        assert setting == f"without {name}"
        assert played.agents[1] == tesuji.agent(agent).spec
        changed[name] = str(part[name])
    off = {"select": "default", "rollout": "uniform", "solver": "False"}
    assert changed == {**off, "guard": "none"}


def test_a_store_has_names_that_people_can_read(tmp_path: Path) -> None:
    options: dict[str, Any] = {**FAST, "pairs": 1, "store": tmp_path / "store"}
    sweep("mcts", "select.c", [0.5], **options)
    ablate("mcts(rollout=decisive, solver=false, guard=none, reuse=false)", **options)
    with Store(tmp_path / "store") as opened:
        names = [each.name for each in opened.matches()]
    agent = "mcts(rollout=decisive, solver=false, guard=none, reuse=false)"
    assert names == [
        "mcts with select.c=0.5 - mcts on ewn",
        f"{agent} without rollout - {agent} on ewn",
    ]


def test_nothing_to_switch_off() -> None:
    with pytest.raises(ParameterError, match="random has no part"):
        ablate("random", pairs=1, **FAST)


def test_scaling_plays_each_budget_against_the_one_before() -> None:
    result = scaling("mcts", game="ewn", simulations=[10, 20, 40], pairs=1, jobs=2)
    assert [setting for setting, _ in result.points] == ["20", "40"]
    budgets = [
        [limits.per_move.simulations for limits in played.match.plan.limits]
        for _, played in result.points
    ]
    assert budgets == [[20, 10], [40, 20]]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "scaling takes one of"),
        ({"simulations": [1, 2], "seconds": [1, 2]}, "scaling takes one of"),
        ({"seconds": [0.1]}, "two or more seconds"),
    ],
)
def test_wrong_scaling(given: Any, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        scaling("mcts", game="ewn", pairs=1, **given)


def test_a_result_has_warnings_and_games() -> None:
    options: dict[str, Any] = {**FAST, "game": "pentago", "plies": 0, "pairs": 5}
    result = sweep("alphabeta", "beam", [4], against="greedy", **{**options, "depth": 1})
    (warning,) = result.warnings
    assert warning.startswith("4: ")
    assert result.to_dict()["warnings"] == [warning]
    assert len(result.to_dicts()) == 10
    assert "beam" in result.summary()
    assert warning[:20] in result._repr_html_()


def test_unknown_agents() -> None:
    with pytest.raises(UnknownAgentError):
        sweep("mtcs", "select.c", [1], pairs=1, **FAST)
