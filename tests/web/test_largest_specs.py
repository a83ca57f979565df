"""Specs with every parameter at its upper bound: their time and memory stay within the limits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tesuji
from tests.web.largest_specs import GAMES, admitted
from tesuji.web.admission import Admission
from tesuji.web.agent_budget import search_budget
from tesuji.web.bounds import Bounds
from tesuji.web.live_game import Clock, LiveGame, Seat

BOUNDS = Bounds()
TREES = 2
"""Trees in memory at once: that of a search and that of a solver, or of the search before."""


@pytest.mark.parametrize("name", GAMES)
def test_an_admitted_agent_keeps_to_the_limits(name: str) -> None:
    agents = list(admitted(Admission(BOUNDS), tesuji.game(name)))
    assert len(agents) > 50
    for agent in agents:
        assert float(agent.settings.get("memory", 0)) <= BOUNDS.memory
        assert agent.settings.get("threads", 1) in (1, "one")
        assert agent.settings.get("clock", "wall") == "wall"


@pytest.mark.parametrize("clock", ["none", "move", "game"])
def test_a_move_has_bounded_seconds(clock: str) -> None:
    game = tesuji.game("avalam")
    spec = "mcts(simulations=2000000000, seconds=1000000)"
    for seconds in (0.0, BOUNDS.seconds):
        seat = Seat(kind="agent", spec=spec, seconds=seconds, agent=tesuji.agent(spec))
        chosen = Clock(kind=clock, seconds=86_400.0, increment=3_600.0)
        budget = search_budget(LiveGame(game.start(), (seat, seat), chosen), seat, BOUNDS.seconds)
        most = {"seconds": BOUNDS.seconds, "remaining": 20 * BOUNDS.seconds}
        assert all(budget.get(limit, 0) <= at_most for limit, at_most in most.items())
        assert budget.get("increment", 0) <= BOUNDS.seconds
        assert "seconds" in budget or "remaining" in budget


def test_searches_of_the_largest_specs_end_and_need_little_memory() -> None:
    program = [sys.executable, "-m", "tests.web.largest_specs"]
    done = subprocess.run(
        program, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=True
    )
    searches, megabytes = map(float, done.stdout.split())
    assert searches > 100
    assert megabytes < TREES * BOUNDS.memory + 24
