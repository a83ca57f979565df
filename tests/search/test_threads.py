"""Threads: alone they equal the plain search, together they count right and prove right."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

import tesuji
from tests.search.apart import run_apart
from tests.search.brute import after, minimax
from tests.search.positions import (
    EVERY_GAME,
    WITHOUT_DICE,
    late_positions,
    losing_next,
    middle,
    winning_at_once,
)
from tests.search.test_strange_games import Plain
from tests.search.trees import core_tree
from tesuji import Analysis, ParameterError, Player, Position

every_game = pytest.mark.parametrize("spec", EVERY_GAME)
every_way = pytest.mark.parametrize("way", ["root", "tree"])
PARTS = (
    "",
    "expand=all(merge=true), rollout=decisive, ",
    "select=puct, guard=ahead(root=2, nodes=1), result=score, ",
    "select=ucb1_tuned, amaf=rave, rollout=mast, ",
    "final=softmax(k=3.0), solver=false, rollouts=5, expand=one(after=7), ",
)


def search(agent: str, position: Position, **budget: Any) -> Analysis:
    return tesuji.agent(agent).search(position, **budget)


def whole(found: Analysis) -> tuple[Any, ...]:
    """All that a search says, its seconds left out."""
    counts = (found.simulations, found.nodes, found.depth, found.reused)
    return found.best, found.value, found.proven, found.pv, found.moves, counts


# One thread


@pytest.mark.parametrize("parts", PARTS)
@every_way
@every_game
def test_one_thread_is_the_plain_search(spec: str, way: str, parts: str) -> None:
    position = middle(spec, 2, 0.3)
    plain = tesuji.agent(f"mcts({parts}memory=8)").player(position.game, seed=3)
    alone = tesuji.agent(f"mcts({parts}memory=8, threads={way}(count=1))").player(
        position.game, seed=3
    )
    for _ in range(2):  # the second time with a kept tree
        assert whole(plain.search(position, simulations=600)) == whole(
            alone.search(position, simulations=600)
        )
        assert core_tree(plain, position, 4) == core_tree(alone, position, 4)


# A tree a thread


@pytest.mark.parametrize("count", [2, 3, 5])
@every_game
def test_trees_of_their_own_are_the_same_each_time(spec: str, count: int) -> None:
    position = middle(spec, 2, 0.3)
    agent = f"mcts(threads=root(count={count}), memory=16)"
    one, again, other = (search(agent, position, simulations=1003, seed=seed) for seed in (4, 4, 5))
    assert whole(one) == whole(again)
    assert whole(one) != whole(other)


@pytest.mark.parametrize("count", [2, 3, 5])
@every_game
def test_simulations_are_shared_out_and_add_up(spec: str, count: int) -> None:
    position = middle(spec, 2, 0.3)
    agent = f"mcts(threads=root(count={count}), solver=false, guard=none, memory=16)"
    for simulations in (count - 1, 1003):
        player = tesuji.agent(agent).player(position.game)
        found = player.search(position, simulations=simulations)
        assert found.simulations == simulations
        assert sum(move.visits for move in found.moves) == simulations
        share = simulations // count + (simulations % count > 0)
        assert core_tree(player, position, 1)["visits"] == share


def test_values_of_several_trees_are_weighted_by_visits() -> None:
    """The first tree is that of a single thread with the same seed and half the budget."""
    position = middle("ewn-cyclic", 2, 0.3)
    base = "solver=false, guard=none, memory=8"
    both = search(f"mcts({base}, threads=root(count=2))", position, simulations=1000, seed=6)
    first = search(f"mcts({base})", position, simulations=500, seed=6)
    known = {move.move: move for move in first.moves}
    for move in both.moves:
        alone = known[move.move]
        others = move.visits - alone.visits
        assert others >= 0
        rest = move.value * move.visits - alone.value * alone.visits
        assert rest == pytest.approx(round(2 * rest) / 2, abs=1e-6)
        assert -1e-6 <= rest <= others + 1e-6
    assert sum(move.visits for move in both.moves) == 1000


def test_the_final_rule_counts_what_all_trees_know() -> None:
    for seed in range(10):
        position = middle("avalam", seed, 0.5)
        for rule in ("visits", "value"):
            agent = (
                f"mcts(final={rule}, solver=false, guard=none, threads=root(count=3), memory=24)"
            )
            found = search(agent, position, simulations=900, seed=seed)
            best = max(getattr(move, rule) for move in found.moves if move.visits > 0)
            assert getattr(found.moves[0], rule) == pytest.approx(best)


# All in one tree


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize(
    "parts", ["", "expand=all, ", "rollouts=7, ", "widen=progressive, amaf=rave, "]
)
@every_game
def test_threads_in_one_tree_make_exactly_the_simulations(
    spec: str, parts: str, count: int
) -> None:
    position = middle(spec, 2, 0.3)
    agent = f"mcts({parts}threads=tree(count={count}), solver=false, guard=none, memory=16)"
    for simulations in (1, 50, 1237):
        player = tesuji.agent(agent).player(position.game)
        found = player.search(position, simulations=simulations)
        assert found.simulations == simulations
        tree = core_tree(player, position, 4)
        assert sum(move.visits for move in found.moves) == tree["visits"]
        assert tree["visits"] == simulations
        assert found.best in position.legal_moves
        assert all(0 <= move.value <= 1 for move in found.moves)
        check_counts(tree)


def test_no_simulation_is_lost_at_the_start() -> None:
    """However many threads want to make the root's first child at once."""
    position = middle("pentago-twist", 2, 0.3)
    agent = tesuji.agent("mcts(threads=tree(count=4), solver=false, guard=none, memory=4)")
    for seed in range(1500):
        found = agent.search(position, simulations=50, seed=seed)
        assert sum(move.visits for move in found.moves) == 50


