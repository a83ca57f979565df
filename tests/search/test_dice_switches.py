"""The switches of chance nodes: the values of expectimax, from fewer nodes."""

from __future__ import annotations

from itertools import product

import pytest

import tesuji
from tests.search.brute import expectation_to_depth, expectimax, height
from tests.search.positions import DICE, late_positions, middle
from tesuji import Agent, Position

TOLERANCE = 1e-5
"""Expectations are rounded down at each roll, by half a millionth of a result."""
SWITCHES = ("roll_leaf", "roll_probe", "roll_table", "roll_hints")
STARS = ("", "star1=false", "star2=false", "table=false", "prune=false")
NUMBER = 10


def agents() -> list[Agent]:
    """Every combination of the switches, with and without what they work with."""
    found = []
    for values in product(("false", "true"), repeat=len(SWITCHES)):
        chosen = [f"{name}={value}" for name, value in zip(SWITCHES, values, strict=True)]
        for star in STARS:
            settings = ", ".join([*chosen, star] if star else chosen)
            found.append(tesuji.agent(f"alphabeta(wins=none, staged=false, {settings}, memory=1)"))
    return found


AGENTS = agents()


@pytest.mark.parametrize("number", range(NUMBER))
def test_every_combination_finds_the_expectation(number: int) -> None:
    position = late_positions(DICE, NUMBER, 6000)[number]
    exact = float(expectimax(position))
    for agent in AGENTS:
        found = agent.search(position, depth=height(position))
        assert found.value == pytest.approx(exact, abs=TOLERANCE), agent
        chosen = 1 - expectimax(position.play(found.best))
        assert float(chosen) == pytest.approx(exact, abs=TOLERANCE), agent
        assert exact in (0, 1) or found.value not in (0, 1), agent


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_every_combination_finds_the_expectation_at_a_depth(depth: int, seed: int) -> None:
    position = middle(DICE, seed, share=0.4 + 0.1 * seed)
    expected = 0.5 + float(expectation_to_depth(position, depth)) / 2e6
    for agent in AGENTS[:: 1 if depth < 3 else 7]:
        found = agent.search(position, depth=depth)
        assert found.value == pytest.approx(expected, abs=TOLERANCE), agent
        chosen = expectation_to_depth(position.play(found.best), depth - 1)
        assert 0.5 - float(chosen) / 2e6 == pytest.approx(expected, abs=TOLERANCE), agent


def test_a_player_that_keeps_hints_finds_the_same_values() -> None:
    """Hints of earlier searches only change the order of the moves."""
    player = tesuji.agent("alphabeta(roll_hints=true, memory=1)").player(tesuji.game(DICE))
    position = middle(DICE, 1, 0.3)
    for _ in range(4):
        found = player.search(position, depth=3)
        alone = tesuji.agent("alphabeta(memory=1)").search(position, depth=3)
        assert found.value == pytest.approx(alone.value, abs=TOLERANCE)
        if (position := next_decision(position.play(found.best))).is_over:
            break


def next_decision(position: Position) -> Position:
    while position.is_chance:
        position = position.play(position.chance_outcomes[0][0])
    return position


def nodes(settings: str, depth: int = 4) -> int:
    agent = tesuji.agent(f"alphabeta({settings}, memory=4)")
    return sum(agent.search(middle(DICE, seed), depth=depth).nodes for seed in range(8))


OFF = ", ".join(f"{name}=false" for name in SWITCHES)


def test_leaves_before_the_roll_save_five_of_six_evaluations() -> None:
    assert 3 * nodes(OFF.replace("roll_leaf=false", "roll_leaf=true")) < nodes(OFF)


@pytest.mark.parametrize("name", ["roll_probe", "roll_table"])
def test_a_switch_saves_nodes(name: str) -> None:
    assert nodes(OFF.replace(f"{name}=false", f"{name}=true")) < nodes(OFF)


def test_an_evaluator_in_python_sees_every_roll() -> None:
    """It may look at the die, so leaves are not evaluated before the roll."""
    seen = []

    def look(positions: list[Position]) -> list[float]:
        seen.extend(positions)
        return [0.5] * len(positions)

    tesuji.register_evaluator("sees-rolls", look)
    agent = tesuji.agent("alphabeta(roll_leaf=true, evaluate=sees-rolls)")
    agent.search(middle(DICE, 1), depth=1)
    assert seen
    assert not any(position.is_chance for position in seen)
