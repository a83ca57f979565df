"""tesuji demo: a short tournament, ending in a table with error bars and a report."""

from __future__ import annotations

import shutil
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.cli.contest_options import write_outputs
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.stopping import STOPPED
from tesuji.cli.terminal import make_console, print_position
from tesuji.cli.tournament_view import print_tournament
from tesuji.wording import counted

GAME = "colosseum(size=6)"
AGENTS = (
    "champion",
    "mcts",
    "popcoin",
    "colosseum-uct",
    "colosseum-mcts",
    "colosseum-heuristic",
    "random-walk",
)
"""Our strongest agent, bare Monte-Carlo search, and the reports' agents for this game."""


def demo(
    pairs: Annotated[int, typer.Option(metavar="N", help="Pairs of games per match.")] = 6,
    seconds: Annotated[float, typer.Option(metavar="S", help="CPU seconds per move.")] = 0.05,
    report: Annotated[
        Path, typer.Option("--report", metavar="FILE", help="File for the report.")
    ] = Path("artefacts/tournament.html"),
    browser: Annotated[bool, typer.Option(help="Open the report in a browser.")] = True,
) -> int:
    """Play a short tournament between the reports' agents and ours.

    If Ctrl-C ends it early, an earlier report stays as it was.
    """
    from tesuji import arena
    from tesuji.arena.report.plots import check_plots
    from tesuji.output_files import make_folder

    make_folder(report, "--report")
    check_plots()
    console = make_console()
    game = tesuji.game(GAME)
    console.print(f"{game.title} on 6x6: {game.summary}\n")
    print_position(console, game.start(seed=3))
    console.print(
        f"\n{len(AGENTS)} agents. Each pairing plays {2 * pairs} games from"
        f" {counted(pairs, 'opening')} with sides swapped, at {seconds:g} CPU seconds per move."
        " Ctrl-C stops and shows the results so far.\n"
    )
    with contest_progress() as progress:
        result = arena.tournament(
            list(AGENTS), game=GAME, pairs=pairs, seconds=seconds, progress=progress
        )
    print_tournament(result)
    finished = sum(match.pentanomial.pairs for match in result.matches)
    # An interrupted run knows less than most earlier reports, so it never replaces one.
    written = result.complete or (finished > 0 and not report.is_file())
    if written:
        write_outputs(result, report=report)
    call = _as_typed()
    if not result.complete:
        planned = sum(match.match.plan.pairs for match in result.matches)
        console.print(
            f"\nStopped after {finished} of {counted(planned, 'pair')}.\n"
            f"{_about(report, written=written)}\n"
            "No games were saved: the same command starts over.\n"
            f"To save games and resume, use {call} tournament with --store FILE.",
            soft_wrap=True,
        )
    console.print(
        f"\nNext: {call} rules avalam\n      {call} play avalam\n"
        f"      {call} match mcts alphabeta --game avalam --pairs 50 --report match.html",
        soft_wrap=True,
    )
    if browser and written and console.is_terminal:
        webbrowser.open(report.resolve().as_uri())
    return 0 if result.complete else STOPPED


def _about(report: Path, *, written: bool) -> str:
    """What became of the report of a run that was stopped."""
    if written:
        return f"The report in {report} is partial: it covers these pairs only."
    if report.is_file():
        return f"The earlier report stays in {report}."
    return "There is no report."


def _as_typed() -> str:
    """Returns the command to type here: the bare name if the shell would find it."""
    typed = Path(sys.argv[0])
    found = shutil.which("tesuji")
    if typed.name != "tesuji" or (found is not None and typed.exists() and typed.samefile(found)):
        return "tesuji"
    return str(typed)
