"""tesuji match: two agents, pairs of games, error bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tesuji.cli.contest_options import (
    ContestOptions,
    LimitOptions,
    PairsOption,
    SprtOption,
    read_limits,
)
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.match_view import print_match
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.terminal import make_console

if TYPE_CHECKING:
    from tesuji.arena.match.result import MatchResult

_OWN = "simulations=N,..."


@takes_groups
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="First agent.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Second agent.")],
    limits: LimitOptions,
    contest: ContestOptions,
    pairs: PairsOption = 100,
    sprt: SprtOption = None,
    first_limits: Annotated[
        str | None, typer.Option(metavar=_OWN, help="Limits for A only.")
    ] = None,
    second_limits: Annotated[
        str | None, typer.Option(metavar=_OWN, help="Limits for B only.")
    ] = None,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Name of this match in the store.")
    ] = "",
    luck: Annotated[
        bool,
        typer.Option("--luck-adjusted", help="Also show the score without the luck of the dice."),
    ] = False,
) -> int:
    """Play a match in pairs: same opening, same dice, sides swapped."""
    from tesuji import arena

    with contest_progress() as progress:
        result = arena.match(
            first,
            second,
            pairs=pairs,
            sprt=sprt,
            first_limits=read_limits(first_limits, "--first-limits"),
            second_limits=read_limits(second_limits, "--second-limits"),
            name=name,
            progress=progress,
            **limits.given(),
            **contest.given(),
        )
    if luck:
        result = result.with_luck()
    code = contest.finish(result, print_match)
    shared = set(limits.given())
    if not (first_limits or second_limits or shared - {"clock", "memory"}):
        _note_unequal_budgets(result)
    return code


def _note_unequal_budgets(result: MatchResult) -> None:
    """Warns when the agents' default budgets make the match uneven."""
    one, other = (limits.text() for limits in result.match.plan.limits)
    if one != other:
        make_console().print(
            f"Note: the agents have different default budgets ({one}; {other}). Give both the same"
            " limit, such as --seconds 0.1, for an even match."
        )
