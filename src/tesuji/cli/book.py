"""tesuji book: make an opening book by drop-out expansion."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.agents.book_first import most_seconds
from tesuji.agents.books import read_book
from tesuji.agents.books.build import BookOptions, build_book
from tesuji.agents.books.log import log_of
from tesuji.cli.arguments import GameArgument
from tesuji.cli.live_view import count_line
from tesuji.cli.outputs import command_line
from tesuji.cli.stopping import RESUME, STOPPED, termination_interrupts
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.output_files import check_output
from tesuji.specs import POSITIONAL, Spec
from tesuji.wording import counted

SEEDS = range(8)
"""Starts that are compared."""


def book(
    game: GameArgument,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="File of the book. Default: GAME.book."),
    ] = None,
    positions: Annotated[
        int, typer.Option(metavar="N", min=1, help="Positions in the book.")
    ] = 100,
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Agent that searches.")
    ] = BookOptions.agent,
    nodes: Annotated[
        int, typer.Option(metavar="N", min=1, help="Nodes of the search in each position.")
    ] = BookOptions.nodes,
    reply_nodes: Annotated[
        int, typer.Option(metavar="N", min=1, help="Nodes of the search after each reply.")
    ] = BookOptions.reply_nodes,
) -> int:
    """Make an opening book of a game. The same command resumes, also with more positions."""
    of = tesuji.game(game)
    if not _has_one_start(of):
        raise ParameterError(
            f"a book needs a game with one start and no dice, not {of.spec}",
            where="GAME",
            given=of.spec,
            expected="a game with one start and no dice",
        )
    path = out or _default_file(of)
    check_output(path, "--out")
    options = BookOptions(
        game=of.spec, agent=tesuji.agent(agent).spec, nodes=nodes, reply_nodes=reply_nodes
    )
    command = command_line(without="--out")  # the place of the file does not matter
    try:
        with termination_interrupts(once=True), count_line("position") as count:
            build_book(path, options, positions=positions, command=command, on_position=count)
    except KeyboardInterrupt:
        print(f"Stopped. The positions so far are kept in {log_of(path)}. {RESUME}")
        return STOPPED
    made = read_book(path)
    line = " ".join(map(str, made.line(of.start())))
    print(f"{counted(len(made.entries), 'position')} in {path}; main line {line}")
    agent_with_it = Spec("champion", {"book": Spec("file", {POSITIONAL: str(path)})})
    longest = counted(most_seconds(made), "second", form="g")
    print(f"{agent_with_it} uses it with up to {longest} per move on one thread.")
    return 0


def _default_file(game: Game) -> Path:
    """A file in this folder; other rules of a game have one of their own."""
    name = re.sub(r"[^\w-]+", "-", game.spec).strip("-")
    return Path(f"{name}.book")


def _has_one_start(game: Game) -> bool:
    """Whether games always begin in the same position and no dice are rolled."""
    return not game.has_chance and len({game.start(seed).text for seed in SEEDS}) == 1
