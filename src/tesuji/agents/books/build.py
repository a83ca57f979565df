"""Building a book: one expansion after the other, each of them kept in a log.

The log makes the command resumable: a run that was killed goes on after the last whole line. Both
searches of an expansion are limited by nodes, so that the same command gives the same book.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from tesuji.agents.bench import BEHAVIOUR
from tesuji.agents.books.book import book_text, canonical, is_book, read_book
from tesuji.agents.books.expansion import Expansion, Reply, book_moves, next_leaf
from tesuji.agents.books.log import append_to_log, key_after, log_of, read_log
from tesuji.agents.budget import ENDS
from tesuji.agents.registry import agent as find_agent
from tesuji.errors import BookError, ParameterError
from tesuji.games import Game, Position
from tesuji.games import game as find_game
from tesuji.output_files import write_whole
from tesuji.specs import parse_spec

__all__ = ["BookOptions", "build_book"]

AGENT = "champion(book=off, solve=off, memory=32)"


@dataclass(frozen=True, kw_only=True)
class BookOptions:
    """How a book is made."""

    game: str
    agent: str = AGENT
    nodes: int = 1_000_000
    """Nodes of the search in each position. With fewer, a search of a second ignores the book."""
    reply_nodes: int = 1_000
    """Nodes of the search after each reply."""


def build_book(
    path: Path,
    options: BookOptions,
    *,
    positions: int,
    command: str,
    on_position: Callable[[int, int], None] | None = None,
) -> int:
    """Expands positions until the book has enough of them, and writes it; returns their number.

    A book with more positions is not replaced. ``on_position`` is called with the number of
    positions so far and the number wanted.
    """
    log = log_of(path)
    game = find_game(options.game)
    _check_agent(options.agent, game)
    _check_size(path, positions)
    root, _ = canonical(game.start())
    tree = read_log(log, {"book": 1, "behaviour": BEHAVIOUR, **asdict(options)}, game)
    while len(tree) < positions and (key := next_leaf(tree, root)) is not None:
        tree[key] = expand(game.position(key), options)
        append_to_log(log, asdict(tree[key]))
        if on_position is not None:
            on_position(len(tree), positions)
    kept = dict(list(tree.items())[:positions])
    rows = list(book_moves(kept))
    text = book_text(game, rows, command=command, nodes=options.nodes, behaviour=BEHAVIOUR)
    write_whole(text, path, exact=True)
    return len(rows)


def _check_agent(spec: str, game: Game) -> None:
    """Raises ParameterError unless the agent searches, and a number of nodes limits it."""
    agent = find_agent(spec)
    agent.check(game)
    if "nodes" not in ENDS.get(parse_spec(agent.expanded(game)).name, ()):
        expected = "an agent that searches a given number of nodes, such as alphabeta or mcts"
        raise ParameterError.wrong_value("agent", agent.spec, expected)
    if agent.on(game).settings.get("book", "off") != "off":
        raise ParameterError.wrong_value("agent", agent.spec, "an agent with book=off")


def _check_size(path: Path, positions: int) -> None:
    """Raises an error if there is another file, or a book with more positions already."""
    try:
        there = len(read_book(path).entries) if path.exists() else 0
    except BookError as error:
        if path.stat().st_size and not is_book(path):
            raise BookError(
                f"{path} is there already and is no book; name another file",
                path=str(path),
                problem=error.problem,
            ) from None
        return  # a damaged book is made again
    if there > positions:
        raise ParameterError(
            f"{path} is a book of {there} positions already, more than {positions}, and stays as"
            f" it is; ask for {there} or more, or name another file",
            where="positions",
            given=positions,
            expected=f"an integer of at least {there}",
        )


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
            child = key_after(after)
            if after.outcome is not None:
                known[child] = after.outcome.value_for(position.next_player)
            elif child not in known:
                known[child] = 1 - player.search(after, nodes=options.reply_nodes).value
            value = found.value if move == found.best else min(known[child], found.value)
            replies.append(Reply(str(move), child, round(value, 4)))
    return Expansion(position.text, str(found.best), round(found.value, 4), tuple(replies))
