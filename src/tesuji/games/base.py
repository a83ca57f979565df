"""What a game is in Python: a name, parameters, notation and pictures round a compiled state."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from importlib import resources
from typing import TYPE_CHECKING, Any, ClassVar

from tesuji import _core
from tesuji.errors import NotationError, ParameterError, SeedError
from tesuji.games.move import Move
from tesuji.games.position import Position
from tesuji.specs import Parameter, Plain, Value, bind_parameters, plain_spec

if TYPE_CHECKING:
    from tesuji.games.board import TextBoard
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
    """How specs call the game."""
    title: ClassVar[str]
    """How people call the game."""
    summary: ClassVar[str]
    """The game in one sentence."""
    players: ClassVar[tuple[str, str]]
    """The names of player 0 and player 1."""
    version: ClassVar[int] = 1
    """Raised whenever rules, notation, move order or drawn starts change."""
    declared_parameters: ClassVar[tuple[Parameter, ...]] = ()
    """What ``parameters`` can be set to."""
    positional_parameter: ClassVar[str] = ""
    """The parameter whose value may come without its name, as in ``openspiel("chess")``."""
    ascii_notation: ClassVar[bool] = True
    """Whether positions and moves are written in plain ASCII."""
    draws_start: ClassVar[bool] = False
    """Whether start positions depend on the seed."""
    has_chance: ClassVar[bool] = False
    """Whether chance acts during a game, as dice do."""

    def __init__(self, /, **given: Value) -> None:
        bound = bind_parameters(self.declared_parameters, given, self.name)
        self.parameters: dict[str, Plain] = self.resolve(bound)
        self.spec: str = self._shortest_spec()

    def resolve(self, bound: dict[str, Plain | None]) -> dict[str, Plain]:
        """Fills in defaults that follow from other parameters, and checks combinations."""
        return {name: value for name, value in bound.items() if value is not None}

    def _shortest_spec(self) -> str:
        default = self.default_parameters
        changed = {k: v for k, v in self.parameters.items() if v != default[k]}
        return str(plain_spec(self.name, changed, self.declared_parameters))

    @property
    def default_parameters(self) -> dict[str, Plain]:
        """What each parameter is that is not given; some defaults follow from other parameters."""
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
        """The start position; where the rules draw it, it is drawn from the seed."""
        return Position(self, self.start_state(check_seed(seed)))

    def position(self, text: str) -> Position:
        """The position that the text describes."""
        return Position(self, self._read(self.parse_state, text, "position"))

    def move(self, text: str) -> Move:
        """The move or chance event that the text names; whether it is legal depends on where."""
        code: int = self._read(self.parse_move, text, "move")
        return Move(self, code)

    def _read(self, parse: Any, text: str, what: str) -> Any:
        if not isinstance(text, str):
            raise NotationError(
                f"the text of a {what} is wanted, not {type(text).__name__} {text!r}",
                text=repr(text),
                column=0,
            )
        stripped = text.strip()
        try:
            if self.ascii_notation:
                _refuse_odd_characters(stripped)
            return parse(stripped)
        except _core.TextError as error:
            message, column = error.args
            column += len(text) - len(text.lstrip())
            shown = text if len(text) <= 200 else text[:200] + "..."
            raise NotationError(
                f"{shown!r} is no {self.name} {what}: {message} (column {column + 1})",
                text=text,
                column=column,
            ) from None

    # What each game fills in

    @abstractmethod
    def start_state(self, seed: int) -> State:
        """The start position's state for a checked seed."""

    @abstractmethod
    def parse_state(self, text: str) -> State:
        """The state that the text describes; raises ``_core.TextError``."""

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """The code of a move or event; raises ``_core.TextError``."""

    @abstractmethod
    def move_text(self, code: int) -> str:
        """The notation of a move or event."""

    @abstractmethod
    def start_playouts(
        self, games: int, seed: int, chunk: int, count_moves: bool
    ) -> dict[str, Any]:
        """Statistics of random games, each from a start of its own where starts are drawn."""

    @property
    @abstractmethod
    def symmetry_count(self) -> int:
        """How many maps of the board, the identity included, leave the rules unchanged."""

    @abstractmethod
    def scene(self, position: Position, *, last_move: Move | None = None) -> Scene:
        """The position as shapes, with the click path of every legal move."""

    @abstractmethod
    def board(self, position: Position) -> TextBoard:
        """The position for a terminal."""

    @abstractmethod
    def is_code(self, code: Any) -> bool:
        """Whether any move or event of the game has this code."""

    # What searches need

    @property
    @abstractmethod
    def search_classes(self) -> Any:
        """Where the core keeps the searches of this game: Mcts, AlphaBeta, Flat and Greedy."""

    def core_state(self, position: Position) -> Any:
        """The position as the core's searches take it."""
        return position._state

    def decode(self, position: Position, code: int) -> Move:
        """The move that the core's searches call `code` in this position."""
        return Move(self, code)

    @property
    def has_own_evaluation(self) -> bool:
        """Whether `evaluation` is written in Python."""
        return False

    def evaluation(self, position: Position) -> float:
        """What the position looks worth to player 0, from -1 to 1; 0 where nothing is known."""
        return 0.0

    def plies(self, position: Position) -> int | None:
        """How many moves have been made, where the position tells; None where it does not."""
        return None

    @property
    def in_python(self) -> bool:
        """Whether the rules are written in Python, so that one thread at a time can ask them."""
        return False

    # The rest follows

    @property
    def rules(self) -> str:
        """Short rules in Markdown, with examples as ``position`` blocks."""
        return (
            resources.files("tesuji.games").joinpath("rules", f"{self.name}.md").read_text("utf-8")
        )

    def check_symmetry(self, symmetry: int) -> None:
        """Refuses numbers that are no symmetry of this game."""
        known = isinstance(symmetry, int) and not isinstance(symmetry, bool)
        if not known or not 0 <= symmetry < self.symmetry_count:
            raise ParameterError(
                f"{self.name} has symmetries 0 to {self.symmetry_count - 1}, not {symmetry!r}"
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


def _refuse_odd_characters(text: str) -> None:
    """The core reads plain ASCII; anything else is refused here, with its column."""
    for column, character in enumerate(text):
        if not " " <= character <= "~":
            raise _core.TextError(f"{character!r} is no part of any notation", column)


def check_seed(seed: object) -> int:
    """The seed as an int, or a SeedError."""
    if not isinstance(seed, bool):
        try:
            value = operator.index(seed)  # type: ignore[arg-type]
        except TypeError:
            pass
        else:
            if 0 <= value < 2**64:
                return value
    raise SeedError(f"a seed is an integer from 0 to 2**64 - 1, not {seed!r}")
