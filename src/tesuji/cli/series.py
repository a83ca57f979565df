"""tesuji sweep, ablate and scaling: a match for each of several settings."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tesuji.cli.contest_options import (
    ClockOption,
    ContestOptions,
    LimitOptions,
    MemoryOption,
    PairsOption,
    SprtOption,
)
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.series_view import print_series
from tesuji.errors import ParameterError

AgentArgument = Annotated[str, typer.Argument(metavar="AGENT", help="Agent spec.")]


@takes_groups
def sweep(
    agent: AgentArgument,
    parameter: Annotated[str, typer.Argument(metavar="PATH", help="Parameter, such as select.c.")],
    values: Annotated[list[str], typer.Argument(metavar="VALUE ...", help="Values to try.")],
    limits: LimitOptions,
    contest: ContestOptions,
    against: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Opponent. Default: the agent itself.")
    ] = None,
    pairs: PairsOption = 50,
    sprt: SprtOption = None,
) -> int:
    """Play an agent with one parameter at several values against a fixed opponent."""
    from tesuji.studies import series

    with contest_progress() as progress:
        result = series.sweep(
            agent,
            parameter,
            values,
            against=against,
            pairs=pairs,
            sprt=sprt,
            progress=progress,
            **limits.given(),
            **contest.given(),
        )
    return contest.finish(result, print_series)


@takes_groups
def ablate(
    agent: AgentArgument,
    limits: LimitOptions,
    contest: ContestOptions,
    pairs: PairsOption = 50,
    sprt: SprtOption = None,
) -> int:
    """Switch off each part of an agent in turn, and play the rest against the whole agent."""
    from tesuji.studies import series

    with contest_progress() as progress:
        result = series.ablate(
            agent,
            pairs=pairs,
            sprt=sprt,
            progress=progress,
            **limits.given(),
            **contest.given(),
        )
    return contest.finish(result, print_series)


@takes_groups
def scaling(
    agent: AgentArgument,
    contest: ContestOptions,
    simulations: Annotated[
        str | None, typer.Option(metavar="100,200,400", help="Simulations per move.")
    ] = None,
    seconds: Annotated[
        str | None, typer.Option(metavar="0.1,0.2,0.4", help="Seconds per move.")
    ] = None,
    nodes: Annotated[
        str | None, typer.Option(metavar="100,200,400", help="Nodes per move.")
    ] = None,
    depth: Annotated[
        str | None, typer.Option(metavar="1,2,3", help="Search depth in plies.")
    ] = None,
    clock: ClockOption = None,
    memory: MemoryOption = None,
    pairs: PairsOption = 50,
    sprt: SprtOption = None,
) -> int:
    """Play an agent with each budget against itself with the previous budget."""
    from tesuji.studies import series

    with contest_progress() as progress:
        result = series.scaling(
            agent,
            simulations=_numbers(simulations, int),
            seconds=_numbers(seconds, float),
            nodes=_numbers(nodes, int),
            depth=_numbers(depth, int),
            clock=clock,
            memory=memory,
            pairs=pairs,
            sprt=sprt,
            progress=progress,
            **contest.given(),
        )
    return contest.finish(result, print_series)


def _numbers(text: str | None, kind: type[int] | type[float]) -> list[Any] | None:
    if text is None:
        return None
    try:
        return [kind(word) for word in text.split(",")]
    except ValueError:
        raise ParameterError(f"expected comma-separated numbers, not {text!r}") from None
