"""The greedy search against a plain loop over the moves; compiled games and those in Python."""

from __future__ import annotations

import pytest

import tesuji
from tests.search.brute import known_value
from tests.search.positions import EVERY_GAME, losing_next, middle, winning_at_once
from tesuji import Move, Position

every_game = pytest.mark.parametrize("spec", EVERY_GAME)


class Stones:
    """Take one to four; who takes the last loses. It looks best to leave an odd number."""

    name = "greedy-stones"

    def start(self) -> tuple[int, int]:
        return (12, 0)

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [n for n in (1, 2, 3, 4) if n <= state[0]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] - move, 1 - state[1])

    def result(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] == 0 else None

    def evaluate(self, state: tuple[int, int]) -> float:
        mover_likes = -0.5 if state[0] % 2 else 0.5
        return mover_likes if state[1] == 0 else -mover_likes


def value_of(position: Position, move: Move) -> float:
    """How a move looks by the evaluation, for who makes it."""
    after = position.play(move)
    if outcome := after.outcome:
        return outcome.value_for(position.next_player)
    first = 0.5 + 0.5 * known_value(after)
    return first if position.next_player == 0 else 1 - first


@every_game
def test_all_moves_are_reported_with_their_values(spec: str) -> None:
    for share in (0.1, 0.4, 0.7, 1.0):
        position = middle(spec, 5, share)
        found = tesuji.agent("greedy(by=evaluation)").search(position)
        values = {move: value_of(position, move) for move in position.legal_moves}
        assert {m.move: m.value for m in found.moves} == pytest.approx(values)
        assert {m.visits for m in found.moves} == {1}
        assert found.best == max(position.legal_moves, key=lambda move: values[move])
        assert (found.depth, found.nodes, found.pv) == (1, len(values), (found.best,))


@every_game
@pytest.mark.parametrize("by", ["score", "evaluation"])
def test_a_win_is_taken_and_proven(spec: str, by: str) -> None:
    for position in winning_at_once(spec, 10):
        found = tesuji.agent(f"greedy(by={by})").search(position)
        outcome = position.play(found.best).outcome
        assert outcome is not None
        assert outcome.winner == position.to_move
        assert (found.value, found.proven) == (1.0, "win")
        winning = {m.move for m in found.moves if m.proven == "win"}
        assert winning == {
            m
            for m in position.legal_moves
            if value_of(position, m) == 1 and position.play(m).is_over
        }


@every_game
@pytest.mark.parametrize("by", ["score", "evaluation"])
def test_no_game_is_lost_on_the_spot_without_need(spec: str, by: str) -> None:
    for position in losing_next(spec, 10):
        best = tesuji.agent(f"greedy(by={by})").choose(position)
        ends = {move: position.play(move).outcome for move in position.legal_moves}
        lost = {m for m, end in ends.items() if end and end.winner == 1 - position.next_player}
        assert best not in lost or lost == set(position.legal_moves)


def test_games_written_in_python_are_looked_at_too() -> None:
    game = tesuji.register(Stones)
    for agent in ("greedy", "greedy(by=evaluation)"):
        assert str(tesuji.agent(agent).choose(game.start())) == "1"  # 11 are left: odd
        four = game.position("(4, 1)")
        found = tesuji.agent(agent).search(four)
        assert str(found.best) == "1"
        assert [str(m.move) for m in found.moves if m.proven == "loss"] == ["4"]
        assert found.value == pytest.approx(0.75)
    one = tesuji.agent("greedy").search(game.position("(1, 0)"))
    assert (str(one.best), one.proven, one.value) == ("1", "loss", 0.0)


def test_without_an_evaluation_the_first_move_that_does_not_lose_is_played() -> None:
    game = tesuji.register(Stones)
    assert str(tesuji.agent("greedy(evaluate=none)").choose(game.start())) == "1"


def test_registered_evaluators_are_asked_about_each_move() -> None:
    asked: list[Position] = []

    def likes_the_last(positions: list[Position]) -> list[float]:
        asked.extend(positions)
        return [1 - len(asked) / 1000] * len(positions)

    tesuji.register_evaluator("greedy-probe", likes_the_last)
    position = tesuji.game("avalam").start()
    found = tesuji.agent("greedy(evaluate=greedy-probe)").search(position)
    assert found.best == position.legal_moves[-1]
    assert asked == [position.play(move) for move in position.legal_moves]


def test_out_of_time_it_answers_with_what_it_has() -> None:
    position = tesuji.game("avalam").start()
    found = tesuji.agent("greedy").search(position, seconds=0)
    assert (found.nodes, found.best) == (1, position.legal_moves[0])
    assert len(found.moves) == len(position.legal_moves)
    assert [m.visits for m in found.moves].count(1) == 1
