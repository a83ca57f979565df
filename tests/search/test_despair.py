"""What alpha-beta plays in lost positions: the longest defence, or the one hardest to meet."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest

import tesuji
from tests.search.brute import after, best_moves, height, minimax
from tests.search.positions import late_positions
from tesuji import Move, Position

GAMES = ("ewn-cyclic", "colosseum(size=4)", "pentago-twist", "avalam")
NUMBER = 6


def lost_positions(spec: str) -> list[Position]:
    """Late positions in which every move loses and there is a choice."""
    found = (
        position
        for position in late_positions(spec, 60, 2000)
        if minimax(position).result < 0 and len(position.legal_moves) > 1
    )
    return list(islice(found, NUMBER))


def winning_share(position: Position, move: Move) -> Fraction:
    """The share of the opponent's replies that keep the win."""
    reply_to = position.play(move)
    if reply_to.is_over:
        return Fraction(1)
    replies = reply_to.legal_moves
    return Fraction(sum(after(reply_to, reply).result > 0 for reply in replies), len(replies))


def moves(position: Position) -> list[Move]:
    return list(position.legal_moves)


def answer(position: Position, settings: str) -> Move:
    agent = tesuji.agent(f"alphabeta({settings}, memory=4)")
    found = agent.search(position, depth=height(position) + 3)
    assert (found.value, found.proven) == (0.0, "loss")
    return found.best


@pytest.mark.parametrize("spec", GAMES)
def test_the_hardest_move_leaves_the_fewest_winning_replies(spec: str) -> None:
    for position in lost_positions(spec):
        least = min(winning_share(position, move) for move in moves(position))
        for settings in ("despair=hardest", "despair=hardest, table=false"):
            chosen = answer(position, settings)
            assert winning_share(position, chosen) == least, (position, settings)


@pytest.mark.parametrize("spec", GAMES)
def test_the_longest_defence_is_the_default(spec: str) -> None:
    for position in lost_positions(spec):
        assert answer(position, "despair=best") in best_moves(position)


def test_the_two_differ() -> None:
    positions = [position for spec in GAMES for position in lost_positions(spec)]
    assert any(answer(p, "despair=best") != answer(p, "despair=hardest") for p in positions)


def test_nothing_changes_unless_the_position_is_lost() -> None:
    for spec in GAMES:
        for position in late_positions(spec, 60, 2000)[:12]:
            if minimax(position).result < 0:
                continue
            found = [
                tesuji.agent(f"alphabeta(despair={rule}, memory=1)").search(position, depth=4)
                for rule in ("best", "hardest")
            ]
            assert (found[0].best, found[0].nodes) == (found[1].best, found[1].nodes)


def test_a_budget_that_ends_early_leaves_an_answer() -> None:
    for spec in GAMES:
        for position in lost_positions(spec)[:3]:
            for nodes in (1, 10, 100, 1000):
                agent = tesuji.agent("alphabeta(despair=hardest, memory=1)")
                assert agent.search(position, nodes=nodes).best in position.legal_moves


def test_with_dice_every_roll_counts() -> None:
    """A certain loss with dice: the answer is legal, and the value is that of the loss."""
    lost = [
        position
        for position in late_positions("ewn", 60, 2000)
        if tesuji.agent("alphabeta(memory=1)").search(position, depth=6).proven == "loss"
    ]
    assert lost
    for position in lost:
        found = tesuji.agent("alphabeta(despair=hardest, memory=1)").search(position, depth=6)
        assert (found.value, found.proven) == (0.0, "loss")
