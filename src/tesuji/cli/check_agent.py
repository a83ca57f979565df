"""tesuji check-agent: find mistakes in an agent before it plays for points."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from tesuji.cli.arguments import LoadOption, PythonOption
from tesuji.cli.terminal import board_text, make_console
from tesuji.specs import parse_spec

if TYPE_CHECKING:
    from tesuji.interop.check_agent import AgentReport, Fault, Progress, WorstMove

SHOWN = 3
"""Different faults of each kind that are shown in full."""
REPEATING = ("crash", "hang", "protocol")
"""Kinds of faults of which equal ones are shown once."""


def check_agent(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Agent to check.")],
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="Game; all sizes, unless you give one."),
    ],
    positions: Annotated[
        int, typer.Option("--positions", metavar="N", min=1, help="Number of positions.")
    ] = 200,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.001, help="Time limit per move.")
    ] = 1.0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed for the positions.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
    load: LoadOption = None,
    python: PythonOption = None,
) -> int:
    """Ask an agent about many positions and report its mistakes; exit status 1 if it has any."""
    from tesuji.interop.check_agent import check_agent as check

    if python is not None:
        agent = str(parse_spec(agent).replaced("python", str(python.absolute())))
    console = make_console()
    with _progress(console, quiet=json) as progress:
        report = check(
            agent,
            game=game,
            positions=positions,
            seconds=seconds,
            seed=seed,
            load=load or (),
            progress=progress,
        )
    if json:
        print(json_module.dumps(report.to_dict(), indent=1))
    else:
        _show(console, report)
    return 0 if report.passed else 1


@contextmanager
def _progress(console: Console, *, quiet: bool) -> Iterator[Progress | None]:
    if quiet or not console.is_terminal:
        yield None
        return
    with console.status("starting") as status:
        yield lambda step, done, of: status.update(f"{step}: {done} of {of}")


def _show(console: Console, report: AgentReport) -> None:
    def say(text: str) -> None:
        console.print(text, soft_wrap=True)

    say(report.summary())
    grown = max(0.0, report.growth)
    say(f"{report.time_text()} Memory: {report.megabytes:.0f} MB, grew by {grown:.0f} MB.")
    for note in report.notes:
        say(f"Note: {note}.")
    faults = sorted(report.faults, key=lambda fault: fault.kind)
    for kind, group in groupby(faults, key=lambda fault: fault.kind):
        different: dict[str, list[Fault]] = {}
        for fault in group:
            different.setdefault(_sameness(fault), []).append(fault)
        more = f", {len(different) - SHOWN} more not shown" if len(different) > SHOWN else ""
        say(f"\n{kind} ({report.counts[kind]}{more})")
        for same in list(different.values())[:SHOWN]:
            _show_fault(console, same[0], len(same))
    for number, move in enumerate(report.worst, 1):
        _show_worst(console, number, move)


def _sameness(fault: Fault) -> str:
    """Equal for failures that repeat each other; every other fault is its own."""
    return f"{fault.reason}\n{fault.log}" if fault.kind in REPEATING else f"{id(fault)}"


def _show_fault(console: Console, fault: Fault, times: int) -> None:
    often = f" ({times} times; the first one:)" if times > 1 else ""
    console.print(f"- {fault.reason}{often}", soft_wrap=True)
    if fault.position is not None:
        where = f"in {fault.position.game.spec} position {fault.position.text}"
        console.print(f"  {where}", soft_wrap=True)
    if fault.log:
        console.print("\n".join(f"  | {line}" for line in fault.log.splitlines()))
    if fault.command:
        console.print(f"  to repeat it: {fault.command}", soft_wrap=True)


def _show_worst(console: Console, number: int, move: WorstMove) -> None:
    name = move.position.game.players[move.position.next_player]
    console.print(
        f"\nWorst move {number}: {name} played {move.played}, better {move.better}; it lost"
        f" {move.lost:.0%} win probability"
    )
    console.print(board_text(move.position))
    console.print(move.position.text, soft_wrap=True)
