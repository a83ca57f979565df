"""Checks of games written in Python, for mistakes that would mislead a search."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tesuji.errors import GameDefinitionError, TesujiError
from tesuji.games.base import Game
from tesuji.games.position import Position
from tesuji.games.python import PythonGame, PythonState
from tesuji.games.randomness import RandomStream

__all__ = ["Problem", "check_game"]

LONGEST = 2_000
"""Plies after which a random game is taken to be endless."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: its kind, and an example of it."""

    kind: str
    message: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


def check_game(game: Game, *, games: int = 30, seed: int = 0) -> list[Problem]:
    """Plays random games of a Python game; returns the mistakes found, one of each kind.

    >>> import tesuji
    >>> check_game(tesuji.game("avalam"))
    []
    """
    if not isinstance(game, PythonGame):
        return []
    found: dict[str, Problem] = {}
    for number in range(games):
        try:
            for problem in _check_one_game(game, RandomStream(seed + number), number):
                found.setdefault(problem.kind, problem)
        except Exception as error:
            problem = Problem("exception", f"{type(error).__name__}: {error}{_where(error)}")
            found.setdefault(problem.kind, problem)
    return list(found.values())


def _where(error: BaseException) -> str:
    """The last line of the user's own code in the traceback of an exception."""
    trace = error.__traceback__
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if "tesuji/games" not in code.co_filename.replace("\\", "/"):
            place = f" (in {code.co_name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place


def _check_one_game(game: PythonGame, stream: RandomStream, number: int) -> Iterator[Problem]:
    value = _start(game, number)
    if value != _start(game, number):
        yield Problem("start", "start() returns a different state on each call")
    for _ in range(LONGEST):
        yield from _check_state(game, value)
        state = PythonState(game.logic, value)
        codes = state.legal_moves() or state.event_list()
        if state.outcome() is not None or not codes:
            return
        code = codes[stream.below(len(codes))]
        yield from _check_play(game, value, code)
        following = game.logic.play(value, code)
        if following == value:
            yield Problem("play", f"play({value!r}, {code!r}) returns the same state")
            return
        value = following
    yield Problem("end", f"a random game was not over after {LONGEST} plies")


def _start(game: PythonGame, number: int) -> Any:
    return game.logic.start(number) if game.draws_start else game.logic.start()


def _check_state(game: PythonGame, value: Any) -> Iterator[Problem]:
    try:
        hash(value)
    except TypeError:
        yield Problem("hash", f"the state {value!r} cannot be hashed; use tuples or text")
        return
    if copy.deepcopy(value) != value:
        yield Problem("equality", f"a copy of the state {value!r} is not equal to it")
    elif hash(copy.deepcopy(value)) != hash(value):
        yield Problem("hash", f"a copy of the state {value!r} is equal but has a different hash")
    yield from _check_questions(game, value)
    yield from _check_planes(game, value)
    yield from _check_text(game, value)


def _check_questions(game: PythonGame, value: Any) -> Iterator[Problem]:
    """Checks that asking about a state gives valid, repeatable answers and changes nothing."""
    before, attributes = repr(value), _attributes(game.logic)
    state = PythonState(game.logic, value)
    try:
        over, player = state.outcome() is not None, state.to_move
    except TesujiError as error:
        yield Problem("answer", str(error))
        return
    moves, events = list(game.logic.moves(value)) if not over else [], state.event_list()
    if not over and not events and not moves:
        yield Problem("end", f"{value!r} is not over but has no moves")
    if len(set(map(str, moves))) != len(moves):
        yield Problem("moves", f"moves({value!r}) has a move twice: {moves!r}")
    if any(isinstance(move, bool) or not isinstance(move, str | int) for move in moves):
        yield Problem("moves", f"moves({value!r}) are not all strings or integers: {moves!r}")
    again = PythonState(game.logic, value)
    if not over and list(game.logic.moves(value)) != moves:
        yield Problem("moves", f"moves({value!r}) differ from call to call")
    if again.outcome() != state.outcome() or again.to_move != player:
        yield Problem("answer", f"result or to_move of {value!r} differs from call to call")
    if repr(value) != before or _attributes(game.logic) != attributes:
        yield Problem("purity", f"a method changed its argument {before} or the game itself")


def _check_planes(game: PythonGame, value: Any) -> Iterator[Problem]:
    """Checks that the planes of a state, if the game has any, are valid and always the same."""
    if not hasattr(game.logic, "planes"):
        return
    before, attributes = repr(value), _attributes(game.logic)
    try:
        first = _planes(game, value)
    except GameDefinitionError as error:
        yield Problem("planes", str(error))
        return
    if repr(value) != before or _attributes(game.logic) != attributes:
        yield Problem("purity", f"planes({before}, player) changed its argument or the game itself")
        return
    for player, array in enumerate(first):
        wrong = array[~((array >= 0) & (array <= 1))]
        if len(wrong):
            yield Problem(
                "planes",
                f"planes({before}, {player}) has {wrong[0]:g}; expected numbers from 0 to 1",
            )
    again = PythonState(game.logic, copy.deepcopy(value))
    for code in again.legal_moves() or again.event_list():
        again.play(code)
    again.outcome()
    if any((one != other).any() for one, other in zip(first, _planes(game, value), strict=True)):
        yield Problem("planes", f"planes({before}, player) differ from call to call")


def _planes(game: PythonGame, value: Any) -> list[Any]:
    """The planes as both players see them."""
    position = Position(game, PythonState(game.logic, value))
    return [game.planes.array(position, player) for player in (0, 1)]


def _attributes(logic: Any) -> str:
    """The attributes of the game's instance and class, except methods."""
    shared = {k: v for k, v in vars(type(logic)).items() if not k.startswith("__")}
    return repr((vars(logic), {k: v for k, v in shared.items() if not callable(v)}))


def _check_play(game: PythonGame, value: Any, code: Any) -> Iterator[Problem]:
    before, attributes = repr(value), _attributes(game.logic)
    first = game.logic.play(value, code)
    if repr(value) != before or _attributes(game.logic) != attributes:
        yield Problem("purity", f"play({before}, {code!r}) changed its argument or the game itself")
    second = game.logic.play(value, code)
    if first != second:
        yield Problem("play", f"play({before}, {code!r}) returns a different state on each call")
    if first is None:
        yield Problem("play", f"play({before}, {code!r}) returns None")


def _check_text(game: PythonGame, value: Any) -> Iterator[Problem]:
    state = PythonState(game.logic, value)
    text = state.text()
    try:
        read: Any = game.position(text)._state
    except TesujiError as error:
        yield Problem("text", f"the text of the state {value!r} cannot be parsed: {error}")
        return
    if read.value != value:
        yield Problem("text", f"the text {text!r} is parsed as {read.value!r}, not {value!r}")
    elif hash(read.value) != hash(value):
        yield Problem("hash", f"{value!r} has a different hash after being parsed from text")
    for code in (*state.legal_moves(), *state.events()):
        if game.move(str(code)).code != code:
            yield Problem("text", f"the move {code!r} cannot be parsed from its text {str(code)!r}")
            return
