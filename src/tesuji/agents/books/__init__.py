"""Opening books: positions with the move that a long search found, as small checked text files.

``tesuji book GAME`` makes them. Those beside this module come with the package.
"""

from __future__ import annotations

from tesuji.agents.books.book import Book, BookMove, read_book, shipped_book, shipped_books

__all__ = ["Book", "BookMove", "read_book", "shipped_book", "shipped_books"]
