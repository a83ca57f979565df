"""All sessions of a server: found by key, limited in number, kept across reloads."""

from __future__ import annotations

from collections import OrderedDict

from tesuji.errors import ParameterError
from tesuji.web.backlog import Backlog
from tesuji.web.message_gate import MessageGate
from tesuji.web.session import Page, Services, Session

__all__ = ["Sessions"]


class Sessions:
    """The sessions, least recently used first."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.backlog = Backlog(services.bounds.all_backlogs_bytes)
        self.gate = MessageGate()
        self._known: OrderedDict[str, Session] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def enter(self, key: str) -> tuple[Session, bool]:
        """The session of a key, or a new one, and whether it is new."""
        if key in self._known:
            session = self._known[key]
            self.touch(session)
            return session, False
        self._make_room()
        session = Session(self.services)
        self._known[session.key] = session
        return session, True

    def touch(self, session: Session) -> None:
        """Marks the session as just used."""
        self._known.move_to_end(session.key)

    def leave(self, session: Session, page: Page) -> None:
        """Removes a page from its session, and the session if nothing happened in it."""
        session.leave(page)
        if session.is_unused and self._known.get(session.key) is session:
            session.close()
            del self._known[session.key]

    def close(self) -> None:
        """Stops everything."""
        for session in self._known.values():
            session.close()

    def _make_room(self) -> None:
        while len(self._known) >= self.services.bounds.sessions:
            idle = next((each for each in self._known.values() if not each.pages), None)
            if idle is None:
                raise ParameterError(
                    f"the server holds its {self.services.bounds.sessions} games; try again later"
                )
            idle.close()
            del self._known[idle.key]
