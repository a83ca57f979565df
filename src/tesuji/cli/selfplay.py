"""tesuji selfplay: positions for learning, from games of an agent against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from tesuji.cli.arguments import ClusterOption, GameArgument, JobsOption, LoadOption, load_files
from tesuji.cli.contest_options import SearchOptions
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.stopping import RESUME, STOPPED, termination_interrupts
from tesuji.cli.terminal import make_console
from tesuji.wording import counted


@takes_groups
def selfplay(
    game: GameArgument,
    limits: SearchOptions,
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
    cluster: ClusterOption = None,
    load: LoadOption = None,
) -> int:
    """Play games of an agent against itself and keep their positions for learning.

    The same command resumes a run that was stopped, also with more games.
    """
    import tesuji.learn
    from tesuji.learn.selfplay import kept_games

    load_files(load)
    try:
        with termination_interrupts(), _progress() as progress:
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
                cluster=cluster,
                load=tuple(map(str, load or ())),
                progress=progress,
                **limits.given(),
            )
    except KeyboardInterrupt:
        kept = kept_games(out, games)
        print(f"Stopped. Games kept in {out}: {kept} of {games}. {RESUME}")
        return STOPPED
    counts = [len(tesuji.learn.read_shard(path).records) for path in shards]
    positions = counted(sum(counts), "position", form=",")
    print(f"{positions} in {counted(len(shards), 'shard')} in {out}")
    return 0


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Shows the number of games on a terminal."""
    console = make_console()
    if not console.is_terminal:
        yield lambda done, of: None
        return
    with Progress(console=console, transient=True) as display:
        task = display.add_task("Playing")
        yield lambda done, of: display.update(task, completed=done, total=of)