def check_counts(node: dict[str, Any]) -> None:
    """Nothing that was supposed lost is left: a node's visits are those of its children."""
    if node["children"]:
        assert node["visits"] == sum(child["visits"] for child in node["children"])
    for child in node["children"]:
        assert 0 <= child["value"] <= 1
        if child["node"] is not None:
            assert child["node"]["visits"] <= child["visits"]
            if child["node"]["visits"] > 0:
                check_counts(child["node"])


def check_moves(node: dict[str, Any], depth: int) -> int:
    """Each legal move is there once or untried; returns how many nodes were looked at."""
    here: Position = node["position"]
    legal = {str(move) for move in here.legal_moves or [e for e, _ in here.chance_outcomes]}
    moves = [child["move"] for child in node["children"]]
    assert len(moves) == len(set(moves))
    assert set(moves) <= legal
    assert len(moves) + node["untried"] == len(legal)
    below = [child["node"] for child in node["children"] if child["node"] is not None]
    return 1 + sum(check_moves(child, depth - 1) for child in below if depth > 1)


@every_game
def test_no_move_is_lost_or_twice_in_a_shared_tree(spec: str) -> None:
    position = middle(spec, 2, 0.3)
    agent = tesuji.agent("mcts(threads=tree(count=4), memory=16)")
    for seed in range(5):
        player = agent.player(position.game, seed=seed)
        player.search(position, simulations=2000)
        assert check_moves(core_tree(player, position, 3), 3) > 3


@pytest.mark.parametrize("parts", ["", "guard=ahead(root=2, nodes=1), ", "transpositions=true, "])
@every_way
@pytest.mark.parametrize("spec", WITHOUT_DICE)
def test_threads_prove_what_is_true(spec: str, way: str, parts: str) -> None:
    for position in late_positions(spec, 8, 6000):
        exact = minimax(position)
        agent = f"mcts({parts}select=ucb1(c=1.0), threads={way}(count=3), memory=24)"
        found = search(agent, position, simulations=180_000)
        assert found.proven == exact.name, position
        assert after(position, found.best).result == exact.result, position
        for move in found.moves:
            if move.proven is not None:
                assert move.proven == after(position, move.move).name, (position, move)


@every_way
@every_game
def test_threads_see_tactics(spec: str, way: str) -> None:
    agent = f"mcts(threads={way}(count=2), guard=none, memory=8)"
    for position in winning_at_once(spec, 5):
        found = search(agent, position, simulations=3000)
        assert found.proven == "win"
        # Another thread may have proven a longer win in the meantime.
        reached = position.play(found.best)
        if not reached.is_over and not reached.is_chance:
            assert (
                search("mcts(select=ucb1(c=1.0))", reached, simulations=60_000).proven == "loss"
            ), position
    for position in losing_next(spec, 5):
        assert search(agent, position, simulations=3000).best in position.legal_moves


# Kept trees, limits, other threads


@every_way
@every_game
def test_a_whole_game_with_threads_and_a_kept_tree(spec: str, way: str) -> None:
    game = tesuji.game(spec)
    player = tesuji.agent(f"mcts(memory=4, threads={way}(count=2))").player(game, seed=1)
    position, reused, rng = game.start(1), 0, Random(1)
    while not position.is_over:
        if position.is_chance:
            position = position.play(rng.choice(position.chance_outcomes)[0])
            continue
        found = player.search(position, simulations=600)
        assert found.best in position.legal_moves
        assert found.simulations == 600 or found.proven is not None
        reused += found.reused
        position = position.play(found.best)
    assert reused > 0


@every_way
def test_a_search_goes_on_where_it_was(way: str) -> None:
    position = middle("avalam", 2, 0.3)
    agent = f"mcts(threads={way}(count=2), solver=false, guard=none, memory=16)"
    player = tesuji.agent(agent).player(position.game)
    for earlier in (0, 1000, 2000):
        found = player.search(position, simulations=1000)
        assert (found.reused, found.simulations) == (earlier, 1000)
        assert sum(move.visits for move in found.moves) == earlier + 1000


