"""A live game: its players, clock, moves and result. It knows no network and no search."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from tesuji.errors import IllegalMoveError, ParameterError
from tesuji.games import Game, Move, Position

__all__ = ["Clock", "Ending", "Entry", "LiveGame", "Seat"]


@dataclass(frozen=True, kw_only=True)
class Seat:
    """Who plays one side: a person, or an agent by its spec."""

    kind: str = "person"
    name: str = "You"
    spec: str = ""
    seconds: float = 1.0
    """Of thought a move, where no clock of the game divides it."""

    @property
    def is_person(self) -> bool:
        return self.kind == "person"

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "kind": self.kind,
            "name": self.name,
            "spec": self.spec,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class Entry:
    """A move or roll that was made, by whom, and what the mover thought of it."""

    move: str
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
    """Time for each move ("move") or for each player's game ("game"); "none" is no limit."""

    kind: str = "none"
    seconds: float = 0.0
    increment: float = 0.0
    left: list[float] = field(default_factory=lambda: [0.0, 0.0])
    running: int | None = None
    _since: float = 0.0

    def __post_init__(self) -> None:
        self.left = [self.seconds, self.seconds]

    def remaining(self, player: int) -> float:
        """Seconds that a player has at this moment."""
        used = time.monotonic() - self._since if self.running == player else 0.0
        return self.left[player] - used

    def start(self, player: int | None) -> None:
        """Lets one player's time run, or nobody's."""
        if self.kind == "none" or player == self.running:
            return
        self.halt()
        self.running, self._since = player, time.monotonic()

    def halt(self) -> None:
        """Stops whoever's time runs."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running)
            self.running = None

    def moved(self, player: int) -> None:
        """A player has moved: the time of a move begins anew, or the increment is added."""
        self.halt()
        if self.kind == "move":
            self.left = [self.seconds, self.seconds]
        else:
            self.left[player] += self.increment

    def to_dict(self) -> dict[str, Any]:
        """As plain data, with what is left right now."""
        return {
            "kind": self.kind,
            "seconds": self.seconds,
            "increment": self.increment,
            "left": [round(self.remaining(player), 2) for player in (0, 1)],
            "running": self.running,
        }


class LiveGame:
    """One game from its start to where it is now."""

    def __init__(
        self, start: Position, seats: tuple[Seat, Seat], clock: Clock | None = None
    ) -> None:
        self.game: Game = start.game
        self.seats = seats
        self.clock = clock or Clock()
        self.positions: list[Position] = [start]
        self.entries: list[Entry] = []
        self.decided: Ending | None = None
        """An end that the rules do not know: resignation or time."""

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """Moves and rolls made so far."""
        return len(self.entries)

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        if self.decided is not None:
            return self.decided
        outcome = self.position.outcome
        if outcome is None:
            return None
        return Ending(outcome.winner, outcome.reason, "rules", outcome.score)

    @property
    def seat_to_move(self) -> Seat | None:
        """Who must move now; None at the end and while chance acts."""
        player = self.position.to_move
        return None if player is None or self.ending else self.seats[player]

    def play(self, move: str, **thoughts: Any) -> None:
        """Makes a move or a roll."""
        if self.decided is not None:
            raise IllegalMoveError(
                f"{move} cannot be played: the game is over ({self.decided.reason})",
                game=self.game.spec,
                move=move,
                position=self.position.text,
            )
        player = self.position.to_move
        after = self.position.play(move)
        self.positions.append(after)
        self.entries.append(Entry(str(self.game.move(move)), player, **thoughts))
        if player is not None:
            self.clock.moved(player)

    def copy(self) -> LiveGame:
        """A snapshot for slow readers."""
        other = LiveGame(self.positions[0], self.seats, replace(self.clock))
        other.positions, other.entries = list(self.positions), list(self.entries)
        other.decided = self.decided
        return other

    def end_undecided(self, reason: str) -> None:
        """The game is broken off without a winner."""
        self.decided = Ending(None, reason, "adjudicated")
        self.clock.halt()

    def last_move(self, ply: int) -> Move | None:
        """The move that led to a position, None for the start and for rolls."""
        if ply == 0 or self.entries[ply - 1].player is None:
            return None
        return self.game.move(self.entries[ply - 1].move)

    def last_decision(self, ply: int) -> tuple[Move | None, Position | None]:
        """The last move that a player made up to a position, across rolls, and where."""
        while ply > 0 and self.entries[ply - 1].player is None:
            ply -= 1
        return self.last_move(ply), self.positions[ply - 1] if ply > 0 else None

    def take_back(self) -> None:
        """Back to the last decision of a person, or by one decision where there is no person."""
        at = self._taken_back()
        if at is None:
            raise ParameterError("there is no move to take back")
        del self.positions[at + 1 :]
        del self.entries[at:]
        self.decided = None
        self.clock.halt()

    @property
    def can_take_back(self) -> bool:
        """Whether a person has made a move that could be taken back."""
        return self._taken_back() is not None

    def _taken_back(self) -> int | None:
        anyone = not any(seat.is_person for seat in self.seats)
        for at in range(self.ply - 1, -1, -1):
            player = self.positions[at].to_move
            if player is not None and (anyone or self.seats[player].is_person):
                return at
        return None

    def resign(self, player: int) -> None:
        """The player gives up."""
        self.refuse_end("nobody can resign")
        self.decided = Ending(1 - player, "resignation", "adjudicated")
        self.clock.halt()

    def flag(self, player: int) -> None:
        """The player's time is over."""
        if self.ending is None:
            self.decided = Ending(1 - player, "out of time", "time")
            self.clock.halt()

    def swap(self) -> None:
        """The players change sides."""
        self.refuse_end("nobody can change sides")
        self.seats = (self.seats[1], self.seats[0])

    def refuse_end(self, what: str) -> None:
        """Refuses what makes no sense in a game that is over."""
        if self.ending is not None:
            raise ParameterError(f"the game is over ({self.ending.reason}): {what}")
