"""The space that tuning searches: the parameters that vary, with their ranges.

Methods see each parameter as a coordinate from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import tesuji
from tesuji.agents import Agent
from tesuji.errors import TesujiError
from tesuji.games import Game
from tesuji.specs import Plain, Spec, parse_spec, value_text

__all__ = ["Dimension", "Space", "Values"]

Values = Mapping[str, Plain]
"""A value for each parameter, by dotted path."""

STEPS = 1000
"""A number is rounded to the power of ten that divides its range into at least this many steps."""
LOG_RATIO = 100
"""A positive range whose ends differ by this factor is searched on a logarithmic scale."""


@dataclass(frozen=True)
class Dimension:
    """A parameter that varies: a number in a range, or one of several choices."""

    path: str
    """Its dotted path, such as ``select.c``."""
    kind: Literal["float", "int", "choice"]
    start: Plain
    """Its value in the agent as given."""
    low: float = 0.0
    high: float = 0.0
    choices: tuple[Plain, ...] = ()

    @property
    def is_log(self) -> bool:
        """Whether it is searched on a logarithmic scale."""
        return self.low > 0 and self.high >= LOG_RATIO * self.low

    def value(self, place: float) -> Plain:
        """The value at a coordinate from 0 to 1."""
        place = min(max(place, 0.0), 1.0)
        if self.kind == "choice":
            return self.choices[min(int(place * len(self.choices)), len(self.choices) - 1)]
        if self.is_log:
            low, high = math.log(self.low), math.log(self.high)
            return self.rounded(math.exp(low + place * (high - low)))
        return self.rounded(self.low + place * (self.high - self.low))

    def place(self, value: Plain) -> float:
        """The coordinate of a value, from 0 to 1."""
        if self.kind == "choice":
            return (self.choices.index(value) + 0.5) / len(self.choices)
        number = min(max(float(value), self.low), self.high)
        if self.is_log:
            return math.log(number / self.low) / math.log(self.high / self.low)
        return (number - self.low) / (self.high - self.low)

    def rounded(self, number: float) -> Plain:
        """A number within the range, with no more digits than make a difference."""
        number = min(max(number, self.low), self.high)
        if self.kind == "int":
            return round(number)
        # On a logarithmic scale the step is relative to the number itself.
        span = abs(number) if self.is_log else self.high - self.low
        digits = math.ceil(-math.log10(span / STEPS))
        return min(max(round(number, digits), self.low), self.high)

    def range_text(self) -> str:
        """The range or the choices, as ``--over`` writes them."""
        if self.kind == "choice":
            return "|".join(_choice_text(each) for each in self.choices)
        return f"{self.low:g}..{self.high:g}"


def _choice_text(value: Plain) -> str:
    return value if isinstance(value, str) else value_text(value)


@dataclass(frozen=True)
class Space:
    """The dimensions, and the agent and game that they belong to."""

    agent: Agent
    game: Game
    dimensions: tuple[Dimension, ...]

    @property
    def start(self) -> dict[str, Plain]:
        """The values of the agent as given."""
        return {each.path: each.start for each in self.dimensions}

    def values(self, places: Sequence[float]) -> dict[str, Plain]:
        """The values at a point of the unit cube."""
        return {
            each.path: each.value(place)
            for each, place in zip(self.dimensions, places, strict=True)
        }

    def places(self, values: Values) -> list[float]:
        """The point of the unit cube with these values."""
        return [each.place(values[each.path]) for each in self.dimensions]

    def text(self) -> str:
        """The space as ``--over`` writes it."""
        return ", ".join(f"{each.path}={each.range_text()}" for each in self.dimensions)

    @cached_property
    def _whole(self) -> Spec:
        """The agent as it plays this game, with every parameter written out."""
        return parse_spec(self.agent.expanded(self.game))

    def plays(self, values: Values) -> bool:
        """Whether an agent with these values can play the game; some parts exclude each other."""
        try:
            tesuji.agent(self.spec(values)).check(self.game)
        except TesujiError:
            return False
        return True

    def spec(self, values: Values) -> str:
        """The spec of the agent with these values: short if possible, else written out."""
        if all(values[each.path] == each.start for each in self.dimensions):
            return self.agent.spec
        whole = self._whole
        short = parse_spec(self.agent.spec)
        for path, value in values.items():
            written = Spec(value) if isinstance(value, str) else value
            whole = whole.replaced(path, written)
            short = _override(short, self._whole, path.split("."), written)
        written_out = tesuji.agent(str(whole)).expanded(self.game)
        same = tesuji.agent(str(short)).expanded(self.game) == written_out
        return str(short) if same else written_out


def _override(
    short: Spec, whole: Spec, path: Sequence[str], value: Spec | float | int | bool | str
) -> Spec:
    """A copy of a spec with a value at a path, whose parts are named as in the whole spec."""
    first, *rest = path
    if rest:
        part = whole.arguments[first]
        assert isinstance(part, Spec)
        given = short.arguments.get(first)
        kept = given.arguments if isinstance(given, Spec) and given.name == part.name else {}
        value = _override(Spec(part.name, kept), part, rest, value)
    return Spec(short.name, {**short.arguments, first: value})
