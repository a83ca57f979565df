"""Analyses: plain data with documented keys, trees as plain data, and a picture for notebooks."""

from __future__ import annotations

import json
import re
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

import tesuji
from tesuji import Analysis, MoveAnalysis, Position

SPECS = ("avalam", "colosseum(size=4)", "pentago", "pentago-twist", "ewn-cyclic", "ewn")
AGENTS = ("champion(book=off)", "mcts", "alphabeta", "flat", "greedy", "random")
every_game = pytest.mark.parametrize("spec", SPECS)
every_agent = pytest.mark.parametrize("agent", AGENTS)

KEYS = [
    "format",
    "game",
    "position",
    "agent",
    "best",
    "value",
    "proven",
    "pv",
    "simulations",
    "nodes",
    "depth",
    "seconds",
    "reused",
    "book",
    "moves",
]
NODE_KEYS = {"visits", "to_move", "proven", "k", "untried", "children"}
CHILD_KEYS = {
    "move",
    "visits",
    "value",
    "prior",
    "exploit",
    "explore",
    "score",
    "proven",
    "exhausted",
    "node",
}


def start(spec: str) -> Position:
    position = tesuji.game(spec).start(1)
    return position.play("d3") if position.is_chance else position


def analysis(spec: str, agent: str = "mcts", simulations: int = 400) -> Analysis:
    return tesuji.agent(agent).search(start(spec), simulations=simulations)


# Plain data


@every_agent
@every_game
def test_plain_data_has_the_documented_keys(spec: str, agent: str) -> None:
    found = analysis(spec, agent)
    data = found.to_dict()
    assert list(data) == KEYS
    assert data["format"] == 1
    assert (data["game"], data["position"]) == (spec, start(spec).text)
    assert data["agent"] == agent
    assert data["best"] == str(found.best) == data["pv"][0] == data["moves"][0]["move"]
    for move in data["moves"]:
        assert list(move) == ["move", "visits", "value", "proven", "bound"]


def test_values_of_moves_that_are_only_bounds() -> None:
    found = tesuji.agent("alphabeta").search(tesuji.game("avalam").start(), depth=2)
    best, *others = found.moves
    assert found.bound(best) is None
    assert found.move_value_text(best) == f"{found.value:.1%}"
    assert all(found.bound(each) == "upper" for each in others)
    # A bound above the best value is from a shallower search.
    above = replace(others[0], value=1.0)
    assert found.move_value_text(above) == f"≤ {found.value:.1%}"
    below = replace(others[0], value=0.25)
    assert found.move_value_text(below, 0) == "≤ 25%"
    assert found.bound(replace(below, proven="loss")) is None
    assert "≤" in found._repr_html_()


@pytest.mark.parametrize("agent", ["mcts", "flat", "greedy", "random"])
def test_other_values_are_no_bounds(agent: str) -> None:
    found = analysis("avalam", agent)
    assert [each["bound"] for each in found.to_dict()["moves"]] == [None] * len(found.moves)
    assert "≤" not in found._repr_html_()


@every_agent
@every_game
def test_plain_data_survives_json(spec: str, agent: str) -> None:
    data = analysis(spec, agent).to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_proofs_are_words() -> None:
    won = tesuji.game("pentago").position("wwww2/bbbb2/6/6/6/6")
    data = tesuji.agent("mcts").search(won, simulations=10).to_dict()
    assert data["proven"] == "win"
    assert data["moves"][0]["proven"] == "win"
    assert data["value"] == 1


@every_agent
@every_game
def test_numbers_make_sense(spec: str, agent: str) -> None:
    found = analysis(spec, agent)
    legal = set(found.position.legal_moves)
    assert 0 <= found.value <= 1
    assert {move.move for move in found.moves} <= legal
    assert len({move.move for move in found.moves}) == len(found.moves)
    assert all(0 <= move.value <= 1 for move in found.moves)
    assert found.depth >= 1
    # An agent without a search has no value and no cost.
    assert found.has_value == (agent != "random")
    assert found.given_value == (found.value if found.has_value else None)
    assert (min(found.simulations, found.nodes) >= 1) == found.has_value
    assert found.seconds >= 0


