"""Specs: call expressions such as ``colosseum(size=8)`` that name a thing and its parameters.

A spec is read by a parser of our own, never by Python's, because names may hold hyphens
(``pentago-twist``) and because text from outside must never be evaluated.

>>> spec = parse_spec("colosseum(size=6, walls=3)")
>>> spec.name, spec.arguments
('colosseum', {'size': 6, 'walls': 3})
>>> str(spec)
'colosseum(size=6, walls=3)'
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from tesuji.errors import ParameterError, SpecError

__all__ = ["Parameter", "Spec", "Value", "bind_parameters", "did_you_mean", "parse_spec"]

Value = int | float | bool | str
"""What a parameter can be set to."""


@dataclass(frozen=True)
class Spec:
    """A name with arguments; ``str`` gives text that parses back to an equal spec."""

    name: str
    arguments: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        inside = ", ".join(f"{key}={_value_text(value)}" for key, value in self.arguments.items())
        return f"{self.name}({inside})"

    def __hash__(self) -> int:
        return hash(str(self))


@dataclass(frozen=True)
class Parameter:
    """One parameter, declared once: help, checks and error messages all come from here.

    A ``default`` of None means that the default follows from other parameters; ``default_text``
    then says how.
    """

    name: str
    kind: type[int] | type[float] | type[bool]
    default: Value | None
    description: str
    low: float | None = None
    high: float | None = None
    default_text: str | None = None

    def check(self, value: object, owner: str) -> Value:
        """The value in its declared type, or a ParameterError that says what would fit."""
        fits = isinstance(value, self.kind) and (self.kind is bool or not isinstance(value, bool))
        if self.kind is float and type(value) is int:
            value, fits = float(value), True
        if not fits or not isinstance(value, int | float):
            raise ParameterError(
                f"{owner}: {self.name}={value!r} does not fit, it takes {self.range_text()}"
            )
        if (self.low is not None and value < self.low) or (
            self.high is not None and value > self.high
        ):
            raise ParameterError(
                f"{owner}: {self.name}={value!r} is out of range, it takes {self.range_text()}"
            )
        return value

    def range_text(self) -> str:
        """What values fit, in words."""
        if self.kind is bool:
            return "true or false"
        kind = "an integer" if self.kind is int else "a number"
        if self.low is None or self.high is None:
            return kind
        return f"{kind} from {self.low:g} to {self.high:g}"


def bind_parameters(
    parameters: Sequence[Parameter], given: Mapping[str, object], owner: str
) -> dict[str, Value | None]:
    """All declared parameters with their values: checked where given, else the defaults."""
    by_name = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in by_name:
            takes = ", ".join(by_name) or "no parameters"
            hint = did_you_mean(name, by_name)
            raise ParameterError(f"{owner} has no parameter {name!r}{hint}; it takes {takes}")
    return {
        name: parameter.check(given[name], owner) if name in given else parameter.default
        for name, parameter in by_name.items()
    }


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint to the nearest known name, or an empty text."""
    close = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""


def parse_spec(text: str) -> Spec:
    """Reads a spec; errors say where the text went wrong.

    >>> parse_spec("colosseum(size=)")
    Traceback (most recent call last):
    tesuji.errors.SpecError: expected a value for 'size', found ')' at column 16 of 'colosseum(size=)'
    """
    return _Parser(text).whole()


def _value_text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


class _Parser:
    _NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")
    _NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
    _LONGEST = 10_000

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise SpecError(
                f"a spec is text such as 'colosseum(size=8)', not {type(text).__name__}",
                text=repr(text),
                column=0,
            )
        if len(text) > self._LONGEST:
            raise SpecError(
                f"a spec has at most {self._LONGEST} characters, this one has {len(text)}",
                text=text,
                column=self._LONGEST,
            )
        self.text = text
        self.at = 0

    def whole(self) -> Spec:
        name = self.name("a name")
        arguments = self.arguments() if self.skip("(") else {}
        self.spaces()
        if self.at < len(self.text):
            self.fail("expected the end" if "(" in self.text else "expected '(' or the end")
        return Spec(name, arguments)

    def arguments(self) -> dict[str, Value]:
        found: dict[str, Value] = {}
        if self.skip(")"):
            return found
        while True:
            key = self.name("a parameter's name")
            if key in found:
                self.fail(f"{key!r} is given twice")
            if not self.skip("="):
                self.fail(f"expected '=' after {key!r}")
            found[key] = self.value(key)
            if self.skip(")"):
                return found
            if not self.skip(","):
                self.fail("expected ',' or ')'")

    def value(self, key: str) -> Value:
        self.spaces()
        if match := self._NUMBER.match(self.text, self.at):
            self.at = match.end()
            digits = match.group()
            if re.fullmatch(r"[-+]?\d+", digits):
                return int(digits)
            return float(digits)
        word = self.name(f"a value for {key!r}")
        return {"true": True, "false": False}.get(word.lower(), word)

    def name(self, what: str) -> str:
        self.spaces()
        match = self._NAME.match(self.text, self.at)
        if match is None:
            self.fail(f"expected {what}")
        self.at = match.end()
        return match.group()

    def skip(self, wanted: str) -> bool:
        self.spaces()
        if self.text.startswith(wanted, self.at):
            self.at += len(wanted)
            return True
        return False

    def spaces(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def fail(self, message: str) -> NoReturn:
        found = repr(self.text[self.at : self.at + 12]) if self.at < len(self.text) else "the end"
        raise SpecError(
            f"{message}, found {found} at column {self.at + 1} of {self.text!r}",
            text=self.text,
            column=self.at,
        )
