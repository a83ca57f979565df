"""tesuji playouts: random games and their statistics."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

import tesuji
from tesuji.cli.arguments import (
    GameArgument,
    LoadOption,
    MovesOption,
    PositionOption,
    load_files,
    read_position,
)
from tesuji.cli.terminal import make_console, make_table
from tesuji.random_games import PlayoutStatistics


def playouts(
    game: GameArgument,
    count: Annotated[int, typer.Option("--count", metavar="N", help="Number of games.")] = 10_000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed for the games.")] = 0,
    position: PositionOption = None,
    moves: MovesOption = "",
    load: LoadOption = None,
) -> None:
    """Play random games and print statistics."""
    load_files(load)
    source: tesuji.Game | tesuji.Position = tesuji.game(game)
    if position is not None or moves:
        source, _ = read_position(game, None, position, moves)
    # Counting moves is slow, so the speed is measured without it.
    plain = tesuji.playouts(source, count, seed=seed)
    counted = tesuji.playouts(source, min(count, 10_000), seed=seed, count_moves=True)
    make_console().print(_table(tesuji.game(game), plain, counted.branching or 0))


def _table(game: tesuji.Game, result: PlayoutStatistics, branching: float) -> Table:
    table = make_table("random games", f"{result.games}", right=[f"{result.games}"])
    for player in (0, 1):
        share = result.wins[player] / result.games
        table.add_row(f"{game.players[player]} (player {player}) wins", f"{share:.2%}")
    table.add_row("draws", f"{result.draws / result.games:.2%}")
    table.add_row("plies, mean", f"{result.mean_plies:.2f}")
    table.add_row("plies, range", f"{result.shortest} to {result.longest}")
    table.add_row("legal moves per decision", f"{branching:.2f}")
    table.add_row(f"score for {game.players[0]}, mean", f"{result.mean_score:+.3f}")
    for reason, count in result.reasons.items():
        table.add_row(f"end: {reason}", f"{count / result.games:.2%}")
    table.add_row("games per CPU second", f"{result.games_per_second:,.0f}")
    return table
