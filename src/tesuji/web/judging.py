"""Judging positions and moves: what a position is worth, what a move lost, what refutes it.

A search of few simulations flatters whoever is to move: its own moves are chosen, the answers are
still averaged. So estimates of two positions compare only where the same player is to move. What
a move lost is therefore the difference between the positions after the best move and after the
one played, both seen by the same search; and the worth of a position is the mean of two searches,
one before the best move and one after it, whose errors point in opposite directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesuji.agents import Agent
from tesuji.games import Position
from tesuji.web.searches import Searches

__all__ = ["Judge", "Judgement", "Look", "lost"]


@dataclass(frozen=True, kw_only=True)
class Look:
    """What one search says of a position: its worth to player 0, from 0 to 1, and how to go on."""

    value: float
    proven: bool = False
    """Whether the value is certain, not estimated."""
    best: str | None = None
    pv: tuple[str, ...] = ()

    def for_player(self, player: int) -> float:
        """The value as this player sees it."""
        return self.value if player == 0 else 1 - self.value


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """A look at a position and one at the position after its best move, if there is a move."""

    look: Look
    after_best: Look | None = None

    @property
    def value(self) -> float:
        """The worth to player 0: what is certain, else the mean of both looks."""
        if self.look.proven or self.after_best is None:
            return self.look.value
        if self.after_best.proven:
            return self.after_best.value
        return (self.look.value + self.after_best.value) / 2

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "value": round(self.value, 4),
            "proven": self.look.proven,
            "best": self.look.best,
            "pv": list(self.look.pv[:12]),
        }


def lost(before: Judgement, after: Look, mover: int, *, played: str) -> float:
    """The win chance that a move gave away; nothing if it is the move that the judge wanted."""
    if before.after_best is None or played == before.look.best:
        return 0.0
    return max(0.0, before.after_best.for_player(mover) - after.for_player(mover))


class Judge:
    """Judges with one agent and the same seconds, at most, for each position.

    ``simulations`` bounds each search besides, for who wants the same judgement again.
    """

    def __init__(
        self,
        thinking: Searches,
        agent: Agent,
        seconds: float,
        *,
        lane: str = "study",
        simulations: int | None = None,
    ) -> None:
        self._thinking = thinking
        self._simulations = simulations
        self._agent = agent
        self._seconds = seconds / 2
        self._lane = lane

    async def judge(self, position: Position) -> Judgement:
        """Looks at a position and beyond its best move."""
        look = await self.look(position)
        if look.best is None:
            return Judgement(look=look)
        return Judgement(look=look, after_best=await self.look(position.play(look.best)))

    async def look(self, position: Position) -> Look:
        """One search; before a roll, the mean over all and the line after the worst one."""
        return await self._look(position, self._seconds)

    async def _look(self, position: Position, seconds: float) -> Look:
        if (outcome := position.outcome) is not None:
            return Look(value=outcome.value_for(0), proven=True)
        if position.is_chance:
            return await self._expect(position, seconds)
        player = self._agent.player(position.game)
        limits: dict[str, Any] = {"seconds": seconds, "simulations": self._simulations}
        found = await self._thinking.search(player, position, lane=self._lane, **limits)
        return Look(
            value=found.value if position.next_player == 0 else 1 - found.value,
            proven=found.proven is not None,
            best=str(found.best),
            pv=tuple(map(str, found.pv)),
        )

    async def _expect(self, position: Position, seconds: float) -> Look:
        events = position.chance_outcomes
        looks = [await self._look(position.play(e), seconds / len(events)) for e, _ in events]
        rolls = list(zip(events, looks, strict=True))
        # How to go on: after the roll that whoever moves next likes best, the likeliest of equals.
        (event, _), luckiest = max(
            rolls, key=lambda roll: (roll[1].for_player(position.next_player), roll[0][1])
        )
        return Look(
            value=sum(look.value * probability for (_, probability), look in rolls),
            proven=all(look.proven for look in looks),
            pv=(str(event), *luckiest.pv),
        )
