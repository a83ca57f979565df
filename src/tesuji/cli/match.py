"""tesuji match: two agents, pairs of games, error bars."""

from __future__ import annotations

from typing import Annotated

import typer

from tesuji.cli.contest_options import (
    AdjudicateOption,
    ClockOption,
    ClusterOption,
    DepthOption,
    GameOption,
    JobsOption,
    JsonOption,
    LoadOption,
    MemoryOption,
    NewOption,
    NodesOption,
    OpeningsOption,
    PairsOption,
    PliesOption,
    ReportOption,
    SecondsOption,
    SimulationsOption,
    StoreOption,
    TimeOption,
    contest_options,
    write_outputs,
)
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.match_view import print_match


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="The spec of an agent.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The spec of its opponent.")],
    game: GameOption,
    pairs: PairsOption = 100,
    sprt: Annotated[
        str | None, typer.Option(metavar="0,20", help="Stop when this test decides, in nElo.")
    ] = None,
    seconds: SecondsOption = None,
    clock: ClockOption = "cpu",
    simulations: SimulationsOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    memory: MemoryOption = None,
    time: TimeOption = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of all the games.")] = 0,
    openings: OpeningsOption = None,
    plies: PliesOption = None,
    adjudicate: AdjudicateOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="What the store calls this match.")
    ] = "",
    new: NewOption = False,
    report: ReportOption = None,
    json: JsonOption = None,
    load: LoadOption = None,
) -> int:
    """Play a match of two agents: the same openings and dice for both sides."""
    from tesuji.arena import api

    options = contest_options(
        load,
        game=game,
        pairs=pairs,
        sprt=sprt,
        seconds=seconds,
        clock=clock,
        simulations=simulations,
        nodes=nodes,
        depth=depth,
        memory=memory,
        time=time,
        seed=seed,
        openings=openings,
        plies=plies,
        adjudicate=adjudicate,
        jobs=jobs,
        cluster=cluster,
        store=store,
        name=name,
        new=new,
    )
    with contest_progress() as progress:
        result = api.match(first, second, progress=progress, **options)
    print_match(result)
    write_outputs(result, report, json)
    return 0 if result.complete else 130
