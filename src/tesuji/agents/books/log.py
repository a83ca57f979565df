"""The log of a book in the making: a line with its options, then one line per expansion.

A run that was killed goes on after the last whole line. All of them are checked, since the book is
made from them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tesuji.agents.books.book import canonical
from tesuji.agents.books.expansion import Expansion, Reply
from tesuji.errors import BookError, NotationError
from tesuji.games import Game, Position
from tesuji.input_files import read_text

__all__ = ["append_to_log", "key_after", "log_of", "read_log"]

ENDING = ".log"
"""What the name of the log adds to that of the book."""
AGAIN = "remove the file to begin again"
SHORTER = "remove this line and those below it to go on from there, or the file to begin again"


def log_of(path: Path) -> Path:
    """The log beside a book, from which its command resumes."""
    return path.with_name(path.name + ENDING)


def append_to_log(log: Path, data: Mapping[str, Any]) -> None:
    """Adds a line."""
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(data) + "\n")


def read_log(log: Path, options: Mapping[str, Any], game: Game) -> dict[str, Expansion]:
    """The expansions so far, by their positions; begins the log if there is none.

    Raises BookError if it was begun with other options, or if a line is not what the search of a
    position leaves there.
    """
    text, first = _text(log), json.dumps(options)
    if first.startswith(text):  # there is no log, or its first line was cut off
        log.write_text(f"{first}\n", "utf-8")
        return {}
    whole = text[: text.rfind("\n") + 1]
    head, *lines = whole.splitlines() or [text]
    if problem := _difference(head, options):
        raise _error(log, 1, problem, AGAIN)
    tree: dict[str, Expansion] = {}
    reached = {canonical(game.start())[0]}
    for number, line in enumerate(lines, 2):
        found = _expansion(log, number, line, game)
        if found.position in tree:
            raise _error(log, number, f"{found.position!r} was searched before", SHORTER)
        if found.position not in reached:
            raise _error(log, number, f"no line above leads to {found.position!r}", SHORTER)
        tree[found.position] = found
        reached.update(reply.child for reply in found.replies)
    if whole != text:
        log.write_text(whole, "utf-8")  # the last line was cut off
    return tree


def _text(log: Path) -> str:
    try:
        return read_text(log) if log.exists() else ""
    except UnicodeDecodeError:
        raise _error(log, 1, "it is not text", AGAIN) from None


def _difference(head: str, options: Mapping[str, Any]) -> str:
    """What else the log was begun with; empty if nothing."""
    try:
        begun = json.loads(head)
    except (ValueError, RecursionError):
        begun = None
    if not isinstance(begun, dict) or begun.keys() != options.keys():
        return "it is not the log of a book"
    differences = [
        f"{name} {begun[name]}, not {value}"
        for name, value in options.items()
        if begun[name] != value
    ]
    return f"it was begun with {'; '.join(differences)}" if differences else ""


def _expansion(log: Path, number: int, line: str, game: Game) -> Expansion:
    try:
        data = json.loads(line)
        replies = tuple(Reply(**reply) for reply in data["replies"])
        found = Expansion(data["position"], data["best"], data["value"], replies)
    except (ValueError, TypeError, LookupError, RecursionError):
        raise _error(log, number, "the line is damaged", SHORTER) from None
    for problem in _problems(found, game):
        raise _error(log, number, problem, SHORTER)
    return found


def _problems(found: Expansion, game: Game) -> Iterator[str]:
    try:
        position = game.position(found.position)
    except NotationError as error:
        yield str(error)
        return
    if canonical(position)[0] != found.position:
        yield f"{found.position!r} is not the image that a book has of this position"
    moves = [str(move) for move in position.legal_moves]
    if found.best not in moves:
        yield f"{found.best!r} is not legal in {found.position!r}"
    if [reply.move for reply in found.replies] != moves:
        yield f"the replies are not the legal moves of {found.position!r}"
    for value in (found.value, *(reply.value for reply in found.replies)):
        if type(value) not in (int, float) or not 0 <= value <= 1:
            yield f"the value {value!r} is not a number from 0 to 1"
    for move, reply in zip(position.legal_moves, found.replies, strict=True):
        if reply.child != key_after(position.play(move)):
            yield f"{reply.move!r} does not lead to {reply.child!r}"
        if reply.value > found.value or (reply.move == found.best and reply.value < found.value):
            yield f"the value {reply.value} of {reply.move!r} does not fit {found.value}"


def key_after(position: Position) -> str:
    """The text by which a book knows the position after a move; empty at the end of the game."""
    return "" if position.is_over else canonical(position)[0]


def _error(log: Path, line: int, problem: str, advice: str) -> BookError:
    message = f"{log}, line {line}: {problem}; {advice}"
    return BookError(message, path=str(log), line=line, problem=problem)
