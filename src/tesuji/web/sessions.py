"""All sessions of a server: found by secrets, limited in number, kept across reloads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from tesuji.errors import ParameterError
from tesuji.web.addresses import AddressCounts
from tesuji.web.backlog import Backlog
from tesuji.web.live_game import LiveGame
from tesuji.web.members import Member
from tesuji.web.message_gate import MessageGate
from tesuji.web.services import Page, Services
from tesuji.web.session import Session

__all__ = ["Sessions"]


class Sessions:
    """The sessions, least recently used first."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.backlog = Backlog(services.bounds.all_backlogs_bytes)
        self.gate = MessageGate()
        self._known: OrderedDict[str, Session] = OrderedDict()
        self._counts = AddressCounts(services.bounds.address_sessions)

    def __len__(self) -> int:
        return len(self._known)

    def enter(
        self, secret: str, *, token: str = "", address: str | None = None
    ) -> tuple[Session, Member, bool]:
        """The session and the member of a secret or an invitation, and whether the session is new.

        An invitation comes first. Without a valid secret, a visitor gets a session of their own.
        """
        if token and (session := self._named(token)) is not None:
            member = session.join(token)
            if member is not None:
                self.touch(session)
                return session, member, False
        session = self._named(secret)
        known = None if session is None else session.members.come_back(secret)
        if session is not None and known is not None:
            self.touch(session)
            return session, known, False
        session = self._open(address)
        return session, session.members.owner, True

    def open_table(self, live: LiveGame) -> tuple[str, str]:
        """Opens a game for two people who are not here yet; returns their invitations."""
        session = self._open(None)
        session.live = live
        session.members.vacate()
        return session.members.invite(0), session.members.invite(1)

    def _named(self, text: str) -> Session | None:
        """The session that a secret or a token begins with."""
        return self._known.get(text.partition(".")[0])

    def _open(self, address: str | None) -> Session:
        self._make_room(address)
        session = Session(self.services, address)
        self._known[session.key] = session
        self._counts.add(address)
        return session

    def touch(self, session: Session) -> None:
        """Marks the session as just used."""
        self._known.move_to_end(session.key)

    def leave(self, session: Session, page: Page) -> None:
        """Removes a page from its session, and the session if nothing happened in it."""
        session.leave(page)
        if session.is_unused and self._known.get(session.key) is session:
            self._drop(session)

    def close(self) -> None:
        """Stops everything."""
        for session in self._known.values():
            session.close()

    def _make_room(self, address: str | None) -> None:
        """Drops sessions that nobody looks at, the oldest first, until there is room for one."""
        bounds = self.services.bounds
        if self._counts.is_full(address):
            own = [each for each in self._known.values() if each.address == address]
            self._drop_idle(own, f"your address has its {bounds.address_sessions} games")
        while len(self._known) >= bounds.sessions:
            self._drop_idle(self._known.values(), f"the server holds its {bounds.sessions} games")

    def _drop_idle(self, among: Iterable[Session], full: str) -> None:
        idle = [each for each in among if not each.pages]
        if not idle:
            raise ParameterError(f"{full}; try again later")
        # A game that two people are playing stays as long as possible.
        self._drop(min(idle, key=lambda each: each.is_shared and each.live.ending is None))

    def _drop(self, session: Session) -> None:
        session.close()
        del self._known[session.key]
        self._counts.remove(session.address)
