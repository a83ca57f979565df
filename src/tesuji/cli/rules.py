"""tesuji rules: explain a game."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding

import tesuji
from tesuji.cli.arguments import GameArgument, LoadOption, load_files
from tesuji.cli.terminal import board_text, make_console
from tesuji.games.rules_text import Example, parse_rules


def rules(game: GameArgument, load: LoadOption = None) -> None:
    """Explain the rules of a game, with two examples."""
    load_files(load)
    console = make_console()
    for part in parse_rules(tesuji.game(game).rules):
        if isinstance(part, Example):
            _print_example(console, part)
        elif console.is_terminal:
            console.print(Markdown(part, hyperlinks=False))
        else:
            print(part)


def _print_example(console: Console, example: Example) -> None:
    position = example.after
    console.print(Padding(board_text(position), (1, 0, 0, 4), expand=False))
    moved = f" (after {example.move})" if example.move else ""
    console.print(Padding(f"{example.caption}{moved}", (0, 0, 1, 4), expand=False))
