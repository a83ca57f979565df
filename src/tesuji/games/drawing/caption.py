"""The caption below a picture: whose turn it is, or how the game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tesuji.games.board import Span
from tesuji.games.scene import Caption

if TYPE_CHECKING:
    from tesuji.games.position import Position

__all__ = ["Caption", "caption", "caption_lines"]


def caption(
    position: Position,
    detail: str,
    *,
    die: int | None = None,
    tally: tuple[int, int] | None = None,
    unit: str = "",
) -> Caption:
    """The caption of a position.

    ``detail`` is the second line until the game ends, when it gives the reason. ``tally`` has the
    counts of players 0 and 1 that decide the game, if it counts anything; ``unit`` says what.
    """
    outcome = position.outcome
    if outcome is None:
        player = position.next_player
        doing = "to roll" if position.is_chance else "to move"
        shown = "" if die is None else f", die {die}"
        return Caption(f"{position.game.players[player]} {doing}{shown}", detail, player)
    result = "Draw" if outcome.winner is None else f"{position.game.players[outcome.winner]} wins"
    if tally is not None:
        own, other = tally[::-1] if outcome.winner == 1 else tally
        result += f", {own} to {other}"
    return Caption(result, outcome.reason, outcome.winner, counts=tally, unit=unit)


def caption_lines(caption: Caption, symbol: str) -> tuple[tuple[Span, ...], ...]:
    """The caption of a text board, after an empty line; ``symbol`` is the player's piece."""
    role = "" if caption.player is None else f"player{caption.player}"
    mark = (Span(symbol, role), Span(" ")) if symbol else ()
    lines = ((), (*mark, Span(caption.headline)), (Span(caption.detail, "dim"),))
    return lines if caption.detail else lines[:-1]
