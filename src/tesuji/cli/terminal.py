"""Terminal output: coloured and wrapped on a terminal, never cut elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from tesuji.clean_text import clean, terminal_stream
from tesuji.games import Game, Position

__all__ = [
    "board_text",
    "make_console",
    "make_table",
    "named_text",
    "player_style",
    "print_position",
]

_STYLES = {"": "", "mark": "bold yellow", "dim": "bright_black"}
_COLOURS = {
    "Violet": "bold #9a6bff",
    "Orange": "bold #d9730d",
    "Yellow": "bold #c99700",
    "Red": "bold #d9433b",
    "Blue": "bold #3b82d6",
    "White": "bold black on white",
    "Black": "bold white on black",
}
"""Styles by the names of players, readable on light and dark terminals."""
_OTHER_PLAYERS = ("bold cyan", "bold magenta")
"""Styles of players whose names are not colours."""
_ENDLESS = 100_000


class _CleanConsole(Console):
    """A console that prints clean text, and escape sequences of rich alone."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else clean(text, limit=None), style, control)


def make_console() -> Console:
    """A console for standard output, of unlimited width if that is not a terminal."""
    file = terminal_stream(sys.stdout)  # a live display would write to the clean one
    console = _CleanConsole(file=file, highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console.width = _ENDLESS
    return console


def make_table(
    *columns: str, right: Sequence[str] = (), folds: Sequence[str] | None = None
) -> Table:
    """A plain table: `right` columns are right-aligned, only `folds` columns wrap."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in right else "left",
            overflow="fold",
            no_wrap=folds is not None and column not in folds,
        )
    return table


def player_style(game: Game, player: int) -> str:
    """The style of a player: the colour that its name says."""
    return _COLOURS.get(game.players[player], _OTHER_PLAYERS[player])


def named_text(text: str, game: Game) -> Text:
    """A text in which the names of the players have their colours."""
    styled = Text(text)
    for player, name in enumerate(game.players):
        styled.highlight_words([name], player_style(game, player))
    return styled


def board_text(position: Position) -> Text:
    """The board of a position in terminal colours."""
    game = position.game
    players = [player_style(game, player) for player in (0, 1)]
    styles = _STYLES | {f"player{player}": style for player, style in enumerate(players)}
    styles |= {f"mark{player}": f"{style} underline" for player, style in enumerate(players)}
    text = Text()
    for number, line in enumerate(game.board(position).lines):
        if number:
            text.append("\n")
        for span in line:
            named = named_text(span.text, game) if not span.role else Text(span.text)
            named.style = styles[span.role]
            text.append_text(named)
    return text


def print_position(console: Console, position: Position) -> None:
    """Prints the board and its notation."""
    console.print(board_text(position))
    console.print(Text(position.text, style="bright_black"), soft_wrap=True)
