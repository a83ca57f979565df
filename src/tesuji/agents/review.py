"""Game review: the value of each position, the best move, and how much each move lost.

A search of few simulations is too optimistic for the player to move: it already picks that
player's best moves, but still averages over the replies. Two estimates are therefore comparable
only if the same player is to move in both positions. So what a move lost is the difference
between the position after the best move and the position after the move that was played. And the
value of a position is the mean of two searches, one before and one after the best move, because
their errors have opposite signs.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tesuji.agents.agent import Agent, Player
from tesuji.agents.analysis import Analysis
from tesuji.agents.move_marks import mark_of
from tesuji.agents.registry import AgentLike
from tesuji.agents.registry import agent as find_agent
from tesuji.errors import ParameterError
from tesuji.games import Move, Position
from tesuji.games.record import GameRecord

__all__ = ["Estimate", "Judge", "Judgement", "PlyReview", "Review", "move_loss", "review"]

DEFAULT_SECONDS = 0.3
"""Seconds per position if the caller sets no limit."""
LINE_LENGTH = 12
"""Moves of a principal variation that plain data keeps."""

Search = Callable[..., Analysis]
"""Runs one search, as `Player.search` does: takes a player, a position and a budget."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """The result of one search. ``value`` is the win probability of player 0."""

    value: float
    proven: bool = False
    """Whether the value is proven rather than estimated."""
    best: Move | None = None
    pv: tuple[Move, ...] = ()

    def for_player(self, player: int) -> float:
        """The win probability of a player."""
        return self.value if player == 0 else 1 - self.value


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """Estimates of a position and, if there is a move, of the position after the best one."""

    estimate: Estimate
    after_best: Estimate | None = None

    @property
    def value(self) -> float:
        """The win probability of player 0: the proven value, else the mean of both estimates."""
        if self.estimate.proven or self.after_best is None:
            return self.estimate.value
        if self.after_best.proven:
            return self.after_best.value
        return (self.estimate.value + self.after_best.value) / 2


def move_loss(before: Judgement, after: Estimate, *, player: int, played: Move) -> float:
    """The win probability that a player's move lost; 0 for the best move."""
    if before.after_best is None or played == before.estimate.best:
        return 0.0
    return max(0.0, before.after_best.for_player(player) - after.for_player(player))


@dataclass(frozen=True, kw_only=True)
class Judge:
    """Judges positions with one agent.

    Each position gets at most ``seconds``, shared among its searches, and each search at most
    ``simulations`` simulations and ``memory`` megabytes.
    """

    agent: Agent
    seconds: float | None = None
    simulations: int | None = None
    memory: float | None = None
    seed: int = 0

    def judge(self, position: Position, *, search: Search = Player.search) -> Judgement:
        """Judges a position by one search before its best move and one after it."""
        estimate = self.estimate(position, search=search)
        if estimate.best is None:
            return Judgement(estimate=estimate)
        after = self.estimate(position.play(estimate.best), search=search)
        return Judgement(estimate=estimate, after_best=after)

    def estimate(self, position: Position, *, search: Search = Player.search) -> Estimate:
        """Estimates a position by one search, or before a roll by one search per event."""
        return self._estimate(position, 0.5, search)

    def _estimate(self, position: Position, share: float, search: Search) -> Estimate:
        if (outcome := position.outcome) is not None:
            return Estimate(value=outcome.value_for(0), proven=True)
        if position.is_chance:
            return self._expectation(position, share, search)
        with self.agent.player(position.game, seed=self.seed) as player:
            found = search(player, position, **self._budget(share))
        return Estimate(
            value=found.value if position.next_player == 0 else 1 - found.value,
            proven=found.proven is not None,
            best=found.best,
            pv=found.pv,
        )

    def _budget(self, share: float) -> dict[str, Any]:
        return {
            "seconds": None if self.seconds is None else self.seconds * share,
            "simulations": self.simulations,
            "memory": self.memory,
        }

    def _expectation(self, position: Position, share: float, search: Search) -> Estimate:
        """The mean over the events; the line follows the event that the next player likes best."""
        events = position.chance_outcomes
        each = share / len(events)
        estimates = [self._estimate(position.play(event), each, search) for event, _ in events]
        rolls = list(zip(events, estimates, strict=True))
        # Among events that are equally good for the next player, take the most probable one.
        (event, _), luckiest = max(
            rolls, key=lambda roll: (roll[1].for_player(position.next_player), roll[0][1])
        )
        return Estimate(
            value=sum(estimate.value * probability for (_, probability), estimate in rolls),
            proven=all(estimate.proven for estimate in estimates),
            pv=(event, *luckiest.pv),
        )


