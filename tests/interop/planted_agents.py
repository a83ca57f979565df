"""Agents with one planted bug each, and sound ones, for `check-agent`."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any, ClassVar

import tesuji
from tesuji import Budget, Game, Move, Position
from tesuji.interop.checking.faults import _danger

__all__ = ["BUGS", "SOUND"]


def winning(position: Position) -> list[Move]:
    return [
        move
        for move in position.legal_moves
        if (outcome := position.play(move).outcome) and outcome.winner == position.to_move
    ]


def careful(position: Position, moves: Sequence[Move] | None = None) -> Move:
    """Wins at once if it can; otherwise plays the least dangerous move."""
    moves = moves or winning(position) or list(position.legal_moves)
    player = position.next_player
    return min(moves, key=lambda move: _danger(position.play(move), player))


# Sound agents


class Searching:
    """Searches with a fixed number of nodes, and prints what it does."""

    def begin(self, game: Game, seed: int) -> None:
        self.player = tesuji.agent("alphabeta").player(game, seed=seed)

    def choose(self, position: Position, budget: Budget) -> Move:
        move = self.player.choose(position, nodes=3_000)
        print("I play", move)
        return move


class Remembering:
    """Keeps what it has seen, but only for one game."""

    def begin(self, game: Game, seed: int) -> None:
        self.seen: list[str] = []

    def choose(self, position: Position, budget: Budget) -> str:
        self.seen.append(position.text)
        return str(careful(position))


SOUND = ["careful", "Searching", "Remembering"]


# Agents with a bug


def illegal(position: Position) -> Any:
    """Forgets whose turn it is."""
    return "a1e5" if position.next_player == 1 else careful(position)


def nothing(position: Position) -> Any:
    """Has no answer for some positions."""
    moves = position.legal_moves
    return None if len(moves) % 3 == 0 else careful(position)


def crashing(position: Position) -> Move:
    """Indexes a table that is too short."""
    weights = [0, 1, 2, 3, 4]
    return careful(position, [position.legal_moves[weights[len(position.legal_moves)] * 0]])


def size_bound(position: Position) -> Move:
    """Assumes a board of at most 8 by 8 cells."""
    if int(position.game.parameters["size"]) > 8:
        raise IndexError("list index out of range")
    return position.legal_moves[0]


def hanging(position: Position) -> Move:
    """Waits for something that never comes."""
    while len(position.legal_moves) == 2:
        time.sleep(1)
    return careful(position)


def late(position: Position, budget: Budget) -> Move:
    """Adds time for hard positions."""
    assert budget.seconds is not None
    if len(position.legal_moves) > 2:
        time.sleep(1.6 * budget.seconds + 0.1)
    return careful(position)


kept: list[bytes] = []


def leaking(position: Position) -> Move:
    """Keeps every board that it has thought about."""
    kept.append(os.urandom(1) * 5_000_000)
    return careful(position)


def missing_wins(position: Position) -> Move:
    """Counts wins as losses."""
    wins = winning(position)
    others = [move for move in position.legal_moves if move not in wins]
    return careful(position, others) if others else wins[0]


def allowing_losses(position: Position) -> Move:
    """Looks at its own wins only, and seeks danger."""
    player = position.next_player
    moves = winning(position) or list(position.legal_moves)
    return max(moves, key=lambda move: _danger(position.play(move), player))


turn = 0


def counting(position: Position) -> Move:
    """Counts turns in a global variable, which nobody sets back."""
    global turn
    turn += 1
    moves = position.legal_moves
    return winning(position)[0] if winning(position) else moves[turn % len(moves)]


class Shared:
    """Keeps the positions of the game in the class, not in the object."""

    seen: ClassVar[list[str]] = []

    def choose(self, position: Position, budget: Budget) -> Move:
        self.seen.append(position.text)
        moves = winning(position) or list(position.legal_moves)
        return moves[len(self.seen) // 3 % len(moves)]


def leaving(position: Position) -> Move:
    """Ends the process instead of the game."""
    if len(position.legal_moves) == 2:
        os._exit(3)
    return careful(position)


BUGS = {
    "illegal": ("illegal", "ewn"),
    "nothing": ("illegal", "ewn"),
    "crashing": ("crash", "ewn"),
    "hanging": ("hang", "ewn"),
    "late": ("late", "ewn"),
    "leaking": ("memory", "ewn"),
    "missing_wins": ("missed win", "ewn"),
    "allowing_losses": ("allowed loss", "colosseum(size=4)"),
    "counting": ("state", "ewn"),
    "Shared": ("state", "ewn"),
    "leaving": ("crash", "ewn"),
}
"""The fault that each of them has, and a game that shows it."""
