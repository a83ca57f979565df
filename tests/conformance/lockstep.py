"""Lock-step play: the core and independent rules play the same random game and must agree."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

import tesuji

__all__ = ["GAMES", "Oracle", "Result", "chunk_of_seeds", "play_in_lockstep"]

GAMES = int(os.environ.get("TESUJI_DIFFERENTIAL_GAMES", "300"))
"""Random games per game and oracle."""

Result = tuple[int | None, int] | None
"""(winner, score for player 0) of a finished game."""
S = TypeVar("S")


class Oracle(ABC, Generic[S]):
    """Independent rules of one game, which use the core's terms.

    ``S`` is the oracle's own position. The core's position is the bare state behind
    ``tesuji.Position``, and moves and chance events are its codes: that is much faster.
    """

    ordered = True
    """Whether the rules define the order of the moves."""

    def __init__(self, spec: str) -> None:
        self.game = tesuji.game(spec)

    def begin(self, seed: int) -> tuple[Any, S]:
        """The same start position, for the core and for the oracle."""
        core = self.game.start_state(seed)
        return core, self.copy_of(core)

    @abstractmethod
    def copy_of(self, core: Any) -> S:
        """The oracle's position for one of the core's."""

    @abstractmethod
    def moves(self, state: S) -> Sequence[int]:
        """The legal moves; none at chance positions and at the end."""

    def events(self, state: S) -> Sequence[int]:
        """The chance events; empty except at chance positions."""
        return ()

    @abstractmethod
    def play(self, state: S, code: int) -> S:
        """The position after a move or event; the old one need not survive."""

    @abstractmethod
    def to_move(self, state: S) -> int:
        """The player whose turn it is, also at chance positions."""

    @abstractmethod
    def result(self, state: S) -> Result:
        """The result; None until the game is over."""

    @abstractmethod
    def board(self, state: S) -> object:
        """The whole board, for comparison with `core_board`."""

    @abstractmethod
    def core_board(self, core: Any) -> object:
        """The whole board of the core's position."""


def chunk_of_seeds(chunk: int, chunks: int, games: int = GAMES) -> range:
    """The seeds of one chunk; the games are split into many short test cases."""
    return range(games * chunk // chunks, games * (chunk + 1) // chunks)


class View(NamedTuple):
    """The answers about one position."""

    board: object
    to_move: int
    moves: tuple[int, ...]
    events: tuple[int, ...]
    result: Result


def play_in_lockstep(oracle: Oracle[S], seed: int) -> int:
    """Plays a random game in both, compares everything at every ply, and returns its length."""
    rng = Random(seed)
    core, state = oracle.begin(seed)
    played: list[int] = []
    while True:
        view = view_of_oracle(oracle, state)
        for difference in find_differences(oracle, core, view):
            raise AssertionError(describe(oracle, core, seed, played, difference))
        actions = view.moves or view.events
        if not actions:
            return len(played)
        code = rng.choice(actions)
        core, state = core.play(code), oracle.play(state, code)
        played.append(code)


def view_of_oracle(oracle: Oracle[S], state: S) -> View:
    return View(
        oracle.board(state),
        oracle.to_move(state),
        tuple(oracle.moves(state)),
        tuple(oracle.events(state)),
        oracle.result(state),
    )


def view_of_core(oracle: Oracle[S], core: Any) -> View:
    outcome = core.outcome()
    return View(
        oracle.core_board(core),
        core.to_move,
        core.legal_moves(),
        core.events(),
        outcome and outcome[:2],
    )


def find_differences(oracle: Oracle[S], core: Any, theirs: View) -> Iterator[str]:
    """The differences between the two answers, in words."""
    ours = view_of_core(oracle, core)
    if ours.board != theirs.board:
        yield f"the boards differ\n  core:   {ours.board}\n  oracle: {theirs.board}"
    if ours.to_move != theirs.to_move:
        yield f"core: player {ours.to_move} is next, oracle: player {theirs.to_move}"
    yield from compare_codes(oracle, "legal moves", ours.moves, theirs.moves)
    yield from compare_codes(oracle, "chance events", ours.events, theirs.events)
    if ours.result != theirs.result:
        yield f"core: the result is {ours.result}, oracle: {theirs.result}"
    kinds = [ours.result is not None, core.is_chance, bool(ours.moves)]
    if kinds.count(True) != 1:
        yield f"not exactly one of over, chance and decision, but {kinds}"
    yield from compare_reread(oracle, core)


def compare_codes(
    oracle: Oracle[S], what: str, ours: Sequence[int], theirs: Sequence[int]
) -> Iterator[str]:
    """The differences between two lists; the order counts only if the rules define it."""
    if ours == theirs or (not oracle.ordered and sorted(ours) == sorted(theirs)):
        return
    text = oracle.game.move_text

    def only(here: Iterable[int], there: Iterable[int]) -> str:
        return " ".join(map(text, sorted(set(here) - set(there)))) or "nothing"

    yield (
        f"the {what} differ: {len(ours)} in the core, {len(theirs)} in the oracle;"
        f" only in the core: {only(ours, theirs)}; only in the oracle: {only(theirs, ours)}"
        f"\n  core:   {' '.join(map(text, ours))}\n  oracle: {' '.join(map(text, theirs))}"
    )


def compare_reread(oracle: Oracle[S], core: Any) -> Iterator[str]:
    """Checks that the text of a position is parsed as the same position."""
    try:
        same = oracle.game.parse_state(core.text()) == core
    except ValueError as error:
        yield f"the core cannot read its own text: {error}"
    else:
        if not same:
            yield "the core's text reads back as another position"


def describe(
    oracle: Oracle[S], core: Any, seed: int, played: Sequence[int], difference: str
) -> str:
    """A failure with everything needed to reproduce it."""
    line = " ".join(oracle.game.move_text(code) for code in played)
    return (
        f"{oracle.game.spec}, seed {seed}, ply {len(played)}, position {core.text()!r}:"
        f" {difference}\n  after:  {line or 'the start'}"
    )
