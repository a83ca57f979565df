"""The base class of all games: name, parameters, notation and pictures."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any, ClassVar

from tesuji import _core
from tesuji.errors import GameDefinitionError, NotationError, ParameterError, SeedError
from tesuji.games.move import Move
from tesuji.games.position import Position
from tesuji.specs import Parameter, Plain, Value, bind_parameters, plain_spec

if TYPE_CHECKING:
    from tesuji.games.actions import Actions
    from tesuji.games.board import TextBoard
    from tesuji.games.pieces import Board
    from tesuji.games.planes import Planes
    from tesuji.games.scene import Scene
    from tesuji.games.state import State

__all__ = ["Game", "check_seed"]


class Game(ABC):
    """A game with its parameters set. Get one with ``tesuji.game("avalam")``.

    >>> import tesuji
    >>> game = tesuji.game("colosseum(size=6)")
    >>> game.parameters
    {'size': 6, 'walls': 2}
    >>> game.start(seed=7)
    tesuji.game('colosseum(size=6)').position('...')
    """

    name: ClassVar[str]
    """Name of the game in specs."""
    title: ClassVar[str]
    """Name of the game for people."""
    summary: ClassVar[str]
    """The game in one sentence."""
    players: ClassVar[tuple[str, str]]
    """Names of player 0 and player 1."""
    version: ClassVar[int] = 1
    """Raised whenever the rules, the notation, the move order or the random starts change."""
    declared_parameters: ClassVar[tuple[Parameter, ...]] = ()
    """The parameters that a spec can set."""
    positional_parameter: ClassVar[str] = ""
    """The parameter whose value may come without its name, as in ``openspiel("chess")``."""
    ascii_notation: ClassVar[bool] = True
    """Whether positions and moves are written in plain ASCII."""
    draws_start: ClassVar[bool] = False
    """Whether start positions depend on the seed."""
    has_chance: ClassVar[bool] = False
    """Whether the game has chance events, such as dice rolls."""
    safe: ClassVar[bool] = False
    """Whether text from others, such as a page, a link or a record, may name it. Declare it only
    for what runs nothing but Tesuji's own code: no commands, files or other Python."""

    def __init__(self, /, **given: Value) -> None:
        bound = bind_parameters(self.declared_parameters, given, self.name)
        self.parameters: dict[str, Plain] = self.resolve(bound)
        self.spec: str = self._shortest_spec()

    def resolve(self, bound: dict[str, Plain | None]) -> dict[str, Plain]:
        """Fills in defaults that depend on other parameters, and checks combinations."""
        return {name: value for name, value in bound.items() if value is not None}

    def _shortest_spec(self) -> str:
        default = self.default_parameters
        changed = {k: v for k, v in self.parameters.items() if v != default[k]}
        return str(plain_spec(self.name, changed, self.declared_parameters))

    @property
    def default_parameters(self) -> dict[str, Plain]:
        """The default of each parameter; some defaults depend on other parameters."""
        declared = {p.name: p.default for p in self.declared_parameters}
        derived = self.resolve(
            {k: None if v is None else self.parameters[k] for k, v in declared.items()}
        )
        return {k: derived[k] if v is None else v for k, v in declared.items()}

    @property
    def expanded_spec(self) -> str:
        """The spec with every parameter written out."""
        return str(plain_spec(self.name, self.parameters, self.declared_parameters))

    # Positions and moves

    def start(self, seed: int = 0) -> Position:
        """The start position. The seed decides it in games with random starts."""
        return Position(self, self.start_state(check_seed(seed)))

    def position(self, text: str) -> Position:
        """Reads a position from its text."""
        return Position(self, self._read(self.parse_state, text, "position"))

    def move(self, text: str) -> Move:
        """Reads a move or chance event from its text; it need not be legal anywhere."""
        code: int = self._read(self.parse_move, text, "move")
        return Move(self, code)

    def _read(self, parse: Any, text: str, what: str) -> Any:
        if not isinstance(text, str):
            reason = f"expected the text of a {what}, got {type(text).__name__} {text!r}"
            raise NotationError(reason, game=self.spec, text=repr(text), column=0, reason=reason)
        stripped = text.strip()
        try:
            if self.ascii_notation:
                _check_ascii(stripped)
            return parse(stripped)
        except _core.TextError as error:
            message, column = error.args
            column += len(text) - len(text.lstrip())
            shown = text if len(text) <= 200 else text[:200] + "..."
            article = "an" if self.name[0] in "aeiou" else "a"
            raise NotationError(
                f"{shown!r} is not {article} {self.name} {what}: {message} (column {column + 1})",
                game=self.spec,
                text=text,
                column=column,
                reason=message,
            ) from None

    # Methods that each game implements

    @abstractmethod
    def start_state(self, seed: int) -> State:
        """The state of the start position; the seed has been checked."""

    @abstractmethod
    def parse_state(self, text: str) -> State:
        """Reads a state from text; raises ``_core.TextError``."""

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """Reads the code of a move or event from text; raises ``_core.TextError``."""

    @abstractmethod
    def move_text(self, code: int) -> str:
        """The notation of a move or event."""

    @abstractmethod
    def start_playouts(
        self, games: int, seed: int, chunk: int, count_moves: bool
    ) -> dict[str, Any]:
        """Statistics of random games; random starts differ from game to game."""

    @property
    @abstractmethod
    def symmetry_count(self) -> int:
        """Number of symmetries of the board and the rules, including the identity."""

    @abstractmethod
    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        """The position as shapes, with the click path of every legal move."""

    @abstractmethod
    def board(self, position: Position) -> TextBoard:
        """The position for a terminal."""

    @abstractmethod
    def is_code(self, code: Any) -> bool:
        """Whether any move or event of the game has this code."""

    # What a position holds, for heuristics and learning

    def contents(self, position: Position) -> Board:
        """The pieces, walls and dice of a position."""
        raise self._undeclared("contents", "a board")

    @cached_property
    def planes(self) -> Planes:
        """The observation planes of this game's positions."""
        raise self._undeclared("planes", "observation planes")

    @cached_property
    def actions(self) -> Actions:
        """All moves of the game, numbered from 0."""
        raise self._undeclared("actions", "fixed actions")

    def event_symbol(self, event: Move) -> str:
        """A short picture of a chance event in lists of moves, such as "⚂"."""
        return event.text

    def _undeclared(self, method: str, what: str) -> GameDefinitionError:
        return GameDefinitionError(
            f"{self.spec} has no {what}: its class does not define {method}",
            game=self.spec,
            method=method,
        )

    # Interface to the searches

    @property
    @abstractmethod
    def search_classes(self) -> Any:
        """The core's namespace with this game's searches: Mcts, AlphaBeta, Flat and Greedy."""

    def core_state(self, position: Position) -> Any:
        """The position in the form that the core's searches take."""
        return position._state

    def decode(self, position: Position, code: int) -> Move:
        """The move for a code that the core's searches return in this position."""
        return Move(self, code)

    @property
    def has_own_evaluation(self) -> bool:
        """Whether `evaluation` is written in Python."""
        return False

    def evaluation(self, position: Position) -> float:
        """Evaluation for player 0, from -1 to 1; 0 if the game has no evaluation."""
        return 0.0

    def plies(self, position: Position) -> int | None:
        """Number of moves made so far; None if the position does not show it."""
        return None

    @property
    def in_python(self) -> bool:
        """Whether the rules are written in Python; searches then run in one thread."""
        return False

    # Methods that all games share

    @property
    def rules(self) -> str:
        """Short rules in Markdown, with examples as ``position`` blocks."""
        return (
            resources.files("tesuji.games").joinpath("rules", f"{self.name}.md").read_text("utf-8")
        )

    def check_symmetry(self, symmetry: int) -> None:
        """Raises ParameterError unless the number is a symmetry of this game."""
        known = isinstance(symmetry, int) and not isinstance(symmetry, bool)
        if not known or not 0 <= symmetry < self.symmetry_count:
            expected = f"an integer from 0 to {self.symmetry_count - 1}"
            raise ParameterError(
                f"{self.name}: symmetry={symmetry!r} is invalid, expected {expected}",
                where="symmetry",
                given=symmetry,
                expected=expected,
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (type(self) is type(other) and self.parameters == other.parameters)

    def __hash__(self) -> int:
        return hash((self.name, *self.parameters.values()))

    def __repr__(self) -> str:
        return f"tesuji.game({self.spec!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        from tesuji.games.registry import game

        return game, (self.expanded_spec,)


def _check_ascii(text: str) -> None:
    """Rejects anything but plain ASCII, which is all that the core reads."""
    for column, character in enumerate(text):
        if not " " <= character <= "~":
            raise _core.TextError(f"{character!r} is not used in this notation", column)


def check_seed(seed: object) -> int:
    """Returns the seed as an int; raises SeedError if it is invalid."""
    if not isinstance(seed, bool):
        try:
            value = operator.index(seed)  # type: ignore[arg-type]
        except TypeError:
            pass
        else:
            if 0 <= value < 2**64:
                return value
    expected = "an integer from 0 to 2**64 - 1"
    raise SeedError(
        f"seed={seed!r} is invalid, expected {expected}",
        where="seed",
        given=seed,
        expected=expected,
    )
