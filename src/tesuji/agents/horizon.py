"""How far a game has come, and how deep a search may look for that."""

from __future__ import annotations

from tesuji.games import Position
from tesuji.specs import Plain

__all__ = ["game_step", "horizon_depth"]


def game_step(position: Position, asked: int) -> int:
    """The number of the move to be made here, of both players' moves, from 1.

    The position tells where it can. Otherwise it follows from how often the player was asked
    before: once in two moves.
    """
    plies = position.game.plies(position)
    if plies is None:
        plies = 2 * asked + position.next_player
    return plies + 1


def horizon_depth(settings: dict[str, Plain], step: int, remaining: float | None) -> int | None:
    """The most plies to look ahead at a step of the game; None is no limit.

    ``remaining`` is what the game's clock shows, None where there is none.
    """
    match settings.get("horizon", "none"):
        case "fixed":
            return int(settings["horizon.depth"])
        case "steps":
            return _depth_by_step(settings, step, remaining)
    return None


def _depth_by_step(settings: dict[str, Plain], step: int, remaining: float | None) -> int:
    deeper = (step - 1) // int(settings["horizon.every"])
    depth = min(int(settings["horizon.cap"]), int(settings["horizon.start"]) + deeper)
    if remaining is not None and remaining < float(settings["horizon.below"]):
        depth = min(depth, int(settings["horizon.low"]))
    return depth
