"""The game loop: whose turn it is, when it stops, and what it does not hide."""

from __future__ import annotations

import pytest

import tesuji
from tests.conformance.variants import every_game
from tesuji import Game, Move, Position
from tesuji.errors import IllegalMoveError
from tesuji.games.game_loop import play_game, random_mover
from tesuji.games.randomness import RandomStream


@every_game
def test_turns_lead_from_the_start_to_the_end(game: Game) -> None:
    stream = RandomStream(4)
    position = game.start(seed=4)
    for turn in play_game(position, random_mover(stream), stream):
        assert turn.player == position.to_move
        position = position.play(turn.move)
        assert turn.after == position
    assert position.is_over


def test_players_choose_and_dice_do_the_rest() -> None:
    asked: list[int | None] = []

    def choose(position: Position) -> Move:
        asked.append(position.to_move)
        return position.legal_moves[0]

    turns = list(play_game(tesuji.game("ewn").start(), choose, RandomStream(1)))
    assert asked == [turn.player for turn in turns if turn.player is not None]
    assert None not in asked
    assert {str(turn.move)[0] for turn in turns if turn.player is None} == {"d"}


def test_nothing_is_chosen_before_it_is_asked_for() -> None:
    asked: list[Position] = []

    def choose(position: Position) -> Move:
        asked.append(position)
        return position.legal_moves[0]

    turns = play_game(tesuji.game("avalam").start(), choose, RandomStream(1))
    assert asked == []
    next(turns)
    assert len(asked) == 1


def test_choosing_none_stops_the_game_there() -> None:
    moves = iter(tesuji.game("pentago").start().legal_moves[:1])
    turns = play_game(
        tesuji.game("pentago").start(), lambda position: next(moves, None), RandomStream(1)
    )
    assert len(list(turns)) == 1


def test_a_game_that_is_over_has_no_turns() -> None:
    over = tesuji.game("pentago").position("wwwww1/bbbb2/6/6/6/6")
    assert list(play_game(over, lambda position: None, RandomStream(1))) == []


def test_an_illegal_choice_is_an_error() -> None:
    wrong = tesuji.game("pentago").move("a1AR")
    start = tesuji.game("pentago").start().play("a1BR")
    with pytest.raises(IllegalMoveError) as caught:
        next(play_game(start, lambda position: wrong, RandomStream(1)))
    assert caught.value.move == "a1AR"
