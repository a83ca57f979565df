"""Games written in plain Python: every search can play them, and they are drawn like the others.

A game is a class with a few methods. The class chooses its own states, which must be immutable
and hashable, such as strings or tuples.

* ``name``: the game's name in specs.
* ``start()``: the first state. A game with random starts defines ``start(seed)``.
* ``to_move(state)``: 0 or 1.
* ``moves(state)``: the legal moves, as text or numbers.
* ``play(state, move)``: the state after a move.
* ``result(state)``: None until the end, then 0 or 1 for the winner, or "draw".

Optional: ``events(state)`` (the chance events, equally likely; an event listed twice is twice as
likely), ``score(state)`` (points of player 0 at the end), ``text(state)`` and ``parse(text)``
(needed unless states are strings or made of plain tuples and numbers), ``evaluate(state)`` (an
evaluation for player 0, from -1 to 1), ``grid(state)`` (rows of characters to draw),
``pieces(state)`` (a (player, row, column) for each piece, for ``position.board``),
``planes(state, player)`` (rows of numbers by name, for ``position.to_array()``), ``actions()``
(all moves, numbered in this order by PettingZoo), ``title``, ``summary``, ``players``,
``version``.

>>> import tesuji
>>> class Nim:
...     name = "nim"
...     def start(self): return (7, 0)
...     def to_move(self, state): return state[1]
...     def moves(self, state): return [n for n in (1, 2, 3) if n <= state[0]]
...     def play(self, state, move): return (state[0] - move, 1 - state[1])
...     def result(self, state): return 1 - state[1] if state[0] == 0 else None
>>> game = tesuji.register(Nim)
>>> tesuji.agent("mcts").choose(game.start(), simulations=200)
tesuji.game('nim').move('3')
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cached_property
from typing import Any, final

from tesuji import _core
from tesuji.errors import GameDefinitionError, NotationError
from tesuji.games.actions import Actions, python_actions
from tesuji.games.base import Game
from tesuji.games.board import TextBoard
from tesuji.games.drawing.grid import grid_board, grid_scene
from tesuji.games.move import Move
from tesuji.games.pieces import Board, python_board
from tesuji.games.planes import Planes, python_planes
from tesuji.games.position import Position
from tesuji.games.python_playouts import random_playouts
from tesuji.games.randomness import RandomStream
from tesuji.games.registry import add_game_type, game
from tesuji.games.scene import Scene
from tesuji.games.state import State

__all__ = ["PythonState", "register"]

MOST_MOVES = 50_000
"""The searches cannot number more moves than this."""
_REQUIRED = ("start", "to_move", "moves", "play", "result")


@final
class PythonState:
    """A state of a Python game, with the interface of `State`.

    Codes of moves and events are the game's own values. The game's answers are cached, because a
    search asks for them many times.
    """

    def __init__(self, rules: Any, value: Any) -> None:
        self.rules = rules
        self.value = value

    @cached_property
    def to_move(self) -> int:
        player = self.rules.to_move(self.value)
        if player not in (0, 1):
            raise self._wrong("to_move", repr(player), "0 or 1")
        return int(player)

    @property
    def is_chance(self) -> bool:
        return bool(self.event_list())

    @cached_property
    def _outcome(self) -> tuple[int | None, int, str] | None:
        result = self.rules.result(self.value)
        if result is None:
            return None
        if result not in (0, 1, "draw"):
            raise self._wrong("result", repr(result), 'None, 0, 1 or "draw"')
        winner = None if result == "draw" else int(result)
        plain = 0 if winner is None else 1 - 2 * winner
        score = int(self.rules.score(self.value)) if hasattr(self.rules, "score") else plain
        return winner, score, "a draw" if winner is None else "the game is won"

    def outcome(self) -> tuple[int | None, int, str] | None:
        return self._outcome

    @cached_property
    def _moves(self) -> tuple[Any, ...]:
        if self._outcome is not None or self.event_list():
            return ()
        moves = tuple(self.rules.moves(self.value))
        if len(moves) > MOST_MOVES:
            raise self._wrong("moves", f"{len(moves)} moves", f"at most {MOST_MOVES}")
        return moves

    def legal_moves(self) -> tuple[Any, ...]:
        return self._moves

    @cached_property
    def _events(self) -> tuple[Any, ...]:
        if not hasattr(self.rules, "events") or self._outcome is not None:
            return ()
        return tuple(self.rules.events(self.value) or ())

    @cached_property
    def _event_counts(self) -> Counter[Any]:
        return Counter(self._events)

    def event_list(self) -> tuple[Any, ...]:
        """All events, likelier ones several times."""
        return self._events

    def events(self) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(self._events))

    def probability(self, event: Any) -> float:
        """How likely an event is."""
        return float(Fraction(self._event_counts[event], len(self._events)))

    def play(self, code: Any) -> PythonState | None:
        if code not in self._moves and code not in self._events:
            return None
        return self.advance(code)

    def advance(self, code: Any) -> PythonState:
        """The state after a move or event that must be possible."""
        return PythonState(self.rules, self.rules.play(self.value, code))

    def refuse_dead_end(self) -> None:
        """Raises GameDefinitionError for a state without moves that is not over."""
        raise GameDefinitionError(
            f"{self.rules.name}: {self.value!r} has no moves but is not over",
            game=self.rules.name,
            method="moves",
            state=repr(self.value),
            answer="()",
        )

    def _wrong(self, method: str, answer: str, expected: str) -> GameDefinitionError:
        return GameDefinitionError(
            f"{self.rules.name}: {method}({self.value!r}) returned {answer}, expected {expected}",
            game=self.rules.name,
            method=method,
            state=repr(self.value),
            answer=answer,
        )

    def text(self) -> str:
        if hasattr(self.rules, "text"):
            return str(self.rules.text(self.value))
        return self.value if isinstance(self.value, str) else repr(self.value)

    def transformed(self, symmetry: int) -> PythonState:
        return self

    def transformed_move(self, code: Any, symmetry: int) -> Any:
        return code

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return len(self._moves) + len(self.events())
        return sum(self.advance(code).perft(depth - 1) for code in (*self._moves, *self.events()))

    def playouts(self, games: int, seed: int, chunk: int, count_moves: bool) -> dict[str, Any]:
        return random_playouts(lambda stream: self, games, seed + chunk)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PythonState):
            return NotImplemented
        return bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash(self.value)


class PythonGame(Game):
    """Base of the game classes that `register` makes from plain classes."""

    ascii_notation = False
    logic: Any
    """An instance of the plain class."""

    def start_state(self, seed: int) -> State:
        value = self.logic.start(seed) if self.draws_start else self.logic.start()
        return PythonState(self.logic, value)

    def parse_state(self, text: str) -> State:
        try:
            value = self._parse_value(text)
            state = PythonState(self.logic, value)
            state.outcome(), state.legal_moves(), state.to_move
            if state.text() != text and not hasattr(self.logic, "parse"):
                raise ValueError("the state has a different text")
        except Exception as error:
            raise _core.TextError(f"{type(error).__name__}: {error}", 0) from error
        return state

    def _parse_value(self, text: str) -> Any:
        if hasattr(self.logic, "parse"):
            return self.logic.parse(text)
        if isinstance(self.start_state(0).value, str):  # type: ignore[attr-defined]
            return text
        return ast.literal_eval(text)

    def move(self, text: str) -> Move:
        if not isinstance(text, str):
            reason = f"expected the text of a move, got {type(text).__name__} {text!r}"
            raise NotationError(reason, game=self.spec, text=repr(text), column=0, reason=reason)
        # Moves are text or integers; the game's first list of moves shows which.
        text = text.strip()
        digits = text.removeprefix("-")
        number = digits.isascii() and digits.isdecimal() and self._moves_are_numbers
        return Move(self, int(text) if number else text)

    @cached_property
    def _moves_are_numbers(self) -> bool:
        state: Any = self.start_state(0)
        for _ in range(1000):
            if codes := state.legal_moves():
                return isinstance(codes[0], int)
            if not state.events():
                break
            state = state.advance(state.events()[0])
        return False

    def parse_move(self, text: str) -> int:
        return self.move(text).code  # type: ignore[no-any-return]

    def is_code(self, code: Any) -> bool:
        return isinstance(code, str | int)

    def move_text(self, code: Any) -> str:
        return str(code)

    def start_playouts(
        self, games: int, seed: int, chunk: int, count_moves: bool
    ) -> dict[str, Any]:
        def begin(stream: RandomStream) -> Any:
            return self.start_state(stream.below(2**63))

        return random_playouts(begin, games, seed + chunk)

    @property
    def symmetry_count(self) -> int:
        return 1

    @property
    def search_classes(self) -> Any:
        return _core.PythonGame

    def core_state(self, position: Position) -> Any:
        return _core.PythonGame(position._state)

    def decode(self, position: Position, code: int) -> Move:
        state: Any = position._state
        return Move(self, (state.legal_moves() or state.event_list())[code])

    @property
    def in_python(self) -> bool:
        return True

    @property
    def has_own_evaluation(self) -> bool:
        return hasattr(self.logic, "evaluate")

    def evaluation(self, position: Position) -> float:
        if hasattr(self.logic, "evaluate"):
            state: Any = position._state
            return float(self.logic.evaluate(state.value))
        return 0.0

    @property
    def rules(self) -> str:
        """The docstring of the class, or the summary."""
        return inspect.getdoc(self.logic) or self.summary

    def grid(self, position: Position) -> list[str] | None:
        """The position as rows of characters, from ``grid`` or from text such as ``"xo/.."``."""
        state: Any = position._state
        if hasattr(self.logic, "grid"):
            return [str(row) for row in self.logic.grid(state.value)]
        rows = position.text.split("/")
        return rows if len(rows) > 1 and len({len(row) for row in rows}) == 1 else None

    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        return grid_scene(position, self.grid(position), last_move)

    def board(self, position: Position) -> TextBoard:
        return grid_board(position, self.grid(position))

    def contents(self, position: Position) -> Board:
        return python_board(position, self.logic, self.grid(position))

    @cached_property
    def planes(self) -> Planes:
        start: Any = self.start_state(0)
        return python_planes(self.logic, self.spec, start.value)

    @cached_property
    def actions(self) -> Actions:
        return Actions(self, python_actions(self.logic, self.spec))


def register(rules: type) -> Game:
    """Registers a game written as a plain Python class, and returns it.

    Registering a name again replaces the game, so that a notebook cell can be run twice.
    """
    made = _instance(rules)
    name = getattr(made, "name", None)
    if not isinstance(name, str) or not name:
        raise GameDefinitionError(
            f"{rules!r} needs a text `name`, got {name!r}", method="name", answer=repr(name)
        )
    missing = [method for method in _REQUIRED if not callable(getattr(made, method, None))]
    if missing:
        raise GameDefinitionError(
            f"{name}: the class has no method {', '.join(missing)}", game=name, method=missing[0]
        )
    kind = type(
        rules.__name__ if inspect.isclass(rules) else name,
        (PythonGame,),
        {
            "name": name,
            "title": getattr(made, "title", name),
            "summary": getattr(made, "summary", (inspect.getdoc(made) or name).split("\n")[0]),
            "players": tuple(getattr(made, "players", ("First", "Second"))),
            "version": getattr(made, "version", 1),
            "draws_start": _takes_seed(made.start),
            "has_chance": callable(getattr(made, "events", None)),
            "logic": made,
        },
    )
    add_game_type(kind)
    return game(name)


def _instance(rules: Any) -> Any:
    if not inspect.isclass(rules):
        return rules
    try:
        return rules()
    except TypeError as error:
        raise GameDefinitionError(
            f"{rules.__name__} must be constructible without arguments: {error}",
            method="__init__",
        ) from error


def _takes_seed(start: Callable[..., Hashable]) -> bool:
    return bool(inspect.signature(start).parameters)
