"""tesuji blunders and tesuji solve-set: agents against exact values, and sets of these."""

from __future__ import annotations

import json as json_module
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import tesuji
from tesuji.cli.arguments import FIRST_LIMIT, GameArgument, LoadOption, ProcessesOption, load_files
from tesuji.cli.live_view import count_line
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.outputs import command_line
from tesuji.cli.stopping import RESUME, STOPPED, termination_interrupts
from tesuji.cli.terminal import board_text, make_console, make_table
from tesuji.errors import ParameterError
from tesuji.output_files import make_folder
from tesuji.studies.blunders import (
    BlunderReport,
    Blunders,
    BuildOptions,
    build_set,
    measure_blunders,
    read_set,
    set_of_game,
)
from tesuji.wording import counted


def blunders(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Agent to measure.")],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Game of the set.")] = "",
    solved: Annotated[
        Path | None,
        typer.Option("--set", metavar="FILE", help="Set of solved positions; default: the game's."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help=f"CPU seconds per position. {FIRST_LIMIT}")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", help="Simulations per position.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="Nodes per position.")] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="Use only the first N positions.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for the searches.")] = 0,
    jobs: ProcessesOption = 1,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
    load: LoadOption = None,
) -> int:
    """Measure how much value an agent gives away in solved positions."""
    load_files(load)
    if not game and solved is None:
        raise ParameterError("give --game or --set", where="--game", expected="a game or a set")
    positions = set_of_game(game) if solved is None else read_set(solved)
    if game and solved and tesuji.game(game).spec != positions.game:
        raise ParameterError.wrong_value("--game", game, f"{positions.game}, the game of {solved}")
    limits = {"seconds": seconds, "simulations": simulations, "nodes": nodes}
    budget: dict[str, Any] = {name: each for name, each in limits.items() if each is not None}
    console = make_console()
    with termination_interrupts(once=True), count_line("position", shown=not json) as count:
        report = measure_blunders(
            agent, positions, seed=seed, jobs=jobs, limit=limit, on_choice=count,
            keep_stopped=True, **budget,
        )  # fmt: skip
    if json:
        print(json_module.dumps(report.to_dict(), indent=1))
    else:
        _print(console, report)
    return 0 if report.complete else STOPPED


def _print(console: Console, report: BlunderReport) -> None:
    if not report.choices:
        print("Stopped before a position was measured.")
        return
    table = make_table(
        "positions", "number", "gave away value", "mean value lost",
        right=["number", "gave away value", "mean value lost"],
    )  # fmt: skip
    for name, each in {"all": report.all, **report.by_phase, **report.by_hardness}.items():
        table.add_row(name, str(each.positions), *_cells(each))
    budget = {name: each for name, each in report.budget.items() if name != "clock"}
    limits = "".join(f", {each:,} {name} per position" for name, each in budget.items())
    console.print(f"{report.agent} on {report.game}{limits}")
    console.print(table)
    game = tesuji.game(report.game)
    for choice in report.worst:
        console.print()
        console.print(board_text(game.position(choice.position)))
        console.print(f"{choice.move} lost {choice.lost:.3f}; {choice.best} was best")
    if not report.complete:
        planned = counted(report.planned, "position", form=",")
        print(f"\nStopped. This is the result for {len(report.choices):,} of {planned}.")


def _cells(each: Blunders) -> tuple[str, str]:
    assert each.rate is not None, "there are positions"
    assert each.lost is not None
    low, high = each.rate_interval
    least, most = each.lost_interval
    return (
        f"{each.rate:.1%} ({low:.1%} to {high:.1%})",
        f"{each.lost:.4f} ({least:.4f} to {most:.4f})",
    )


