"""Budgets: what is refused, what replaces what, and how a clock for the game is divided."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import tesuji
from tesuji import Analysis, Budget, ParameterError, Position
from tesuji.agents.budget import allotted_seconds

GAME = tesuji.game("avalam")
START = GAME.start()
AGENTS = ("champion", "mcts", "alphabeta", "flat", "greedy", "random")


class Recorder:
    """A searcher that writes down what it is given and answers with the first move."""

    seed = 0
    stoppable = False

    def __init__(self) -> None:
        self.budgets: list[Budget] = []

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        self.budgets.append(budget)
        best = position.legal_moves[0]
        return Analysis(position, "recorder", best, 0.5, None, (best,), (), 0, 0, 0, 0.0)

    def prepare(self) -> None:
        pass

    def close(self) -> None:
        pass

    def stop(self) -> None:
        raise AssertionError("nobody stops it")

    def forget_progress(self) -> None:
        """There is none."""

    def progress(self) -> dict[str, Any] | None:
        return None


def recording(spec: str) -> tuple[tesuji.Player, Recorder]:
    player, recorder = tesuji.agent(spec).player(GAME), Recorder()
    player._searcher = recorder
    return player, recorder


def budget_of(spec: str, **given: Any) -> Budget:
    """The budget that a search of this agent gets."""
    player, recorder = recording(spec)
    player.search(START, **given)
    return recorder.budgets[0]


# What is refused


@pytest.mark.parametrize("name", ["seconds", "memory", "first_seconds"])
@pytest.mark.parametrize(
    "value", [-1, -0.001, float("nan"), float("inf"), "1", True, [1]], ids=repr
)
def test_amounts_are_numbers_of_at_least_zero(name: str, value: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        Budget.given({name: value})
    assert caught.value.where == name
    assert caught.value.given is value


@pytest.mark.parametrize("name", ["simulations", "nodes", "depth"])
def test_counts_have_64_bits(name: str) -> None:
    position = tesuji.game("avalam").start()
    most = 2**63 - 1
    assert (
        tesuji.agent(f"mcts({name}={most})").search(position, seconds=0.0, **{name: most}).best
        in position.legal_moves
    )
    with pytest.raises(ParameterError, match=str(most)) as caught:
        Budget.given({name: 10**30})
    assert (caught.value.where, caught.value.given) == (name, 10**30)
    with pytest.raises(ParameterError, match=str(most)) as caught:
        tesuji.agent(f"mcts({name}={most + 1})")
    assert (caught.value.owner, caught.value.where, caught.value.given) == ("mcts", name, most + 1)


@pytest.mark.parametrize(("name", "least"), [("simulations", 0), ("nodes", 0), ("depth", 1)])
@pytest.mark.parametrize("value", [-1, 1.0, 1.5, float("nan"), "1", True], ids=repr)
def test_counts_are_integers(name: str, least: int, value: Any) -> None:
    with pytest.raises(ParameterError, match=f"integer of at least {least}") as caught:
        Budget.given({name: value})
    assert caught.value.where == name
    assert caught.value.given is value


@pytest.mark.parametrize("clock", ["sun", "CPU", 1, ""], ids=repr)
def test_there_are_two_clocks(clock: Any) -> None:
    with pytest.raises(ParameterError, match="'wall' or 'cpu'") as caught:
        Budget.given({"clock": clock})
    assert (caught.value.where, caught.value.given) == ("clock", clock)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("second", "did you mean 'seconds'"),
        ("sims", "seconds, clock, simulations"),
        ("time", "time"),
    ],
)
def test_unknown_budgets_are_refused(name: str, hint: str) -> None:
    with pytest.raises(ParameterError, match=hint) as caught:
        Budget.given({name: 1})
    assert caught.value.where == name


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("given", [{"seconds": -1}, {"simulations": 1.5}, {"tims": 3}], ids=str)
def test_every_agent_refuses_them(agent: str, given: dict[str, Any]) -> None:
    player = tesuji.agent(agent).player(GAME)
    for ask in (player.search, player.choose, tesuji.agent(agent).choose):
        with pytest.raises(ParameterError):
            ask(START, **given)


def test_nothing_is_a_budget_too() -> None:
    for name in ("seconds", "simulations", "nodes", "memory"):
        assert getattr(Budget.given({name: 0}), name) == 0
    assert not Budget().has_limit
    assert not Budget(memory=1, clock="cpu").has_limit
    assert Budget(depth=1).has_limit
    with pytest.raises(ParameterError) as caught:
        Budget(depth=0)
    assert (caught.value.where, caught.value.given) == ("depth", 0)


# What replaces what


def test_a_bare_agent_has_a_second() -> None:
    for agent in ("mcts", "alphabeta", "flat"):
        assert budget_of(agent) == Budget(seconds=1.0, clock="wall")


def test_the_specs_own_limits_count_where_none_are_given() -> None:
    assert budget_of("mcts(simulations=50)") == Budget(simulations=50, clock="wall")
    assert budget_of("mcts(seconds=3, clock=cpu)") == Budget(seconds=3, clock="cpu")
    both = budget_of("mcts(seconds=1, simulations=50)")
    assert both == Budget(seconds=1, simulations=50, clock="wall")
    assert budget_of("alphabeta(depth=4)") == Budget(depth=4, clock="wall")


def test_a_given_limit_replaces_all_of_the_specs() -> None:
    spec = "alphabeta(seconds=3, nodes=1000, depth=4)"
    assert budget_of(spec, nodes=7) == Budget(nodes=7, clock="wall")
    assert budget_of(spec, seconds=0.1) == Budget(seconds=0.1, clock="wall")
    assert budget_of(spec, depth=9, seconds=2) == Budget(depth=9, seconds=2, clock="wall")
    assert budget_of(spec, simulations=0) == Budget(simulations=0, clock="wall")


def test_clock_and_memory_are_no_limits() -> None:
    spec = "mcts(simulations=50, clock=cpu)"
    assert budget_of(spec, memory=3) == Budget(simulations=50, clock="cpu", memory=3)
    assert budget_of(spec, clock="wall") == Budget(simulations=50, clock="wall")
    assert budget_of(spec, seconds=2) == Budget(seconds=2, clock="cpu")


def test_a_depth_does_not_end_a_random_search() -> None:
    for agent in ("mcts", "flat"):
        assert budget_of(agent, depth=3) == Budget(depth=3, seconds=1.0, clock="wall")
    assert budget_of("alphabeta", depth=3) == Budget(depth=3, clock="wall")


# Clocks for a whole game

SHARE = "mcts(time=share(moves=20, first=2, margin=0.5))"


def seconds_of(spec: str, searched: int = 1, **clock: Any) -> float:
    """The seconds that a move gets, after some others."""
    player, recorder = recording(spec)
    for _ in range(searched):
        player.search(START, seconds=0)
    player.search(START, **clock)
    found = recorder.budgets[-1].seconds
    assert found is not None
    return found


def test_a_move_gets_its_share_of_what_is_left() -> None:
    assert seconds_of(SHARE, remaining=100) == 5
    assert seconds_of(SHARE, remaining=10) == 0.5
    assert seconds_of("mcts", remaining=100) == 4


def test_the_increment_is_for_this_move() -> None:
    assert seconds_of(SHARE, remaining=100, increment=2) == 7


def test_the_first_move_is_longer() -> None:
    assert seconds_of(SHARE, searched=0, remaining=105) == 10
    assert seconds_of(SHARE, searched=0, remaining=105, increment=2) == 12


def test_the_margin_is_never_used() -> None:
    assert seconds_of(SHARE, remaining=3, increment=10) == 2.5
    assert seconds_of(SHARE, remaining=0.5, increment=10) == 0
    assert seconds_of(SHARE, remaining=0.2) == 0
    assert seconds_of(SHARE, remaining=0) == 0


def test_a_game_never_takes_more_than_its_clock() -> None:
    for increment in (0.0, 0.5):
        remaining = 10.0
        for move in range(200):
            settings = tesuji.agent(SHARE).settings
            spent = allotted_seconds(
                settings, remaining, increment, first_move=move == 0, number=2 * move + 1
            )
            remaining -= spent
            assert remaining >= 0.5
            remaining += increment


def test_the_clock_in_force_is_the_agents() -> None:
    player, recorder = recording("mcts(clock=cpu)")
    player.search(START, remaining=10)
    player.search(START, remaining=10, clock="wall", memory=2)
    assert [budget.clock for budget in recorder.budgets] == ["cpu", "wall"]
    assert recorder.budgets[1].memory == 2


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), "1", True], ids=repr)
@pytest.mark.parametrize("name", ["remaining", "increment"])
def test_clocks_show_seconds(name: str, value: Any) -> None:
    clock = {"remaining": 10, name: value}
    with pytest.raises(ParameterError) as caught:
        tesuji.agent("mcts").player(GAME).search(START, **clock)
    assert caught.value.where == name
    assert caught.value.given is value


@pytest.mark.parametrize("limit", ["seconds", "simulations", "nodes", "depth"])
def test_a_budget_and_a_clock_do_not_go_together(limit: str) -> None:
    with pytest.raises(ParameterError, match="not both"):
        tesuji.agent("mcts").player(GAME).search(START, remaining=10, **{limit: 1})


@pytest.mark.parametrize("agent", ["greedy", "random"])
def test_agents_that_need_no_time_take_a_clock(agent: str) -> None:
    player = tesuji.agent(agent).player(GAME)
    assert player.choose(START, remaining=10, increment=1) in START.legal_moves


# A longer first move


def turns_of(spec: str, turns: int, **given: Any) -> list[float | None]:
    """The seconds of each turn of one player."""
    player, recorder = recording(spec)
    for _ in range(turns):
        player.search(START, **given)
    assert all(budget.first_seconds is None for budget in recorder.budgets)
    return [budget.seconds for budget in recorder.budgets]


def test_the_first_move_of_a_game_may_have_more_time() -> None:
    assert turns_of("mcts", 3, seconds=2, first_seconds=30) == [30, 2, 2]
    assert turns_of("mcts(seconds=2, first_seconds=30)", 3) == [30, 2, 2]
    assert tesuji.agent("colosseum-uct").settings["first_seconds"] == 20


def test_limits_in_the_call_replace_the_first_move_of_the_spec_too() -> None:
    spec = "mcts(seconds=2, first_seconds=30)"
    assert turns_of(spec, 2, seconds=5) == [5, 5]
    assert turns_of(spec, 2, simulations=5) == [None, None]
    assert turns_of(spec, 2, clock="cpu") == [30, 2]


def test_a_first_move_that_is_forced_uses_up_the_allowance() -> None:
    position = forced_position()
    player, recorder = tesuji.agent("mcts").player(position.game), Recorder()
    player._searcher = recorder
    player.choose(position, seconds=2, first_seconds=30)
    player.search(position, seconds=2, first_seconds=30)
    assert [budget.seconds for budget in recorder.budgets] == [2]


def test_a_search_outside_a_game_has_no_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder()
    module = sys.modules["tesuji.agents.agent"]
    monkeypatch.setattr(module, "make_searcher", lambda *_: recorder)
    agent = tesuji.agent("mcts(seconds=2, first_seconds=30)")
    agent.search(START)
    agent.choose(START)
    assert [budget.seconds for budget in recorder.budgets] == [2, 2]


@pytest.mark.parametrize("given", [{}, {"simulations": 5}], ids=str)
def test_a_longer_first_move_needs_seconds_for_the_others(given: dict[str, Any]) -> None:
    with pytest.raises(ParameterError) as caught:
        Budget.given({"first_seconds": 30, **given})
    assert (caught.value.where, caught.value.given) == ("first_seconds", 30)
    inside = ", ".join(f"{name}={value}" for name, value in {"first_seconds": 30, **given}.items())
    with pytest.raises(ParameterError) as caught:
        tesuji.agent(f"mcts({inside})")
    assert (caught.value.where, caught.value.given) == ("first_seconds", 30)


# Forced moves


def forced_position() -> Position:
    position = tesuji.game("ewn").position("----d4a4---- c1---------- b 1")
    assert len(position.legal_moves) == 1
    return position


def test_a_forced_move_is_played_at_once() -> None:
    position = forced_position()
    for spec, thinks in (("mcts", 0), ("mcts(time=share(forced=false))", 1)):
        player, recorder = tesuji.agent(spec).player(position.game), Recorder()
        player._searcher = recorder
        assert player.choose(position, seconds=5) == position.legal_moves[0]
        assert player.choose(position, remaining=60, increment=1) == position.legal_moves[0]
        assert len(recorder.budgets) == 2 * thinks


def test_forced_moves_are_searched_by_those_who_ask_for_a_search() -> None:
    position = forced_position()
    player, recorder = tesuji.agent("mcts").player(position.game), Recorder()
    player._searcher = recorder
    player.search(position, seconds=5)
    assert len(recorder.budgets) == 1


def test_bad_budgets_are_refused_for_forced_moves_too() -> None:
    player = tesuji.agent("mcts").player(forced_position().game)
    with pytest.raises(ParameterError):
        player.choose(forced_position(), seconds=-1)
    with pytest.raises(ParameterError):
        player.choose(forced_position(), second=1)


def test_bad_clocks_are_refused_for_forced_moves_too() -> None:
    player = tesuji.agent("mcts").player(forced_position().game)
    with pytest.raises(ParameterError):
        player.choose(forced_position(), remaining=-1)
