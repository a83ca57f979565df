"""tesuji play: two people at one terminal."""

from __future__ import annotations

import random

import tesuji
from tesuji.cli.arguments import (
    GameArgument,
    LoadOption,
    MovesOption,
    PositionOption,
    SeedOption,
    load_files,
    read_position,
)
from tesuji.cli.terminal import make_console, print_position
from tesuji.games import Position

_HELP = "Type a move, or: moves, undo, resign, quit"


def play(
    game: GameArgument,
    seed: SeedOption = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    load: LoadOption = None,
) -> None:
    """Play a game at the terminal, two people at one board. Rolls are made for you."""
    load_files(load)
    current, _ = read_position(game, seed, position, moves)
    console = make_console()
    console.print(f"{current.game.title}. {_HELP}. `tesuji rules {current.game.name}` explains.")
    history = [_roll(current)]
    while not (current := history[-1]).is_over:
        console.print()
        print_position(console, current)
        answer = input(f"{current.game.players[current.next_player]}> ").strip()
        if answer == "quit":
            return
        if answer == "resign":
            print(f"{current.game.players[1 - current.next_player]} wins: resignation")
            return
        _act(answer, history)
    console.print()
    print_position(console, current)


def _act(answer: str, history: list[Position]) -> None:
    current = history[-1]
    if answer == "moves":
        print(" ".join(map(str, current.legal_moves)))
    elif answer == "undo":
        if len(history) > 1:
            history.pop()
    elif not answer or answer in ("help", "?"):
        print(_HELP)
    else:
        try:
            history.append(_roll(current.play(answer)))
        except tesuji.TesujiError as error:
            print(error)


def _roll(position: Position) -> Position:
    while position.is_chance:
        position = position.play(random.choice(position.chance_outcomes)[0])
    return position
