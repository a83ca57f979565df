"""tesuji levels: measure the Elo ratings of the levels in a game."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import tesuji
from tesuji import _core
from tesuji.agents.levels import FORMAT, LEVELS
from tesuji.cli.arguments import GameArgument, JobsOption, LoadOption, load_files
from tesuji.cli.contest_view import contest_progress
from tesuji.cli.tournament_view import print_tournament
from tesuji.output_files import make_folder, write_whole

if TYPE_CHECKING:
    from tesuji.arena import Rating, TournamentResult

RANDOM = "random"
REACH = 2
"""Each agent plays this many of the next stronger ones; the winner of others is known."""


def levels(
    game: GameArgument,
    pairs: Annotated[int, typer.Option(metavar="N", min=1, help="Pairs of games per match.")] = 30,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="Seed for openings, dice and agents.")
    ] = 0,
    jobs: JobsOption = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FILE", help="Also write the ratings to this file, as JSON."
        ),
    ] = None,
    load: LoadOption = None,
) -> int:
    """Measure the Elo ratings of the levels, with random play at 0."""
    load_files(load)
    if write is not None:
        make_folder(write, "--write")
    result = _play(game, pairs=pairs, seed=seed, jobs=jobs, load=load or ())
    print_tournament(result)
    if not result.complete:
        return 1
    if write is not None:
        command = f"tesuji levels '{tesuji.game(game).spec}' --pairs {pairs} --seed {seed}"
        write_whole(json.dumps(_file(result, command), indent=1) + "\n", write)
        print(f"wrote {write}")
    return 0


def _play(game: str, *, pairs: int, seed: int, **options: Any) -> TournamentResult:
    from tesuji.arena.match.api import play_meetings
    from tesuji.arena.match.tournament import rate_tournament

    ladder = [RANDOM, *(level.preset.name for level in LEVELS)]
    meetings = [
        (stronger, weaker)
        for number, weaker in enumerate(ladder)
        for stronger in ladder[number + 1 : number + 1 + REACH]
    ]
    with contest_progress() as progress:
        matches = play_meetings(
            meetings, game=game, pairs=pairs, seed=seed, options={**options, "progress": progress}
        )
    return rate_tournament(game, ladder, matches, anchor=RANDOM, seed=seed)


def _file(result: TournamentResult, command: str) -> dict[str, Any]:
    game = tesuji.game(result.game)
    ratings = {rating.name: rating for rating in result.ratings}
    return {
        "format": FORMAT,
        "game": game.expanded_spec,
        "version": game.version,
        "command": command,
        "date": time.strftime("%Y-%m-%d"),
        "build": _core.build(),
        "levels": [
            {
                "level": level.number,
                "name": level.title,
                "spec": level.preset.base,
                **_rating_data(ratings[level.preset.name]),
            }
            for level in LEVELS
        ],
    }


def _rating_data(rating: Rating) -> dict[str, Any]:
    from tesuji.arena.stats.pentanomial import finite_or_none

    return {
        "elo": round(rating.elo, 1),
        "interval": [
            None if (bound := finite_or_none(end)) is None else round(bound, 1)
            for end in rating.interval
        ],
        "games": rating.result.games,
    }
