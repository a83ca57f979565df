"""tesuji learn: an evaluation from self-play, proven by a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tesuji.cli.arguments import (
    FIRST_LIMIT,
    ClusterOption,
    GameArgument,
    JobsOption,
    LoadOption,
    load_files,
)
from tesuji.cli.option_groups import takes_groups
from tesuji.cli.outputs import command_line
from tesuji.cli.stopping import RESUME, STOPPED, termination_interrupts
from tesuji.cli.terminal import make_console
from tesuji.wording import counted

if TYPE_CHECKING:
    from tesuji.learn.loop import Generation


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """The match that decides whether new weights are accepted."""

    pairs: Annotated[int, typer.Option(metavar="N", help="Most pairs of games in each match.")] = (
        1000
    )
    sprt: Annotated[
        str, typer.Option(metavar="0,20", help="Test that new weights must pass (nElo bounds).")
    ] = "0,20"
    match_seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            help="CPU seconds per move in matches. Default 0.05; none with --match-simulations."
            f" {FIRST_LIMIT}",
        ),
    ] = None
    match_simulations: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Simulations per move in matches.")
    ] = None


@takes_groups
def learn(
    game: GameArgument,
    matches: MatchOptions,
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Folder for games and weights.")
    ],
    family: Annotated[
        str,
        typer.Option(metavar="FAMILY", help="patterns, or net: a network, which needs PyTorch."),
    ] = "patterns",
    width: Annotated[
        int | None, typer.Option(metavar="N", help="Width of a network: 16, 32 or 64.")
    ] = None,
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="Agent that gets the learned evaluation.")
    ] = "alphabeta",
    generations: Annotated[int, typer.Option(metavar="N", min=1, help="Generations.")] = 1,
    games: Annotated[int, typer.Option(metavar="N", help="Games of self-play each.")] = 2000,
    plies: Annotated[int, typer.Option(metavar="N", help="Most random plies of an opening.")] = 8,
    random: Annotated[
        float, typer.Option(metavar="P", help="Probability of a random move early in a game.")
    ] = 0.0,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Nodes per move in self-play. Default 1000; none with --simulations."
            f" {FIRST_LIMIT}",
        ),
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Simulations per move in self-play.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for everything.")] = 0,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    load: LoadOption = None,
) -> int:
    """Learn an evaluation from self-play, and test it against the best one so far.

    The same command resumes a run that was stopped, also with more generations.
    """
    import tesuji.learn

    load_files(load)
    budget: dict[str, Any] = {"nodes": nodes, "simulations": simulations}
    with termination_interrupts(), _progress() as watch:
        found = tesuji.learn.learn(
            game,
            out,
            family=family,
            width=width,
            agent=agent,
            generations=generations,
            games=games,
            plies=plies,
            random=random,
            seed=seed,
            **asdict(matches),
            jobs=jobs,
            cluster=cluster,
            load=tuple(map(str, load or ())),
            command=command_line(),
            progress=watch.show,
            **{name: value for name, value in budget.items() if value is not None},
        )
    for each in found:
        print(_line(each))
    if len(found) < generations:
        print(f"Stopped in {watch.place()} {RESUME}")
        return STOPPED
    print(f"best: {found[-1].best}")
    return 0


_KEPT = {
    "self-play": "Games of complete files are kept.",
    "training": "Its games are kept; training will start again.",
    "match": "Its weights and all finished pairs are kept.",
}
"""What a run that is stopped in a step keeps of its generation."""


@dataclass
class _Watch:
    """Remembers the current step, and shows it."""

    update: Callable[[str], None]
    number: int = 1
    step: str = "self-play"

    def show(self, number: int, step: str, state: str) -> None:
        """Called with every change of the step and its state."""
        self.number, self.step = number, step
        self.update(f"generation {number}: {step} {state}".rstrip())

    def place(self) -> str:
        """Where a run was stopped, and what is kept."""
        return f"the {self.step} of generation {self.number}. {_KEPT[self.step]}"


@contextmanager
def _progress() -> Iterator[_Watch]:
    """Shows the current step on a terminal."""
    console = make_console()
    if not console.is_terminal:
        yield _Watch(lambda text: None)
        return
    with console.status("") as status:
        yield _Watch(status.update)


def _line(generation: Generation) -> str:
    training, match = generation.training, generation.match
    hand_made = training["hand_made_test_loss"]
    compared = "" if hand_made is None else f" (hand-made {hand_made:.4f})"
    verdict = "accepted" if generation.accepted else "not accepted"
    nelo = "" if match["nelo"] is None else f", {match['nelo']:+.0f} nElo"  # None: infinite
    return (
        f"generation {generation.number}: log loss {training['test_loss']:.4f}{compared},"
        f" score {match['score']:.1%}{nelo} after {counted(match['pairs'], 'pair')}, {verdict}"
    )
