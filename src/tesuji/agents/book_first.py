"""Books inside a search: positions of an opening book get its move without a search."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from tesuji.agents.analysis import Analysis, MoveAnalysis
from tesuji.agents.books import Book, read_book, shipped_book, shipped_books
from tesuji.agents.budget import Budget
from tesuji.errors import BookError, ParameterError
from tesuji.games import Game, Position
from tesuji.python_files import resolve_path
from tesuji.specs import Kind, Parameter, Plain, Slot

__all__ = ["BOOK", "book_analysis", "book_files", "chosen_book", "most_seconds"]

BOOK = Slot(
    "book",
    (
        Kind("off", "No book.", safe=True),
        Kind("auto", "The book of the game that comes with Tesuji, if there is one.", safe=True),
        Kind(
            "file",
            "A book that `tesuji book` wrote.",
            (Parameter("path", str, "", "The file.", text=True),),
            positional="path",
        ),
    ),
    "off",
    "Opening book. Its move is played if the book searched the position for at least as long.",
)

NODES_PER_SECOND = 1_000_000
"""The nodes that a second of a thread counts as, so that a book can be compared with a limit of
time. Few machines are faster."""


def chosen_book(settings: Mapping[str, Plain], game: Game) -> Book | None:
    """The book that the settings of an agent choose for a game."""
    match settings.get("book", "off"):
        case "auto":
            return shipped_book(game)
        case "file":
            [path] = book_files(settings, game)
            book = read_book(path)
            if book.game != game:
                problem = f"it is for {book.game.spec}, not {game.spec}"
                raise BookError(f"{path}: {problem}", path=str(path), line=2, problem=problem)
            return book
    return None


def book_files(settings: Mapping[str, Plain], game: Game) -> list[Path]:
    """The file of the book that an agent uses in a game; empty if it uses none."""
    match settings.get("book", "off"):
        case "auto":
            return [] if shipped_book(game) is None else [shipped_books()[game.name]]
        case "file":
            return [_given_file(str(settings["book.path"]), game)]
    return []


def _given_file(path: str, game: Game) -> Path:
    if not path.strip():
        expected = f'a path, for example book=file("{game.name}.book")'
        raise ParameterError(
            f"book=file needs {expected}", where="book", given="file", expected=expected
        )
    return resolve_path(path)


def book_analysis(
    book: Book, position: Position, agent: str, budget: Budget, threads: int
) -> Analysis | None:
    """The analysis of a position that the book knows better than a search within the budget."""
    if most_nodes(budget, threads) > book.nodes:
        return None
    found = book.find(position)
    if found is None:
        return None
    return Analysis(
        position=position,
        agent=agent,
        best=found.move,
        value=found.value,
        proven=None,
        pv=book.line(position),
        moves=(MoveAnalysis(found.move, 0, found.value, None, 0.0),),
        simulations=0,
        nodes=0,
        depth=0,
        seconds=0.0,
        from_book=True,
    )


def most_seconds(book: Book) -> float:
    """The longest time per move, with one thread, for which a book is used."""
    return book.nodes / NODES_PER_SECOND


def most_nodes(budget: Budget, threads: int) -> float:
    """The nodes that a search within a budget may visit, at most."""
    limits = [limit for limit in (budget.nodes, budget.simulations) if limit is not None]
    if budget.seconds is not None:
        limits.append(int(budget.seconds * threads * NODES_PER_SECOND))
    return min(limits, default=math.inf)