@every_agent
@every_game
def test_the_expected_line_can_be_played(spec: str, agent: str) -> None:
    found = analysis(spec, agent, simulations=3000)
    position = found.position
    for move in found.pv:
        position = position.play(move)
    assert found.pv[0] == found.best
    assert agent != "mcts" or len(found.pv) > 1


@every_agent
def test_the_best_move_comes_first_then_the_most_visited(agent: str) -> None:
    found = analysis("avalam", agent)
    assert found.moves[0].move == found.best
    visits = [move.visits for move in found.moves[1:]]
    assert visits == sorted(visits, reverse=True)


def test_analyses_cannot_be_changed() -> None:
    found = analysis("avalam")
    with pytest.raises(FrozenInstanceError):
        found.value = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        found.moves[0].visits = 1  # type: ignore[misc]
    assert isinstance(found.moves[0], MoveAnalysis)


def test_a_repr_does_not_show_the_tree() -> None:
    assert "_tree" not in repr(analysis("pentago"))


# Trees


def check_node(node: dict[str, Any], position: Position, depth: int, min_visits: int) -> None:
    assert set(node) == NODE_KEYS
    assert node["to_move"] == position.to_move
    assert node["untried"] >= 0
    assert depth > 0 or node["children"] == []
    visits = [child["visits"] for child in node["children"]]
    assert visits == sorted(visits, reverse=True)
    assert all(count >= min_visits for count in visits)
    for child in node["children"]:
        assert set(child) == CHILD_KEYS
        check_score(child, node)
        after = position.play(child["move"])
        if child["node"] is not None:
            check_node(child["node"], after, depth - 1, min_visits)


def check_score(child: dict[str, Any], node: dict[str, Any]) -> None:
    """Selection compares the score of moves that were tried and are open."""
    if child["score"] is None:
        assert child["visits"] == 0 or child["proven"] is not None or node["to_move"] is None
    else:
        assert child["score"] == pytest.approx(child["value"] + node["k"] * child["explore"])


@pytest.mark.parametrize(("depth", "min_visits"), [(0, 0), (1, 0), (2, 1), (4, 5)])
@every_game
def test_trees_are_plain_data(spec: str, depth: int, min_visits: int) -> None:
    found = analysis(spec, simulations=2000)
    tree = found.tree(depth, min_visits)
    assert tree is not None
    check_node(tree, found.position, depth, min_visits)
    assert json.loads(json.dumps(tree, allow_nan=False)) == tree


@every_game
def test_the_root_says_what_the_analysis_says(spec: str) -> None:
    found = analysis(spec, simulations=2000)
    tree = found.tree(1, 0)
    assert tree is not None
    by_text = {child["move"]: child for child in tree["children"]}
    for move in found.moves:
        child = by_text[str(move.move)]
        assert (child["visits"], child["value"]) == (move.visits, move.value)
        assert (child["proven"], child["prior"]) == (move.proven, move.prior)


def test_a_tree_has_two_plies_unless_told() -> None:
    found = analysis("ewn-cyclic", simulations=2000)
    assert found.tree() == found.tree(2, 1) == found.tree(depth=2, min_visits=1)


@pytest.mark.parametrize("agent", ["alphabeta", "flat", "greedy", "random"])
def test_other_searches_have_no_tree(agent: str) -> None:
    assert analysis("avalam", agent).tree() is None


# Notebooks


@every_agent
@every_game
def test_a_notebook_shows_board_and_moves(spec: str, agent: str) -> None:
    found = analysis(spec, agent)
    shown = found._repr_html_()
    assert shown.startswith("<svg")
    assert f"<b>{found.best}</b>" in shown
    assert shown.count("<tr>") == 1 + min(10, len(found.moves))
    for tag in ("table", "tr", "td", "th", "p", "b"):
        assert len(re.findall(f"<{tag}>", shown)) == shown.count(f"</{tag}>")
    assert (f"{found.value:.1%}" in shown) == found.has_value
    counted = {"mcts": "simulations", "flat": "simulations", "random": ""}.get(agent, "nodes")
    assert (f"{found.nodes:,} nodes" in shown) == (counted == "nodes")
    assert (f"{found.simulations:,} simulations" in shown) == (counted == "simulations")
