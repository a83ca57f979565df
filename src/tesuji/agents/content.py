"""Digests of the files that a search uses: learned weights and opening books.

Stores and workers compare them besides the spec. A changed file makes another agent; a file that
was moved does not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tesuji.agents.book_first import book_files
from tesuji.agents.learned import LARGEST, LEARNED, weights_files
from tesuji.games import Game
from tesuji.input_files import read_bytes
from tesuji.specs import POSITIONAL, Plain, Spec, parse_spec

__all__ = ["content_of_search", "files_in", "named_by_content"]

PARTS_WITH_FILES = {"evaluate": {kind.name for kind in LEARNED}, "book": {"file"}}
"""The parts that name a file, by the parameter of the agent that they fill."""


def content_of_search(settings: Mapping[str, Plain], game: Game) -> str:
    """Digests of the weights and the book that a search uses in a game; empty if it uses none.

    Without a book, it is the digest of the weights alone.
    """
    weights = _digest(weights_files(str(settings.get("evaluate", "")), game))
    book = _digest(book_files(settings, game))
    return " ".join(filter(None, (weights, book and f"book {book}")))


def _digest(files: Sequence[Path]) -> str:
    """A digest of some files; empty without files, or if one cannot be read."""
    try:
        contents = [read_bytes(file, LARGEST) for file in files]
    except OSError:
        return ""
    return hashlib.sha256(b"".join(contents)).hexdigest()[:16] if contents else ""


def named_by_content(spec: str, contents: Mapping[str, str]) -> str:
    """A spec in which digests stand for the paths of files, so that these may be moved."""
    agent = parse_spec(spec)
    named = {
        name: Spec(part, {POSITIONAL: contents[path]})
        for name, part, path in _named_files(agent)
        if path in contents
    }
    return str(Spec(agent.name, {**agent.arguments, **named}))


def files_in(spec: str) -> list[str]:
    """The paths of weights and books that a spec names."""
    return [path for _, _, path in _named_files(parse_spec(spec))]


def _named_files(agent: Spec) -> Iterator[tuple[str, str, str]]:
    """Each parameter of an agent that names a file, with its part and the path."""
    for name, value in agent.arguments.items():
        if isinstance(value, Spec) and value.name in PARTS_WITH_FILES.get(name, ()):
            for path in value.arguments.values():
                if isinstance(path, str):
                    yield name, value.name, path
