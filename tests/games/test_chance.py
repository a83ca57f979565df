"""Chance events are drawn by their probability, wherever games are played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

import tesuji
from tesuji import Game
from tesuji.agents import bench
from tesuji.arena.match.openings import draw_opening
from tesuji.arena.match.pair import play_pair
from tesuji.arena.match.plan import make_plan
from tesuji.cli import run
from tesuji.errors import ParameterError
from tesuji.games.chance import draw_event
from tesuji.games.randomness import RandomStream

EVENTS = ["r", "b", "b", "g", "b", "b", "b", "b"]
"""Balls in a bag, most of them blue: three merged events of unequal probability."""
SHARES = {"r": 1 / 8, "b": 6 / 8, "g": 1 / 8}


class Bag:
    """A ball is drawn from a bag before each move; twelve moves, and the first player wins."""

    name = "bag"

    def start(self) -> str:
        return ""

    def to_move(self, state: str) -> int:
        return len(state) // 2 % 2

    def events(self, state: str) -> list[str]:
        return EVENTS if len(state) % 2 == 0 else []

    def moves(self, state: str) -> list[str]:
        return ["x", "y"]

    def play(self, state: str, move: str) -> str:
        return state + move

    def result(self, state: str) -> int | None:
        return 0 if len(state) == 24 else None


@pytest.fixture
def bag() -> Game:
    return tesuji.register(Bag)


def balls(states: Iterable[str]) -> Counter[str]:
    return Counter(ball for state in states for ball in state if ball in SHARES)


def assert_drawn_by_probability(drawn: Counter[str]) -> None:
    """A chi-square test at 1%; seeds are fixed, so it always gives the same answer."""
    expected = {ball: share * drawn.total() for ball, share in SHARES.items()}
    statistic = sum((drawn[ball] - mean) ** 2 / mean for ball, mean in expected.items())
    assert drawn.total() >= 300
    assert statistic < 9.21, drawn


class Always:
    """Dice that always show one number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize(
    ("number", "event"),
    [(0.0, "r"), (0.1249, "r"), (0.125, "b"), (0.8749, "b"), (0.875, "g"), (1 - 2**-53, "g")],
)
def test_each_event_has_an_interval_as_long_as_its_probability(
    bag: Game, number: float, event: str
) -> None:
    assert str(draw_event(bag.start(), Always(number))) == event


@pytest.mark.parametrize("dice", [RandomStream(1), random.Random(1)], ids=["stream", "random"])
def test_any_source_of_numbers_draws_by_probability(
    bag: Game, dice: RandomStream | random.Random
) -> None:
    start = bag.start()
    assert_drawn_by_probability(Counter(str(draw_event(start, dice)) for _ in range(4000)))


def test_fair_dice_are_read_as_whole_numbers() -> None:
    """So games with equally likely events keep the openings they always had."""
    start = tesuji.game("ewn").start()
    dice, numbers = RandomStream(3), RandomStream(3)
    for _ in range(1000):
        assert str(draw_event(start, dice)) == f"d{numbers.below(6) + 1}"


def test_a_decision_has_no_events(bag: Game) -> None:
    with pytest.raises(ParameterError) as caught:
        draw_event(bag.start().play("r"), RandomStream(0))
    assert vars(caught.value)["given"] == "r"


def test_openings_draw_by_probability(bag: Game) -> None:
    assert_drawn_by_probability(balls(draw_opening(bag, seed, 6).text for seed in range(150)))


def test_matches_draw_by_probability(bag: Game) -> None:
    plan = make_plan(("random", "random"), game="bag", pairs=100, plies=0)
    states = (
        "".join(move[0] for move in play_pair(plan.task(pair))[0]["moves"]) for pair in range(100)
    )
    assert_drawn_by_probability(balls(states))


def test_bench_positions_draw_by_probability(bag: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PLIES", dict.fromkeys(range(100), 13))
    assert_drawn_by_probability(balls(bench._position("bag", seed).text for seed in range(100)))


def test_the_terminal_draws_by_probability(
    bag: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: Iterator[str] = iter(())
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    drawn: Counter[str] = Counter()
    for seed in range(30):
        answers = iter("x" * 12)
        assert run(["play", "bag", "--terminal", "--people", "--seed", str(seed)]) == 0
        shown = capsys.readouterr().out.split()
        drawn += balls([max((word for word in shown if set(word) <= set("rbgx")), key=len)])
    assert_drawn_by_probability(drawn)


def test_playouts_draw_by_probability(bag: Game) -> None:
    class RedWins(Bag):
        name = "red-wins"

        def result(self, state: str) -> int | None:
            return None if state == "" else int(state != "r")

    wins = tesuji.playouts(tesuji.register(RedWins), 4000, seed=2).wins
    assert wins[0] == pytest.approx(500, abs=55)  # red is one ball in eight; 2.6 deviations
