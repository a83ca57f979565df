"""Every game: its name, its positions as values, its symmetries."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from typing import Any

import pytest
from hypothesis import given

import tesuji
from tests.conformance.variants import (
    GAMES,
    LONGER_THAN_ANY_GAME,
    Line,
    actions,
    every_game,
    lines,
    walk,
)
from tesuji import Game, Position

# Names and specs


@every_game
def test_a_game_introduces_itself(game: Game) -> None:
    assert game.name in tesuji.games()
    assert game.spec.partition("(")[0] == game.name
    assert game.title
    assert game.summary.endswith(".")
    assert len(set(game.players)) == 2
    assert game.version >= 1
    assert game.symmetry_count >= 1
    assert set(game.parameters) == {parameter.name for parameter in game.declared_parameters}


@every_game
def test_a_game_is_found_by_its_specs(game: Game) -> None:
    for spec in (game.spec, game.expanded_spec, f"  {game.expanded_spec}\n"):
        assert tesuji.game(spec) == game
        assert hash(tesuji.game(spec)) == hash(game)
    assert eval(repr(game), {"tesuji": tesuji}) == game
    assert pickle.loads(pickle.dumps(game)) == game


def test_games_with_other_rules_are_not_equal() -> None:
    assert len(set(GAMES)) == len(GAMES)
    assert GAMES[0] != GAMES[0].spec


# Positions are values


def same_in_all_respects(one: Position, other: Position) -> bool:
    assert (one.text, one.game, one.next_player) == (other.text, other.game, other.next_player)
    assert list(one.legal_moves) == list(other.legal_moves)
    assert one.chance_outcomes == other.chance_outcomes
    assert one.outcome == other.outcome
    assert hash(one) == hash(other)
    return one == other


@every_game
@given(line=lines)
def test_positions_survive_text_repr_pickle_and_copy(game: Game, line: Line) -> None:
    position = line.last(game)
    assert same_in_all_respects(position, game.position(position.text))
    assert same_in_all_respects(position, game.position(f" {position.text}\n"))
    assert same_in_all_respects(position, eval(repr(position), {"tesuji": tesuji}))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert same_in_all_respects(position, pickle.loads(pickle.dumps(position, protocol)))
    assert same_in_all_respects(position, copy.copy(position))
    assert same_in_all_respects(position, copy.deepcopy([position])[0])


@every_game
@given(line=lines)
def test_moves_survive_text_repr_pickle_and_copy(game: Game, line: Line) -> None:
    choices = actions(line.last(game))
    assert len(set(choices)) == len({str(move) for move in choices}) == len(choices)
    for move in choices[:20]:
        for other in (
            game.move(str(move)),
            game.move(f" {move.text} "),
            eval(repr(move), {"tesuji": tesuji}),
            pickle.loads(pickle.dumps(move)),
            copy.deepcopy(move),
        ):
            assert other == move
            assert hash(other) == hash(move)
            assert str(other) == str(move)


@every_game
def test_positions_and_moves_equal_nothing_else(game: Game) -> None:
    position = game.start()
    move = actions(position)[0]
    for thing in (position.text, str(move), None, 0, game, position._state):
        assert position != thing
        assert move != thing
    others = [other.start() for other in GAMES if other != game]
    assert position not in others
    assert move not in [actions(other)[0] for other in others]


def check_immutable(thing: object, names: list[str]) -> None:
    before = repr(thing)
    for name in names:
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
        with pytest.raises(AttributeError):
            delattr(thing, name)
    assert repr(thing) == before


def test_positions_cannot_be_changed() -> None:
    for game in GAMES:
        check_immutable(game.start(), ["game", "_state", "text", "outcome", "anything"])


def test_moves_cannot_be_changed() -> None:
    for game in GAMES:
        check_immutable(actions(game.start())[0], ["game", "code", "text", "anything"])


# Kinds of positions


@every_game
@given(line=lines)
def test_a_position_is_over_or_chance_or_a_decision(game: Game, line: Line) -> None:
    for position in line.positions(game):
        assert [position.is_over, position.is_chance, bool(position.legal_moves)].count(True) == 1
        assert position.is_over == (position.outcome is not None)
        assert position.is_chance == bool(position.chance_outcomes)
        assert position.next_player in (0, 1)
        assert position.to_move == (position.next_player if position.legal_moves else None)


@every_game
@given(line=lines)
def test_chances_sum_to_one(game: Game, line: Line) -> None:
    for position in line.positions(game):
        if outcomes := position.chance_outcomes:
            chances = [chance for _, chance in outcomes]
            assert math.isclose(math.fsum(chances), 1)
            assert min(chances) > 0


@every_game
@given(line=lines)
def test_players_take_turns(game: Game, line: Line) -> None:
    positions = line.positions(game)
    for before, after in itertools.pairwise(positions):
        assert (before.next_player != after.next_player) == (not before.is_chance)


@every_game
def test_random_games_end(game: Game) -> None:
    for seed in range(20):
        outcome = walk(game, seed, 3 * LONGER_THAN_ANY_GAME)[-1].outcome
        assert outcome is not None
        assert outcome.winner in (0, 1, None)
        assert outcome.reason
        assert outcome.value_for(0) + outcome.value_for(1) == 1
        assert outcome.score_for(0) == -outcome.score_for(1) == outcome.score
        if outcome.winner is not None:
            assert outcome.value_for(outcome.winner) == 1
            assert outcome.score_for(outcome.winner) >= 0


# Symmetry


@every_game
@given(line=lines)
def test_symmetry_commutes_with_play(game: Game, line: Line) -> None:
    position = line.last(game)
    for symmetry in range(game.symmetry_count):
        image = position.transformed(symmetry)
        moved = {move: position.transformed_move(move, symmetry) for move in actions(position)}
        assert set(moved.values()) == set(actions(image))
        assert image.outcome == position.outcome
        assert image.next_player == position.next_player
        assert game.position(image.text) == image
        for move in actions(position)[:: 1 + len(moved) // 10]:
            assert position.play(move).transformed(symmetry) == image.play(moved[move])


@every_game
@given(line=lines)
def test_symmetries_form_a_group(game: Game, line: Line) -> None:
    position = line.last(game)
    assert position.transformed(0) == position
    for move in actions(position):
        assert position.transformed_move(move, 0) == move
    images = [position.transformed(symmetry) for symmetry in range(game.symmetry_count)]
    for image in images:
        again = {image.transformed(symmetry) for symmetry in range(game.symmetry_count)}
        assert again == set(images)


@every_game
def test_invalid_symmetries_are_rejected(game: Game) -> None:
    position = game.start()
    for symmetry in (-1, game.symmetry_count, 10**30):
        with pytest.raises(tesuji.ParameterError) as caught:
            position.transformed(symmetry)
        details: Any = caught.value
        assert (details.where, details.given) == ("symmetry", symmetry)
        with pytest.raises(tesuji.ParameterError):
            position.transformed_move(actions(position)[0], symmetry)
