"""Parts that end lines, share nodes and pick the move: against plain Python from the tree."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import tesuji
from tests.search.brute import wins_at_once
from tests.search.positions import (
    EVERY_GAME,
    WITHOUT_DICE,
    late_positions,
    losing_next,
    middle,
    winning_at_once,
)
from tests.search.trees import Tree, children_of, core_tree, first_value, grow
from tesuji import Analysis, Position

BARE = "solver=false, guard=none"
FLAGGED = f"exhausted=true, {BARE}, memory=4"

# Equal positions


def test_equal_positions_share_a_node() -> None:
    """Two moves of a player in either order, with the same reply between: one node."""
    position = middle("avalam", 3, 0.85)
    tree = grow(f"mcts(transpositions=true, {BARE})", position, 4000, depth=4)
    nodes: dict[Position, list[Tree]] = {}
    for _, child in children_of(tree):
        if child["node"] is not None:
            nodes.setdefault(child["position"], []).append(child["node"])
    shared = [found for found in nodes.values() if len(found) > 1]
    assert len(shared) > 10
    assert all(found[0]["visits"] == other["visits"] for found in shared for other in found)
    assert max(found[0]["visits"] for found in shared) > 20


def test_without_transpositions_every_way_has_a_node_of_its_own() -> None:
    position = middle("avalam", 3, 0.85)
    tree = grow(f"mcts({BARE})", position, 4000, depth=4)
    for node, child in children_of(tree):
        assert child["node"] is None or child["node"]["visits"] == child["visits"] - 1
        assert node["visits"] == sum(c["visits"] for c in node["children"])


# Lines that are played out


@pytest.mark.parametrize("spec", WITHOUT_DICE)
def test_a_finished_line_is_not_visited_again(spec: str) -> None:
    """Won or lost: with the flag an end is seen once, without it as often as it looks good."""
    ends = 0
    for position in winning_at_once(spec, 5):
        for _, child in children_of(grow(f"mcts({FLAGGED})", position, 400)):
            if child["position"].is_over and child["visits"] > 0:
                assert (child["visits"], child["exhausted"]) == (1, True)
                ends += 1
    assert ends > 10
    plain = grow(f"mcts({BARE}, memory=4)", winning_at_once(spec, 1)[0], 400)
    over = [child for child in plain["children"] if child["position"].is_over]
    assert max(child["visits"] for child in over) > 1
    assert not any(child["exhausted"] for _, child in children_of(plain))


@pytest.mark.parametrize("spec", WITHOUT_DICE)
def test_a_node_is_finished_when_all_its_moves_are(spec: str) -> None:
    for position in late_positions(spec, 4, 2000):
        for _, child in children_of(grow(f"mcts({FLAGGED})", position, 150, depth=20)):
            below = child["node"]
            if child["position"].is_over:
                assert child["exhausted"] == (child["visits"] > 0)
            elif below is None:
                assert not child["exhausted"]
            else:
                done = below["untried"] == 0 and all(c["exhausted"] for c in below["children"])
                assert child["exhausted"] == done


@pytest.mark.parametrize("spec", WITHOUT_DICE)
def test_a_search_ends_when_everything_is_played_out(spec: str) -> None:
    for position in late_positions(spec, 6, 1500):
        found = tesuji.agent(f"mcts({FLAGGED})").search(position, simulations=100_000)
        assert found.simulations < 20_000
        player = tesuji.agent(f"mcts({FLAGGED})").player(position.game)
        player.search(position, simulations=100_000)
        assert all(child["exhausted"] for child in core_tree(player, position, 1)["children"])


# The guard without the solver


@pytest.mark.parametrize("spec", EVERY_GAME)
def test_the_guard_needs_no_solver(spec: str) -> None:
    for position in winning_at_once(spec, 10):
        found = tesuji.agent("mcts(solver=false, guard=ahead(root=1))").search(
            position, simulations=0
        )
        outcome = position.play(found.best).outcome
        assert outcome is not None
        assert outcome.winner == position.to_move


def test_a_guard_at_nodes_marks_moves_without_the_solver() -> None:
    """A move after which the opponent can win is marked as lost, and nothing follows from it."""
    marked = 0
    for position in losing_next("pentago-twist", 5):
        tree = grow("mcts(solver=false, guard=ahead(root=0, nodes=1))", position, 1500, depth=2)
        for child in tree["children"]:
            expected = wins_at_once(child["position"]) and not child["position"].is_over
            if child["visits"] > 1 and not child["position"].is_over:
                assert (child["proof"] == 1) == expected
                marked += expected
        assert tree["proof"] == 0
    assert marked > 5


# The move that is played


def last(agent: str, position: Position, simulations: int, seed: int) -> tuple[Analysis, Tree]:
    player = tesuji.agent(agent).player(position.game, seed=seed)
    return player.search(position, simulations=simulations), core_tree(player, position, 1)


def best_by(tree: Tree, measure: Callable[[Tree], tuple[float, float]]) -> set[str]:
    """The moves whose measure is the highest, up to rounding."""
    scores = {child["move"]: measure(child) for child in tree["children"]}
    most = max(scores.values())
    return {m for m, (a, b) in scores.items() if a > most[0] - 1e-6 and b > most[1] - 1e-9}


def uct(k: float) -> Callable[[Tree], tuple[float, float]]:
    def measure(child: Tree) -> tuple[float, float]:
        if child["visits"] == 0:
            return -1e6, 0.0
        return child["exploit"] + k * child["explore"], child["prior"]

    return measure


@pytest.mark.parametrize("select", ["ucb1(c=0.5)", "ucb1(c=3)", "puct"])
def test_the_highest_uct_value_is_played(select: str) -> None:
    others = 0
    for seed in range(20):
        position = middle("colosseum(size=5)", seed, 0.4)
        found, tree = last(f"mcts(select={select}, final=uct, {BARE})", position, 700, seed)
        assert str(found.best) in best_by(tree, uct(tree["k"]))
        others += found.moves[0].visits < max(move.visits for move in found.moves)
    assert others > 0


def test_equal_uct_values_are_told_apart_by_the_prior() -> None:
    """One visit each: of the moves with the best result, one that the filter prefers."""
    checked = 0
    for seed in range(20):
        position = middle("colosseum(size=6)", seed, 0.4)
        agent = f"mcts(expand=one(order=filter), final=uct, {BARE})"
        found, tree = last(agent, position, len(position.legal_moves), seed)
        state: Any = position._state
        liked = set(state.preferred_moves())
        most = max(child["value"] for child in tree["children"])
        best = {child["code"] for child in tree["children"] if child["value"] == most}
        if liked & best and best - liked:
            assert state.parse_move(str(found.best)) in liked & best
            checked += 1
    assert checked > 3


def blended(mover: int, trust: float) -> Callable[[Tree], tuple[float, float]]:
    def measure(child: Tree) -> tuple[float, float]:
        looks = child["position"]._state.blend(mover, 0.3, 0.1)
        value = child["value"] if child["visits"] else 0.0
        return trust * value + (1 - trust) * looks, child["visits"]

    return measure


def test_the_blended_choice_trusts_results_by_the_average_visits() -> None:
    checked = set()
    for seed in range(10):
        position = middle("colosseum(size=5)", seed, 0.4)
        moves = len(position.legal_moves)
        for simulations in (moves // 2, 30 * moves):
            agent = f"mcts(final=blended(half=10.0), {BARE})"
            found, tree = last(agent, position, simulations, seed)
            assert tree["untried"] == 0
            average = simulations / moves
            trust = average / (average + 10)
            assert str(found.best) in best_by(tree, blended(tree["mover"], trust))
            by_looks = best_by(tree, blended(tree["mover"], 0.0))
            checked.add((simulations < moves, str(found.best) in by_looks))
    assert (True, True) in checked
    assert (False, False) in checked


def test_where_nothing_is_blended_the_evaluation_counts_in_the_end() -> None:
    for seed in range(5):
        position = middle("avalam", seed, 0.5)
        found, tree = last(f"mcts(final=blended(half=1000000.0), {BARE})", position, 20, seed)
        looks = {c["move"]: first_value(c["position"], tree["mover"]) for c in tree["children"]}
        assert looks[str(found.best)] == pytest.approx(max(looks.values()), abs=0.001)


@pytest.mark.parametrize("weight", [0.1, 1.0])
def test_the_bonus_is_the_score_of_the_move(weight: float) -> None:
    for spec in ("pentago-twist", "avalam", "ewn-cyclic"):
        for seed in range(4):
            position = middle(spec, seed, 0.5)
            state: Any = position._state
            agent = f"mcts(final=bonus(weight={weight}), {BARE})"
            found, tree = last(agent, position, 400, seed)

            def measure(child: Tree, state: Any = state) -> tuple[float, float]:
                value = child["value"] if child["visits"] else 0.0
                return value + weight * state.move_score(child["code"], {}), child["visits"]

            assert str(found.best) in best_by(tree, measure)


def test_drawn_by_value_as_the_formula_says() -> None:
    position, k = middle("ewn-cyclic", 4, 0.2), 6.0
    drawn, expected, spread = 0, 0.0, 0.0
    for seed in range(400):
        found, tree = last(f"mcts(final=softmax(k={k}), {BARE}, memory=1)", position, 60, seed)
        raw = {c["move"]: math.exp(k * c["value"]) for c in tree["children"] if c["visits"]}
        likeliest = max(raw, key=lambda move: raw[move])
        p = raw[likeliest] / sum(raw.values())
        drawn += str(found.best) == likeliest
        expected, spread = expected + p, spread + p * (1 - p)
    assert abs(drawn - expected) < 4 * math.sqrt(spread)


def test_sharp_draws_take_the_best_value_and_dull_ones_any() -> None:
    position = middle("ewn-cyclic", 4, 0.2)
    dull = set()
    for seed in range(40):
        found, _ = last(f"mcts(final=softmax(k=1000000.0), {BARE}, memory=1)", position, 60, seed)
        assert found.value == max(move.value for move in found.moves)
        dull.add(last(f"mcts(final=softmax(k=0.0), {BARE}, memory=1)", position, 60, seed)[0].best)
    assert dull == set(position.legal_moves)


def test_what_the_guard_decides_is_played_out() -> None:
    """Moves that the guard has seen to the end take no visits from the others, and a search
    that has nothing else left ends."""
    ended = 0
    for position in late_positions("colosseum(size=4)", 12, 40):
        found = tesuji.agent("colosseum-mcts").search(position, simulations=20000)
        losing = {move.move for move in found.moves if move.proven == "loss"}
        assert found.best not in losing or len(losing) == len(found.moves)
        ended += 0 < found.simulations < 20000
    assert ended > 0