@dataclass(frozen=True, kw_only=True)
class _SetOptions:
    """What positions a set takes; see `BuildOptions`."""

    player: Annotated[str, typer.Option(metavar="SPEC", help="Agent that plays both sides.")] = (
        BuildOptions.player
    )
    random_plies: Annotated[
        int, typer.Option(metavar="N", help="Random moves at the start of each game.")
    ] = BuildOptions.random_plies
    phase: Annotated[
        tuple[float, float],
        typer.Option(metavar="FROM TO", help="Part of the game, such as 0.3 0.8."),
    ] = BuildOptions.phase
    per_game: Annotated[
        int, typer.Option(metavar="N", help="Positions from one game, at most.")
    ] = BuildOptions.per_game
    siblings: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="Positions to try beside each one, after other moves."
        ),
    ] = BuildOptions.siblings
    least_seconds: Annotated[
        float, typer.Option(metavar="S", help="CPU seconds to solve a position, at least.")
    ] = BuildOptions.least_seconds
    seconds: Annotated[
        float, typer.Option(metavar="S", help="CPU seconds to solve a position, at most.")
    ] = BuildOptions.seconds
    unproven: Annotated[
        float,
        typer.Option(
            metavar="S", help="Only positions that a search of S CPU seconds does not prove."
        ),
    ] = BuildOptions.unproven
    glance: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help=f"Share of --unproven that comes before solving. Default {BuildOptions.glance}.",
        ),
    ] = None
    least_pieces: Annotated[
        int, typer.Option(metavar="N", help="Pieces on the board, at least.")
    ] = BuildOptions.least_pieces
    most_best: Annotated[
        float, typer.Option(metavar="SHARE", help="Share of the moves that are best, at most.")
    ] = BuildOptions.most_best
    memory: Annotated[
        float, typer.Option(metavar="MB", help="Memory for the tables of each job.")
    ] = BuildOptions.memory
    first_seed: Annotated[
        int, typer.Option(metavar="N", help="First game to play, by its seed.")
    ] = BuildOptions.first_seed

    def of(self, game: str) -> BuildOptions:
        """The options for a game; raises ParameterError if they cannot be met."""
        low, high = self.phase
        if not 0 <= low < high <= 1:
            expected = "two shares of the game, from 0 to 1"
            raise ParameterError.wrong_value("--phase", self.phase, expected)
        given = asdict(self) | {"player": tesuji.agent(self.player).spec, "glance": self._glance()}
        return BuildOptions(game=tesuji.game(game).spec, **given)

    def _glance(self) -> float:
        if self.glance is None:
            return BuildOptions.glance
        if self.unproven == 0:
            raise ParameterError(
                f"--glance {self.glance:g} is a share of --unproven: give --unproven S too",
                where="--glance", given=self.glance, expected="--unproven S beside it",
            )  # fmt: skip
        return self.glance


@dataclass(frozen=True, kw_only=True)
class _RunOptions:
    minutes: Annotated[
        float,
        typer.Option(
            metavar="M",
            help="Stop after so long; the same command resumes. A game that is cut off after its"
            " first position counts as done.",
        ),
    ] = math.inf
    jobs: ProcessesOption = 1


@takes_groups
def solve_set(
    game: GameArgument,
    of: _SetOptions,
    run: _RunOptions,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="File of the set.")],
    positions: Annotated[int, typer.Option(metavar="N", help="Positions in the set.")] = 100,
) -> int:
    """Build a set of solved positions for `tesuji blunders`. The same command resumes."""
    make_folder(out, "--out")
    options = of.of(game)
    try:
        with termination_interrupts(once=True), count_line("position") as count:
            result = build_set(
                out, options, positions=positions, command=command_line(), on_position=count,
                **asdict(run),
            )  # fmt: skip
    except KeyboardInterrupt:
        kept = len(read_set(out).positions) if out.exists() else 0
        print(f"Stopped. {counted(kept, 'position')} kept in {out}. {RESUME}")
        return STOPPED
    spent = sum(each.seconds for each in result.positions)
    found = counted(len(result.positions), "position")
    print(f"{found} in {out}, solved in {spent:.0f} CPU seconds")
    return 0
