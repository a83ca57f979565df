"""Agents and games as objects, wherever a spec is accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tesuji
from tesuji.interop.check_agent import check_agent

GAME = tesuji.game("ewn")
AGENT = tesuji.agent("mcts(simulations=20)")
OTHER = tesuji.agent("random")
FAST: dict[str, Any] = {"game": GAME, "pairs": 1, "jobs": 1}


class FirstMove:
    def choose(self, position: tesuji.Position) -> tesuji.Move:
        return position.legal_moves[0]


CALLS: dict[str, Callable[[Any], Any]] = {
    "match": lambda agent: tesuji.match(agent, OTHER, **FAST),
    "tournament": lambda agent: tesuji.tournament([agent, OTHER], anchor=agent, **FAST),
    "limits": lambda agent: tesuji.tournament(
        [agent, OTHER], agent_limits={agent: {"simulations": 5}}, **FAST
    ),
    "scaling": lambda agent: tesuji.scaling(agent, simulations=[5, 10], **FAST),
    "opponent": lambda agent: tesuji.sweep(AGENT, "select.c", [0.5], against=agent, **FAST),
    "check": lambda agent: check_agent(agent, game=GAME, positions=2, seconds=0.1),
    "player": lambda agent: tesuji.agent(agent).player(GAME),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "agent", [AGENT, FirstMove(), FirstMove().choose], ids=["agent", "object", "method"]
)
def test_objects_are_accepted(call: str, agent: Any) -> None:
    assert CALLS[call](agent)


def test_an_agent_plays_as_its_spec() -> None:
    by_spec = tesuji.match(AGENT.spec, OTHER.spec, **{**FAST, "game": "ewn"})
    by_object = tesuji.match(AGENT, OTHER, **FAST)
    assert by_object.match.plan == by_spec.match.plan
    assert by_object.pentanomial == by_spec.pentanomial


def test_reviews_and_sweeps_take_agents() -> None:
    record = tesuji.match(AGENT, OTHER, **FAST).games[0]
    assert tesuji.review(record, agent=AGENT, simulations=5).agent == AGENT.spec
    assert tesuji.sweep(AGENT, "select.c", [0.5], **FAST).game == "ewn"
    assert tesuji.ablate(AGENT, **FAST).points


def test_a_game_is_its_own_game() -> None:
    assert tesuji.game(GAME) is GAME
