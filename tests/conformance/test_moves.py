"""Every game: the sequence of legal moves, playing them, and rejecting others."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given

from tests.conformance.variants import (
    GAMES,
    LONGER_THAN_ANY_GAME,
    Line,
    actions,
    every_game,
    lines,
    walk,
)
from tesuji import Game, GameOverError, IllegalMoveError, LegalMoves, Move, Position

# The sequence of legal moves


@every_game
@given(line=lines)
def test_legal_moves_are_a_sequence(game: Game, line: Line) -> None:
    moves = line.last(game).legal_moves
    as_list = list(moves)
    assert len(moves) == len(as_list)
    assert bool(moves) == bool(as_list)
    assert list(reversed(moves)) == as_list[::-1]
    for index, move in enumerate(as_list):
        assert moves[index] == moves[index - len(moves)] == move
        assert moves.index(move) == index
    for cut in (slice(3), slice(-3, None), slice(None, None, -2), slice(5, 2), slice(1, 400, 7)):
        assert list(moves[cut]) == as_list[cut]
        assert isinstance(moves[cut], LegalMoves)


@every_game
@given(line=lines)
def test_legal_moves_support_in_count_and_index(game: Game, line: Line) -> None:
    position = line.last(game)
    moves = position.legal_moves
    for move in moves:
        assert move in moves
        assert str(move) in moves
        assert moves.count(move) == 1
    for foreign in (None, 3, b"a1", "", "no move", "\0", game, position):
        assert foreign not in moves
    for event, _ in position.chance_outcomes:
        assert event not in moves
        with pytest.raises(ValueError):  # noqa: PT011  (lists raise the same error)
            moves.index(event)


@every_game
@given(line=lines)
def test_legal_moves_keep_their_order(game: Game, line: Line) -> None:
    position = line.last(game)
    moves = position.legal_moves
    assert moves == position.legal_moves == game.position(position.text).legal_moves
    assert hash(moves) == hash(position.legal_moves)
    assert moves == pickle.loads(pickle.dumps(moves))
    assert moves != list(moves)


@every_game
def test_legal_moves_have_limits(game: Game) -> None:
    moves = next(p for p in walk(game, 0, 5) if p.legal_moves).legal_moves
    for index in (len(moves), -len(moves) - 1):
        with pytest.raises(IndexError):
            moves[index]
    assert str(moves[0]) in repr(moves)


# Playing


@every_game
@given(line=lines)
def test_a_move_and_its_text_play_the_same(game: Game, line: Line) -> None:
    position = line.last(game)
    before = repr(position)
    for move in actions(position)[:10]:
        assert position.play(move) == position.play(str(move)) == position.play(f" {move} ")
    assert repr(position) == before


def some_moves(game: Game) -> set[Move]:
    """Moves and events from every part of the game."""
    found = {move for position in walk(game, 1, 30) for move in actions(position)}
    return found | set(actions(game.start()))


def rejection(position: Position, move: Any) -> IllegalMoveError:
    """The error for a move that cannot be played; the position must not change."""
    before = (position.text, hash(position), list(position.legal_moves))
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    assert (position.text, hash(position), list(position.legal_moves)) == before
    assert caught.value.position == position.text
    assert caught.value.game == position.game.spec
    return caught.value


@every_game
@given(line=lines)
def test_illegal_moves_are_rejected_by_name(game: Game, line: Line) -> None:
    position = line.last(game)
    legal = set(actions(position))
    for move in sorted(some_moves(game) - legal, key=str)[::10]:
        for given_as in (move, str(move)):
            error = rejection(position, given_as)
            assert error.move == str(move)
            assert str(move) in str(error)
            assert position.text in str(error)
            assert isinstance(error, GameOverError) == position.is_over


@every_game
def test_nothing_can_be_played_after_the_end(game: Game) -> None:
    position = walk(game, 2, 3 * LONGER_THAN_ANY_GAME)[-1]
    assert position.outcome is not None
    for move in some_moves(game):
        error = rejection(position, move)
        assert type(error) is GameOverError
        assert position.outcome.reason in str(error)


@every_game
@pytest.mark.parametrize("other", GAMES, ids=[other.spec for other in GAMES])
def test_moves_of_other_games_are_rejected(game: Game, other: Game) -> None:
    if other == game:
        return
    for position in (game.start(), walk(game, 2, 3 * LONGER_THAN_ANY_GAME)[-1]):
        move = next(iter(actions(other.start())))
        error = rejection(position, move)
        assert error.move == str(move)
        assert other.spec in str(error)
        assert move not in position.legal_moves


@every_game
@pytest.mark.parametrize("thing", [None, 3, 1.5, b"a1", ["a1"], {}, True], ids=repr)
def test_other_objects_are_rejected_as_moves(game: Game, thing: object) -> None:
    error = rejection(game.start(), thing)
    assert type(thing).__name__ in str(error)
    assert error.move == repr(thing)
