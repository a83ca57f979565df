"""Specs: call expressions such as ``colosseum(size=8)`` that describe a game or an agent.

Specs have their own parser rather than Python's, because names may contain hyphens
(``pentago-twist``) and because untrusted text must never be evaluated.

>>> spec = parse_spec("mcts(select=ucb1(c=0.6), solver=false)")
>>> spec.name, spec.arguments["select"]
('mcts', Spec('ucb1(c=0.6)'))
>>> str(spec.replaced("select.c", 1.5))
'mcts(select=ucb1(c=1.5), solver=false)'
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from tesuji.errors import ParameterError, SpecError
from tesuji.values import Frozen

__all__ = ["Spec", "Value", "parse_spec", "value_text"]


class Spec(Frozen):
    """A name with arguments. Immutable; ``str(spec)`` parses back to an equal spec."""

    __slots__ = ("arguments", "name")
    name: str
    arguments: Mapping[str, Value]

    def __init__(self, name: str, arguments: Mapping[str, Value] | None = None) -> None:
        self._set(name=name, arguments=MappingProxyType(dict(arguments or {})))

    def value(self, path: str) -> Value:
        """The argument at a dotted path such as ``select.c``."""
        first, _, rest = path.partition(".")
        if first not in self.arguments:
            given = ", ".join(self.arguments) or "none"
            raise ParameterError(
                f"{self} has no argument {first!r}; it has {given}", owner=str(self), where=first
            )
        value = self.arguments[first]
        if not rest:
            return value
        if not isinstance(value, Spec):
            raise ParameterError(
                f"{first}={value_text(value)} has no arguments, so there is no {path!r}",
                owner=first,
                where=rest,
                given=value,
            )
        return value.value(rest)

    def replaced(self, path: str, value: Value) -> Spec:
        """A copy of the spec with another value at a dotted path."""
        first, _, rest = path.partition(".")
        if rest:
            inner = self.arguments.get(first)
            if not isinstance(inner, Spec):
                raise ParameterError(
                    f"cannot set {path!r}: {self} has no part {first!r}", owner=str(self), where=path
                )
            value = inner.replaced(rest, value)
        return Spec(self.name, {**self.arguments, first: value})

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        inside = ", ".join(f"{key}={value_text(value)}" for key, value in self.arguments.items())
        return f"{self.name}({inside})"

    def __repr__(self) -> str:
        return f"Spec({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Spec):
            return NotImplemented
        return self.name == other.name and dict(self.arguments) == dict(other.arguments)

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.arguments.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return parse_spec, (str(self),)


Value = int | float | bool | Spec
"""The value of an argument; a bare word is a spec without arguments."""


def value_text(value: Value) -> str:
    """A value as text, as specs write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def parse_spec(text: str) -> Spec:
    """Parses a spec; errors give the column of the mistake.

    >>> parse_spec("colosseum(size=)")
    Traceback (most recent call last):
    tesuji.errors.SpecError: expected a value for 'size', found ')' at column 16 of ...
    """
    return _Parser(text).whole()


def _no_dots(path: str) -> str:
    """Says what to write instead of a dotted path, which only sweeps accept."""
    *slots, last = path.split(".")
    inside = f"{last}=..."
    for slot in reversed(slots):
        inside = f"{slot}=PART({inside})"
    return f"dotted paths are not allowed in specs: instead of {path!r}, write {inside}"


class _Parser:
    _NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")
    _NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
    _DOTTED = re.compile(r"(?:\.[A-Za-z_][A-Za-z0-9_]*)+")
    _LONGEST = 10_000
    _DEEPEST = 20
    _LONGEST_NUMBER = 40

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
        spec = self.spec("a name", depth=0)
        self.spaces()
        if self.at < len(self.text):
            self.fail("expected the end" if spec.arguments else "expected '(' or the end")
        return spec

    def spec(self, what: str, depth: int) -> Spec:
        if depth > self._DEEPEST:
            self.fail(f"specs are nested at most {self._DEEPEST} deep")
        name = self.name(what)
        return Spec(name, self.arguments(depth) if self.skip("(") else {})

    def arguments(self, depth: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        if self.skip(")"):
            return found
        while True:
            key = self.name("a parameter's name")
            if key in found:
                self.fail(f"{key!r} is given twice")
            if dotted := self._DOTTED.match(self.text, self.at):
                self.fail(_no_dots(key + dotted.group()))
            if not self.skip("="):
                self.fail(f"expected '=' after {key!r}")
            found[key] = self.value(key, depth)
            if self.skip(")"):
                return found
            if not self.skip(","):
                self.fail("expected ',' or ')'")

    def value(self, key: str, depth: int) -> Value:
        self.spaces()
        if match := self._NUMBER.match(self.text, self.at):
            digits = match.group()
            if len(digits) > self._LONGEST_NUMBER or math.isinf(float(digits)):
                self.fail("expected a finite number of at most 40 characters")
            self.at = match.end()
            return int(digits) if re.fullmatch(r"[-+]?\d+", digits) else float(digits)
        word = self.spec(f"a value for {key!r}", depth + 1)
        if not word.arguments and word.name in ("true", "false"):
            return word.name == "true"
        return word

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
