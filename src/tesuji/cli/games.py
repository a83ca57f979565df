"""tesuji games: list the games."""

from __future__ import annotations

from tesuji.cli.terminal import make_console, make_table
from tesuji.games.registry import game_types
from tesuji.plugins import GAMES, plugin_names


def games() -> None:
    """List the games and their parameters."""
    console = make_console()
    table = make_table("game", "what it is")
    for name, kind in sorted(game_types().items()):
        table.add_row(name, kind.summary)
        for parameter in kind.declared_parameters:
            default = parameter.shown_default()
            about = f"{parameter.range_text()}, default {default}. {parameter.description}"
            table.add_row(f"  {parameter.name}=", about)
    console.print(table)
    console.print("\nFrom plugins, loaded when they are used: " + ", ".join(plugin_names(GAMES)))
    console.print('\nGive parameters in parentheses: tesuji show "colosseum(size=6)"')
