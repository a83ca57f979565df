"""tesuji openings: draw openings for matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji import Position
from tesuji.arena.match.balance import Balance
from tesuji.cli.arguments import GameArgument, LoadOption, load_files
from tesuji.cli.live_view import count_line
from tesuji.cli.outputs import command_line, output_option
from tesuji.errors import ParameterError
from tesuji.wording import counted


def openings(
    game: GameArgument,
    count: Annotated[int, typer.Option("--count", metavar="N", help="Number of openings.")] = 50,
    plies: Annotated[
        int | None, typer.Option(metavar="N", help="Random plies of each opening.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for the openings.")] = 0,
    balanced: Annotated[
        float | None,
        typer.Option(
            metavar="0.1",
            min=0.001,
            max=0.5,
            help="Only openings that a search values within this of 0.5.",
        ),
    ] = None,
    agent: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Agent for --balanced. Default: champion.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Nodes for --balanced. Default: 200000.")
    ] = None,
    output: Annotated[
        Path | None, output_option("--output", "File to write instead of printing the openings.")
    ] = None,
    load: LoadOption = None,
) -> None:
    """Generate random openings, no two of which are equivalent by symmetry."""
    from tesuji.arena.match.openings import distinct_openings
    from tesuji.output_files import write_whole

    load_files(load)
    balance = _balance(balanced, agent, nodes)
    found = distinct_openings(tesuji.game(game), count, seed=seed, plies=plies, balance=balance)
    text = "".join(f"{position.text}\n" for position in _counted(found, count))
    if output is None:
        print(text, end="")
    else:
        write_whole(f"# {command_line(without='--output')}\n{text}", output, exact=True)
        print(f"wrote {counted(count, 'opening')} to {output}")


def _balance(within: float | None, agent: str | None, nodes: int | None) -> Balance | None:
    """What counts as even, or None if every opening does."""
    named = {"agent": agent, "nodes": nodes}
    given = {name: value for name, value in named.items() if value is not None}
    if within is not None:
        return Balance(within, **given)  # type: ignore[arg-type]
    for name, value in given.items():
        raise ParameterError(
            f"--{name} needs --balanced: without it no opening is searched",
            where=f"--{name}",
            given=value,
            expected="--balanced beside it",
        )
    return None


def _counted(found: Iterator[Position], count: int) -> Iterator[Position]:
    """The openings, with a line that counts them on a terminal."""
    with count_line("opening") as show:
        if show is not None:
            show(0, count)
        for number, position in enumerate(found, 1):
            if show is not None:
                show(number, count)
            yield position
