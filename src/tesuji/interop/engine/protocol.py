"""The lines of the engine protocol, parsed and printed; the one place that knows their form.

A line is a word and its arguments. ``str()`` of each class here is its line, and `parse_command`
and `parse_reply` read the lines of the two sides. The words are those of UCI, USI and UGI where
they have one.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tesuji.errors import TesujiError
from tesuji.specs import LARGEST_INTEGER

__all__ = [
    "NO_MOVE",
    "BestMove",
    "Go",
    "Id",
    "Info",
    "LegalMoves",
    "NewGame",
    "Option",
    "ProtocolError",
    "Query",
    "Response",
    "SetOption",
    "SetPosition",
    "Word",
    "parse_command",
    "parse_reply",
]

NO_MOVE = "(none)"
"""The move of an engine that has none, because the game is over or the question was wrong."""
PROVEN = ("win", "draw", "loss")
QUERIES = ("legalmoves", "gameover", "p1turn", "result")
EMPTY = "<empty>"
"""The default of an option whose text is empty."""
_SECONDS = re.compile(r"\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_COUNT = re.compile(r"[0-9]{1,20}")
_INTEGER = re.compile(r"-?[0-9]{1,20}")


class ProtocolError(TesujiError):
    """A line that the protocol does not have. ``given`` is the line or the word at fault."""


@dataclass(frozen=True)
class Word:
    """A line of one word, such as ``isready``."""

    word: str

    def __str__(self) -> str:
        return self.word


# Commands, which the client sends


@dataclass(frozen=True)
class SetOption:
    """``setoption name NAME value VALUE``."""

    name: str
    value: str = ""

    def __str__(self) -> str:
        return f"setoption name {self.name} value {self.value}".rstrip()


@dataclass(frozen=True)
class NewGame:
    """``newgame GAME``: the spec of the game of all positions that follow."""

    game: str

    def __str__(self) -> str:
        return f"newgame {self.game}"


@dataclass(frozen=True)
class SetPosition:
    """``position TEXT [moves MOVE...]``: chance events are among the moves."""

    text: str
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(["position", self.text, *(["moves", *self.moves] if self.moves else [])])


@dataclass(frozen=True)
class LegalMoves:
    """``legalmoves MOVE...``: the legal moves of the position, for engines without rules."""

    moves: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(["legalmoves", *self.moves])


@dataclass(frozen=True, kw_only=True)
class Go:
    """``go``: search the position, within all of these limits."""

    seconds: float | None = None
    remaining: float | None = None
    increment: float | None = None
    simulations: int | None = None
    nodes: int | None = None
    depth: int | None = None
    seed: int | None = None
    infinite: bool = False

    def __str__(self) -> str:
        words = ["go"]
        for name in _GO:
            if (value := getattr(self, name)) is not None:
                words += [name, number_text(value)]
        return " ".join([*words, "infinite"] if self.infinite else words)


@dataclass(frozen=True)
class Query:
    """``query WHAT``: a question about the position, answered at once."""

    what: str

    def __str__(self) -> str:
        return f"query {self.what}"


# Replies, which the engine sends


@dataclass(frozen=True)
class Id:
    """``id name NAME`` or ``id author NAME``."""

    key: str
    value: str

    def __str__(self) -> str:
        return f"id {self.key} {self.value}"


@dataclass(frozen=True, kw_only=True)
class Option:
    """``option name NAME type TYPE default DEFAULT [min N max N] [var WORD]...``."""

    name: str
    type: str
    """``check`` (true or false), ``spin`` (an integer), ``combo`` (one of ``choices``),
    ``string`` or ``button`` (no value)."""
    default: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = ["option", "name", self.name, "type", self.type]
        if self.type != "button":
            words += ["default", self.default or EMPTY]
        for key, bound in (("min", self.low), ("max", self.high)):
            words += [] if bound is None else [key, str(bound)]
        for choice in self.choices:
            words += ["var", choice]
        return " ".join(words)

    def problem(self, value: str) -> str:
        """What this option takes, if the value is something else; or ""."""
        if self.type == "check" and value not in ("true", "false"):
            return "true or false"
        if self.type == "combo" and value not in self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.type == "spin" and not self._is_in_range(value):
            return f"an integer from {self.low} to {self.high}"
        return ""

    def _is_in_range(self, value: str) -> bool:
        if not _INTEGER.fullmatch(value):
            return False
        above = self.low is None or int(value) >= self.low
        return above and (self.high is None or int(value) <= self.high)


@dataclass(frozen=True, kw_only=True)
class Info:
    """``info``: what the search knows so far; ``text`` is a remark (``info string TEXT``)."""

    depth: int | None = None
    simulations: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    value: float | None = None
    """The expected result, 0 to 1, for the player to move."""
    proven: str | None = None
    pv: tuple[str, ...] = ()
    text: str = ""

    def __str__(self) -> str:
        if self.text:
            return f"info string {self.text}"
        words = ["info"]
        for name in ("depth", "simulations", "nodes"):
            if (count := getattr(self, name)) is not None:
                words += [name, str(count)]
        if self.seconds is not None:
            words += ["seconds", f"{self.seconds:.3f}"]
        if self.value is not None:
            words += ["value", f"{self.value:.4f}"]
        if self.proven is not None:
            words += ["proven", self.proven]
        return " ".join([*words, "pv", *self.pv] if self.pv else words)


@dataclass(frozen=True)
class BestMove:
    """``bestmove MOVE``: the answer to ``go``."""

    move: str

    def __str__(self) -> str:
        return f"bestmove {self.move}"


@dataclass(frozen=True)
class Response:
    """``response ANSWER``: the answer to ``query``."""

    answer: str

    def __str__(self) -> str:
        return f"response {self.answer}".rstrip()


Command = Word | SetOption | NewGame | SetPosition | LegalMoves | Go | Query
Reply = Word | Id | Option | Info | BestMove | Response


# Parsing


def parse_command(line: str) -> Command:
    """Reads a line of the client; raises ProtocolError if the protocol does not have it."""
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if word in ("tesuji", "isready", "stop", "quit") and not rest:
        return Word(word)
    if word == "newgame" and rest:
        return NewGame(rest)
    if word == "setoption":
        return _parse_setoption(rest)
    if word == "position" and rest:
        text, _, moves = f"{rest} ".partition(" moves ")
        return SetPosition(text.strip(), tuple(moves.split()))
    if word == "legalmoves":
        return LegalMoves(tuple(rest.split()))
    if word == "go":
        return _parse_go(rest.split())
    if word == "query" and rest in QUERIES:
        return Query(rest)
    raise ProtocolError(f"unknown command {line.strip()[:200]!r}", given=line)


def _parse_setoption(rest: str) -> SetOption:
    match = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*))?)?", rest)
    if match is None:
        raise ProtocolError(
            f"setoption {rest[:200]}: expected setoption name NAME value VALUE", given=rest
        )
    return SetOption(match[1], match[2] or "")


def _parse_go(words: list[str]) -> Go:
    found: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            found[word] = True
        elif word in _GO:
            found[word] = _GO[word](word, next(rest, ""))
        else:
            raise ProtocolError(f"go: there is no limit {word[:50]!r}", given=word)
    return Go(**found)


def _seconds(name: str, text: str) -> float:
    if not _SECONDS.fullmatch(text) or len(text) > 40:
        raise ProtocolError(f"go {name}: expected a number, found {text[:50]!r}", given=text)
    return float(text)


def _count(name: str, text: str) -> int:
    if not _COUNT.fullmatch(text):
        raise ProtocolError(f"go {name}: expected an integer, found {text[:50]!r}", given=text)
    return int(text)


_GO: dict[str, Callable[[str, str], float]] = {
    "seconds": _seconds,
    "remaining": _seconds,
    "increment": _seconds,
    "simulations": _count,
    "nodes": _count,
    "depth": _count,
    "seed": _count,
}


def parse_reply(line: str) -> Reply | None:
    """Reads a line of the engine; None for any other line, which the client must ignore."""
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if word in ("tesujiok", "readyok") and not rest:
        return Word(word)
    if word == "id":
        key, _, value = rest.partition(" ")
        return Id(key, value.strip())
    if word == "option":
        return _parse_option(rest.split())
    if word == "info":
        return _parse_info(rest)
    if word == "bestmove":
        return BestMove(f"{rest} ".partition(" ponder ")[0].strip())
    if word == "response":
        return Response(rest)
    return None


def _parse_option(words: list[str]) -> Option | None:
    parts: list[tuple[str, list[str]]] = []
    for word in words:
        if word in ("name", "type", "default", "min", "max", "var"):
            parts.append((word, []))
        elif parts:
            parts[-1][1].append(word)
    found = {key: " ".join(values) for key, values in parts}
    if not found.get("name") or "type" not in found:
        return None
    return Option(
        name=found["name"],
        type=found["type"],
        default=found.get("default", "").replace(EMPTY, ""),
        low=_integer(found.get("min")),
        high=_integer(found.get("max")),
        choices=tuple(" ".join(values) for key, values in parts if key == "var"),
    )


def _parse_info(rest: str) -> Info:
    """What is readable of it; an engine's remarks must not cost it the game."""
    if rest.startswith("string"):
        return Info(text=rest.removeprefix("string").strip())
    before, _, line = f" {rest} ".partition(" pv ")
    words = before.split()
    found: dict[str, Any] = {"pv": tuple(line.split())}
    for word, text in itertools.pairwise(words):
        if word in ("depth", "simulations", "nodes") and _COUNT.fullmatch(text):
            found[word] = min(int(text), LARGEST_INTEGER)
        elif word == "proven" and text in PROVEN:
            found[word] = text
        elif word in ("seconds", "value") and _SECONDS.fullmatch(text):
            most = 1.0 if word == "value" else 1e9
            if (number := float(text)) <= most:
                found[word] = number
    return Info(**found)


def _integer(text: str | None) -> int | None:
    return int(text) if text is not None and _INTEGER.fullmatch(text) else None


def number_text(value: float) -> str:
    """A number as the protocol writes it: seconds without an exponent."""
    return f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
