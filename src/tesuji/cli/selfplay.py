"""tesuji selfplay: positions for learning, from games of an agent against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from tesuji.cli.arguments import GameArgument, JobsOption, LoadOption, load_files
from tesuji.cli.contest_options import LimitOptions
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.stopping import termination_interrupts
from tesuji.cli.terminal import make_console


@takes_groups
def selfplay(
    game: GameArgument,
    limits: LimitOptions,
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Folder for the files of positions.")
    ],
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Agent that plays both sides.")
    ] = "champion",
    games: Annotated[int, typer.Option(metavar="N", help="Number of games.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for openings, dice and agents.")] = 0,
    plies: Annotated[
        int | None,
        typer.Option(metavar="N", help="Most random plies of an opening. Default: by game."),
    ] = None,
    varied_plies: Annotated[
        int, typer.Option(metavar="N", help="Plies after the opening in which moves may vary.")
    ] = 10,
    random: Annotated[
        float, typer.Option(metavar="P", help="Probability of a random move in a varied ply.")
    ] = 0.0,
    temperature: Annotated[
        float,
        typer.Option(metavar="T", help="Draw moves by visits in varied plies. Default 0: best."),
    ] = 0.0,
    shard_games: Annotated[int, typer.Option(metavar="N", help="Games per file.")] = 100,
    jobs: JobsOption = None,
    load: LoadOption = None,
) -> int:
    """Play games of an agent against itself and keep their positions for learning.

    The same command resumes a run that was stopped, also with more games.
    """
    import tesuji.learn

    load_files(load)
    with (
        termination_interrupts(),
        Progress(console=make_console(), transient=True) as display,
    ):
        task = display.add_task("Playing", total=games)
        shards = tesuji.learn.selfplay(
            game,
            out,
            agent=agent,
            games=games,
            seed=seed,
            plies=plies,
            varied_plies=varied_plies,
            random=random,
            temperature=temperature,
            shard_games=shard_games,
            jobs=jobs,
            load=tuple(map(str, load or ())),
            progress=lambda done, of: display.update(task, completed=done, total=of),
            **limits.given(),
        )
    counts = [len(tesuji.learn.read_shard(path).records) for path in shards]
    print(f"{sum(counts):,} positions in {len(shards)} shards in {out}")
    return 0
