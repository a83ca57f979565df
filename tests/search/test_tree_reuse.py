"""Trees: the same seed grows the same tree, players keep what follows, memory is a limit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import tesuji
from tests.search.positions import EVERY_GAME, middle
from tesuji import Analysis, ParameterError, Player, Position

Tree = dict[str, Any]

every_game = pytest.mark.parametrize("spec", EVERY_GAME)
CONFIGURATIONS = (
    "mcts",
    "mcts(expand=all(merge=true), rollout=decisive)",
    "mcts(select=puct, guard=ahead(root=2, nodes=1), result=score)",
    "mcts(final=value(temperature=0.5))",
)


def tree_of(found: Analysis, depth: int = 4, min_visits: int = 0) -> Tree:
    tree = found.tree(depth=depth, min_visits=min_visits)
    assert tree is not None
    return tree


# Seeds


@pytest.mark.parametrize("agent", CONFIGURATIONS)
@every_game
def test_a_seed_means_one_tree(spec: str, agent: str) -> None:
    position = middle(spec, 2, 0.2)
    trees = []
    for seed in (5, 5, 6):
        found = tesuji.agent(agent).search(position, simulations=1500, seed=seed)
        trees.append((found.best, found.value, found.pv, found.nodes, tree_of(found)))
    assert trees[0] == trees[1]
    assert trees[0] != trees[2]


@every_game
def test_time_does_not_change_the_tree_only_its_size(spec: str) -> None:
    """A search by time is the beginning of a longer one: both read the clock as they go."""
    position = middle(spec, 2, 0.2)
    timed = tesuji.agent("mcts").search(position, seconds=0.01, seed=5)
    counted = tesuji.agent("mcts").search(position, simulations=timed.simulations, seed=5)
    assert tree_of(timed) == tree_of(counted)


@every_game
def test_each_search_of_a_player_has_luck_of_its_own(spec: str) -> None:
    position = middle(spec, 2, 0.2)
    player = tesuji.agent("mcts(reuse=false)").player(position.game, seed=5)
    trees = [tree_of(player.search(position, simulations=500)) for _ in range(2)]
    assert trees[0] != trees[1]
    again = tesuji.agent("mcts(reuse=false)").player(position.game, seed=5)
    assert [tree_of(again.search(position, simulations=500)) for _ in range(2)] == trees


# Reuse


def well_known_line(tree: Tree, plies: int, skip: int = 0) -> list[str]:
    """The texts of the most visited moves down to a decision; `skip`: not the very best first."""
    line: list[str] = []
    while plies > 0:
        known = [child for child in tree["children"] if child["node"] is not None]
        child = known[min(skip, len(known) - 1)]
        skip = 0
        line.append(child["move"])
        tree = child["node"]
        if tree["to_move"] is not None:
            plies -= 1
    return line


def subtrees(tree: Tree, position: Position, wanted: Position, plies: int) -> Iterator[Tree]:
    """All nodes of the wanted position, at most so many decisions below: with dice, several
    rolls can lead to it."""
    if position == wanted:
        yield tree
    for child in tree["children"] if plies > 0 or tree["to_move"] is None else ():
        if child["node"] is not None:
            after = position.play(child["move"])
            left = plies - (tree["to_move"] is not None)
            yield from subtrees(child["node"], after, wanted, left)


def played(position: Position, line: list[str]) -> Position:
    for text in line:
        position = position.play(text)
    return position


AGENT = "mcts(select=ucb1, guard=none, solver=false, memory=16)"


def kept_and_known(spec: str, plies: int, skip: int) -> tuple[Analysis, list[Tree]]:
    """A search that only kept, and what the search before knew about the same position."""
    position = middle(spec, 2, 0.4)
    player = tesuji.agent(AGENT).player(position.game, seed=3)
    before = tree_of(player.search(position, simulations=20_000), depth=10)
    wanted = played(position, well_known_line(before, plies, skip))
    return player.search(wanted, simulations=0), list(subtrees(before, position, wanted, plies))


def cut(tree: Tree, depth: int) -> Tree:
    """A tree down to a depth."""
    children = tree["children"] if depth > 0 else []
    return {
        **tree,
        "children": [
            {**child, "node": None if child["node"] is None else cut(child["node"], depth - 1)}
            for child in children
        ],
    }


@pytest.mark.parametrize("skip", [0, 1], ids=["own choice", "another move"])
@pytest.mark.parametrize("plies", [1, 2])
@every_game
def test_what_is_kept_is_what_was_known(spec: str, plies: int, skip: int) -> None:
    """After a move, and a move with a reply, whoever chose them, rolls included."""
    found, known = kept_and_known(spec, plies, skip)
    kept = tree_of(found, depth=5)
    assert kept in [cut(tree, 5) for tree in known]
    assert len(known) == 1 or spec == "ewn"
    assert found.reused == kept["visits"] > 0
    assert found.simulations == 0


def test_of_several_ways_to_a_position_the_best_known_is_kept() -> None:
    for skip in (0, 1):
        found, known = kept_and_known("ewn", 2, skip)
        assert found.reused == max(tree["visits"] for tree in known)


@every_game
def test_a_search_goes_on_from_what_was_kept(spec: str) -> None:
    position = middle(spec, 2, 0.4)
    player = tesuji.agent(AGENT).player(position.game, seed=3)
    line = well_known_line(tree_of(player.search(position, simulations=20_000)), 2)
    found = player.search(played(position, line), simulations=700)
    assert found.simulations == 700
    assert tree_of(found)["visits"] == found.reused + 700
    again = player.search(played(position, line), simulations=300)
    assert again.reused == found.reused + 700


@every_game
def test_other_positions_begin_a_new_tree(spec: str) -> None:
    """With the same seed, a player who could not use the old tree grows the same new one."""
    one, other = middle(spec, 2, 0.2), middle(spec, 3, 0.3)
    trees = []
    for reuse in ("true", "false"):
        player = tesuji.agent(f"mcts(reuse={reuse})").player(one.game, seed=3)
        player.search(one, simulations=500)
        found = player.search(other, simulations=500)
        assert found.reused == 0
        trees.append(tree_of(found))
    assert trees[0] == trees[1]


def test_nothing_is_kept_without_reuse_or_by_agents() -> None:
    position = middle("avalam", 2)
    player = tesuji.agent("mcts(reuse=false)").player(position.game)
    agent = tesuji.agent("mcts")
    for _ in range(2):
        assert player.search(position, simulations=200).reused == 0
        assert agent.search(position, simulations=200).reused == 0


def test_only_the_last_search_has_a_tree() -> None:
    position = middle("avalam", 2)
    player = tesuji.agent("mcts").player(position.game)
    first = player.search(position, simulations=100)
    assert first.tree() is not None
    second = player.search(position, simulations=100)
    with pytest.raises(ParameterError, match="no longer exists"):
        first.tree()
    assert second.tree() is not None


@every_game
def test_a_whole_game_with_reuse(spec: str) -> None:
    """It thinks about both sides, of which one plays what nobody would expect."""
    game = tesuji.game(spec)
    player = tesuji.agent("mcts(memory=1)").player(game, seed=1)
    position, reused, rng = game.start(1), 0, Random(1)
    while not position.is_over:
        if position.is_chance:
            position = position.play(rng.choice(position.chance_outcomes)[0])
            continue
        found = player.search(position, simulations=1000)
        assert found.best in position.legal_moves
        reused += found.reused
        best = position.to_move == 0
        position = position.play(found.best if best else rng.choice(position.legal_moves))
    assert reused > 0


# Memory

SMALL = 0.1


def memory_used(player: Player) -> int:
    core: Any = player._searcher
    return int(core._core.memory_used)


@pytest.mark.parametrize("expand", ["one", "all", "one(merge=true)"])
@every_game
def test_a_full_pool_is_a_limit_and_no_end(spec: str, expand: str) -> None:
    position = middle(spec, 2, 0.1)
    player = tesuji.agent(f"mcts(memory={SMALL}, expand={expand}, solver=false)").player(
        position.game
    )
    found = player.search(position, simulations=20_000)
    assert memory_used(player) <= SMALL * 2**20
    assert memory_used(player) > 0.8 * SMALL * 2**20
    assert found.simulations == 20_000
    assert sum(move.visits for move in found.moves) == 20_000
    assert found.best in position.legal_moves
    assert all(0 <= move.value <= 1 for move in found.moves)


@every_game
def test_a_full_pool_keeps_what_it_can_from_move_to_move(spec: str) -> None:
    position = middle(spec, 2, 0.1)
    player = tesuji.agent(f"mcts(memory={SMALL})").player(position.game)
    for _ in range(6):
        found = player.search(position, simulations=5000)
        assert memory_used(player) <= SMALL * 2**20
        assert found.best in position.legal_moves
        line = well_known_line(tree_of(found, depth=8), 1)
        position = played(position, line)
        if position.is_over or found.proven is not None:
            break


def test_the_budget_can_limit_memory() -> None:
    position = middle("pentago", 2, 0.1)
    player = tesuji.agent("mcts").player(position.game)
    player.search(position, simulations=20_000, memory=0.25)
    assert 0.2 * 2**20 < memory_used(player) <= 0.25 * 2**20
