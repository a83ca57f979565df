"""tesuji demo: the games at a glance, ending in a page of pictures."""

from __future__ import annotations

import html
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

import tesuji
from tesuji.cli.terminal import board_text, make_console, make_table
from tesuji.games import Move, Position

_PLAYOUTS = 100_000


def demo(
    output: Annotated[
        Path, typer.Option("--output", metavar="FILE", help="Where the pictures go.")
    ] = Path("artefacts/games.html"),
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Play the games at random, count how fast, and draw a page of positions."""
    console = make_console()
    table = make_table(
        "game",
        "random games",
        "first player",
        "draws",
        "plies",
        "games a CPU second",
        right=["random games", "first player", "draws", "plies", "games a CPU second"],
    )
    for name in tesuji.games():
        game = tesuji.game(name)
        result = tesuji.playouts(game, _PLAYOUTS, seed=1)
        table.add_row(
            name,
            f"{result.games:,}",
            f"{result.wins[0] / result.games:.1%}",
            f"{result.draws / result.games:.1%}",
            f"{result.mean_plies:.1f}",
            f"{result.games_per_second:,.0f}",
        )
    pictures = [_middle_of_a_game(tesuji.game(name)) for name in tesuji.games()]
    shown = pictures[1][0]
    console.print(f"A random game of {shown.game.title}, half way:\n")
    console.print(board_text(shown.game.board(shown)))
    console.print()
    console.print(table)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(_page(pictures), "utf-8")
    console.print(f"\nPictures of all games: {output}")
    console.print("Next: tesuji rules avalam, tesuji show avalam, make play GAME=avalam")
    if browser and console.is_terminal:
        webbrowser.open(output.resolve().as_uri())


def _middle_of_a_game(game: tesuji.Game) -> tuple[Position, Move | None]:
    """A position half way through a game whose moves are picked by a fixed rule."""
    line: list[tuple[Position, Move | None]] = [(game.start(seed=3), None)]
    while not (position := line[-1][0]).is_over:
        options = list(position.legal_moves) or [event for event, _ in position.chance_outcomes]
        move = options[(len(line) * 7919) % len(options)]
        line.append((position.play(move), move))
    return line[len(line) // 2]


def _page(pictures: list[tuple[Position, Move | None]]) -> str:
    figures = "\n".join(
        f"<figure>{position.svg(last_move=move, size=360)}<figcaption><b>"
        f"{html.escape(position.game.title)}</b><br>{html.escape(position.game.summary)}"
        "</figcaption></figure>"
        for position, move in pictures
    )
    return _TEMPLATE.replace("FIGURES", figures)


_TEMPLATE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tesuji: the games</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 1200px;
  padding: 0 1rem }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 2rem }
figure { margin: 0 } svg { width: 100%; height: auto } figcaption { margin-top: .5rem }
</style></head><body><h1>Tesuji: the games</h1><main>
FIGURES
</main></body></html>
"""
