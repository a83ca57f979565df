"""Terminal output: coloured and wrapped on a terminal, never cut elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from tesuji.clean_text import clean
from tesuji.games import Position, TextBoard

__all__ = ["board_text", "make_console", "make_table", "print_position"]

_STYLES = {
    "": "",
    "player0": "bold cyan",
    "player1": "bold magenta",
    "mark": "bold yellow",
    "dim": "bright_black",
}
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
    console = _CleanConsole(highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console = _CleanConsole(width=_ENDLESS, highlight=False, emoji=False, markup=False)
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


def board_text(board: TextBoard) -> Text:
    """A text board in terminal colours."""
    text = Text()
    for number, line in enumerate(board.lines):
        if number:
            text.append("\n")
        for span in line:
            text.append(span.text, style=_STYLES[span.role])
    return text


def print_position(console: Console, position: Position) -> None:
    """Prints the board and its notation."""
    console.print(board_text(position.game.board(position)))
    console.print(Text(position.text, style="bright_black"), soft_wrap=True)
