"""Time on a clock for the game and per move: early ends, and time where it is needed."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import tesuji
from tests.search.brute import after, minimax
from tests.search.positions import late_positions, middle
from tesuji import Position
from tesuji.agents.budget import LARGEST_SHARE, LONGEST, Budget

SPEC = "ewn-cyclic"


def one_stands(spec: str, number: int) -> list[Position]:
    """Positions in which exactly one move does not lose."""
    found = (
        position
        for position in late_positions(spec, 80, 3000)
        if sum(after(position, move).result >= 0 for move in position.legal_moves) == 1
        and len(position.legal_moves) > 1
    )
    return list(islice(found, number))


@pytest.mark.parametrize("spec", [SPEC, "colosseum(size=4)", "pentago-twist"])
def test_a_search_stops_once_one_move_stands(spec: str) -> None:
    positions = one_stands(spec, 4)
    assert positions
    agent = tesuji.agent("alphabeta(stop_early=true, memory=1)")
    for position in positions:
        found = agent.search(position, seconds=20)
        assert after(position, found.best).result == minimax(position).result


def test_it_saves_nodes_where_one_move_stands() -> None:
    saved = [
        tesuji.agent(f"alphabeta(stop_early={early}, memory=1)").search(position, seconds=20).nodes
        for position in one_stands("colosseum(size=4)", 6)
        for early in ("false", "true")
    ]
    assert sum(saved[1::2]) < sum(saved[::2])


def test_searches_without_a_time_limit_are_not_cut_short() -> None:
    for position in one_stands(SPEC, 3):
        found = [
            tesuji.agent(f"alphabeta(stop_early={early}, memory=1)").search(position, depth=8).nodes
            for early in ("false", "true")
        ]
        assert found[0] == found[1]


# On a clock for the game


class Listener:
    """Notes the budgets that a player gives its search."""

    def __init__(self) -> None:
        self.budgets: list[Budget] = []

    def search(self, position: Position, budget: Budget, seed: int) -> None:
        self.budgets.append(budget)

    def forget_progress(self) -> None:
        """There is none."""


def asked(agent: str, **clock: Any) -> Budget:
    position = middle("avalam", 1, 0.2)
    player = tesuji.agent(agent).player(position.game)
    listener = Listener()
    player._searcher = listener  # type: ignore[assignment]
    player.search(position, **clock)
    return listener.budgets[0]


def test_a_plan_aims_at_the_share_and_may_take_longer() -> None:
    plain = asked("alphabeta(adapt=false)", remaining=100.0)
    planned = asked("alphabeta(adapt=true)", remaining=100.0)
    assert plain.seconds is not None
    assert plain.target is None
    assert planned.target == plain.seconds
    assert planned.seconds == pytest.approx(LONGEST * plain.seconds)


@pytest.mark.parametrize("remaining", [0.01, 0.05, 0.06, 0.3, 2.0, 100.0])
@pytest.mark.parametrize("increment", [0.0, 1.0])
def test_a_plan_never_takes_more_than_the_clock_has(remaining: float, increment: float) -> None:
    plain = asked("alphabeta(adapt=false)", remaining=remaining, increment=increment)
    planned = asked("alphabeta(adapt=true)", remaining=remaining, increment=increment)
    assert plain.seconds is not None
    assert planned.seconds is not None
    assert planned.seconds >= plain.seconds
    assert planned.seconds <= max(plain.seconds, LARGEST_SHARE * remaining)
    assert planned.seconds <= max(0.0, remaining - 0.05)


def test_budgets_per_move_have_no_plan() -> None:
    planned = asked("alphabeta(adapt=true)", seconds=3.0)
    assert (planned.seconds, planned.target) == (3.0, None)


def test_a_target_is_not_a_limit_that_callers_give() -> None:
    with pytest.raises(tesuji.ParameterError) as caught:
        tesuji.agent("alphabeta").search(middle("avalam", 1, 0.2), target=1.0)
    assert caught.value.where == "target"
