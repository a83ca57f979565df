"""A small book of Pentago for tests."""

from __future__ import annotations

from pathlib import Path

import tesuji
from tesuji.agents.books.book import book_text, canonical

GAME = tesuji.game("pentago")
START = GAME.start()
ROWS = [(START.text, "b2AR", 0.51), (canonical(START.play("b2AR"))[0], "e5DR", 0.49)]


def written(path: Path, rows: list[tuple[str, str, float]] = ROWS, nodes: int = 5000) -> Path:
    path.write_text(book_text(GAME, rows, command="tesuji book", nodes=nodes, behaviour=1), "utf-8")
    return path
