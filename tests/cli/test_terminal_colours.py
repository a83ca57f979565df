"""Terminal colours: players have the colour of their name, on the board and in texts."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console
from rich.style import Style

import tesuji
from tesuji.cli.terminal import board_text, named_text, player_style
from tesuji.cli.terminal_game import TerminalGame

HUES = {"Violet": 260, "Orange": 30, "Yellow": 45, "Red": 3, "Blue": 212}
"""Hues in degrees, as people name them."""


def hue(style: str) -> float:
    import colorsys

    colour = Style.parse(style).color
    assert colour is not None
    red, green, blue = (part / 255 for part in colour.get_truecolor())
    return 360 * colorsys.rgb_to_hls(red, green, blue)[0]


@pytest.mark.parametrize("name", tesuji.games())
def test_players_have_the_colour_of_their_name(name: str) -> None:
    game = tesuji.game(name)
    for player, called in enumerate(game.players):
        style = player_style(game, player)
        if called in HUES:
            assert abs(hue(style) - HUES[called]) < 15, (called, style)
        else:
            assert called in ("White", "Black")
            background = Style.parse(style).bgcolor
            assert background is not None
            assert background.name == called.lower()


@pytest.mark.parametrize("name", tesuji.games())
def test_boards_use_the_colours_of_the_players(name: str) -> None:
    game = tesuji.game(name)
    position = game.start(1)
    while name.startswith("pentago") and len(position.board.pieces) < 2:
        position = position.play(position.legal_moves[0])
    text = board_text(position)
    assert text.plain.split() == str(position).split()
    used = {str(span.style).removesuffix(" underline") for span in text.spans}
    assert {player_style(game, player) for player in (0, 1)} <= used


def test_names_in_a_text_are_coloured() -> None:
    game = tesuji.game("ewn")
    text = named_text("Blue plays 3e; Red is next", game)
    assert [(span.start, span.end) for span in sorted(text.spans)] == [(0, 4), (15, 18)]


def prompt_of(name: str, *, coloured: bool) -> tuple[str, tesuji.Position]:
    position = tesuji.game(name).start(1)
    if position.is_chance:
        position = position.play(position.chance_outcomes[0][0])
    console = Console(
        file=io.StringIO(), force_terminal=coloured, color_system="256" if coloured else None
    )
    game = TerminalGame(console, position, None, 0, None, random.Random(1))
    return game.prompt(), position


@pytest.mark.parametrize("name", tesuji.games())
def test_a_prompt_shows_a_legal_move(name: str) -> None:
    prompt, position = prompt_of(name, coloured=False)
    example = prompt.partition("(for example ")[2].partition(")")[0]
    assert example in map(str, position.legal_moves)
    assert prompt.startswith(f"{position.game.players[position.next_player]} (")


def test_readline_does_not_count_the_colours_of_a_prompt() -> None:
    prompt, _ = prompt_of("avalam", coloured=True)
    assert prompt.count("\x01") == prompt.count("\x02") == prompt.count("\x1b") == 2
    assert prompt.startswith("\x01\x1b[")
