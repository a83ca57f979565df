"""What is wrong with the answers of an agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import tesuji
from tesuji.agents.review import Judge, move_loss
from tesuji.games import Move, Position
from tesuji.interop.checking.asking import Answer
from tesuji.interop.checking.positions import Question
from tesuji.interop.checking.report import Fault, WorstMove
from tesuji.wording import counted, exception_line

__all__ = ["Moves", "Referee", "answer_fault", "growth_of", "memory_faults", "state_faults"]

GRACE = 0.1
"""Seconds by which a move may be late on a busy machine; half of the limit, if that is more."""
GROWTH = 100.0
"""Megabytes by which the memory of an agent may grow."""
MEMORY = 2_048.0
"""Megabytes that an agent may use."""
PROTOCOL = ("AgentGarbage", "AgentFlooded", "AgentForked")
CLEAR_LOSS = 0.2
"""Loss of win probability that confirms that a move allowed a loss."""
SLOWER_WIN = 0.05
"""A missed win that loses less still wins."""

Moves = dict[Question, str | None]
"""The answers of a run."""
Command = Callable[[Position], str]
"""The command that asks the agent about a position."""


def answer_fault(answer: Answer, limit: float, command: Command) -> Fault | None:
    """A failure of the agent, or a move that came too late."""
    position = answer.question.position
    if answer.failure:
        return Fault(
            kind=_kind(answer),
            reason=_reason(answer),
            position=position,
            log=answer.log,
            # A command without the position would ask something else.
            command=answer.replay if _repeats(answer.replay) else command(position),
        )
    if answer.seconds > limit + max(GRACE, limit / 2):
        return Fault(
            kind="late",
            reason=f"it took {answer.seconds:.2f} s of {limit:g} s",
            position=position,
            move=answer.move,
            command=command(position),
        )
    return None


def _reason(answer: Answer) -> str:
    """What happened, with the exception that the log shows or with its only line."""
    lines = answer.log.splitlines()
    cause = exception_line(answer.log) or (lines[0] if len(lines) == 1 else "")
    return answer.reason if not cause or cause in answer.reason else f"{answer.reason}: {cause}"


def _repeats(replay: str) -> bool:
    return "--position" in replay and "--seconds" in replay


def _kind(answer: Answer) -> str:
    if answer.failure in ("Hang", "AgentTimeout"):
        return "hang"
    if answer.failure == "AgentOutOfMemory":
        return "memory"
    if answer.failure in PROTOCOL:
        return "protocol"
    return {"illegal": "illegal", "time": "late"}.get(answer.end, "crash")


# Memory


def growth_of(answers: Sequence[Answer]) -> float:
    """Megabytes by which the memory grew between the first and the last fifth of the answers."""
    used = [answer.megabytes for answer in answers if answer.megabytes]
    part = len(used) // 5
    return median(used[-part:]) - median(used[:part]) if part else 0.0


def memory_faults(answers: Sequence[Answer]) -> Iterator[Fault]:
    """Too much memory, or memory that keeps growing."""
    most = max((answer.megabytes for answer in answers), default=0.0)
    if most > MEMORY:
        yield Fault(kind="memory", reason=f"it used {most:.0f} MB, more than {MEMORY:.0f} MB")
    if (growth := growth_of(answers)) > GROWTH:
        reason = f"its memory grew by {growth:.0f} MB in {counted(len(answers), 'move')}"
        yield Fault(kind="memory", reason=reason)


# State that is kept from game to game


def state_faults(forwards: Sequence[Moves], backwards: Sequence[Moves]) -> list[Fault]:
    """Compares answers to the same questions, from runs in two different orders of the games.

    The runs in one order must agree with each other. Then the order makes the difference.
    """
    here, there = forwards[0], backwards[0]
    if any(run != here for run in forwards) or any(run != there for run in backwards):
        return []
    return [
        Fault(
            kind="state",
            reason=(
                f"it plays {move} after some games and {there[question]} after others: it keeps"
                " something from game to game"
            ),
            position=question.position,
            move=move,
        )
        for question, move in here.items()
        if move is not None and there.get(question) not in (move, None)
    ]


# Moves


@dataclass(frozen=True)
class Referee:
    """Judges moves: missed wins in one, allowed losses in one, and what each move lost."""

    judge: Judge

    @classmethod
    def with_simulations(cls, simulations: int) -> Referee:
        """A referee that searches each position with so many simulations."""
        return cls(Judge(agent=tesuji.agent("mcts"), simulations=simulations))

    def loss(self, position: Position, move: Move) -> WorstMove:
        """What a move lost, and the better one."""
        judged = self.judge.judge(position)
        after = self.judge.estimate(position.play(move))
        lost = move_loss(judged, after, player=position.next_player, played=move)
        better = judged.estimate.best or move
        return WorstMove(position=position, played=move, better=better, lost=lost)

    def fault(self, judged: WorstMove, command: Command) -> Fault | None:
        """A missed win or an allowed loss, if the move is one and costs as much."""
        position, move = judged.position, judged.played
        win = _winning_move(position)
        if win is not None and not _wins(position.play(move), position.next_player):
            if judged.lost >= SLOWER_WIN:
                reason = f"it played {move} instead of {win}, an immediate win"
                return _move_fault("missed win", reason, judged, command)
        elif judged.lost >= CLEAR_LOSS and (better := _safer_move(position, move)) is not None:
            reason = f"{move} gives the opponent an immediate win; {better} prevents that"
            return _move_fault("allowed loss", reason, judged, command)
        return None


def _move_fault(kind: str, reason: str, judged: WorstMove, command: Command) -> Fault:
    position, move = judged.position, str(judged.played)
    return Fault(kind=kind, reason=reason, position=position, move=move, command=command(position))


def _wins(position: Position, player: int) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.winner == player


def _winning_move(position: Position) -> Move | None:
    """A move that ends the game and wins it."""
    player = position.next_player
    return next((m for m in position.legal_moves if _wins(position.play(m), player)), None)


def _danger(position: Position, player: int) -> float:
    """The probability that the opponent of a player gets an immediate win; 1 if it has won."""
    if position.is_over:
        return float(_wins(position, 1 - player))
    if position.is_chance:
        events = position.chance_outcomes
        return sum(chance * _danger(position.play(event), player) for event, chance in events)
    if position.next_player == player:
        return 0.0
    return float(_winning_move(position) is not None)


def _safer_move(position: Position, move: Move) -> Move | None:
    """A move that is much less dangerous than the given one."""
    player = position.next_player
    danger = _danger(position.play(move), player)
    if danger < 0.5:
        return None
    moves = (each for each in position.legal_moves if each != move)
    return next((m for m in moves if _danger(position.play(m), player) <= danger - 0.5), None)
