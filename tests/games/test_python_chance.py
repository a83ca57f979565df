"""Chance in games written in Python: events have the right probability in every search."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import tesuji
from tests.games.python_games import Coin
from tesuji import IllegalMoveError


@cache
def expected(state: Any) -> Fraction:
    """The exact expected result for player 0, from the rules of Coin."""
    rules = Coin()
    if (winner := rules.result(state)) is not None:
        return Fraction(1 - winner)
    if events := rules.events(state):
        return sum((expected(rules.play(state, e)) for e in events), Fraction(0)) / len(events)
    values = [expected(rules.play(state, move)) for move in rules.moves(state)]
    return max(values) if state[1] == 0 else min(values)


def test_an_event_named_twice_is_twice_as_likely() -> None:
    position = tesuji.register(Coin).start().play("1")
    assert position.is_chance
    assert position.to_move is None
    assert list(position.legal_moves) == []
    chances = {str(event): chance for event, chance in position.chance_outcomes}
    assert chances == {"heads": pytest.approx(1 / 3), "tails": pytest.approx(2 / 3)}
    assert position.play("heads").text == "(5, 1, 'move')"
    with pytest.raises(IllegalMoveError, match="heads tails") as caught:
        position.play("1")
    assert (caught.value.game, caught.value.move) == ("coin-nim", "1")


@pytest.mark.parametrize("heap", range(1, 10))
def test_alphabeta_finds_the_expectation(heap: int) -> None:
    game = tesuji.register(Coin)
    position = game.position(f"({heap}, 0, 'move')")
    found = tesuji.agent("alphabeta").search(position, depth=20)
    assert found.value == pytest.approx(float(expected((heap, 0, "move"))), abs=1e-5)


@pytest.mark.parametrize("agent", ["mcts(guard=none)", "mcts(expand=all, select=puct)"])
def test_mcts_comes_near_the_expectation(agent: str) -> None:
    game = tesuji.register(Coin)
    found = tesuji.agent(agent).search(game.start(), simulations=20_000)
    assert found.value == pytest.approx(float(expected((7, 0, "move"))), abs=0.03)


def test_playouts_draw_events_by_their_weight() -> None:
    class OneToss(Coin):
        name = "one-toss"

        def start(self) -> Any:
            return (3, 0, "coin")

        def result(self, state: Any) -> int | None:
            return None if state[2] == "coin" else int(state[0] == 3)

    statistics = tesuji.playouts(tesuji.register(OneToss), 9000, seed=1)
    assert statistics.wins[0] == pytest.approx(3000, abs=200)  # heads: 3 became 2


def test_search_follows_events_by_their_weight() -> None:
    position = tesuji.register(Coin).start()
    tree = tesuji.agent("mcts(guard=none, solver=false)").search(position, simulations=6000).tree(2)
    assert tree is not None
    coin = tree["children"][0]["node"]
    assert coin["to_move"] is None
    visits: Counter[str] = Counter()
    for child in coin["children"]:
        visits[child["move"]] += child["visits"]
    assert visits["tails"] / visits.total() == pytest.approx(2 / 3, abs=0.05)
