"""A live game: its players, clock, moves and result. It knows no network and no search."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from tesuji.agents import Agent
from tesuji.errors import GameOverError, ParameterError
from tesuji.games import Game, Move, Position

__all__ = ["Clock", "Ending", "Entry", "LiveGame", "Seat", "live_between_people"]

LEAST_SECONDS = 30.0
"""What both players have at least after a loss on time was taken back."""


@dataclass(frozen=True, kw_only=True)
class Seat:
    """Who plays one side: a person or an agent."""

    kind: str = "person"
    name: str = "You"
    spec: str = ""
    seconds: float = 1.0
    """Time for each move, if the game has no clock; 0 leaves it to the agent's spec."""
    agent: Agent | None = field(default=None, compare=False, repr=False)
    """The agent of the spec, checked when the game began."""

    @property
    def is_person(self) -> bool:
        return self.kind == "person"

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "kind": self.kind,
            "name": self.name,
            "spec": self.spec,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class Entry:
    """A move or a roll, the player who made it, and what the player's search found."""

    move: Move
    player: int | None
    value: float | None = None
    simulations: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    winner: int | None
    reason: str
    end: str
    """"rules", "time" or "adjudicated", as in records; there also "unfinished"."""
    score: int = 0


@dataclass
class Clock:
    """Time for each move ("move") or for each player's whole game ("game"); "none" has no limit."""

    kind: str = "none"
    seconds: float = 0.0
    increment: float = 0.0
    first: float = 0.0
    """Time for the first move of each player, with time for each move; 0 is as for the others."""
    left: list[float] = field(default_factory=list)
    running: int | None = None
    _since: float = 0.0
    _moved: frozenset[int] = frozenset()
    """The players who have made their first move."""

    def __post_init__(self) -> None:
        if not self.left:
            self._reset()

    def _reset(self) -> None:
        first = self.first if self.kind == "move" and self.first else self.seconds
        self.left = [self.seconds if player in self._moved else first for player in (0, 1)]

    def remaining(self, player: int) -> float:
        """Seconds that a player has left now."""
        used = time.monotonic() - self._since if self.running == player else 0.0
        return self.left[player] - used

    def start(self, player: int | None) -> None:
        """Starts the clock of one player, or of nobody."""
        if self.kind == "none" or player == self.running:
            return
        self.halt()
        self.running, self._since = player, time.monotonic()

    def halt(self) -> None:
        """Stops the running clock."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running)
            self.running = None

    def moved(self, player: int) -> None:
        """Resets the time for a move, or adds the increment, after a player's move."""
        self.halt()
        self._moved |= {player}
        if self.kind == "move":
            self._reset()
        else:
            self.left[player] += self.increment

    def give_time(self) -> None:
        """Gives both players enough time to go on after a loss on time."""
        least = min(LEAST_SECONDS, self.seconds)
        self.halt()
        self.left = [max(left, least) for left in self.left]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, with the time left now."""
        return {
            "kind": self.kind,
            "seconds": self.seconds,
            "increment": self.increment,
            "first": self.first,
            "left": [round(self.remaining(player), 2) for player in (0, 1)],
            "running": self.running,
        }


class LiveGame:
    """One game from its start to its current position."""

    def __init__(
        self, start: Position, seats: tuple[Seat, Seat], clock: Clock | None = None
    ) -> None:
        self.game: Game = start.game
        self.seats = seats
        self.clock = clock or Clock()
        self.positions: list[Position] = [start]
        self.entries: list[Entry] = []
        self.decided: Ending | None = None
        """An end outside the rules, such as resignation or time."""

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """The number of moves and rolls so far."""
        return len(self.entries)

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on."""
        if self.decided is not None:
            return self.decided
        outcome = self.position.outcome
        if outcome is None:
            return None
        return Ending(outcome.winner, outcome.reason, "rules", outcome.score)

    @property
    def is_untouched(self) -> bool:
        """Whether no player has moved yet; the die may have been rolled."""
        return all(entry.player is None for entry in self.entries)

    @property
    def seat_to_move(self) -> Seat | None:
        """The seat to move; None at the end and before a roll."""
        player = self.position.to_move
        return None if player is None or self.ending else self.seats[player]

    def play(self, move: Move, **thoughts: Any) -> None:
        """Plays a move or a roll."""
        if self.decided is not None:
            raise GameOverError(
                f"{move} cannot be played: the game is over ({self.decided.reason})",
                where="move",
                given=str(move),
                expected="a game that is not over",
                game=self.game.spec,
                move=str(move),
                position=self.position.text,
            )
        player = self.position.to_move
        self.positions.append(self.position.play(move))
        self.entries.append(Entry(move, player, **thoughts))
        if player is not None:
            self.clock.moved(player)

    def copy(self) -> LiveGame:
        """A snapshot for slow readers."""
        clock = replace(self.clock, left=[*self.clock.left])
        other = LiveGame(self.positions[0], self.seats, clock)
        other.positions, other.entries = list(self.positions), list(self.entries)
        other.decided = self.decided
        return other

    def end_undecided(self, reason: str) -> None:
        """Ends the game without a winner."""
        self.decided = Ending(None, reason, "adjudicated")
        self.clock.halt()

    def last_move(self, ply: int) -> Move | None:
        """The move that led to a position; None for the start and after a roll."""
        if ply == 0 or self.entries[ply - 1].player is None:
            return None
        return self.entries[ply - 1].move

    def last_decision(self, ply: int) -> tuple[Move | None, Position | None]:
        """The last move before a position that a player made, and the position it was made in."""
        while ply > 0 and self.entries[ply - 1].player is None:
            ply -= 1
        return self.last_move(ply), self.positions[ply - 1] if ply > 0 else None

    def position_at(
        self, ply: int, moves: Iterable[Move] = ()
    ) -> tuple[Position, Move | None, Position | None]:
        """The position after some moves from a ply, with its last decision."""
        if ply > self.ply:
            raise ParameterError(
                f"the game has plies 0 to {self.ply}, not {ply}",
                where="ply",
                given=ply,
                expected=f"an integer from 0 to {self.ply}",
            )
        position, (last, before) = self.positions[ply], self.last_decision(ply)
        for move in moves:
            if position.to_move is not None:
                last, before = move, position
            position = position.play(move)
        return position, last, before

    def take_back(self, player: int | None = None) -> None:
        """Goes back to the last decision of a person, or of anybody if there is no person.

        With a ``player``, it goes back to the last decision of that player. After a resignation or
        a time forfeit it takes back only that.
        """
        at = self.check_take_back(player)
        del self.positions[at + 1 :]
        del self.entries[at:]
        if self.decided is not None and self.decided.end == "time":
            self.clock.give_time()
        self.decided = None
        self.clock.halt()

    def check_take_back(self, player: int | None = None) -> int:
        """The ply that `take_back` goes back to; raises an error if there is none."""
        at = self._taken_back(player)
        if at is None:
            raise ParameterError(
                "there is no move to take back",
                where="ply",
                given=self.ply,
                expected="a game with a move of a person",
            )
        return at

    @property
    def can_take_back(self) -> bool:
        """Whether there is a person's move, or an end outside the rules, to take back."""
        return self._taken_back() is not None

    def _taken_back(self, by: int | None = None) -> int | None:
        if self.decided is not None and self.position.outcome is None:
            return self.ply
        anyone = not any(seat.is_person for seat in self.seats)
        for at in range(self.ply - 1, -1, -1):
            player = self.positions[at].to_move
            if by not in (None, player):
                continue
            if player is not None and (anyone or self.seats[player].is_person):
                return at
        return None

    def resign(self, player: int) -> None:
        """Ends the game by resignation."""
        self.refuse_if_over("nobody can resign")
        self.decided = Ending(1 - player, "resignation", "adjudicated")
        self.clock.halt()

    def lose_on_time(self, player: int) -> None:
        """Ends the game by time forfeit."""
        if self.ending is None:
            self.decided = Ending(1 - player, "out of time", "time")
            self.clock.halt()

    def name_players(self, names: tuple[str, str]) -> None:
        """Names the players; an empty name stands for the name of the side."""
        first, second = (
            replace(seat, name=name or side)
            for seat, name, side in zip(self.seats, names, self.game.players, strict=True)
        )
        self.seats = (first, second)

    def swap(self) -> None:
        """Swaps the sides of the players."""
        self.refuse_if_over("nobody can change sides")
        self.seats = (self.seats[1], self.seats[0])

    def refuse_if_over(self, what: str) -> None:
        """Raises an error if the game is over."""
        if self.ending is not None:
            raise ParameterError(
                f"the game is over ({self.ending.reason}): {what}",
                where="game",
                given=self.ending.reason,
                expected="a game that is not over",
            )


def live_between_people(game: Game) -> LiveGame:
    """A game between two people, from its first start."""
    return LiveGame(game.start(), (Seat(name=game.players[0]), Seat(name=game.players[1])))
