"""Parameter declarations: name, type, default, range and description, each declared once.

Command help, documentation, validation, error messages and tuning ranges are made from them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tesuji.errors import ParameterError
from tesuji.specs.spec import POSITIONAL, Spec, Value, parse_spec, value_text

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
    "name_positional",
    "plain_spec",
]

Plain = int | float | bool | str
"""A parameter's value as a plain Python object; words are strings."""

LARGEST_INTEGER = 2**63 - 1
"""The largest integer that the core can represent."""

_DEFAULTS = Spec("defaults")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*(?:\.[A-Za-z0-9_-]+)*")


@dataclass(frozen=True)
class Parameter:
    """A parameter with a plain value.

    A ``default`` of None means that the parameter is not set, or that its default follows from
    other parameters; ``default_text`` then describes it. ``choices`` lists the words that a
    parameter of kind str accepts.
    """

    name: str
    kind: type[int] | type[float] | type[bool] | type[str]
    default: Plain | None
    description: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    default_text: str | None = None
    text: bool = False
    """Whether a parameter of kind str takes quoted text instead of a word."""
    dice: bool = False
    """Whether it only has an effect in games with dice or other chance events."""
    parts: tuple[Kind, ...] = ()
    """Parts that a word may be replaced by, such as ``patterns("FILE")``; their plain value is
    their text."""

    def check(self, value: object, owner: str) -> Plain:
        """The value, converted to the declared type; raises ParameterError if it is invalid."""
        if isinstance(value, Spec) and self.kind is str and not self.text:
            value = self._word_or_part(value, owner)
        elif isinstance(value, str) and not self.text and not _WORD.fullmatch(value):
            raise self._error(value, owner, "is invalid")
        if self.kind is float and type(value) is int:
            value = float(value)
        exact = type(value) is self.kind
        if not exact or not isinstance(value, int | float | str):
            raise self._error(value, owner, "is invalid")
        self._check_range(value, owner)
        return value

    def _word_or_part(self, value: Spec, owner: str) -> str | Spec:
        """The plain value of a word or of one of the parts; another spec stays as it is."""
        for part in self.parts:
            if value.name == part.name and value.arguments:
                return str(expand(part, value))
        return value if value.arguments else value.name

    def _check_range(self, value: int | float | str, owner: str) -> None:
        if isinstance(value, str):
            if self.choices and value not in self.choices:
                raise _not_a_choice(owner, self.name, value, self.choices)
            return
        if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
            raise self._error(
                value, owner, "is out of range", f"a 64-bit integer, at most {LARGEST_INTEGER}"
            )
        below = self.low is not None and value < self.low
        above = self.high is not None and value > self.high
        if below or above or value != value:
            raise self._error(value, owner, "is out of range")

    def _error(self, value: object, owner: str, problem: str, expected: str = "") -> ParameterError:
        shown = value_text(value) if isinstance(value, Spec) else repr(value)
        expected = expected or self.range_text()
        return ParameterError(
            f"{owner}: {self.name}={shown} {problem}, expected {expected}",
            owner=owner,
            where=self.name,
            given=value,
            expected=expected,
        )

    def range_text(self) -> str:
        """The accepted values, in words."""
        if self.kind is bool:
            return "true or false"
        if self.kind is str:
            if self.text:
                return 'text in quotes, such as "..."'
            return f"one of {', '.join(self.choices)}" if self.choices else "a word"
        kind = "an integer" if self.kind is int else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low:g} to {self.high:g}"
        return f"{kind} of at least {self.low:g}" if self.low is not None else kind

    def shown_default(self) -> str:
        """The default as text."""
        if self.default_text is not None:
            return self.default_text
        if self.text and isinstance(self.default, str):
            return value_text(self.default)
        return str(self.default).lower() if self.kind is bool else str(self.default)

    def as_value(self, value: Plain) -> Value:
        """A valid value as specs hold it: a word is a spec, quoted text is a str."""
        if not isinstance(value, str) or self.text:
            return value
        return parse_spec(value) if self.parts and "(" in value else Spec(value)


@dataclass(frozen=True)
class Slot:
    """A parameter whose value is one of several parts, which have their own parameters."""

    name: str
    kinds: tuple[Kind, ...]
    default: str
    description: str

    def kind(self, name: str, owner: str) -> Kind:
        """Finds a part by name."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        raise _not_a_choice(owner, self.name, name, [kind.name for kind in self.kinds])


@dataclass(frozen=True)
class Kind:
    """The declaration of an agent, or of a part that fills a slot of an agent.

    ``games`` lists the games that it supports; empty means all.
    """

    name: str
    summary: str
    parameters: tuple[Parameter | Slot, ...] = ()
    source: str = ""
    games: tuple[str, ...] = ()
    safe: bool = False
    """Whether text from others, such as a page, a link, a record or a store, may name it. Declare
    it only for what runs nothing but Tesuji's own code: no commands, files or other Python."""
    positional: str = ""
    """The parameter whose value may come first and without its name, if there is one."""
    make: Callable[[str, dict[str, Plain], Any], Any] | None = None
    """For agents from outside the core: makes their searcher from the spec, the settings and the
    game. It must be cheap; the searcher starts processes in `prepare`."""
    compose: Callable[[Spec, Any], tuple[Kind, Spec]] | None = None
    """For agents that differ from game to game: the kind and the expanded spec that play a game,
    from their own expanded spec."""
    content: Callable[[Mapping[str, Plain], Any], str] | None = None
    """For agents with files, such as code outside, weights or a book: a digest of those that it
    uses, from the settings and the game. Stores and workers refuse another one. It may be empty if
    there is nothing to read. The kind that ``compose`` returns has its own."""
    wall: bool = False
    """Whether it may think outside the thread that asks it, so that only wall time is fair."""
    keeps_late_moves: bool = False
    """Whether a late move is played and only reported, instead of losing on time."""
    own_time_rule: bool = False
    """Whether its searcher decides which moves are late for a limit per move, and what follows. A
    clock for the whole game is kept in any case."""
    counts_nodes: bool = False
    """Whether its searches visit nodes one by one and make no simulations."""
    strict_time: bool = False
    """Whether a move is late as soon as its limit is over. Others get half of it on top, since a
    busy machine delays them too."""


