"""Pentago-Twist moves as codes of five digits."""

from __future__ import annotations

import pytest

import tesuji
from tesuji.errors import NotationError, ParameterError
from tesuji.games.pentago_codes import coded_move
from tesuji.interop.course.pentago_twist_notation import write_move

GAME = tesuji.game("pentago-twist")


@pytest.mark.parametrize("player", [0, 1])
def test_every_move_has_a_code_that_reads_back(player: int) -> None:
    moves = GAME.start().legal_moves
    codes = [coded_move(move, player) for move in moves]
    assert len(set(codes)) == 36 * 8
    assert [GAME.move(code) for code in codes] == list(moves)


def test_a_code_has_the_numbers_of_the_course_in_another_order() -> None:
    for move in GAME.start().legal_moves:
        x, y, quadrant, twist, player = write_move(move, 1).split()
        assert coded_move(move, 1) == player + x + y + quadrant + twist


@pytest.mark.parametrize("text", ["20520", "06520", "00620", "00540", "00522", "0052", "005200"])
def test_other_digits_are_no_move(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.move(text)
    assert caught.value.text == text


def test_other_games_have_no_codes() -> None:
    with pytest.raises(NotationError):
        tesuji.game("pentago").move("00520")
    with pytest.raises(ParameterError) as caught:
        coded_move(tesuji.game("pentago").move("a1AR"), 0)
    assert caught.value.where == "move"
    with pytest.raises(ParameterError) as caught:
        coded_move(GAME.move("a1AR"), 2)
    assert (caught.value.where, caught.value.given) == ("player", 2)
