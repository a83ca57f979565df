"""Tournament results in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console

from tesuji.cli.contest_view import print_matches
from tesuji.cli.fitted_table import fitted_table, print_fitted
from tesuji.cli.match_view import print_conditions, print_warnings, ranged
from tesuji.cli.terminal import make_console

if TYPE_CHECKING:
    from tesuji.arena.match.tournament import TournamentResult
    from tesuji.arena.stats.ratings import Rating

__all__ = ["print_tournament"]


def print_tournament(result: TournamentResult) -> None:
    """Prints ratings with the cross table and their limits, all matches, and warnings."""
    console = make_console()
    if not result.complete:
        console.print("Interrupted. Results so far:")
    if result.table is None:
        console.print("No pair was finished.")
        return
    _print_ratings(console, result)
    print_warnings(console, result.notes)
    found = result.table
    advantage = ranged(found.first_move.value, found.first_move.interval, "+.0f")
    console.print(
        f"\nFirst-move advantage {advantage} Elo; draws {result.draw_rate:.1%}; first player's"
        f" score {result.first_player_score:.1%}.",
        soft_wrap=True,
    )
    console.print(f"Transitivity: {found.transitivity_text()}.\n", soft_wrap=True)
    print_matches(console, [match.match for match in result.matches])
    print_conditions(console, result.matches)
    print_warnings(console, result.match_warnings)


def _print_ratings(console: Console, result: TournamentResult) -> None:
    """Prints the ratings next to the cross table; above it if the console is too narrow."""
    ranked = [rating.name for rating in result.ratings]
    numbers = [str(number) for number in range(1, len(ranked) + 1)]
    header = ["", "agent", "Elo", "95%"]
    rows = [
        [number, rating.name, f"{rating.elo:+z.0f}", _interval(rating)]
        for number, rating in zip(numbers, result.ratings, strict=True)
    ]
    cross = [_joined(_cell(result, name, other) for other in ranked) for name in ranked]
    right, shrinking = ["", "Elo"], ["agent"]
    beside = fitted_table(
        [*header, _joined(numbers)],
        [[*row, cells] for row, cells in zip(rows, cross, strict=True)],
        console.width,
        right=right,
        shrinking=shrinking,
    )
    if beside is not None:
        console.print(beside)
        return
    print_fitted(console, header, rows, right=right, shrinking=shrinking)
    widest = len(numbers[-1])
    lines = zip(["", *numbers], [_joined(numbers), *cross], strict=True)
    console.print(
        "\n" + "\n".join(f"{number:>{widest}}  {cells}" for number, cells in lines),
        soft_wrap=True,
    )


def _interval(rating: Rating) -> str:
    low, high = rating.interval
    return f"[{low:+z.0f}, {high:+z.0f}]"


def _joined(cells: Iterable[str]) -> str:
    """A row of the cross table."""
    return " ".join(f"{cell:>4}" for cell in cells)


def _cell(result: TournamentResult, first: str, second: str) -> str:
    found = result.match(first, second)
    if found is None or not found[0].pentanomial.pairs:
        return "-"
    match, turned = found
    return f"{1 - match.score if turned else match.score:.0%}"