def expand(kind: Kind, spec: Spec) -> Spec:
    """Validates a spec and writes out every parameter, in the declared order."""
    named = name_positional(kind.name, kind.positional, spec.arguments)
    _refuse_unknown(
        kind.name,
        [p.name for p in kind.parameters],
        named,
        nested=lambda name: _nested(kind, name, named[name]),
    )
    arguments: dict[str, Value] = {}
    for parameter in kind.parameters:
        given = named.get(parameter.name)
        if isinstance(parameter, Slot):
            arguments[parameter.name] = _expand_slot(parameter, given, kind.name)
        elif given is not None:
            arguments[parameter.name] = parameter.as_value(parameter.check(given, kind.name))
        elif parameter.default is not None:
            arguments[parameter.name] = parameter.as_value(parameter.default)
    return Spec(kind.name, arguments)


def name_positional(
    owner: str, positional: str, arguments: Mapping[str, Value]
) -> dict[str, Value]:
    """Gives the positional argument its name: ``exec("a")`` means ``exec(command="a")``."""
    named = dict(arguments)
    if POSITIONAL not in named:
        return named
    value = named.pop(POSITIONAL)
    if not positional or positional in named:
        problem = f"{positional!r} is given twice" if positional else "every argument needs a name"
        raise ParameterError(
            f"{owner}({value_text(value)}): {problem}",
            owner=owner,
            where=positional or None,
            given=value,
            expected="NAME=VALUE",
        )
    return {positional: value, **named}


def plain_spec(
    name: str, arguments: Mapping[str, Plain], parameters: Sequence[Parameter] = ()
) -> Spec:
    """Makes a spec from plain values; strings are words unless declared as text."""
    texts = {parameter.name for parameter in parameters if parameter.text}
    return Spec(
        name,
        {
            key: Spec(value) if isinstance(value, str) and key not in texts else value
            for key, value in arguments.items()
        },
    )


def _expand_slot(slot: Slot, given: Value | None, owner: str) -> Spec:
    inner = parse_spec(slot.default) if given is None else given
    if not isinstance(inner, Spec):
        expected = f"one of {', '.join(kind.name for kind in slot.kinds)}"
        raise ParameterError(
            f"{owner}: {slot.name}={value_text(inner)} is not a part, expected {expected}",
            owner=owner,
            where=slot.name,
            given=inner,
            expected=expected,
        )
    return expand(slot.kind(inner.name, owner), inner)


def flatten(kind: Kind, expanded: Spec) -> dict[str, Plain]:
    """All parameters by dotted path; parts that are not in use have their defaults."""
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
            flat[parameter.name] = _plain(value)
    return flat


def _plain(value: Value) -> Plain:
    if not isinstance(value, Spec):
        return value
    return str(value) if value.arguments else value.name


def bind_parameters(
    parameters: Sequence[Parameter], given: Mapping[str, object], owner: str
) -> dict[str, Plain | None]:
    """The values of all declared parameters: validated if given, else the defaults."""
    _refuse_unknown(owner, [parameter.name for parameter in parameters], given)
    return {
        parameter.name: parameter.check(given[parameter.name], owner)
        if parameter.name in given
        else parameter.default
        for parameter in parameters
    }


def _refuse_unknown(
    owner: str,
    names: Sequence[str],
    given: Iterable[str],
    *,
    nested: Callable[[str], str] = lambda name: "",
) -> None:
    """Raises ParameterError for the first unknown name; ``nested`` finds it in a part."""
    for name in given:
        if name not in names:
            takes = ", ".join(names) or "no parameters"
            inner = nested(name)
            hint = f" (did you mean {inner}?)" if inner else did_you_mean(name, names)
            raise ParameterError(
                f"{owner} has no parameter {name!r}{hint}; it takes {takes}",
                owner=owner,
                where=name,
                expected=takes,
            )


def _nested(kind: Kind, name: str, value: Value) -> str:
    """The argument that gives a value to the part that has this parameter; empty without one.

    The default part of a slot comes before its other parts: ``c=1`` becomes ``select=ucb1(c=1)``.
    """
    slots = [slot for slot in kind.parameters if isinstance(slot, Slot)]
    parts = [(slot, part) for slot in slots for part in slot.kinds]
    parts.sort(key=lambda each: each[1].name != parse_spec(each[0].default).name)
    for slot, part in parts:
        if any(parameter.name == name for parameter in part.parameters):
            return f"{slot.name}={part.name}({name}={value_text(value)})"
    return ""


def _not_a_choice(owner: str, name: str, value: str, choices: Sequence[str]) -> ParameterError:
    expected = f"one of {', '.join(choices)}"
    return ParameterError(
        f"{owner}: {name}={value} is not {expected}{did_you_mean(value, choices)}",
        owner=owner,
        where=name,
        given=value,
        expected=expected,
    )


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint that suggests the closest known name; empty if none is close."""
    close = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""