@every_way
@every_game
def test_a_full_pool_is_no_end_for_threads(spec: str, way: str) -> None:
    position = middle(spec, 2, 0.1)
    agent = f"mcts(memory=0.4, threads={way}(count=3), solver=false, guard=none)"
    player = tesuji.agent(agent).player(position.game)
    for earlier in (0, 12_000):
        found = player.search(position, simulations=12_000)
        core: Any = player._searcher
        assert core._core.memory_used <= 0.4 * 2**20
        assert found.simulations == 12_000
        assert earlier == found.reused or found.reused > 0
        assert found.best in position.legal_moves
    tiny = search(f"mcts(memory=0.1, threads={way}(count=4))", position, simulations=2000)
    assert tiny.best in position.legal_moves


@every_way
@every_game
def test_node_budgets_end_threads(spec: str, way: str) -> None:
    position = middle(spec, 2, 0.1)
    found = search(f"mcts(threads={way}(count=3), memory=16)", position, nodes=6000)
    assert found.nodes <= 6000 + 3 * 60
    assert found.nodes > 5000 or found.proven is not None


@pytest.mark.parametrize("clock", ["wall", "cpu"])
@every_way
def test_seconds_end_threads(way: str, clock: str) -> None:
    position = middle("pentago-twist", 1, 0.1)
    agent = f"mcts(threads={way}(count=3), memory=32)"
    found = search(agent, position, seconds=0.3, clock=clock)
    assert found.simulations > 100


@contextmanager
def searching(player: Player, position: Position) -> Iterator[threading.Thread]:
    thread = threading.Thread(target=player.search, args=(position,), kwargs={"seconds": 600})
    thread.start()
    try:
        yield thread
    finally:
        while thread.is_alive():
            player.stop()
            thread.join(0.05)


@every_way
@pytest.mark.parametrize("spec", ["avalam", "ewn"])
def test_threads_can_be_watched_and_stopped(spec: str, way: str) -> None:
    position = middle(spec, 1, 0.1)
    player = tesuji.agent(f"mcts(threads={way}(count=3), memory=64)").player(position.game)
    with searching(player, position) as thread:
        seen: list[int] = []
        while len(seen) < 5:
            found = player.progress()
            if found is not None and (not seen or found.simulations > seen[-1]):
                assert found.best in position.legal_moves
                assert found.position == position
                seen.append(found.simulations)
            time.sleep(0.002)
        assert thread.is_alive()
        player.stop()
        thread.join(20)
        assert not thread.is_alive()
    assert player.search(position, simulations=100).best in position.legal_moves


# What does not go together


@every_way
def test_python_games_are_searched_by_one_thread(way: str) -> None:
    game = tesuji.register(Plain)
    with pytest.raises(ParameterError, match="games written in Python are searched by one"):
        tesuji.agent(f"mcts(threads={way}(count=2))").player(game)
    assert tesuji.agent(f"mcts(threads={way}(count=1))").choose(game.start(), simulations=10)


@every_way
def test_python_evaluators_are_asked_by_one_thread(way: str) -> None:
    tesuji.register_evaluator("even", lambda positions: [0.5] * len(positions))
    game = tesuji.game("ewn")
    with pytest.raises(ParameterError, match="an evaluator written in Python is asked by one"):
        tesuji.agent(f"mcts(evaluate=even, threads={way}(count=2))").player(game)
    tesuji.agent(f"mcts(evaluate=even, threads={way}(count=1))").player(game)


MANY = """
import tesuji
from tests.search.positions import EVERY_GAME, middle
parts = ["", "expand=all, ", "transpositions=true, ", "exhausted=true, solver=false, ",
         "amaf=grave, rollout=mast, ", "backup=implicit, bias=progressive, ",
         "select=ucb1_tuned, sampling=softmax, ", "widen=progressive, ", "expand=evaluated, ",
         "select=prior, ", "expand=one(merge=true, order=score), "]
made = 0
for number, part in enumerate(parts):
    for spec in EVERY_GAME:
        position = middle(spec, number, 0.3)
        agent = f"mcts({part}memory=1, threads={way}(count={count}))"
        player = tesuji.agent(agent).player(position.game)
        for seed in range(6):
            made += player.search(position, simulations=40 + 60 * seed).best in position.legal_moves
            player.stop()
print(made)
"""


@pytest.mark.parametrize("count", [2, 4])
@every_way
def test_many_short_searches_do_no_harm(way: str, count: int) -> None:
    """All parts, in a process of its own: a crash is a failure and no end of the tests."""
    code = MANY.replace("{way}", way).replace("{count}", str(count))
    assert run_apart(code).strip() == str(11 * len(EVERY_GAME) * 6)
