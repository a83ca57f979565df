"""The last simulation of a search, replayed on the board and held against the tree itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.search.positions import EVERY_GAME, middle
from tesuji import Move, ParameterError, Position, Simulation

BARE = "solver=false, guard=none"
"""Nothing but simulations changes the tree."""
ROLLOUTS = ("uniform", "decisive", "eps_greedy", "mast")
"""Rules for every game."""
OF_ONE_GAME = (
    ("colosseum(size=4)", "filtered"),
    ("colosseum(size=4)", "walk"),
)


def last(agent: str, position: Position, simulations: int, seed: int = 3) -> Simulation:
    found = tesuji.agent(agent).search(position, seed=seed, simulations=simulations)
    simulation = found.last_simulation()
    assert simulation is not None
    return simulation


def play(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def added(agent: str, position: Position, number: int, seed: int = 3) -> tuple[list[str], float]:
    """What the trees of one simulation less and of that many say: the way down and its result.

    The result is for the player to move at the root.
    """
    sums: list[dict[tuple[str, ...], tuple[int, float]]] = []
    for simulations in (number - 1, number):
        edges: dict[tuple[str, ...], tuple[int, float]] = {}
        if simulations:
            player = tesuji.agent(agent)
            tree = player.search(position, seed=seed, simulations=simulations).tree(400, 1)
            collect(tree, (), edges)
        sums.append(edges)
    before, after = sums
    grown = [way for way in after if after[way][0] > before.get(way, (0, 0.0))[0]]
    way = max(grown, key=len)
    assert sorted(grown, key=len) == [way[:n] for n in range(1, len(way) + 1)]
    first = way[:1]
    return list(way), after[first][1] - before.get(first, (0, 0.0))[1]


def collect(
    node: dict[str, Any] | None, way: tuple[str, ...], edges: dict[tuple[str, ...], Any]
) -> None:
    for child in node["children"] if node else ():
        here = (*way, child["move"])
        edges[here] = child["visits"], child["visits"] * child["value"]
        collect(child["node"], here, edges)


def result(position: Position, player: int) -> float:
    outcome = position.outcome
    assert outcome is not None, "a rollout ends with the game"
    return 0.5 if outcome.winner is None else float(outcome.winner == player)


def check(agent: str, position: Position, number: int) -> Simulation:
    """The simulation is what the trees say it was, and its game ends as its result says."""
    simulation = last(agent, position, number)
    way, gained = added(agent, position, number)
    assert [str(move) for move in simulation.path] == way
    end = play(position, simulation.path + (simulation.rollout or ()))
    assert position.to_move is not None
    assert simulation.value == result(end, position.to_move)
    assert simulation.value == pytest.approx(gained, abs=1e-6)
    return simulation


@pytest.mark.parametrize("spec", EVERY_GAME)
@pytest.mark.parametrize("rollout", ROLLOUTS)
def test_way_down_and_rollout_end_as_the_backup_says(spec: str, rollout: str) -> None:
    agent = f"mcts(rollout={rollout}, {BARE})"
    position = middle(spec, 4)
    played = [check(agent, position, number).rollout for number in (1, 2, 60)]
    assert any(played), "some simulation was played out"


@pytest.mark.parametrize(("spec", "rollout"), OF_ONE_GAME)
def test_rules_that_only_some_games_have(spec: str, rollout: str) -> None:
    check(f"mcts(rollout={rollout}, {BARE})", middle(spec, 4), 50)


@pytest.mark.parametrize(
    "parts", ["amaf=rave", "amaf=grave, rollout=mast", "transpositions=true", "select=puct"]
)
def test_parts_that_learn_from_games(parts: str) -> None:
    for spec in ("ewn", "ewn-cyclic"):
        check(f"mcts({parts}, {BARE})", middle(spec, 2), 80)


def test_a_cutoff_ends_the_rollout() -> None:
    position = tesuji.game("avalam").start()
    simulation = last("mcts(cutoff=6)", position, 30)
    assert simulation.rollout is not None
    assert len(simulation.rollout) == 6
    assert not play(position, simulation.path + simulation.rollout).is_over
    assert simulation.value is not None
    assert 0 < simulation.value < 1


def test_of_several_games_a_leaf_the_last() -> None:
    position = middle("ewn-cyclic", 2)
    agent = f"mcts(rollouts=8, {BARE})"
    seven, eight = last(agent, position, 7), last(agent, position, 8)
    assert (seven.games, eight.games) == (7, 8)
    assert seven.path == eight.path
    assert seven.rollout != eight.rollout
    # One game more is one result more.
    before, after = (
        tesuji.agent(agent).search(position, seed=3, simulations=count).moves[0] for count in (7, 8)
    )
    assert eight.value == pytest.approx(8 * after.value - 7 * before.value, abs=1e-6)


def test_a_known_result_is_not_played_out() -> None:
    position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    agent = "mcts(guard=none, solver=false)"
    found = [last(agent, position, number) for number in range(1, 200)]
    ended = [simulation for simulation in found if simulation.rollout is None]
    assert ended
    for simulation in ended:
        assert play(position, simulation.path).is_over


def test_looking_changes_nothing() -> None:
    position = middle("ewn", 2)
    for rollout in ROLLOUTS:
        agent = tesuji.agent(f"mcts(rollout={rollout})")
        plain, watched = (agent.player(position.game, seed=5) for _ in range(2))
        for simulations in (50, 70):
            unseen = plain.search(position, simulations=simulations)
            seen = watched.search(position, simulations=simulations)
            first = seen.last_simulation()
            assert first is not None
            assert first == seen.last_simulation()
            assert unseen.tree(400) == seen.tree(400)


def test_a_game_written_in_python() -> None:
    tesuji.load(Path(__file__).parents[2] / "examples" / "connect_four.py")
    position = tesuji.game("connect-four").start()
    for rollout in ("uniform", "decisive"):
        simulation = check(f"mcts(rollout={rollout}, {BARE})", position, 25)
        assert simulation.rollout


def test_a_new_search_begins_anew() -> None:
    position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    player = tesuji.agent("mcts").player(position.game)
    start = position.game.start()
    first = player.search(start, simulations=20)
    assert first.last_simulation() is not None
    # A win at once needs no simulation.
    second = player.search(position, simulations=20)
    assert second.simulations == 0
    assert second.last_simulation() is None
    with pytest.raises(ParameterError, match="no longer exists"):
        first.last_simulation()


@pytest.mark.parametrize("agent", ["alphabeta(depth=2)", "greedy", "flat", "random"])
def test_other_agents_have_none(agent: str) -> None:
    position = tesuji.game("avalam").start()
    limits = {} if agent in ("random", "greedy", "alphabeta(depth=2)") else {"simulations": 100}
    assert tesuji.agent(agent).search(position, **limits).last_simulation() is None


def test_an_evaluator_gives_the_value() -> None:
    def even(positions: list[Position]) -> list[tuple[float, None]]:
        return [(0.5, None) for _ in positions]

    tesuji.register_evaluator("even-for-simulations", even)
    position = tesuji.game("avalam").start()
    simulation = last("mcts(evaluate=even-for-simulations)", position, 20)
    assert simulation.path
    assert (simulation.rollout, simulation.value) == (None, None)
