"""Reviews: the optimism of short searches cancels out, and proven values are taken as they are."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import tesuji
from tesuji.agents import Analysis, Player
from tesuji.agents.review import Estimate, Judge, Judgement, PlyReview, move_loss
from tesuji.errors import IllegalMoveError, ParameterError
from tesuji.games import Position
from tesuji.games.record import GameRecord, MoveRecord

AVALAM = tesuji.game("avalam")
BEST, OTHER = AVALAM.move("c4d5"), AVALAM.move("e8f8")
SHARP = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
"""The player to move has an immediate win."""


def test_an_optimistic_search_finds_no_mistake_in_an_even_move() -> None:
    """The mover expects 60%; estimated from the opponent's turn, both moves leave 45%."""
    before = Judgement(estimate=Estimate(value=0.6, best=BEST), after_best=Estimate(value=0.45))
    even, bad, good = (Estimate(value=value) for value in (0.45, 0.25, 0.65))
    assert move_loss(before, even, player=0, played=OTHER) == 0
    assert move_loss(before, bad, player=0, played=OTHER) == pytest.approx(0.2)
    assert move_loss(before, bad, player=0, played=BEST) == 0, "it is the judge's best move"
    assert move_loss(before, good, player=1, played=OTHER) == pytest.approx(0.2)


def test_the_value_is_the_mean_of_two_estimates_unless_one_is_proven() -> None:
    even = Judgement(estimate=Estimate(value=0.6), after_best=Estimate(value=0.4))
    assert even.value == 0.5
    proven = Estimate(value=1.0, proven=True)
    assert Judgement(estimate=proven, after_best=Estimate(value=0.4)).value == 1
    assert Judgement(estimate=Estimate(value=0.6), after_best=proven).value == 1
    assert Judgement(estimate=Estimate(value=0.0, proven=True)).value == 0


def test_before_a_roll_the_line_follows_the_luckiest_one() -> None:
    """Red, next to move, wins by its cube 1, which a 1 to 5 lets it move; not by its 6."""
    position = tesuji.game("ewn").position("d5--------a5 ----b1------ r ?")
    estimate = Judge(agent=tesuji.agent("alphabeta"), simulations=20_000).estimate(position)
    assert 0 < estimate.value <= 1
    line = position.play(estimate.pv[0]).play(estimate.pv[1])
    assert line.outcome is not None
    assert line.outcome.winner == 0


def test_judgements_agree_across_a_move_in_an_even_game() -> None:
    """The start of Avalam is nearly even, for either player."""
    judge = Judge(agent=tesuji.agent("mcts"), simulations=20_000)
    start = AVALAM.start()
    first = judge.judge(start)
    assert first.estimate.best is not None
    assert first.after_best is not None
    second = judge.judge(start.play(first.estimate.best))
    assert first.estimate.value > first.after_best.value, "a short search is optimistic"
    assert abs(first.value - second.value) < abs(first.estimate.value - second.estimate.value)


def test_seconds_are_shared_among_the_searches_of_a_position() -> None:
    given: list[float] = []

    def search(player: Player, position: Position, **budget: float) -> Analysis:
        given.append(budget["seconds"])
        return player.search(position, simulations=10)

    judge = Judge(agent=tesuji.agent("mcts"), seconds=1.2)
    roll = tesuji.game("ewn").start(seed=1)
    judge.judge(roll, search=search)
    assert given == [pytest.approx(0.1)] * len(roll.chance_outcomes)
    given.clear()
    judge.judge(AVALAM.start(), search=search)
    assert given == [0.6, 0.6]


@pytest.fixture(scope="module")
def blunder() -> tesuji.Review:
    return tesuji.review("a2AR e4BR", start=SHARP, simulations=500)


def test_a_review_finds_the_blunder_and_the_better_move(blunder: tesuji.Review) -> None:
    first, second, end = blunder.plies
    assert first.lost == pytest.approx(1.0)
    assert (first.mark, first.proven, first.value) == ("blunder", True, 1.0)
    after = SHARP.play(first.best or "")
    assert after.outcome is not None
    assert after.outcome.winner == 0
    assert (second.lost, second.mark) == (0.0, "")
    assert (end.played, end.best, end.lost, end.value) == (None, None, None, 0.0)
    assert blunder.mistakes == (first,)


def test_a_review_is_readable_and_plain_data(blunder: tesuji.Review) -> None:
    lines = repr(blunder).splitlines()
    assert len(lines) == 3 + len(blunder.plies)
    assert lines[-1] == "White is lost since move 1, exact."
    assert "a2AR" in lines[2]
    assert "blunder" in lines[2]
    assert blunder._repr_html_().count("<tr>") == 1 + len(blunder.plies)
    data = json.loads(json.dumps(blunder.to_dict()))
    assert (data["game"], data["agent"]) == ("pentago", "mcts(solve=auto)")
    assert [row["lost"] for row in data["plies"]] == [1.0, 0.0, None]
    assert data["plies"][0]["mark"] == "blunder"


def test_a_record_gives_the_same_review_as_its_moves(blunder: tesuji.Review) -> None:
    record = GameRecord(
        game="pentago",
        agents=("you", "me"),
        start=SHARP.text,
        moves=(MoveRecord("a2AR", 0), MoveRecord("e4BR", 1)),
        winner=1,
        score=-1,
        reason="five in a row",
    )
    assert tesuji.review(record, simulations=500) == blunder
    assert tesuji.review(("a2AR", "e4BR"), start=SHARP, simulations=500) == blunder


def test_nobody_loses_anything_by_a_roll() -> None:
    start = tesuji.game("ewn").position("d5--------a5 ----b1------ r ?")
    found = tesuji.review("d1 1e", start=start, simulations=200)
    assert [ply.lost for ply in found.plies] == [None, 0.0, None]
    assert [ply.value for ply in found.plies[1:]] == [1.0, 1.0]


@pytest.mark.parametrize(
    ("lost", "mark"), [(None, ""), (0.069, ""), (0.07, "inaccuracy"), (0.2, "mistake")]
)
def test_marks_follow_from_what_a_move_lost(lost: float | None, mark: str) -> None:
    ply = PlyReview(
        ply=0, position=SHARP, played=None, value=0.5, proven=False, best=None, pv=(), lost=lost
    )
    assert ply.mark == mark


def test_moves_need_a_start_and_must_be_legal() -> None:
    with pytest.raises(ParameterError):
        tesuji.review("c4d5")
    with pytest.raises(IllegalMoveError) as caught:
        tesuji.review("c4d5 c4d5", start=AVALAM.start(), simulations=10)
    assert caught.value.move == "c4d5"


def test_a_review_says_since_when_the_result_is_certain(blunder: tesuji.Review) -> None:
    decided = blunder.decided
    assert decided is not None
    assert (decided.ply, decided.value) == (1, 0)
    assert blunder.to_dict()["decided"] == 1
    unclear = replace(
        blunder, plies=(*blunder.plies[:-1], replace(blunder.plies[-1], proven=False))
    )
    assert unclear.decided is None
    assert "exact" not in repr(unclear)
    drawn = replace(blunder, plies=tuple(replace(ply, value=0.5) for ply in blunder.plies))
    assert repr(drawn).endswith("A draw from the start, exact.")
