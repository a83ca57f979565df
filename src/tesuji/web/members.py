"""Members: who takes part in a session, which seats they hold, and who is invited.

A new session has one member, its owner, who holds both seats. An invitation is a token of 128 bits
that can be used once. Whoever uses the token of a seat holds that seat from then on; a token
without a seat makes a spectator. Every member has a secret of 128 bits to come back with.
"""

from __future__ import annotations

import secrets
from typing import Any

from tesuji.errors import ParameterError

__all__ = ["Member", "Members"]

SECRET_BYTES = 16
SEATS = (0, 1)


class Member:
    """One participant of a session, possibly with several pages."""

    def __init__(self, session_key: str) -> None:
        self.secret = f"{session_key}.{secrets.token_urlsafe(SECRET_BYTES)}"
        self.name = ""
        """What the member wants to be called; empty for the name of the side."""


class Members:
    """The members of one session. A seat has one holder, or none until somebody joins."""

    def __init__(self, session_key: str, *, most: int, most_invitations: int) -> None:
        self._key = session_key
        self._most, self._most_invitations = most, most_invitations
        self.owner = Member(session_key)
        self._holders: list[Member | None] = [self.owner, self.owner]
        self._known = {self.owner.secret: self.owner}
        self._invitations: dict[str, int | None] = {}
        """Unused tokens, the oldest first, and the seats they are for."""
        self._replaced: dict[str, Member] = {}
        """The absent players whom unused tokens would replace."""

    def __len__(self) -> int:
        return len(self._known)

    def seats(self, member: Member) -> list[int]:
        """The seats that a member holds."""
        return [seat for seat in SEATS if self._holders[seat] is member]

    def holder(self, seat: int) -> Member | None:
        """The member who holds a seat; None if nobody has joined yet."""
        return self._holders[seat]

    @property
    def is_shared(self) -> bool:
        """Whether the seats belong to two people on different devices."""
        return self._holders[0] is None or self._holders[0] is not self._holders[1]

    @property
    def is_complete(self) -> bool:
        """Whether both seats have holders."""
        return None not in self._holders

    @property
    def is_expecting(self) -> bool:
        """Whether an invitation has not been used yet."""
        return bool(self._invitations)

    @property
    def expects_player(self) -> bool:
        """Whether an invitation to a seat has not been used yet."""
        return any(seat is not None for seat in self._invitations.values())

    def role(self, member: Member) -> str:
        """What a member is: "alone" (both seats), "seat" or "spectator"."""
        return ("spectator", "seat", "alone")[len(self.seats(member))]

    def data(self, present: set[Member]) -> dict[str, Any]:
        """Plain data about who takes part and who is ``present``."""
        return {
            "shared": self.is_shared,
            "awaited": self.expects_player,
            "joined": [holder is not None for holder in self._holders],
            "present": [holder in present for holder in self._holders],
            "spectators": sum(self.role(each) == "spectator" for each in present),
        }

    @property
    def names(self) -> tuple[str, str]:
        """The names of the holders of both seats; empty where there is none."""
        first, second = (holder.name if holder else "" for holder in self._holders)
        return first, second

    # Joining

    def vacate(self) -> None:
        """Leaves both seats to whoever is invited."""
        self._holders = [None, None]

    def invite(self, seat: int | None, *, by: Member | None = None) -> str:
        """A token for a seat, or for a spectator.

        ``by`` may give away a vacant seat or their own, never the seat of somebody else. Without
        it, the token replaces an absent player, unless that player comes back before it is used.
        """
        if seat is not None and by is not None and self._holders[seat] not in (None, by):
            raise ParameterError(
                f"seat {seat} belongs to somebody else",
                where="seat",
                given=seat,
                expected="a vacant seat or your own",
            )
        token = f"{self._key}.{secrets.token_urlsafe(SECRET_BYTES)}"
        self._invitations[token] = seat
        if by is None and seat is not None and (absent := self._holders[seat]) is not None:
            self._replaced[token] = absent
        while len(self._invitations) > self._most_invitations:
            del self._invitations[next(iter(self._invitations))]
        self._replaced = {t: m for t, m in self._replaced.items() if t in self._invitations}
        return token

    def come_back(self, secret: str) -> Member | None:
        """The member with a secret, whom nobody replaces from now on."""
        member = self._known.get(secret)
        for token in [t for t, absent in self._replaced.items() if absent is member]:
            del self._replaced[token]
            self._invitations.pop(token, None)
        return member

    def withdraw_seats(self) -> None:
        """Forgets the invitations to seats, because an agent takes one of them."""
        self._invitations = {t: seat for t, seat in self._invitations.items() if seat is None}

    def join(self, token: str, *, present: set[Member]) -> Member | None:
        """Uses a token up; returns the new member, or None if the token is not valid.

        Above the limit of members, a spectator who is not ``present`` makes room.
        """
        if token not in self._invitations:
            return None
        if len(self._known) >= self._most and not self._drop_spectator(present):
            most = f"at most {self._most} people"
            raise ParameterError(f"{most} fit at one game", where="token", expected=most)
        seat = self._invitations.pop(token)
        member = Member(self._key)
        self._known[member.secret] = member
        if seat is not None:
            self._holders[seat] = member
            self._invitations = {t: s for t, s in self._invitations.items() if s != seat}
        return member

    def _drop_spectator(self, present: set[Member]) -> bool:
        for secret, member in self._known.items():
            if member not in present and member not in self._holders:
                del self._known[secret]
                return True
        return False

    def swap(self) -> None:
        """Swaps the seats of the holders."""
        self._holders.reverse()
        self._invitations = {t: s if s is None else 1 - s for t, s in self._invitations.items()}
