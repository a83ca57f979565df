"""tesuji tournament: rate several agents."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tesuji.cli.contest_options import ContestOptions, LimitOptions, PairsOption, read_limits
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.tournament_view import print_tournament
from tesuji.errors import ParameterError


@takes_groups
def tournament(
    agents: Annotated[list[str], typer.Argument(metavar="A B ...", help="Agents.")],
    limits: LimitOptions,
    contest: ContestOptions,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="round-robin, gauntlet or swiss.")
    ] = "round-robin",
    pairs: PairsOption = 20,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", help="Rounds of a Swiss tournament.")
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="A", help="Agent whose rating is fixed at 0.")
    ] = None,
    agent_limits: Annotated[
        list[str] | None,
        typer.Option(metavar="A:simulations=N,...", help="Limits for one agent only."),
    ] = None,
) -> int:
    """Play agents against each other and rate them, with error bars."""
    from tesuji import arena

    with contest_progress() as progress:
        result = arena.tournament(
            agents,
            kind=kind,
            pairs=pairs,
            rounds=rounds,
            anchor=anchor,
            agent_limits=_agent_limits(agent_limits or []),
            progress=progress,
            **limits.given(),
            **contest.given(),
        )
    return contest.finish(result, print_tournament)


def _agent_limits(texts: list[str]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        agent, colon, given = text.rpartition(":")
        if not colon or agent in found:
            raise ParameterError(
                "--agent-limits expects an agent and its limits, such as mcts:simulations=1000,"
                f" once per agent; not {text!r}"
            )
        found[agent.strip()] = read_limits(given, "--agent-limits") or {}
    return found
