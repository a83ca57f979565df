"""tesuji ladder: rate a folder of submissions."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tesuji.cli.arguments import (
    GameArgument,
    JobsOption,
    LoadOption,
    PythonOption,
    load_files,
)
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.stopping import STOPPED, how_to_resume
from tesuji.cli.terminal import make_console, make_table
from tesuji.wording import counted

if TYPE_CHECKING:
    from tesuji.interop.ladder import Ladder, LadderOptions, LadderResult
    from tesuji.interop.ladder.cost import Costs

__all__ = ["RunOptions", "ladder", "play_ladder", "runs_unsafe"]

SHOWN = 20
"""Rows of the table on the terminal; the file has all of them."""


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """How a ladder is run, and where its results go."""

    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Folder for results and games; resumes there."),
    ] = None
    jobs: JobsOption = None
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the cost and play nothing.")] = (
        False
    )
    unsafe: Annotated[
        bool, typer.Option("--unsafe", help="Run submissions without a sandbox if there is none.")
    ] = False
    python: PythonOption = None
    feedback: Annotated[
        int, typer.Option("--feedback", metavar="N", help="Lost games to review per student.")
    ] = 2
    final: Annotated[
        bool, typer.Option("--final", help="Publish the secret seed in the leaderboard.")
    ] = False

    def folder(self, default: str) -> Path:
        """The folder for results; says which one it is unless it was given."""
        if self.out is not None:
            return self.out
        print(f"writing to {Path(default).absolute()}; --out DIR chooses another folder")
        return Path(default)


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """What is played."""

    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Seconds per move. Default 1.")
    ] = None
    time: Annotated[
        str | None,
        typer.Option("--time", metavar="60+0.5", help="Clock for the game: seconds+increment."),
    ] = None
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", help="Memory of each submission.")
    ] = 500
    processes: Annotated[
        int, typer.Option("--processes", metavar="N", help="Processes of each submission.")
    ] = 32
    check: Annotated[
        int, typer.Option("--check", metavar="N", help="Positions for check-agent; 0 for none.")
    ] = 20
    baseline: Annotated[
        list[str] | None,
        typer.Option("--baseline", metavar="A", help="Baselines, weakest first. Default random."),
    ] = None
    gate: Annotated[
        int, typer.Option("--gate", metavar="N", help="Baselines to beat before the rounds.")
    ] = 1
    sprt: Annotated[
        str, typer.Option("--sprt", metavar="0,150", help="Test against baselines (nElo).")
    ] = "0,150"
    gate_pairs: Annotated[
        int, typer.Option("--gate-pairs", metavar="N", help="Most pairs of such a test.")
    ] = 20
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", help="Swiss rounds. Default: log2.")
    ] = None
    pairs: Annotated[
        int, typer.Option("--pairs", metavar="N", help="Pairs of each match in the rounds.")
    ] = 4

    def options(
        self, game: str, load: list[Path], *, sandbox: bool, python: Path | None
    ) -> LadderOptions:
        """The options of the ladder."""
        from tesuji.arena.stats.sprt import Sprt
        from tesuji.interop.ladder import LadderOptions, SubmissionOptions

        limits: dict[str, Any] = {"time": self.time} if self.time is not None else {}
        if self.seconds is not None or self.time is None:
            limits["seconds"] = 1.0 if self.seconds is None else self.seconds
        return LadderOptions(
            game=game,
            limits=limits,
            check_positions=self.check,
            baselines=tuple(self.baseline or ["random"]),
            gate=self.gate,
            sprt=Sprt.parse(self.sprt),
            gate_pairs=self.gate_pairs,
            rounds=self.rounds,
            pairs=self.pairs,
            submissions=SubmissionOptions(
                memory=self.memory, processes=self.processes, sandbox=sandbox, python=python
            ),
            load=tuple(str(file) for file in load),
        )


@takes_groups
def ladder(
    game: GameArgument,
    agents: Annotated[Path, typer.Option("--agents", metavar="DIR", help="Folder of submissions.")],
    run: RunOptions,
    play: PlayOptions,
    load: LoadOption = None,
) -> int:
    """Check, gate and rate a folder of submissions, with feedback for each student."""
    load_files(load)
    sandbox = not runs_unsafe(run.unsafe)
    options = play.options(game, load or [], sandbox=sandbox, python=run.python)
    out = run.folder("ladder")
    result = play_ladder(options, agents, out, run)
    if result is None:
        return 0
    from tesuji.interop.ladder.pages import write_results

    title = f"Ladder of {game}"
    for path in write_results(
        result, out, feedback_games=run.feedback, final=run.final, title=title
    ):
        print(f"wrote {path}")
    return 0 if result.complete else STOPPED


def runs_unsafe(allowed: bool) -> bool:
    """Whether submissions run without a sandbox: only if that is allowed and there is none."""
    from tesuji.interop.sandbox import Sandbox

    return allowed and not Sandbox.detect().is_safe


def play_ladder(
    options: LadderOptions, agents: Path, out: Path, run: RunOptions
) -> LadderResult | None:
    """Prints the cost, plays, and prints the table; None after a dry run."""
    from tesuji.interop.ladder import Ladder
    from tesuji.interop.sandbox import Sandbox

    made = Ladder(options, agents, out, unsafe=run.unsafe)
    for missing in Sandbox.detect().missing:
        print(f"not enforced on this machine: {missing}")
    jobs = run.jobs or os.cpu_count() or 1
    _print_costs(made, made.costs(), jobs)
    if run.dry_run:
        return None
    with contest_progress() as progress:
        result = made.run(jobs=run.jobs, progress=progress, begin=_announce)
    _print_table(result)
    if not result.complete:
        print(how_to_resume(made.store))
    return result


def _announce(stage: str) -> None:
    print(stage, flush=True)


def _print_costs(made: Ladder, costs: Costs, jobs: int) -> None:
    broken = sum(bool(each.problem) for each in made.submissions)
    print(
        f"{counted(len(made.submissions), 'submission')}:"
        f" {counted(len(made.entrants), 'different agent')}, {broken} rejected"
    )
    if costs.stored:
        print(f"stored: {counted(costs.stored, 'game', form=',')}")
    print(f"expected: {costs.expected.text(jobs)}")
    bound = "" if costs.is_bound else " (the longest game is an estimate)"
    print(f"at most: {costs.most.text(jobs)}{bound}", flush=True)


def _print_table(result: LadderResult) -> None:
    from tesuji.arena.match.tally import forfeits_text
    from tesuji.cli.match_view import ranged
    from tesuji.interop.ladder.table import table_rows

    table = make_table("place", "agent", "alias", "Elo", "score", "pairs", "forfeits", "status")
    rows = table_rows(result)
    for row in rows[:SHOWN]:
        table.add_row(
            "" if row.place is None else str(row.place),
            row.name,
            row.alias,
            "" if row.elo is None or row.interval is None
            else ranged(row.elo, row.interval, "+.0f"),
            "" if row.score is None else f"{row.score:.1%}",
            str(row.pairs),
            forfeits_text(row.spent.forfeits),
            row.status,
        )  # fmt: skip
    make_console().print(table)
    if len(rows) > SHOWN:
        print(f"... {len(rows) - SHOWN} more in the table")
    played = counted(result.played, "game", form=",")
    print(f"played {played}; at most {result.costs.most.games:,} were announced")
