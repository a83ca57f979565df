"""Every search keeps to its budget, can be stopped and watched, and always has a legal move."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import tesuji
from tests.search.apart import run_apart
from tests.search.positions import EVERY_GAME, middle
from tesuji import Analysis, Player, Position

SEARCHES = ("champion", "mcts", "alphabeta", "flat")
ALL_AGENTS = (
    "champion",
    "mcts",
    "mcts(expand=all, final=value(temperature=1))",
    "alphabeta",
    "flat",
    "greedy",
    "random",
)

every_game = pytest.mark.parametrize("spec", EVERY_GAME)
every_search = pytest.mark.parametrize("agent", SEARCHES)


class Background:
    """A search that runs in a thread of its own."""

    def __init__(self, player: Player, position: Position, **budget: Any) -> None:
        self.result: Analysis | None = None
        self.thread = threading.Thread(target=self._run, args=(player, position, budget))
        self.thread.start()

    def _run(self, player: Player, position: Position, budget: dict[str, Any]) -> None:
        self.result = player.search(position, **budget)

    def wait(self, seconds: float) -> bool:
        """Whether the search ended within so many seconds."""
        self.thread.join(seconds)
        return not self.thread.is_alive()


@contextmanager
def searching(player: Player, position: Position, **budget: Any) -> Iterator[Background]:
    """A search in the background that is stopped at the end of the block."""
    background = Background(player, position, **budget)
    try:
        yield background
    finally:
        while not background.wait(0.05):
            player.stop()


# Nothing is too little


NOTHING = ({"seconds": 0}, {"simulations": 0}, {"nodes": 0}, {"seconds": 0, "clock": "cpu"})


@pytest.mark.parametrize("budget", NOTHING, ids=str)
@pytest.mark.parametrize("agent", ALL_AGENTS)
@every_game
def test_a_budget_of_zero_gives_a_legal_move(spec: str, agent: str, budget: dict[str, Any]) -> None:
    for share in (0, 0.5, 1):
        position = middle(spec, 1, share)
        found = tesuji.agent(agent).search(position, **budget)
        assert found.best in position.legal_moves
        assert 0 <= found.value <= 1
        assert found.pv[0] == found.best
        assert found.best in {move.move for move in found.moves}


def test_a_random_walk_needs_nothing() -> None:
    position = middle("colosseum(size=4)", 1)
    for budget in ({"seconds": 0}, {"simulations": 0}):
        assert tesuji.agent("random-walk").choose(position, **budget) in position.legal_moves


@pytest.mark.parametrize("budget", [{"simulations": 10}, {"nodes": 10}, {"depth": 1}], ids=str)
@every_search
def test_every_limit_ends_every_search(agent: str, budget: dict[str, Any]) -> None:
    """Whatever the budget is in, it means something to each search, or something else ends it."""
    position = middle("pentago", 1, 0.1)
    with searching(tesuji.agent(agent).player(position.game), position, **budget) as search:
        assert search.wait(60)


# Limits


@pytest.mark.parametrize("agent", ["mcts", "mcts(select=puct, expand=all)", "flat"])
@every_game
def test_simulations_are_counted(spec: str, agent: str) -> None:
    position = middle(spec, 1, 0.1)
    for simulations in (1, 7, 500):
        found = tesuji.agent(agent).search(position, simulations=simulations)
        assert found.simulations == simulations
        assert sum(move.visits for move in found.moves) == simulations


@pytest.mark.parametrize("agent", ["mcts", "mcts(expand=all)", "alphabeta"])
@every_game
def test_nodes_are_counted(spec: str, agent: str) -> None:
    """Alpha-beta always finishes its first ply, and may leave a line of nodes open at the end."""
    position = middle(spec, 1, 0.1)
    one_ply = tesuji.agent("alphabeta").search(position, depth=1).nodes
    for nodes in (1, 1000, 20_000):
        found = tesuji.agent(agent).search(position, nodes=nodes)
        assert found.nodes <= max(nodes, one_ply) + 50
        assert found.nodes >= nodes or found.proven is not None


@every_game
def test_nodes_are_counted_anew_in_a_kept_tree(spec: str) -> None:
    position = middle(spec, 1, 0.1)
    player = tesuji.agent("mcts(solver=false)").player(position.game)
    for _ in range(3):
        found = player.search(position, nodes=5000)
        assert found.simulations > 50


@every_game
def test_depth_is_a_limit_of_alphabeta(spec: str) -> None:
    position = middle(spec, 1, 0.1)
    found = [tesuji.agent("alphabeta").search(position, depth=depth) for depth in (1, 2, 3)]
    assert [analysis.depth for analysis in found] == [1, 2, 3]
    assert found[0].nodes < found[1].nodes < found[2].nodes


@pytest.mark.parametrize("clock", ["wall", "cpu"])
@every_search
def test_seconds_are_a_limit(agent: str, clock: str) -> None:
    position = middle("pentago-twist", 1, 0.1)
    found = tesuji.agent(agent).search(position, seconds=0.2, clock=clock)
    assert 0.18 < found.seconds < 30  # the machine may be busy
    assert found.nodes > 100


# Other threads


@every_search
@pytest.mark.parametrize("spec", ["pentago", "ewn"])
def test_a_search_can_be_stopped(spec: str, agent: str) -> None:
    position = middle(spec, 1, 0.1)
    player = tesuji.agent(agent).player(position.game)
    with searching(player, position, seconds=600) as search:
        assert not search.wait(0.1)
        first_progress(player)
        player.stop()
        assert search.wait(60)
    assert search.result is not None
    assert search.result.best in position.legal_moves
    assert search.result.simulations > 10
    assert player.search(position, seconds=0.01).best in position.legal_moves


def first_progress(player: Player) -> Analysis:
    for _ in range(12_000):
        if found := player.progress():
            return found
        time.sleep(0.005)
    raise AssertionError("no progress")


@every_search
@pytest.mark.parametrize("spec", ["avalam", "ewn"])
def test_progress_can_be_read(spec: str, agent: str) -> None:
    position = middle(spec, 1, 0.1)
    player = tesuji.agent(agent).player(position.game)
    assert player.progress() is None
    with searching(player, position, seconds=600):
        first = first_progress(player)
        assert first.best in position.legal_moves
        assert first.position == position
        later = first
        for _ in range(1000):
            if later.nodes > first.nodes or later.simulations > first.simulations:
                break
            time.sleep(0.005)
            later = first_progress(player)
        assert later.simulations > first.simulations
        assert later.seconds >= first.seconds


@every_search
def test_progress_is_about_the_search_that_runs(agent: str) -> None:
    one, other = middle("avalam", 1, 0.1), middle("avalam", 2, 0.8)
    player = tesuji.agent(agent).player(one.game)
    with searching(player, one, seconds=600):
        first_progress(player)
    for position in (other, one) * 10:
        with searching(player, position, seconds=600):
            found = player.progress()
            assert found is None or found.best in position.legal_moves


@pytest.mark.parametrize("final", ["visits", "visits(temperature=1)"])
def test_watching_does_not_change_the_tree(final: str) -> None:
    position = middle("avalam", 1, 0.1)
    agent = tesuji.agent(f"mcts(memory=32, final={final})")
    player = agent.player(position.game)
    with searching(player, position, simulations=40_000) as search:
        while not search.wait(0.001):
            player.progress()
    assert search.result is not None
    alone = agent.search(position, simulations=40_000)
    assert search.result.tree(depth=3) == alone.tree(depth=3)
    assert search.result.best == alone.best


TWO_SEARCHES = """
import threading, time, tesuji
position = tesuji.game("avalam").start()
player = tesuji.agent("{agent}").player(position.game)
found = []
thread = threading.Thread(target=lambda: found.append(player.search(position, seconds=600)))
thread.start()
while (seen := player.progress()) is None or sum(move.visits for move in seen.moves) <= 1000:
    time.sleep(0.01)
