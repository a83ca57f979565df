"""Building a book: one expansion after the other, each of them kept in a log.

The log makes the command resumable: a run that was killed goes on after the last whole line. Both
searches of an expansion are limited by nodes, so that the same command gives the same book.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tesuji.agents.bench import BEHAVIOUR
from tesuji.agents.books.book import book_text, canonical
from tesuji.agents.books.expansion import Expansion, Reply, book_moves, next_leaf
from tesuji.agents.registry import agent as find_agent
from tesuji.errors import BookError
from tesuji.games import Position
from tesuji.games import game as find_game
from tesuji.input_files import read_text
from tesuji.output_files import write_whole

__all__ = ["BookOptions", "build_book"]

AGENT = "champion(book=off, solve=off, memory=32)"
LOG = ".log"
"""What the name of the log adds to that of the book."""


@dataclass(frozen=True, kw_only=True)
class BookOptions:
    """How a book is made."""

    game: str
    agent: str = AGENT
    nodes: int = 1_000_000
    """Nodes of the search in each position. With fewer, a search of a second ignores the book."""
    reply_nodes: int = 1_000
    """Nodes of the search after each reply."""


def log_of(path: Path) -> Path:
    """The log beside a book, from which its command resumes."""
    return path.with_name(path.name + LOG)


def build_book(
    path: Path,
    options: BookOptions,
    *,
    positions: int,
    command: str,
    on_position: Callable[[int, int], None] | None = None,
) -> int:
    """Expands positions until the book has enough of them, and writes it; returns their number.

    ``on_position`` is called with the number of positions so far and the number wanted.
    """
    log = log_of(path)
    game = find_game(options.game)
    root, _ = canonical(game.start())
    tree = _read_log(log, options)
    while len(tree) < positions and (key := next_leaf(tree, root)) is not None:
        tree[key] = expand(game.position(key), options)
        _append(log, asdict(tree[key]))
        if on_position is not None:
            on_position(len(tree), positions)
    kept = dict(list(tree.items())[:positions])
    rows = list(book_moves(kept))
    text = book_text(game, rows, command=command, nodes=options.nodes, behaviour=BEHAVIOUR)
    write_whole(text, path, exact=True)
    return len(rows)


def expand(position: Position, options: BookOptions) -> Expansion:
    """Searches a position for long, and shortly what each of its moves leads to.

    It begins with an empty table, so that the answer does not depend on earlier expansions.
    """
    agent = find_agent(options.agent)
    found = agent.search(position, nodes=options.nodes)
    known: dict[str, float] = {}
    replies = []
    with agent.player(position.game) as player:
        for move in position.legal_moves:
            after = position.play(move)
            child = "" if after.is_over else canonical(after)[0]
            if after.outcome is not None:
                known[child] = after.outcome.value_for(position.next_player)
            elif child not in known:
                known[child] = 1 - player.search(after, nodes=options.reply_nodes).value
            value = found.value if move == found.best else min(known[child], found.value)
            replies.append(Reply(str(move), child, round(value, 4)))
    return Expansion(position.text, str(found.best), round(found.value, 4), tuple(replies))


def _read_log(log: Path, options: BookOptions) -> dict[str, Expansion]:
    """The expansions so far; starts a new log if there is none."""
    head = {"book": 1, "behaviour": BEHAVIOUR, **asdict(options)}
    if not log.exists():
        _append(log, head)
        return {}
    text = read_text(log)
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        log.write_text(whole, "utf-8")  # the last line was cut off
    lines = whole.splitlines()
    if not lines or lines[0] != json.dumps(head):
        raise _log_error(log, 1, "it was begun with other options or another version")
    expansions = (_expansion(log, number, line) for number, line in enumerate(lines[1:], 2))
    return {each.position: each for each in expansions}


def _expansion(log: Path, number: int, line: str) -> Expansion:
    try:
        data = json.loads(line)
        replies = tuple(Reply(**reply) for reply in data["replies"])
        return Expansion(data["position"], data["best"], data["value"], replies)
    except (ValueError, TypeError, LookupError):
        raise _log_error(log, number, "the line is damaged") from None


def _log_error(log: Path, line: int, problem: str) -> BookError:
    hint = f"{problem}; remove the file to begin again"
    return BookError(f"{log}, line {line}: {hint}", path=str(log), line=line, problem=problem)


def _append(log: Path, data: dict[str, Any]) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(data) + "\n")
