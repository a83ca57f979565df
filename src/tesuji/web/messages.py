"""The protocol: what a page may say, field by field, checked before anything acts on it.

A message is a JSON object with ``type``, the fields declared here and, if an answer is to be
told from others, ``id``. Unknown types and fields are refused: what is not written here does not
exist. ``docs/page-protocol.md`` describes both directions in words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tesuji.errors import TesujiError
from tesuji.web.bounds import Bounds

__all__ = ["MESSAGES", "PROTOCOL", "MessageError", "read_message"]

PROTOCOL = 1
"""Raised when a message changes its meaning; a page of another version is told to reload."""

REQUIRED = object()


class MessageError(TesujiError):
    """A message that is not part of the protocol."""


@dataclass(frozen=True)
class Text:
    """A text; the longest is a bound of the server."""

    longest: str = "text_length"
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()

    def read(self, value: Any, where: str, bounds: Bounds) -> str:
        longest = getattr(bounds, self.longest)
        if not isinstance(value, str) or len(value) > longest or not value.isprintable():
            raise MessageError(f"{where} is a line of text of at most {longest} characters")
        if self.choices and value not in self.choices:
            raise MessageError(f"{where} is one of {', '.join(self.choices)}, not {value!r}")
        return value


@dataclass(frozen=True)
class Lines:
    """A text of several lines, such as a record."""

    default: Any = REQUIRED

    def read(self, value: Any, where: str, bounds: Bounds) -> str:
        if not isinstance(value, str):
            raise MessageError(f"{where} is text, not {type(value).__name__}")
        return value


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    low: int
    high: int
    default: Any = REQUIRED

    def read(self, value: Any, where: str, bounds: Bounds) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise MessageError(f"{where} is a whole number")
        if not self.low <= value <= self.high:
            raise MessageError(f"{where} is from {self.low} to {self.high}, not {value}")
        return value


@dataclass(frozen=True)
class Number:
    """A number; where `high` names a bound of the server, that is the highest."""

    low: float
    high: float | str
    default: Any = REQUIRED

    def read(self, value: Any, where: str, bounds: Bounds) -> float:
        high = getattr(bounds, self.high) if isinstance(self.high, str) else self.high
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise MessageError(f"{where} is a number")
        # Comparing takes whole numbers of any length; asking whether they are finite does not.
        if not self.low <= value <= high:
            raise MessageError(f"{where} is from {self.low:g} to {high:g}, not {value!r}")
        return float(value)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    default: Any = REQUIRED

    def read(self, value: Any, where: str, bounds: Bounds) -> bool:
        if not isinstance(value, bool):
            raise MessageError(f"{where} is true or false")
        return value


@dataclass(frozen=True)
class Many:
    """A list of fields of one kind."""

    of: Any
    most: int
    least: int = 0
    default: Any = REQUIRED

    def read(self, value: Any, where: str, bounds: Bounds) -> list[Any]:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            raise MessageError(f"{where} is a list of {self.least} to {self.most}")
        return [self.of.read(each, f"{where}[{i}]", bounds) for i, each in enumerate(value)]


@dataclass(frozen=True)
class Fields:
    """An object with declared fields."""

    fields: Mapping[str, Any]
    default: Any = REQUIRED

    def read(self, value: Any, where: str, bounds: Bounds) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise MessageError(f"{where} is an object")
        for name in value:
            if name not in self.fields:
                takes = ", ".join(self.fields) or "nothing"
                raise MessageError(f"{where} has no field {str(name)[:40]!r}; it takes {takes}")
        return {
            name: self._field(name, kind, value, where, bounds)
            for name, kind in self.fields.items()
        }

    def _field(self, name: str, kind: Any, value: Any, where: str, bounds: Bounds) -> Any:
        if value.get(name) is not None:
            return kind.read(value[name], f"{where}.{name}", bounds)
        if kind.default is REQUIRED:
            raise MessageError(f"{where} needs the field {name!r}")
        return kind.default


SPEC = "spec_length"
PLY = Whole(0, 100_000)
MOVES = Many(Text(), 2_000)
SEAT = Fields(
    {
        "kind": Text(choices=("person", "agent")),
        "spec": Text(SPEC, default=""),
        "seconds": Number(0.0, "seconds", default=1.0),
        "name": Text(SPEC, default=""),
    }
)
CLOCK = Fields(
    {
        "kind": Text(choices=("none", "move", "game")),
        "seconds": Number(0, 86_400, default=0.0),
        "increment": Number(0, 3_600, default=0.0),
    },
    default=None,
)
MESSAGES: dict[str, Fields] = {
    # The first message of a connection.
    "hello": Fields({"protocol": Whole(0, 1_000_000), "session": Text(default="")}),
    # Whether anyone looks at the page: searches stop while nobody does.
    "visible": Fields({"on": Flag()}),
    # What can be played, and by whom.
    "agents": Fields({"game": Text(SPEC)}),
    "rules": Fields({"game": Text(SPEC)}),
    # Playing.
    "new": Fields(
        {
            "game": Text(SPEC),
            "seats": Many(SEAT, 2, 2),
            "clock": CLOCK,
            "start": Text(default=""),
            "moves": Many(Text(), 2_000, default=()),
            "seed": Whole(0, 2**53, default=None),
            "warn": Number(0, 1, default=0.0),
        }
    ),
    "move": Fields({"move": Text(), "ply": PLY}),
    "keep": Fields({}),
    "undo": Fields({}),
    "resign": Fields({}),
    "swap": Fields({}),
    "pause": Fields({"on": Flag()}),
    "step": Fields({}),
    # Other people's games, and this one elsewhere.
    "open": Fields(
        {
            "game": Text(SPEC),
            "start": Text(),
            "moves": MOVES,
            "names": Many(Text(SPEC), 2, 2, default=None),
            "winner": Whole(-1, 1, default=None),
            "reason": Text(default=""),
        }
    ),
    "record": Fields({"text": Lines()}),
    "export": Fields({"kind": Text(choices=("record", "html"))}),
    # Pictures.
    "scene": Fields({"ply": PLY, "moves": Many(Text(), 200, default=())}),
    # Analysis.
    "analyse": Fields(
        {
            "ply": PLY,
            "moves": Many(Text(), 200, default=()),
            "spec": Text(SPEC),
            "seconds": Number(0.0, "analysis_seconds", default=30.0),
        }
    ),
    "stop": Fields({}),
    "tree": Fields(
        {
            "ply": PLY,
            "moves": Many(Text(), 200, default=()),
            "spec": Text(SPEC),
            "simulations": Whole(1, 200_000),
            "depth": Whole(1, 4, default=2),
            "visits": Whole(1, 1_000_000, default=1),
            "seed": Whole(0, 2**53, default=0),
        }
    ),
    "simulation": Fields(
        {
            "ply": PLY,
            "moves": Many(Text(), 200, default=()),
            "spec": Text(SPEC),
            "number": Whole(1, 100_000),
            "seed": Whole(0, 2**53, default=0),
        }
    ),
    # Review.
    "review": Fields({"spec": Text(SPEC), "seconds": Number(0.01, 10, default=0.3)}),
    "retry": Fields(
        {
            "ply": PLY,
            "move": Text(),
            "spec": Text(SPEC),
            "seconds": Number(0.01, 10, default=0.5),
        }
    ),
}


def read_message(text: str, bounds: Bounds) -> tuple[str, int | None, dict[str, Any]]:
    """The type, the id and the checked fields of a message; a MessageError says what is wrong."""
    if len(text) > bounds.message_bytes:
        raise MessageError(f"a message has at most {bounds.message_bytes} bytes")
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"no JSON: {str(error)[:200]}") from None
    if not isinstance(data, dict):
        raise MessageError(f"a message is an object, not {type(data).__name__}")
    kind = data.pop("type", None)
    number = data.pop("id", None)
    if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
        raise MessageError("id is a whole number")
    if not isinstance(kind, str) or kind not in MESSAGES:
        raise MessageError(f"there is no message of type {str(kind)[:40]!r}", reply=number)
    try:
        return kind, number, MESSAGES[kind].read(data, kind, bounds)
    except MessageError as error:
        raise MessageError(str(error), reply=number) from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")
