"""The budget of an agent on a page: its seconds, its share of the clock, or its own limits."""

from __future__ import annotations

from typing import Any

from tesuji.web.live_game import LiveGame, Seat

__all__ = ["search_budget"]


def search_budget(live: LiveGame, seat: Seat, longest: float) -> dict[str, Any]:
    """The budget for the move that an agent is to make, at most ``longest`` seconds.

    0 seconds mean the limits of the spec.
    """
    clock = live.clock
    left = max(0.0, clock.remaining(live.position.next_player))
    assert seat.agent is not None
    own = seat.agent.settings
    limits: dict[str, Any] = {k: own[k] for k in ("simulations", "nodes", "depth") if k in own}
    if clock.kind == "game" and (seat.seconds > 0 or not limits):
        return {"remaining": min(left, 20 * longest), "increment": min(clock.increment, longest)}
    shares = {"move": 0.9, "game": 0.1}
    most = min(longest, shares[clock.kind] * left) if clock.kind in shares else longest
    if seat.seconds > 0:
        return {"seconds": min(seat.seconds, most)}
    return {**limits, "seconds": min(float(own.get("seconds", most)), most)}
