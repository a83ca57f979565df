"""The typer application with all its commands."""

from __future__ import annotations

from typing import Annotated

import typer

import tesuji
from tesuji.cli import (
    agents,
    bench,
    best,
    blunders,
    book,
    check_agent,
    check_game,
    connect,
    demo,
    engine,
    experiment,
    export,
    games,
    ladder,
    league,
    learn,
    levels,
    match,
    openings,
    perft,
    play,
    playouts,
    record,
    results,
    rules,
    selfplay,
    series,
    show,
    solve,
    store,
    tables,
    tournament,
    tune,
)
from tesuji.cli.option_names import CommandWithOptions

app = typer.Typer(
    name="tesuji",
    help="Agents for two-player board games, and matches that measure their strength.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("show")(show.show)
app.command("play")(play.play)
app.command("agents")(agents.agents)
app.command("best")(best.best)
app.command("solve")(solve.solve)
app.command("tables")(tables.tables)
app.command("blunders")(blunders.blunders)
app.command("solve-set")(blunders.solve_set)
app.command("book")(book.book)
app.command("perft")(perft.perft)
app.command("playouts")(playouts.playouts)
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.command("sweep")(series.sweep)
app.command("ablate")(series.ablate)
app.command("scaling")(series.scaling)
app.command("tune")(tune.tune)
app.command("selfplay")(selfplay.selfplay)
app.command("learn")(learn.learn)
app.command("experiment")(experiment.experiment)
app.command("reproduce")(experiment.reproduce)
app.command("results")(results.results)
app.command("record")(record.record)
app.command("ladder")(ladder.ladder)
app.command("league")(league.league)
app.add_typer(store.app, name="store")
app.command("levels")(levels.levels)
app.command("openings")(openings.openings)
app.command("bench")(bench.bench)
app.command("engine")(engine.engine)
app.command("check-agent")(check_agent.check_agent)
app.command("check-game")(check_game.check_game)
app.command("demo")(demo.demo)
app.command("connect")(connect.connect)
app.command("export")(export.export)
app.command("serve")(export.serve)
for each in (*app.registered_commands, *store.app.registered_commands):
    each.cls = CommandWithOptions


def _print_version(wanted: bool) -> None:
    if wanted:
        from tesuji import _core

        print(f"tesuji {tesuji.__version__} ({_core.build()})")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    pass
