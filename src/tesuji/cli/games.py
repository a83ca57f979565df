"""tesuji games: list the games."""

from __future__ import annotations

from tesuji.cli.terminal import make_console, make_table
from tesuji.games.registry import game_types


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
    console.print('\nGive parameters in parentheses: tesuji show "colosseum(size=6)"')