@dataclass(frozen=True, kw_only=True)
class PlyReview:
    """One position of a reviewed game, and the move that was played there."""

    ply: int
    position: Position
    played: Move | None
    """The move or roll that followed; None for the last position."""
    value: float
    """The win probability of player 0."""
    proven: bool
    best: Move | None
    pv: tuple[Move, ...]
    lost: float | None
    """The win probability that the move lost; None for rolls and for the last position."""

    @property
    def mark(self) -> str:
        """ "blunder", "mistake", "inaccuracy", or empty for a good move."""
        return mark_of(self.lost)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, without the position."""
        return {
            "ply": self.ply,
            "played": None if self.played is None else str(self.played),
            "value": round(self.value, 4),
            "proven": self.proven,
            "best": None if self.best is None else str(self.best),
            "pv": [str(move) for move in self.pv[:LINE_LENGTH]],
            "lost": None if self.lost is None else round(self.lost, 4),
            "mark": self.mark,
        }


def review_ply(
    ply: int,
    position: Position,
    judged: Judgement,
    *,
    played: Move | None = None,
    after: Judgement | None = None,
) -> PlyReview:
    """Puts together what is known about a ply; ``after`` judges the position after the move."""
    lost = None
    if played is not None and after is not None and (player := position.to_move) is not None:
        lost = move_loss(judged, after.estimate, player=player, played=played)
    found = judged.estimate
    return PlyReview(
        ply=ply, position=position, played=played, lost=lost,
        value=judged.value, proven=found.proven, best=found.best, pv=found.pv,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True, repr=False)
class Review:
    """A reviewed game: one entry for each position, from the start to the end."""

    game: str
    """The spec of the game."""
    agent: str
    """The spec of the agent that reviewed it."""
    plies: tuple[PlyReview, ...]

    @property
    def mistakes(self) -> tuple[PlyReview, ...]:
        """The blunders, mistakes and inaccuracies."""
        return tuple(ply for ply in self.plies if ply.mark)

    @property
    def decided(self) -> PlyReview | None:
        """The first position from which on the result is proven and no move changed it; None
        if the last position is not proven."""
        first = None
        for ply in reversed(self.plies):
            if not ply.proven or (first is not None and ply.value != first.value):
                break
            first = ply
        return first

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        decided = self.decided
        return {
            "game": self.game,
            "agent": self.agent,
            "decided": None if decided is None else decided.ply,
            "plies": [ply.to_dict() for ply in self.plies],
        }

    def __repr__(self) -> str:
        rows = [_COLUMNS, *map(_cells, self.plies)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
        return "\n".join([self._title(), *lines, *self._verdict()])

    def _repr_html_(self) -> str:
        rows = "".join(_html_row("td", _cells(ply)) for ply in self.plies)
        title, verdict = html.escape(self._title()), html.escape(" ".join(self._verdict()))
        table = f"<table>{_html_row('th', _COLUMNS)}{rows}</table>"
        return f"<p>{title}</p>{table}" + (f"<p>{verdict}</p>" if verdict else "")

    def _title(self) -> str:
        return f"Review of a game of {self.game} by {self.agent}"

    def _verdict(self) -> list[str]:
        """Since when the result is certain, as a sentence."""
        if (decided := self.decided) is None or decided.value not in (0, 0.5, 1):
            return []
        since = f"since move {decided.ply}" if decided.ply else "from the start"
        if decided.value == 0.5:
            return [f"A draw {since}, exact."]
        loser = decided.position.game.players[int(decided.value)]
        return [f"{loser} is lost {since}, exact."]


_COLUMNS = ("ply", "player", "played", "value", "best", "lost", "mark")


def _cells(ply: PlyReview) -> tuple[str, ...]:
    player = ply.position.to_move
    return (
        str(ply.ply),
        "" if player is None else ply.position.game.players[player],
        str(ply.played or ""),
        f"{ply.value:.1%}" + (" proven" if ply.proven else ""),
        str(ply.best or ""),
        "" if ply.lost is None else f"{ply.lost:.1%}",
        ply.mark,
    )


def _html_row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"


def review(
    record: GameRecord | str | Iterable[Move | str],
    *,
    start: Position | None = None,
    agent: AgentLike = "mcts(solve=auto)",
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = 0,
) -> Review:
    """Reviews a game: the value of each position, and what each move lost.

    Give a game record, or moves and the position that they ``start`` from. ``seconds`` limits the
    time per position, ``simulations`` limits each search.

    >>> import tesuji
    >>> start = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    >>> tesuji.review("a2AR e4BR", start=start, simulations=1000)
    Review of a game of pentago by mcts(solve=auto)
    ply  player  played  value          best  lost    mark
    0    White   a2AR    100.0% proven  e1CR  100.0%  blunder
    1    Black   e4BR    0.0% proven    e4AR  0.0%
    2                    0.0% proven
    White is lost since move 1, exact.
    """
    positions, moves = _replay(record, start)
    if seconds is None and simulations is None:
        seconds = DEFAULT_SECONDS
    judge = Judge(
        agent=find_agent(agent),
        seconds=seconds,
        simulations=simulations,
        seed=seed,
    )
    plies = tuple(_review_backwards(judge, positions, moves))[::-1]
    return Review(game=positions[0].game.spec, agent=judge.agent.spec, plies=plies)


def _replay(
    record: GameRecord | str | Iterable[Move | str], start: Position | None
) -> tuple[list[Position], list[Move]]:
    """The positions of a game, and the moves between them."""
    if isinstance(record, GameRecord):
        positions = list(record.positions())
        return positions, [positions[0].game.move(each.move) for each in record.moves]
    if start is None:
        raise ParameterError("moves alone do not make a game: give the position they start from")
    positions, moves = [start], []
    for given in record.split() if isinstance(record, str) else record:
        moves.append(start.game.move(given) if isinstance(given, str) else given)
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def _review_backwards(
    judge: Judge, positions: list[Position], moves: list[Move]
) -> Iterator[PlyReview]:
    """Judges each position once, the last one first, since a move's loss needs what follows."""
    after: Judgement | None = None
    for ply in reversed(range(len(positions))):
        judged = judge.judge(positions[ply])
        played = moves[ply] if ply < len(moves) else None
        yield review_ply(ply, positions[ply], judged, played=played, after=after)
        after = judged
