"""tesuji tournament: several agents, ratings with intervals, a cross table."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tesuji.cli.contest_options import (
    AdjudicateOption,
    ClockOption,
    ClusterOption,
    GameOption,
    JobsOption,
    JsonOption,
    LoadOption,
    NewOption,
    OpeningsOption,
    PairsOption,
    ReportOption,
    SecondsOption,
    SimulationsOption,
    StoreOption,
    TimeOption,
    contest_options,
    write_outputs,
)
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.terminal import make_console, make_table


def tournament(
    agents: Annotated[list[str], typer.Argument(metavar="A B ...", help="Specs of the agents.")],
    game: GameOption,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="round-robin, gauntlet or swiss.")
    ] = "round-robin",
    pairs: PairsOption = 20,
    rounds: Annotated[int | None, typer.Option(metavar="N", help="Rounds of a swiss.")] = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="A", help="The agent whose rating is 0.")
    ] = None,
    seconds: SecondsOption = None,
    clock: ClockOption = "cpu",
    simulations: SimulationsOption = None,
    time: TimeOption = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of all the games.")] = 0,
    openings: OpeningsOption = None,
    adjudicate: AdjudicateOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    new: NewOption = False,
    report: ReportOption = None,
    json: JsonOption = None,
    load: LoadOption = None,
) -> int:
    """Play agents against each other and rate them, with error bars."""
    from tesuji.arena import api

    options = contest_options(
        load,
        game=game,
        kind=kind,
        pairs=pairs,
        rounds=rounds,
        anchor=anchor,
        seconds=seconds,
        clock=clock,
        simulations=simulations,
        time=time,
        seed=seed,
        openings=openings,
        adjudicate=adjudicate,
        jobs=jobs,
        cluster=cluster,
        store=store,
        new=new,
    )
    with contest_progress() as progress:
        result = api.tournament(agents, progress=progress, **options)
    print_tournament(result)
    write_outputs(result, report, json)
    return 0 if result.complete else 130


def print_tournament(result: Any) -> None:
    """Ratings, the cross table and what to be careful about."""
    console = make_console()
    if not result.complete:
        console.print("Stopped; this is what there is.")
    ranked = [rating.name for rating in result.ratings]
    numbers = [str(number) for number in range(1, len(ranked) + 1)]
    table = make_table("", "agent", "Elo", "95%", *numbers, right=["", "Elo", *numbers])
    for number, rating in zip(numbers, result.ratings, strict=True):
        low, high = rating.interval
        cells = [_cell(result, rating.name, other) for other in ranked]
        table.add_row(
            number, rating.name, f"{rating.elo:+.0f}", f"[{low:+.0f}, {high:+.0f}]", *cells
        )
    console.print(table)
    for note in result.notes:
        console.print(f"Note: {note}")
    for match in result.matches:
        for warning in match.warnings:
            console.print(f"Warning: {match.match.plan.title}: {warning}")


def _cell(result: Any, first: str, second: str) -> str:
    found = result.match(first, second)
    if found is None or not found[0].pentanomial.pairs:
        return "-"
    match, turned = found
    return f"{1 - match.score if turned else match.score:.0%}"
