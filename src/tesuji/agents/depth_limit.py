"""The depth limit of a search: by move number or by position, and by the clock."""

from __future__ import annotations

import math

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


def depth_limit(
    settings: dict[str, Plain], position: Position, number: int, remaining: float | None
) -> int | None:
    """The maximum depth in plies of a position at a move number; None is no limit.

    ``remaining`` is the time left on the clock for the game, or None without such a clock.
    """
    match settings.get("horizon", "none"):
        case "fixed":
            return int(settings["horizon.depth"])
        case "steps":
            deeper = (number - 1) // int(settings["horizon.every"])
            return _capped(int(settings["horizon.start"]) + deeper, settings, remaining)
        case "moves":
            searched = len(position.legal_moves)
            if (beam := int(settings.get("beam", 0))) > 0:
                searched = min(searched, beam)
            depth = _depth_of_tree(float(settings["horizon.leaves"]), searched)
            return _capped(depth, settings, remaining)
    return None


def _depth_of_tree(leaves: float, moves: int) -> int:
    """The largest depth of a tree with so many moves per node and at most so many leaves."""
    if moves < 2:
        return math.ceil(leaves)
    # A whole number must not come out just below itself.
    return max(1, int(math.log(leaves) / math.log(moves) + 1e-9))


def _capped(depth: int, settings: dict[str, Plain], remaining: float | None) -> int:
    depth = min(depth, int(settings["horizon.cap"]))
    if remaining is not None and remaining < float(settings["horizon.below"]):
        depth = min(depth, int(settings["horizon.low"]))
    return depth
