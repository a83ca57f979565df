"""Judging positions and moves: what a position is worth, what a move lost, what refutes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesuji.agents import Agent
from tesuji.games import Position
from tesuji.web.thinking import Thinking

__all__ = ["Judge", "Judgement"]


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a position is worth to player 0, from 0 to 1, and how to go on from it."""

    value: float
    proven: bool = False
    """Whether the value is certain, not estimated."""
    best: str | None = None
    pv: tuple[str, ...] = ()

    def for_player(self, player: int) -> float:
        """The value as this player sees it."""
        return self.value if player == 0 else 1 - self.value

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "value": round(self.value, 4),
            "proven": self.proven,
            "best": self.best,
            "pv": list(self.pv[:12]),
        }


class Judge:
    """Judges with one agent and the same seconds for each position."""

    def __init__(
        self, thinking: Thinking, agent: Agent, seconds: float, *, lane: str = "study"
    ) -> None:
        self._thinking = thinking
        self._agent = agent
        self._seconds = seconds
        self._lane = lane

    async def judge(self, position: Position) -> Judgement:
        """The worth of any position; before a roll, the mean over all rolls."""
        return await self._judge(position, self._seconds)

    async def _judge(self, position: Position, seconds: float) -> Judgement:
        if (outcome := position.outcome) is not None:
            return Judgement(value=outcome.value_for(0), proven=True)
        if position.is_chance:
            return await self._expect(position, seconds)
        player = self._agent.player(position.game)
        analysis = await self._thinking.search(player, position, lane=self._lane, seconds=seconds)
        value = analysis.value if position.next_player == 0 else 1 - analysis.value
        return Judgement(
            value=value,
            proven=analysis.proven is not None,
            best=str(analysis.best),
            pv=tuple(map(str, analysis.pv)),
        )

    async def _expect(self, position: Position, seconds: float) -> Judgement:
        events = position.chance_outcomes
        judged = [
            (await self._judge(position.play(event), seconds / len(events)), probability)
            for event, probability in events
        ]
        return Judgement(
            value=sum(each.value * probability for each, probability in judged),
            proven=all(each.proven for each, _ in judged),
        )


def lost(before: Judgement, after: Judgement, mover: int, *, played: str) -> float:
    """The win chance that a move gave away; nothing if it is the move that the judge wanted."""
    if played == before.best:
        return 0.0
    return max(0.0, before.for_player(mover) - after.for_player(mover))
