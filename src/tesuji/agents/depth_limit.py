"""The depth limit of a search, which may depend on the move number and on the clock."""

from __future__ import annotations

from tesuji.games import Position
from tesuji.specs import Plain

__all__ = ["depth_limit", "move_number"]


def move_number(position: Position, searches: int) -> int:
    """The number of the next move of the game, from 1; the moves of both players count.

    Games that do not keep count derive it from the number of earlier ``searches`` of the player,
    who moves every second time.
    """
    plies = position.game.plies(position)
    if plies is None:
        plies = 2 * searches + position.next_player
    return plies + 1


def depth_limit(settings: dict[str, Plain], number: int, remaining: float | None) -> int | None:
    """The maximum depth in plies at a move number; None is no limit.

    ``remaining`` is the time left on the clock for the game, or None without such a clock.
    """
    match settings.get("horizon", "none"):
        case "fixed":
            return int(settings["horizon.depth"])
        case "steps":
            return _growing_limit(settings, number, remaining)
    return None


def _growing_limit(settings: dict[str, Plain], number: int, remaining: float | None) -> int:
    deeper = (number - 1) // int(settings["horizon.every"])
    depth = min(int(settings["horizon.cap"]), int(settings["horizon.start"]) + deeper)
    if remaining is not None and remaining < float(settings["horizon.below"]):
        depth = min(depth, int(settings["horizon.low"]))
    return depth
