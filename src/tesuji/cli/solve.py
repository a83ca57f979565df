"""tesuji solve: find the exact value of a position."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from tesuji.cli.arguments import (
    FIRST_LIMIT,
    GameArgument,
    LoadOption,
    MovesOption,
    PositionOption,
    SeedOption,
    load_files,
    read_position,
)
from tesuji.cli.stopping import termination_interrupts
from tesuji.cli.terminal import board_text, make_console
from tesuji.interruptible import interruptible
from tesuji.solve import Solution, Solver

_LINE = 12
"""Moves of a line that the terminal shows."""


def solve(
    game: GameArgument,
    seed: SeedOption = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help=f"Time limit in seconds. Default 10. {FIRST_LIMIT}"),
    ] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="Maximum number of nodes.")] = None,
    clock: Annotated[str, typer.Option(metavar="wall|cpu", help="Clock for --seconds.")] = "wall",
    threads: Annotated[int, typer.Option(metavar="N", help="Threads.")] = 1,
    memory: Annotated[float, typer.Option(metavar="MB", help="Memory for tables.")] = 64,
    score: Annotated[
        bool, typer.Option("--score", help="Find the exact final score as well.")
    ] = False,
    generic: Annotated[
        bool, typer.Option("--generic", help="Use the solver that works for any game.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
    load: LoadOption = None,
) -> None:
    """Find the exact value of a position, or proven bounds. Ctrl-C stops and prints the bounds."""
    load_files(load)
    current, _ = read_position(game, seed, position, moves)
    solver = Solver(current.game, threads=threads, memory=memory, score=score, generic=generic)
    with termination_interrupts(once=True):
        solution = interruptible(
            lambda: solver.solve(current, seconds=seconds, nodes=nodes, clock=clock),
            solver.stop,
            keep=True,
        )
    if json:
        print(json_module.dumps(solution.to_dict(), indent=1))
    else:
        _print(solution)


def _print(solution: Solution) -> None:
    console = make_console()
    console.print(board_text(solution.position))
    console.print(f"\n{str(solution)[:1].upper()}{str(solution)[1:]}")
    if solution.line:
        dots = " ..." if len(solution.line) > _LINE else ""
        console.print(f"line {' '.join(map(str, solution.line[:_LINE]))}{dots}")
    if not solution.exact:
        console.print(f"{_unsolved(solution)} More time or memory may help.")


def _unsolved(solution: Solution) -> str:
    if solution.value_range == (0, 1) and solution.score_range in (None, (None, None)):
        return "Not solved: nothing is proven yet."
    return "Not solved: only this range is proven."
