"""The rules of an OpenSpiel game in the form of Tesuji's Python games."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tesuji.errors import GameDefinitionError

__all__ = ["SpielRules", "SpielState", "notation"]

START = "start"
"""The first word of every position's text; the moves so far follow."""
MOST_EVENTS = 10_000
"""The most equally likely cases into which the events of one position are divided."""
_UNSAFE = re.compile(r"[\s{}]+")


def notation(strings: list[str], actions: list[int]) -> dict[str, int]:
    """The actions by their notation: OpenSpiel's own texts, made safe for records.

    Spaces and braces become underscores. A text that stands for several actions gets ``#`` and
    the number of the action.

    >>> notation(["B a1", "pass", "pass"], [3, 7, 8])
    {'B_a1': 3, 'pass': 7, 'pass#8': 8}
    """
    found: dict[str, int] = {}
    for string, action in zip(strings, actions, strict=True):
        text = _safe(string) or f"#{action}"
        found[text if text not in found else f"{text}#{action}"] = action
    return found


@lru_cache(maxsize=100_000)
def _safe(string: str) -> str:
    printable = "".join(c for c in string.strip() if c.isprintable() or c.isspace())
    return _UNSAFE.sub("_", printable)


class SpielState:
    """An immutable OpenSpiel state. States are equal if the same moves led to them."""

    __slots__ = ("_actions", "move", "parent", "state")

    def __init__(self, state: Any, parent: SpielState | None = None, move: str = "") -> None:
        self.state = state
        """The state of pyspiel, which must not be changed."""
        self.parent = parent
        self.move = move
        self._actions: dict[str, int] | None = None

    @property
    def actions(self) -> dict[str, int]:
        """The legal actions or chance events by their notation."""
        if self._actions is None:
            actions = self.state.legal_actions()
            player = self.state.current_player()
            strings = [self.state.action_to_string(player, action) for action in actions]
            self._actions = notation(strings, actions)
        return self._actions

    def child(self, move: str) -> SpielState:
        """The state after a move or event."""
        return SpielState(self.state.child(self.actions[move]), self, move)

    @property
    def text(self) -> str:
        """``start`` and all moves and events since."""
        words, at = [], self
        while at.parent is not None:
            words.append(at.move)
            at = at.parent
        return " ".join([START, *reversed(words)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpielState):
            return NotImplemented
        return bool(self.state.history() == other.state.history())

    def __hash__(self) -> int:
        return hash(tuple(self.state.history()))

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __deepcopy__(self, memo: Any) -> SpielState:
        return self


class SpielRules:
    """A game of pyspiel as a Python game: the methods are those of `tesuji.register`."""

    def __init__(self, game: Any, name: str) -> None:
        self.game = game
        self.name = name

    def start(self) -> SpielState:
        return SpielState(self.game.new_initial_state())

    def to_move(self, value: SpielState) -> int:
        """The player to move; before a chance event, the player who moves after it."""
        state = value.state
        if state.is_terminal():
            movers = [entry.player for entry in state.full_history() if entry.player >= 0]
            return 1 - movers[-1] if movers else 0
        while state.is_chance_node():
            state = state.child(state.legal_actions()[0])
            if state.is_terminal():
                return 0
        return int(state.current_player())

    def moves(self, value: SpielState) -> list[str]:
        return list(value.actions)

    def play(self, value: SpielState, move: str) -> SpielState:
        return value.child(move)

    def result(self, value: SpielState) -> int | str | None:
        if not value.state.is_terminal():
            return None
        first, second = value.state.returns()
        if first == second:
            return "draw"
        return 0 if first > second else 1

    def score(self, value: SpielState) -> int:
        """The returns of player 0, less those of player 1 unless they sum to 0; or 1, 0 or -1."""
        first, second = value.state.returns()
        points = first if first + second == 0 else first - second
        return int(points) if points == int(points) else int(math.copysign(1, points))

    def events(self, value: SpielState) -> list[str]:
        """The chance events; likelier ones are listed several times."""
        if not value.state.is_chance_node():
            return []
        names = {action: name for name, action in value.actions.items()}
        outcomes = [(action, chance) for action, chance in value.state.chance_outcomes() if chance]
        if len({chance for _, chance in outcomes}) == 1:
            return [names[action] for action, _ in outcomes]
        chances = [Fraction(chance).limit_denominator(MOST_EVENTS) for _, chance in outcomes]
        cases = math.lcm(*(chance.denominator for chance in chances))
        if cases > MOST_EVENTS or sum(chances) != 1:
            raise GameDefinitionError(
                f"{self.name}: the probabilities {[chance for _, chance in outcomes]} after"
                f" {value.text!r} are not fractions with a common denominator up to {MOST_EVENTS}",
                game=self.name,
                method="events",
                state=value.text,
                answer=str(outcomes),
            )
        return [
            names[action]
            for (action, _), chance in zip(outcomes, chances, strict=True)
            for _ in range(int(chance * cases))
        ]

    def text(self, value: SpielState) -> str:
        return value.text

    def parse(self, text: str) -> SpielState:
        first, *moves = text.split()
        if first != START:
            raise ValueError(f"expected {START!r} first, found {first!r}")
        value = self.start()
        for number, move in enumerate(moves, 1):
            if value.state.is_terminal() or move not in value.actions:
                raise ValueError(f"move {number}, {move!r}, is not legal after {value.text!r}")
            value = value.child(move)
        return value
