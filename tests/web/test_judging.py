"""Judging: errors that flatter whoever is to move cancel out, proofs are taken at their word."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

import tesuji
from tesuji.web.bounds import Bounds
from tesuji.web.judging import Judge, Judgement, Look, lost
from tesuji.web.searches import Searches


def test_a_flattering_search_makes_no_mistakes_of_even_moves() -> None:
    """The mover thinks 60%; seen by the opponent, both moves leave it 45%."""
    before = Judgement(look=Look(value=0.6, best="a"), after_best=Look(value=0.45))
    assert lost(before, Look(value=0.45), 0, played="b") == 0
    assert lost(before, Look(value=0.25), 0, played="b") == pytest.approx(0.2)
    assert lost(before, Look(value=0.25), 0, played="a") == 0, "the judge would have played it"
    assert lost(before, Look(value=0.65), 1, played="b") == pytest.approx(0.2)


def test_the_worth_is_between_the_two_looks_unless_one_is_certain() -> None:
    assert Judgement(look=Look(value=0.6), after_best=Look(value=0.4)).value == 0.5
    certain = Look(value=1.0, proven=True)
    assert Judgement(look=certain, after_best=Look(value=0.4)).value == 1
    assert Judgement(look=Look(value=0.6), after_best=certain).value == 1
    assert Judgement(look=Look(value=0.0, proven=True)).value == 0


def test_before_a_roll_the_line_follows_the_worst_one() -> None:
    """Red, next to move, wins at once by its cube 1, which a 1 to 5 lets it move; not by its 6."""
    position = tesuji.game("ewn").position("d5--------a5 ----b1------ r ?")
    thinking = Searches(Bounds())
    judge = Judge(thinking, tesuji.agent("alphabeta"), 600, simulations=20_000)
    with ThreadPoolExecutor(1) as thread:
        look = thread.submit(asyncio.run, judge.look(position)).result()
    thinking.close()
    assert 0 < look.value <= 1
    line = position.play(look.pv[0]).play(look.pv[1])
    assert line.outcome is not None
    assert line.outcome.winner == 0


def test_searches_of_a_level_game_agree_across_a_move() -> None:
    """The start of Avalam is nearly even, whoever is asked about it."""
    thinking = Searches(Bounds())
    judge = Judge(thinking, tesuji.agent("mcts"), 600, simulations=20_000)
    start = tesuji.game("avalam").start()

    async def both() -> tuple[Judgement, Judgement]:
        first = await judge.judge(start)
        assert first.look.best is not None
        return first, await judge.judge(start.play(first.look.best))

    # In a thread of its own: a browser of other tests may have an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        first, second = thread.submit(asyncio.run, both()).result()
    thinking.close()
    assert first.after_best is not None
    assert first.look.value > first.after_best.value, "a short search flatters the mover"
    assert abs(first.value - second.value) < abs(first.look.value - second.look.value)
