"""A book: its file, its checks, and the move that it has for a position.

The file is text: a header with the command that made the book, then one line per position, and a
checksum over both. Of the positions that symmetries turn into each other, a book holds one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tesuji.errors import BookError, TesujiError
from tesuji.games import Game, Move, Position
from tesuji.input_files import read_text

__all__ = [
    "Book",
    "BookMove",
    "book_text",
    "canonical",
    "is_book",
    "read_book",
    "shipped_book",
    "shipped_books",
]

TITLE = "Tesuji opening book, format 1"
FIELDS = ("game", "version", "behaviour", "command", "nodes", "positions", "checksum")
SHIPPED = Path(__file__).parent
"""Where the books of the package are."""


class BookMove(NamedTuple):
    """A move of the book, and the value of the position for the player to move."""

    move: Move
    value: float


@dataclass(frozen=True)
class Book:
    """The positions of a book, by the text of their canonical image."""

    game: Game
    nodes: int
    """The nodes of the search behind each position."""
    command: str
    entries: Mapping[str, tuple[str, float]] = field(repr=False)

    def find(self, position: Position) -> BookMove | None:
        """The move of the book in a position; None if the book does not have it."""
        text, symmetry = canonical(position)
        entry = self.entries.get(text)
        if entry is None:
            return None
        wanted, value = entry
        for move in position.legal_moves:
            if str(position.transformed_move(move, symmetry)) == wanted:
                return BookMove(move, value)
        return None

    def line(self, position: Position, longest: int = 20) -> tuple[Move, ...]:
        """The moves that the book would play from a position on."""
        moves: list[Move] = []
        while len(moves) < longest and not position.is_over:
            found = self.find(position)
            if found is None:
                break
            moves.append(found.move)
            position = position.play(found.move)
        return tuple(moves)


def canonical(position: Position) -> tuple[str, int]:
    """The least text among the images of a position, and the symmetry that gives it."""
    count = position.game.symmetry_count
    return min((position.transformed(number).text, number) for number in range(count))


def book_text(
    game: Game, rows: Sequence[tuple[str, str, float]], *, command: str, nodes: int, behaviour: int
) -> str:
    """The text of a book's file; rows are positions, moves and values."""
    header = {
        "game": game.expanded_spec,
        "version": game.version,
        "behaviour": behaviour,
        "command": command,
        "nodes": nodes,
        "positions": len(rows),
    }
    head = "".join(f"{name}: {value}\n" for name, value in header.items())
    body = "".join(f"{text}\t{move}\t{value:.4f}\n" for text, move, value in sorted(rows))
    return f"{TITLE}\n{head}checksum: {_digest(head, body)}\n\n{body}"


def read_book(path: Path) -> Book:
    """Reads a book; raises BookError if the file is damaged or is not a book."""
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        problem = error.strerror if isinstance(error, OSError) else "it is not text"
        raise _error(path, None, f"it cannot be read: {problem}") from None
    return parse_book(text, str(path))


def is_book(path: Path) -> bool:
    """Whether a file begins like a book; it may be damaged."""
    with path.open("rb") as file:
        return file.read(len(TITLE)) == TITLE.encode()


def parse_book(text: str, path: str) -> Book:
    """The book in the text of a file."""
    from tesuji.games import game as find_game

    head, separator, body = text.partition("\n\n")
    title, *lines = head.splitlines() or [""]
    if title != TITLE or not separator:
        raise _error(path, 1, f"expected the line {TITLE!r} and a header")
    header = dict(line.partition(": ")[::2] for line in lines)
    if tuple(header) != FIELDS:
        raise _error(path, 2, f"expected the lines {', '.join(FIELDS)}")
    before = "".join(f"{line}\n" for line in lines[:-1])
    if header["checksum"] != _digest(before, body):
        raise _error(path, len(lines) + 1, "the checksum is wrong: the file is damaged")
    try:
        game = find_game(header["game"])
        nodes = int(header["nodes"])
    except (TesujiError, ValueError) as error:
        raise _error(path, 2, str(error)) from None
    if header["version"] != str(game.version):
        problem = f"it is for version {header['version']} of {game.name}, not {game.version}"
        raise _error(path, 3, problem)
    return Book(game, nodes, header["command"], _entries(game, body, path, len(lines) + 3))


def _entries(game: Game, body: str, path: str, first_line: int) -> Mapping[str, tuple[str, float]]:
    entries = {}
    for number, line in enumerate(body.splitlines(), first_line):
        try:
            text, move, value = line.split("\t")
            if not 0 <= float(value) <= 1 or move not in map(str, game.position(text).legal_moves):
                raise ValueError
        except ValueError:
            raise _error(path, number, "expected a position, a legal move and a value") from None
        entries[text] = (move, float(value))
    return entries


def _digest(head: str, body: str) -> str:
    return hashlib.sha256(f"{head}\n{body}".encode()).hexdigest()


def _error(path: Path | str, line: int | None, problem: str) -> BookError:
    place = str(path) if line is None else f"{path}, line {line}"
    return BookError(f"{place}: {problem}", path=str(path), line=line, problem=problem)


def shipped_books() -> dict[str, Path]:
    """The files of the books that come with the package, by the name of the game."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.book"))}


def shipped_book(game: Game) -> Book | None:
    """The book of a game that comes with the package; None if there is none."""
    path = shipped_books().get(game.name)
    book = None if path is None else _parsed(read_text(path), path.name)
    return book if book is not None and book.game == game else None


@cache
def _parsed(text: str, name: str) -> Book:
    return parse_book(text, name)
