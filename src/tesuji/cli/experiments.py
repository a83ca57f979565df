"""tesuji sweep, ablate and scaling: one quantity over several settings."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tesuji.cli.contest_options import (
    ClockOption,
    ClusterOption,
    GameOption,
    JobsOption,
    JsonOption,
    LoadOption,
    NewOption,
    PairsOption,
    ReportOption,
    SecondsOption,
    SimulationsOption,
    StoreOption,
    contest_options,
    write_outputs,
)
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.terminal import make_console, make_table
from tesuji.errors import ParameterError

AgentArgument = Annotated[str, typer.Argument(metavar="AGENT", help="The spec of an agent.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of all the games.")]


def sweep(
    agent: AgentArgument,
    parameter: Annotated[str, typer.Argument(metavar="PATH", help="Such as select.c.")],
    values: Annotated[list[str], typer.Argument(metavar="VALUE ...", help="Its values.")],
    game: GameOption,
    against: Annotated[
        str | None, typer.Option(metavar="SPEC", help="The opponent. Default: the agent itself.")
    ] = None,
    pairs: PairsOption = 50,
    seconds: SecondsOption = None,
    clock: ClockOption = "cpu",
    simulations: SimulationsOption = None,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    new: NewOption = False,
    report: ReportOption = None,
    json: JsonOption = None,
    load: LoadOption = None,
) -> int:
    """Play an agent with one parameter at several values against a fixed opponent."""
    from tesuji.arena import api

    options = contest_options(
        load,
        game=game,
        against=against,
        pairs=pairs,
        seconds=seconds,
        clock=clock,
        simulations=simulations,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        store=store,
        new=new,
    )
    with contest_progress() as progress:
        result = api.sweep(agent, parameter, values, progress=progress, **options)
    return _finish(result, report, json)


def ablate(
    agent: AgentArgument,
    game: GameOption,
    pairs: PairsOption = 50,
    seconds: SecondsOption = None,
    clock: ClockOption = "cpu",
    simulations: SimulationsOption = None,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    new: NewOption = False,
    report: ReportOption = None,
    json: JsonOption = None,
    load: LoadOption = None,
) -> int:
    """Switch each part of an agent off in turn, and play it against the whole."""
    from tesuji.arena import api

    options = contest_options(
        load,
        game=game,
        pairs=pairs,
        seconds=seconds,
        clock=clock,
        simulations=simulations,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        store=store,
        new=new,
    )
    with contest_progress() as progress:
        result = api.ablate(agent, progress=progress, **options)
    return _finish(result, report, json)


def scaling(
    agent: AgentArgument,
    game: GameOption,
    simulations: Annotated[
        str | None, typer.Option(metavar="100,200,400", help="Simulations a move.")
    ] = None,
    seconds: Annotated[
        str | None, typer.Option(metavar="0.1,0.2,0.4", help="Seconds a move.")
    ] = None,
    pairs: PairsOption = 50,
    clock: ClockOption = "cpu",
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    new: NewOption = False,
    report: ReportOption = None,
    json: JsonOption = None,
    load: LoadOption = None,
) -> int:
    """Play an agent with each budget against itself with the budget before."""
    from tesuji.arena import api

    options = contest_options(
        load,
        game=game,
        pairs=pairs,
        clock=clock,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        store=store,
        new=new,
        simulations=_numbers(simulations, int),
        seconds=_numbers(seconds, float),
    )
    with contest_progress() as progress:
        result = api.scaling(agent, progress=progress, **options)
    return _finish(result, report, json)


def _numbers(text: str | None, kind: type[int] | type[float]) -> list[Any] | None:
    if text is None:
        return None
    try:
        return [kind(word) for word in text.split(",")]
    except ValueError:
        raise ParameterError(f"numbers with commas between are wanted, not {text!r}") from None


def _finish(result: Any, report: Any, json: Any) -> int:
    console = make_console()
    if not result.complete:
        console.print("Stopped; this is what there is.")
    table = make_table(result.label, "score", "nElo", "pairs", right=["pairs"])
    for setting, match in result.points:
        p = match.pentanomial
        if not p.pairs:
            table.add_row(setting, "-", "-", "0")
            continue
        low, high = p.interval
        nelo_low, nelo_high = p.nelo_interval
        table.add_row(
            setting,
            f"{p.score:.1%} [{low:.1%}, {high:.1%}]",
            f"{p.nelo:+.0f} [{nelo_low:+.0f}, {nelo_high:+.0f}]",
            str(p.pairs),
        )
    console.print(table)
    write_outputs(result, report, json)
    return 0 if result.complete else 130
