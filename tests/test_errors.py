"""Errors: one tree, details as attributes, and pickling to cross process boundaries."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable

import pytest

import tesuji
from tesuji import TesujiError, errors

KINDS = [
    kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, TesujiError)
]


def raised(action: Callable[[], object]) -> TesujiError:
    with pytest.raises(TesujiError) as caught:
        action()
    return caught.value


def final_position() -> tesuji.Position:
    return tesuji.game("pentago").position("wwwww1/bbbb2/6/6/6/6")


MISTAKES: dict[str, Callable[[], object]] = {
    "NotationError of a position": lambda: tesuji.game("ewn").position("nonsense"),
    "NotationError of a move": lambda: tesuji.game("ewn").move("7x"),
    "IllegalMoveError": lambda: tesuji.game("avalam").start().play("c4c6"),
    "GameOverError": lambda: final_position().play("a4AR"),
    "SpecError": lambda: tesuji.game("colosseum(size="),
    "UnknownGameError": lambda: tesuji.game("chess"),
    "ParameterError": lambda: tesuji.game("colosseum(size=99)"),
    "SeedError": lambda: tesuji.game("avalam").start(seed=-1),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_has_its_error(mistake: str) -> None:
    error = raised(MISTAKES[mistake])
    assert type(error).__name__ == mistake.split()[0]
    assert "\n" not in str(error)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_errors_survive_pickle_and_copy(mistake: str) -> None:
    error = raised(MISTAKES[mistake])
    pickled = [pickle.dumps(error, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for twin in (*map(pickle.loads, pickled), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        assert vars(twin) == vars(error)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_survives_pickle(kind: type[TesujiError]) -> None:
    error = pickle.loads(pickle.dumps(kind("a message", text="a text", column=3)))
    assert (type(error), str(error), error.text, error.column) == (kind, "a message", "a text", 3)


def test_the_tree() -> None:
    assert all(issubclass(kind, ValueError) for kind in KINDS)
    assert issubclass(tesuji.GameOverError, tesuji.IllegalMoveError)
    assert issubclass(tesuji.SeedError, tesuji.ParameterError)
    drawn = errors.__doc__ or ""
    assert all(kind.__name__ in drawn for kind in KINDS)
    assert {kind.__name__ for kind in KINDS} == set(errors.__all__)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_details_that_are_not_set_are_none(kind: type[TesujiError]) -> None:
    error = kind("a message")
    assert (error.given, error.where, error.expected) == (None, None, None)
    names = {name for parent in kind.__mro__ for name in inspect.get_annotations(parent)}
    assert all(getattr(error, name) in (None, "", ()) for name in names)


def test_a_wrong_value_is_named_with_what_is_expected() -> None:
    error = errors.SeedError.wrong_value("seed", "x", "an integer")
    assert type(error) is errors.SeedError
    assert (error.where, error.given, error.expected) == ("seed", "x", "an integer")
    assert all(part in str(error) for part in ("seed", "'x'", "an integer"))


def test_notation_errors_say_where() -> None:
    error = raised(MISTAKES["NotationError of a move"])
    assert isinstance(error, tesuji.NotationError)
    assert (error.game, error.text, error.column) == ("ewn", "7x", 0)
    assert str(error) == f"'7x' is not an ewn move: {error.reason} (column 1)"


def test_illegal_moves_name_move_position_and_game() -> None:
    error = raised(MISTAKES["IllegalMoveError"])
    assert isinstance(error, tesuji.IllegalMoveError)
    assert (error.game, error.move) == ("avalam", "c4c6")
    assert error.position == tesuji.game("avalam").start().text
    assert "292 legal moves" in str(error)


def test_after_the_end_the_reason_is_given() -> None:
    error = raised(MISTAKES["GameOverError"])
    assert "five in a row" in str(error)


def test_long_text_is_cut_in_the_message_only() -> None:
    text = "x" * 100_000
    error = raised(lambda: tesuji.game("avalam").position(text))
    assert isinstance(error, tesuji.NotationError)
    assert error.text == text
    assert len(str(error)) < 500
