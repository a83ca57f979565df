"""Tournament results in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from tesuji.cli.contest_view import match_table
from tesuji.cli.match_view import print_conditions, print_warnings, ranged
from tesuji.cli.terminal import make_console, make_table

if TYPE_CHECKING:
    from tesuji.arena.match.tournament import TournamentResult

__all__ = ["print_tournament"]


def print_tournament(result: TournamentResult) -> None:
    """Prints ratings with the cross table, all matches, and warnings."""
    console = make_console()
    if not result.complete:
        console.print("Interrupted. Results so far:")
    if result.table is None:
        console.print("No pair was finished.")
        return
    _print_ratings(console, result)
    found = result.table
    advantage = ranged(found.first_move.value, found.first_move.interval, "+.0f")
    console.print(
        f"\nFirst-move advantage {advantage} Elo; draws {result.draw_rate:.1%}; first player's"
        f" score {result.first_player_score:.1%}.",
        soft_wrap=True,
    )
    console.print(f"Transitivity: {found.transitivity_text()}.\n", soft_wrap=True)
    console.print(match_table([match.match for match in result.matches]))
    print_conditions(console, result.matches)
    print_warnings(console, result.warnings)


def _print_ratings(console: Console, result: TournamentResult) -> None:
    ranked = [rating.name for rating in result.ratings]
    numbers = [str(number) for number in range(1, len(ranked) + 1)]
    table = make_table("", "agent", "Elo", "95%", *numbers, right=["", "Elo", *numbers])
    for number, rating in zip(numbers, result.ratings, strict=True):
        low, high = rating.interval
        cells = [_cell(result, rating.name, other) for other in ranked]
        table.add_row(
            number, rating.name, f"{rating.elo:+z.0f}", f"[{low:+z.0f}, {high:+z.0f}]", *cells
        )
    console.print(table)


def _cell(result: TournamentResult, first: str, second: str) -> str:
    found = result.match(first, second)
    if found is None or not found[0].pentanomial.pairs:
        return "-"
    match, turned = found
    return f"{1 - match.score if turned else match.score:.0%}"
