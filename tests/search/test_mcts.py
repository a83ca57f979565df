"""Monte-Carlo tree search: proofs equal brute force, tactics are seen, every part does its work."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tesuji
from tests.search.brute import after, expectimax, loses_next, minimax
from tests.search.positions import (
    DICE,
    EVERY_GAME,
    WITHOUT_DICE,
    late_positions,
    losing_next,
    middle,
    winning_at_once,
)
from tesuji import Analysis, Position

Tree = dict[str, Any]

NUMBER, LIMIT = 12, 6000
"""Late positions a game, and the nodes below each."""
TACTICS = 50
"""Tactical positions a game."""

without_dice = pytest.mark.parametrize("spec", WITHOUT_DICE)
every_game = pytest.mark.parametrize("spec", EVERY_GAME)


def search(spec: str, position: Position, simulations: int, seed: int = 0) -> Analysis:
    return tesuji.agent(spec).search(position, simulations=simulations, seed=seed)


def tree_of(found: Analysis, depth: int = 3, min_visits: int = 0) -> Tree:
    tree = found.tree(depth=depth, min_visits=min_visits)
    assert tree is not None
    return tree


def nodes_of(tree: Tree) -> Iterator[Tree]:
    yield tree
    for child in tree["children"]:
        if child["node"] is not None:
            yield from nodes_of(child["node"])


# Proofs

WIDE = "memory=16, select=ucb1(c=1.0)"
"""Explores enough to prove late positions; smaller constants need more simulations."""
SOLVERS = (
    f"mcts({WIDE})",
    f"mcts({WIDE}, expand=all(merge=true))",
    "mcts(memory=16, select=puct, rollout=decisive)",
    f"mcts({WIDE}, guard=ahead(root=2, nodes=1))",
    f"mcts({WIDE}, guard=none, result=score(scale=1))",
)


@pytest.mark.parametrize("agent", SOLVERS)
@without_dice
def test_proven_results_are_right(spec: str, agent: str) -> None:
    for position in late_positions(spec, NUMBER, LIMIT):
        exact = minimax(position)
        found = search(agent, position, simulations=60_000)
        assert found.proven == exact.name, position
        assert found.value == exact.value, position
        assert after(position, found.best).result == exact.result, position
        assert found.simulations < 60_000
        for move in found.moves:
            if move.proven is not None:
                assert move.proven == after(position, move.move).name, (position, move)


@pytest.mark.parametrize("agent", SOLVERS)
def test_proven_results_are_right_with_dice(agent: str) -> None:
    """What does not depend on the dice is proven; the rest comes near the expectation."""
    for position in late_positions(DICE, NUMBER, LIMIT):
        exact = expectimax(position)
        found = search(agent, position, simulations=30_000)
        assert found.proven == {0.0: "loss", 1.0: "win"}.get(float(exact)), position
        assert found.value == pytest.approx(float(exact), abs=0.02), position


@without_dice
def test_nothing_is_proven_without_the_solver(spec: str) -> None:
    for position in late_positions(spec, 4, LIMIT):
        found = search("mcts(solver=false, guard=none, memory=4)", position, simulations=2000)
        assert found.simulations == 2000
        assert {found.proven, *(move.proven for move in found.moves)} == {None}


# Tactics


@pytest.mark.parametrize("guard", ["none", "ahead"])
@every_game
def test_every_win_in_one_is_found(spec: str, guard: str) -> None:
    positions = winning_at_once(spec, TACTICS)
    assert len(positions) == TACTICS
    for position in positions:
        found = search(f"mcts(guard={guard}, memory=4)", position, simulations=2000)
        outcome = position.play(found.best).outcome
        assert outcome is not None, position
        assert outcome.winner == position.to_move, position
        assert (found.value, found.proven) == (1.0, "win")


@pytest.mark.parametrize("guard", ["none", "ahead"])
@every_game
def test_every_loss_in_one_is_avoided(spec: str, guard: str) -> None:
    """A move loses in one if the opponent can win with the very next one, with dice on each of
    the six rolls; all these positions have other moves."""
    positions = losing_next(spec, TACTICS)
    assert len(positions) == TACTICS
    for position in positions:
        found = search(f"mcts(guard={guard}, memory=4)", position, simulations=2000)
        assert not loses_next(position, found.best), position


# The guard


@every_game
def test_the_guard_sees_wins_at_the_root_without_a_simulation(spec: str) -> None:
    for position in winning_at_once(spec, 20):
        found = search("mcts(guard=ahead(root=1))", position, simulations=0)
        assert (found.proven, found.simulations) == ("win", 0)
        assert position.play(found.best).is_over


@every_game
def test_the_guard_sees_losses_at_the_root_without_a_simulation(spec: str) -> None:
    for position in losing_next(spec, 20):
        found = search("mcts(guard=ahead(root=2))", position, simulations=0)
        lost = {move.move for move in found.moves if move.proven == "loss"}
        expected = {move for move in position.legal_moves if loses_next(position, move)}
        # It does not look any further once it has a win.
        assert lost <= expected if found.proven == "win" else lost == expected


@without_dice
def test_the_guard_proves_what_is_decided_within_its_plies(spec: str) -> None:
    for position in late_positions(spec, NUMBER, LIMIT):
        exact = minimax(position)
        if exact.result != 0 and exact.plies <= 3:
            found = search(f"mcts(guard=ahead(root={exact.plies}))", position, simulations=0)
            assert found.proven == exact.name, position


@without_dice
def test_a_guard_at_nodes_needs_fewer_simulations(spec: str) -> None:
    def simulations(guard: str) -> int:
        agent = f"mcts(select=ucb1, guard={guard}, memory=16)"
        positions = late_positions(spec, NUMBER, LIMIT)
        return sum(search(agent, p, simulations=60_000).simulations for p in positions)

    assert simulations("ahead(root=2, nodes=1)") < simulations("none")


# Selection


def explored(child: Tree) -> bool:
    return bool(child["visits"] > 0 and child["proven"] is None)


def check_formulas(tree: Tree, k: Callable[[int], float], explore: Callable[[Tree], float]) -> int:
    """Compares the numbers that selection reads with the formulas; returns how many it saw."""
    seen = 0
    for node in nodes_of(tree):
        if node["to_move"] is None:
            continue
        assert node["k"] == pytest.approx(k(max(node["visits"], 1)), rel=1e-5)
        for child in filter(explored, node["children"]):
            assert child["explore"] == pytest.approx(explore(child), rel=1e-5)
            score = child["value"] + node["k"] * child["explore"]
            assert child["score"] == pytest.approx(score, rel=1e-5)
            seen += 1
    return seen


@every_game
def test_ucb1_is_the_formula(spec: str) -> None:
    found = search("mcts(select=ucb1(c=0.7))", middle(spec, 1, 0.3), simulations=3000)
    seen = check_formulas(
        tree_of(found, min_visits=1),
        lambda visits: 0.7 * math.sqrt(math.log(visits)),
        lambda child: 1 / math.sqrt(child["visits"]),
    )
    assert seen > 20


@every_game
def test_puct_is_the_formula_with_even_priors(spec: str) -> None:
    position = middle(spec, 1, 0.3)
    found = search("mcts(select=puct(c=2.5), expand=all)", position, simulations=3000)
    tree = tree_of(found, min_visits=1)
    for node in nodes_of(tree):
        for child in node["children"]:
            assert child["prior"] == pytest.approx(1 / (len_of(node)), rel=1e-5)
    seen = check_formulas(
        tree,
        lambda visits: 2.5 * math.sqrt(visits),
        lambda child: child["prior"] / (1 + child["visits"]),
    )
    assert seen > 20


def len_of(node: Tree) -> float:
    """How many children share the prior; those without a visit are not listed."""
    return 1 / float(node["children"][0]["prior"])


def test_the_followed_child_has_the_highest_score() -> None:
    """With one simulation more, the visit goes where the numbers say."""
    position = middle("ewn-cyclic", 3, 0.2)
    for simulations in range(50, 80):
        before = tree_of(search("mcts(select=ucb1)", position, simulations), depth=1)
        later = tree_of(search("mcts(select=ucb1)", position, simulations + 1), depth=1)
        visits = {child["move"]: child["visits"] for child in before["children"]}
        [grown] = [c["move"] for c in later["children"] if c["visits"] > visits[c["move"]]]
        best = max(before["children"], key=lambda child: child["score"])
        assert grown == best["move"]


@pytest.mark.parametrize("fpu", [-1, 1])
def test_the_value_of_untried_moves_decides_how_wide_puct_looks(fpu: int) -> None:
    position = middle("avalam", 1, 0.2)
    found = search(f"mcts(select=puct(fpu={fpu}), expand=all)", position, simulations=100)
    tried = sum(child["visits"] > 0 for child in tree_of(found, depth=1)["children"])
    assert tried == 100 if fpu == -1 else tried < 30


# Expansion


@every_game
def test_expansion_one_by_one_or_all_at_once(spec: str) -> None:
    position = middle(spec, 2, 0.2)
    moves = len(position.legal_moves)
    one = tree_of(search("mcts(guard=none)", position, simulations=2))
    assert (len(one["children"]), one["untried"]) == (2, moves - 2)
    everything = tree_of(search("mcts(guard=none, expand=all)", position, simulations=2))
    assert (len(everything["children"]), everything["untried"]) == (moves, 0)


@every_game
def test_every_move_is_tried_once_before_any_twice(spec: str) -> None:
    position = middle(spec, 2, 0.2)
    moves = {str(move) for move in position.legal_moves}
    for expand in ("one", "all"):
        agent = f"mcts(guard=none, solver=false, expand={expand})"
        tree = tree_of(search(agent, position, simulations=len(moves)), depth=1)
        assert {child["move"] for child in tree["children"]} == moves
        assert {child["visits"] for child in tree["children"]} == {1}


@every_game
def test_visits_add_up(spec: str) -> None:
    found = search("mcts(guard=none, solver=false)", middle(spec, 2, 0.2), simulations=3000)
    tree = tree_of(found)
    assert tree["visits"] == 3000
    for node in nodes_of(tree):
        if node["children"]:
            assert node["visits"] == sum(child["visits"] for child in node["children"])
        for child in node["children"]:
            assert 0 <= child["value"] <= 1
            # The first visit of a move ends in a playout, the second makes its node.
            assert child["node"] is None or child["node"]["visits"] == child["visits"] - 1


@pytest.mark.parametrize("expand", ["one", "all"])
def test_moves_to_equal_positions_are_merged(expand: str) -> None:
    position = tesuji.game("pentago-twist").start()
    assert len(position.legal_moves) == 288
    found = search(f"mcts(expand={expand}(merge=true))", position, simulations=2000)
    tree = tree_of(found, depth=2)
    assert len(tree["children"]) + tree["untried"] == 36
    assert len({position.play(child["move"]) for child in tree["children"]}) == 36
    assert sum(child["visits"] for child in tree["children"]) == 2000
    assert found.best in position.legal_moves
    assert 0.3 < found.value < 0.8
    for child in tree["children"]:
        reached = position.play(child["move"])
        replies = {reached.play(move) for move in reached.legal_moves}
        node = child["node"]
        assert node is None or len(node["children"]) + node["untried"] == len(replies)


def test_merging_keeps_all_successors_of_every_game() -> None:
    for spec in EVERY_GAME:
        position = middle(spec, 1)
        tree = tree_of(search("mcts(expand=all(merge=true))", position, 50), depth=1)
        found = [position.play(child["move"]) for child in tree["children"]]
        assert len(found) == len(set(found))
        assert set(found) == {position.play(move) for move in position.legal_moves}


# Rollouts and results

FLAT_MCTS = "solver=false, guard=none, memory=4"


@pytest.mark.parametrize("agent", ["flat({})", f"mcts({{}}, {FLAT_MCTS})"])
@without_dice
def test_decisive_rollouts_never_miss_a_win(spec: str, agent: str) -> None:
    """After a move that loses in one, decisive play always loses; uniform play need not."""
    values: dict[str, list[float]] = {"decisive": [], "uniform": []}
    for position in losing_next(spec, 20):
        for rollout, found in values.items():
            once_each = len(position.legal_moves)
            analysis = search(agent.format(f"rollout={rollout}"), position, once_each)
            lost = [move.value for move in analysis.moves if loses_next(position, move.move)]
            found.extend(lost)
    assert values["decisive"]
    assert set(values["decisive"]) == {0.0}
    assert max(values["uniform"]) > 0


@pytest.mark.parametrize("agent", ["flat({})", f"mcts({{}}, {FLAT_MCTS})"])
@pytest.mark.parametrize("spec", ["avalam", "colosseum(size=4)"])
def test_results_can_be_scores(spec: str, agent: str) -> None:
    """One move before the end, values are the scores that follow."""
    checked = 0
    for position in late_positions(spec, NUMBER, LIMIT):
        found = search(agent.format("result=score(scale=4)"), position, simulations=200)
        for move in found.moves:
            if outcome := position.play(move.move).outcome:
                share = max(-1.0, min(1.0, outcome.score_for(position.next_player) / 4))
                assert move.value == pytest.approx(0.5 + 0.5 * share)
                checked += 1
    assert spec == "avalam" or checked > 20


# Chance


def test_dice_are_nodes_of_their_own_and_fall_evenly() -> None:
    found = search("mcts", tesuji.game("ewn").start(1).play("d3"), simulations=30_000)
    chance = [node for node in nodes_of(tree_of(found, depth=2)) if node["to_move"] is None]
    assert chance
    for node in chance:
        visits = {child["move"]: child["visits"] for child in node["children"]}
        assert set(visits) == {"d1", "d2", "d3", "d4", "d5", "d6"}
        if node["visits"] > 3000:
            spread = sum((v - node["visits"] / 6) ** 2 for v in visits.values())
            assert spread / (node["visits"] / 6) < 25  # chi squared, five degrees of freedom


def test_the_value_of_a_roll_is_the_mean_of_its_events() -> None:
    agent = "mcts(guard=none, solver=false)"
    found = search(agent, tesuji.game("ewn").start(1).play("d3"), simulations=20_000)
    for child in tree_of(found, depth=2)["children"]:
        events = child["node"]["children"]
        weighted = sum(event["visits"] * event["value"] for event in events)
        mover_value = 1 - weighted / sum(event["visits"] for event in events)
        assert child["value"] == pytest.approx(mover_value, abs=2 / child["visits"])


# The final choice


@every_game
def test_the_final_rule_says_what_counts(spec: str) -> None:
    for seed in range(5):
        position = middle(spec, seed, 0.2)
        for rule in ("visits", "value"):
            found = search(f"mcts(solver=false, guard=none, final={rule})", position, 1500, seed)
            best = max(getattr(move, rule) for move in found.moves if move.visits > 0)
            assert getattr(found.moves[0], rule) == best
            assert found.moves[0].move == found.best


def weights(found: Analysis, rule: str, temperature: float) -> dict[str, float]:
    """How likely each move is, by the formula."""
    open_moves = [m for m in found.moves if m.visits > 0 and m.proven != "loss"]
    if rule == "visits":
        raw = {str(m.move): m.visits ** (1 / temperature) for m in open_moves}
    else:
        raw = {str(m.move): math.exp(m.value / temperature) for m in open_moves}
    total = sum(raw.values())
    return {move: weight / total for move, weight in raw.items()}


@pytest.mark.parametrize(
    ("rule", "temperature"), [("visits", 1.0), ("visits", 0.5), ("visits", 3.0), ("value", 0.2)]
)
def test_temperature_draws_by_the_formula(rule: str, temperature: float) -> None:
    """The likeliest move is drawn as often as its weights say, over many seeds."""
    position = middle("ewn-cyclic", 4, 0.2)
    agent = f"mcts(final={rule}(temperature={temperature}), memory=1)"
    drawn, expected, variance = 0, 0.0, 0.0
    for seed in range(500):
        found = search(agent, position, simulations=60, seed=seed)
        chances = weights(found, rule, temperature)
        assert str(found.best) in chances
        likeliest = max(chances, key=lambda move: chances[move])
        p = chances[likeliest]
        drawn += str(found.best) == likeliest
        expected, variance = expected + p, variance + p * (1 - p)
    assert abs(drawn - expected) < 4 * math.sqrt(variance)


@every_game
def test_proven_losses_are_never_drawn(spec: str) -> None:
    lost = 0
    for position in losing_next(spec, 10):
        for seed in range(8):
            agent = "mcts(final=visits(temperature=1000), memory=1)"
            found = search(agent, position, 25 if spec == "avalam" else 300, seed)
            if found.proven is None:
                lost += sum(move.proven == "loss" and move.visits > 0 for move in found.moves)
                assert found.moves[0].proven != "loss"
    assert lost > 10


@every_game
def test_proven_wins_are_always_taken(spec: str) -> None:
    for position in winning_at_once(spec, 10):
        found = search("mcts(final=value(temperature=1000))", position, simulations=50)
        assert found.proven == "win"
        assert found.moves[0].proven == "win"
