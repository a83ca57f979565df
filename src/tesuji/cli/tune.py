"""tesuji tune: better values for parameters of an agent, with proof."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tesuji.cli.contest_options import ContestOptions, LimitOptions
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.tune_view import print_tune, tune_progress


@takes_groups
def tune(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Agent spec to start from.")],
    limits: LimitOptions,
    contest: ContestOptions,
    over: Annotated[
        str,
        typer.Option(
            metavar="PATHS", help='Parameters to vary, such as "select.c=0.1..2, rollout".'
        ),
    ],
    method: Annotated[
        str, typer.Option(metavar="METHOD", help="genetic, cmaes, spsa or texel.")
    ] = "genetic",
    trials: Annotated[
        int | None,
        typer.Option(metavar="N", help="Settings to try (60), or iterations of spsa (100)."),
    ] = None,
    population: Annotated[
        int, typer.Option(metavar="N", help="Settings per generation of genetic and cmaes.")
    ] = 12,
    pairs: Annotated[
        int | None,
        typer.Option(metavar="N", help="Pairs of games per trial (10, spsa 5, texel 200)."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Opponent. Default: the best agent so far.")
    ] = None,
    positions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Store or records for texel. Default: play games."),
    ] = None,
    sprt: Annotated[
        str, typer.Option(metavar="0,20", help="Test that proves the result (nElo bounds).")
    ] = "0,20",
    proof_pairs: Annotated[
        int, typer.Option(metavar="N", help="Maximum number of pairs of the proof.")
    ] = 1000,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Name of this run in the store.")
    ] = "tune",
    study: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep Optuna's study in this SQLite file too."),
    ] = None,
) -> int:
    """Search better values for parameters of an agent, and test them against the start."""
    import tesuji

    with tune_progress() as progress:
        result = tesuji.tune(
            agent,
            over=over,
            method=method,
            trials=trials,
            population=population,
            pairs=pairs,
            against=against,
            positions=positions,
            sprt=sprt,
            proof_pairs=proof_pairs,
            name=name,
            study=study,
            progress=progress,
            **limits.given(),
            **contest.given(),
        )
    how_to_decide = _how_to_decide(contest.store, new=contest.new)
    return contest.finish(result, partial(print_tune, how_to_decide=how_to_decide))


def _how_to_decide(store: Path | None, *, new: bool) -> str:
    """What to do after a proof without a decision; ``new`` says whether --new was given."""
    if store is None:
        return (
            "A larger --proof-pairs may decide it. No games were saved: with --store FILE, the same"
            " command would go on from here."
        )
    again = " and without --new" if new else ""
    return (
        f"To decide it, run the same command with a larger --proof-pairs{again}: it goes on here."
    )
