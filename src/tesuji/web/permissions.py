"""Permissions: which member of a session may send which message.

The table applies to games between people on different devices ("seat" and "spectator"). The only
member of a session holds both seats and may do everything. A stranger, who knows no secret of the
session, has a session of their own at most.
"""

from __future__ import annotations

from enum import Enum

from tesuji.errors import ParameterError
from tesuji.web.members import Member
from tesuji.web.session import Session

__all__ = ["PERMISSIONS", "Permission", "check", "needs_consent"]


class Permission(Enum):
    """Whether a member may send a message, and what it needs."""

    YES = "yes"
    OWN_SEAT = "own seat"
    """Acts for the sender's seat only, and only in their turn where it is a move."""
    CONSENT = "with consent"
    """Becomes a proposal, which the other player accepts or declines."""
    AFTER = "after the game"
    """Refused while the game goes on, because it would tell a player what to do."""
    NO = "no"


YES, OWN, CONSENT, AFTER, NO = Permission

PERMISSIONS: dict[str, tuple[Permission, Permission]] = {
    "visible": (YES, YES),
    "agents": (YES, YES),
    "rules": (YES, YES),
    "new": (CONSENT, NO),
    "move": (OWN, NO),
    "hint": (NO, NO),
    "keep": (NO, NO),
    "undo": (CONSENT, NO),
    "resign": (OWN, NO),
    "swap": (CONSENT, NO),
    "pause": (CONSENT, NO),
    "step": (NO, NO),
    "invite": (OWN, NO),
    "name": (OWN, NO),
    "answer": (YES, NO),
    "open": (CONSENT, NO),
    "record": (CONSENT, NO),
    "export": (YES, YES),
    "scene": (YES, YES),
    "analyse": (AFTER, NO),
    "lines": (AFTER, NO),
    "stop": (AFTER, NO),
    "tree": (AFTER, NO),
    "simulation": (AFTER, NO),
    "review": (AFTER, NO),
    "retry": (AFTER, NO),
    "puzzles": (YES, YES),
    "guide": (YES, YES),
    "position": (YES, YES),
    "attempt": (AFTER, AFTER),
}
"""The permissions of somebody with one seat, and of a spectator, for every message but `hello`."""


ACTIONS = {
    "new": "starting a new game",
    "move": "making a move",
    "hint": "getting a hint",
    "keep": "keeping a move after a warning",
    "undo": "taking back a move",
    "resign": "resigning",
    "swap": "swapping sides",
    "pause": "pausing",
    "step": "letting an agent make one move",
    "invite": "inviting somebody",
    "name": "choosing a name",
    "answer": "answering a proposal",
    "open": "opening a game",
    "record": "opening a record",
    "analyse": "analysing",
    "lines": "looking at lines",
    "stop": "stopping an analysis",
    "tree": "looking at the search tree",
    "simulation": "looking at a simulation",
    "review": "reviewing the game",
    "retry": "trying another move",
    "attempt": "solving a puzzle",
}
"""What a person does with each message that can be refused."""


def check(session: Session, member: Member, kind: str) -> None:
    """Raises an error if a member may not send a message of this type now."""
    role = session.members.role(member)
    if role == "alone":
        return
    permission = PERMISSIONS[kind][role == "spectator"]
    if permission is NO:
        raise _refused(kind, role, "somebody who plays alone" if role == "seat" else "a player")
    if permission is AFTER and session.live.ending is None:
        raise _refused(kind, role, "a game that is over")


def needs_consent(session: Session, member: Member) -> bool:
    """Whether the other player must agree to a change; a vacant seat agrees to everything."""
    members = session.members
    return members.role(member) == "seat" and members.is_complete


def _refused(kind: str, role: str, expected: str) -> ParameterError:
    action = ACTIONS[kind]
    said = {
        "a game that is over": f"{action} has to wait until the game between two people is over",
        "a player": f"spectators only watch: {action} is for players",
    }
    text = said.get(expected, f"{action} is not possible in a game between two devices")
    return ParameterError(text, where=kind, given=role, expected=expected)
