"""Declarations: each parameter once, with type, default, range and a sentence.

Help, documentation, checks, error messages and the tuner's space all come from here.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tesuji.errors import ParameterError
from tesuji.specs.spec import Spec, Value, parse_spec, value_text

__all__ = [
    "LARGEST_INTEGER",
    "Kind",
    "Parameter",
    "Plain",
    "Slot",
    "bind_parameters",
    "did_you_mean",
    "expand",
    "flatten",
    "plain_spec",
]

Plain = int | float | bool | str
"""A parameter's value outside specs: words are plain text."""

LARGEST_INTEGER = 2**63 - 1
"""What the core can count."""

_DEFAULTS = Spec("defaults")


@dataclass(frozen=True)
class Parameter:
    """One parameter.

    A ``default`` of None means that nothing is set, or that the default follows from other
    parameters; ``default_text`` then says what that means. ``choices`` lists the words that a
    parameter of kind str takes.
    """

    name: str
    kind: type[int] | type[float] | type[bool] | type[str]
    default: Plain | None
    description: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    default_text: str | None = None
    dice: bool = False
    """Whether it matters only in games with dice, or chance of another kind."""

    def check(self, value: object, owner: str) -> Plain:
        """The value in its declared type, or a ParameterError that says what would fit."""
        if isinstance(value, Spec) and not value.arguments and self.kind is str:
            value = value.name
        if self.kind is float and type(value) is int:
            value = float(value)
        exact = type(value) is self.kind
        if not exact or not isinstance(value, int | float | str):
            shown = value_text(value) if isinstance(value, Spec) else repr(value)
            raise ParameterError(
                f"{owner}: {self.name}={shown} does not fit, it takes {self.range_text()}"
            )
        self._check_range(value, owner)
        return value

    def _check_range(self, value: int | float | str, owner: str) -> None:
        if isinstance(value, str):
            if self.choices and value not in self.choices:
                hint = did_you_mean(value, self.choices)
                raise ParameterError(
                    f"{owner}: {self.name}={value} is not one of {', '.join(self.choices)}{hint}"
                )
            return
        if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
            raise ParameterError(
                f"{owner}: {self.name}={value!r} is out of range, an integer has at most 64 bits:"
                f" it is at most {LARGEST_INTEGER}"
            )
        below = self.low is not None and value < self.low
        above = self.high is not None and value > self.high
        if below or above or value != value:
            raise ParameterError(
                f"{owner}: {self.name}={value!r} is out of range, it takes {self.range_text()}"
            )

    def range_text(self) -> str:
        """What values fit, in words."""
        if self.kind is bool:
            return "true or false"
        if self.kind is str:
            return f"one of {', '.join(self.choices)}" if self.choices else "a word"
        kind = "an integer" if self.kind is int else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low:g} to {self.high:g}"
        return f"{kind} of at least {self.low:g}" if self.low is not None else kind

    def shown_default(self) -> str:
        """The default, in words."""
        if self.default_text is not None:
            return self.default_text
        return str(self.default).lower() if self.kind is bool else str(self.default)


@dataclass(frozen=True)
class Slot:
    """A parameter that is filled by one of several parts, each with parameters of its own."""

    name: str
    kinds: tuple[Kind, ...]
    default: str
    description: str

    def kind(self, name: str, owner: str) -> Kind:
        """The part of this name."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        names = [kind.name for kind in self.kinds]
        raise ParameterError(
            f"{owner}: {self.name}={name} is not one of {', '.join(names)}"
            f"{did_you_mean(name, names)}"
        )


@dataclass(frozen=True)
class Kind:
    """A thing that specs can name: an agent, or a part that fills a slot of one.

    ``games`` names the games that it is for; empty: all.
    """

    name: str
    summary: str
    parameters: tuple[Parameter | Slot, ...] = ()
    source: str = ""
    games: tuple[str, ...] = ()
    outside: bool = False
    """Whether it runs a command, a file or Python of others: closed to pages unless let in."""


def expand(kind: Kind, spec: Spec) -> Spec:
    """The spec with every parameter written out, in the declared order, checked."""
    _refuse_unknown(kind.name, [p.name for p in kind.parameters], spec.arguments)
    arguments: dict[str, Value] = {}
    for parameter in kind.parameters:
        given = spec.arguments.get(parameter.name)
        if isinstance(parameter, Slot):
            arguments[parameter.name] = _expand_slot(parameter, given, kind.name)
        elif given is not None:
            arguments[parameter.name] = _as_value(parameter.check(given, kind.name))
        elif parameter.default is not None:
            arguments[parameter.name] = _as_value(parameter.default)
    return Spec(kind.name, arguments)


def plain_spec(name: str, arguments: Mapping[str, Plain]) -> Spec:
    """A spec from plain values."""
    return Spec(name, {key: _as_value(value) for key, value in arguments.items()})


def _as_value(value: Plain) -> Value:
    return Spec(value) if isinstance(value, str) else value


def _expand_slot(slot: Slot, given: Value | None, owner: str) -> Spec:
    inner = parse_spec(slot.default) if given is None else given
    if not isinstance(inner, Spec):
        names = ", ".join(kind.name for kind in slot.kinds)
        raise ParameterError(f"{owner}: {slot.name}={value_text(inner)} is no part; take {names}")
    return expand(slot.kind(inner.name, owner), inner)


def flatten(kind: Kind, expanded: Spec) -> dict[str, Plain]:
    """An expanded spec as dotted names; parts that are not in use appear with their defaults."""
    flat: dict[str, Plain] = {}
    for parameter in kind.parameters:
        value = expanded.arguments.get(parameter.name)
        if isinstance(parameter, Slot):
            assert isinstance(value, Spec)
            flat[parameter.name] = value.name
            for other in parameter.kinds:
                inner = flatten(
                    other, value if other.name == value.name else expand(other, _DEFAULTS)
                )
                for name, entry in inner.items():
                    path = f"{parameter.name}.{name}"
                    if other.name == value.name or path not in flat:
                        flat[path] = entry
        elif value is not None:
            flat[parameter.name] = value.name if isinstance(value, Spec) else value
    return flat


def bind_parameters(
    parameters: Sequence[Parameter], given: Mapping[str, object], owner: str
) -> dict[str, Plain | None]:
    """All declared parameters with their values: checked where given, else the defaults."""
    _refuse_unknown(owner, [parameter.name for parameter in parameters], given)
    return {
        parameter.name: parameter.check(given[parameter.name], owner)
        if parameter.name in given
        else parameter.default
        for parameter in parameters
    }


def _refuse_unknown(owner: str, names: Sequence[str], given: Iterable[str]) -> None:
    for name in given:
        if name not in names:
            takes = ", ".join(names) or "no parameters"
            hint = did_you_mean(name, names)
            raise ParameterError(f"{owner} has no parameter {name!r}{hint}; it takes {takes}")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint to the nearest known name, or an empty text."""
    close = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""