try:
    player.search(position, seconds=0.1)
except ValueError as error:
    print(error)
player.stop()
thread.join()
print(found[0].best in position.legal_moves, sum(move.visits for move in found[0].moves) > 1000)
print(found[0].tree() is not None)
"""


@every_search
def test_a_player_searches_one_position_at_a_time(agent: str) -> None:
    """The second search is refused, and the first does not notice."""
    lines = run_apart(TWO_SEARCHES.format(agent=agent)).splitlines()
    assert "already searching" in lines[0]
    assert lines[1] == "True True"
    assert lines[2] == str(agent == "mcts")


@pytest.mark.parametrize(
    ("spec", "agent"),
    [
        ("pentago-twist", "mcts(guard=ahead(root=6), seconds=0.05)"),
        ("pentago-twist", "mcts(guard=ahead(nodes=4), seconds=0.05)"),
        ("colosseum(size=12)", "mcts(rollout=filtered, rollouts=10000, seconds=0.05)"),
    ],
)
def test_parts_that_take_their_time_hear_the_clock(spec: str, agent: str) -> None:
    """Without it these would take minutes to hours."""
    position = tesuji.game(spec).start(seed=1)
    found = tesuji.agent(agent).search(position)
    assert found.best in position.legal_moves
    assert found.simulations < 10000
