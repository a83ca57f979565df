"""A connection: the WebSocket of one page, from its first message to its last."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import asdict
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tesuji import __version__
from tesuji.agents.move_marks import MARKS
from tesuji.errors import ParameterError, TesujiError
from tesuji.web.analysis_commands import ANALYSIS_COMMANDS
from tesuji.web.answers import games_data
from tesuji.web.command import Answer, Command, Later
from tesuji.web.commands import COMMANDS
from tesuji.web.members import Member
from tesuji.web.messages import (
    PROTOCOL,
    TREE_SIMULATIONS,
    Hello,
    Message,
    MessageError,
    read_message,
)
from tesuji.web.permissions import check
from tesuji.web.puzzle_commands import PUZZLE_COMMANDS
from tesuji.web.session import Session
from tesuji.web.sessions import Sessions

__all__ = ["Connection"]

log = logging.getLogger(__name__)
ALL_COMMANDS: dict[str, Command] = COMMANDS | ANALYSIS_COMMANDS | PUZZLE_COMMANDS

UNREAD_ANSWERS = 4
"""Unread answers of a page from which on its messages wait."""

# Close codes of RFC 6455.
POLICY = 1008
TRY_AGAIN = 1013


class Connection:
    """Reads the messages of a page one by one and answers each, if only with an error."""

    def __init__(self, socket: WebSocket, sessions: Sessions, address: str | None = None) -> None:
        self.socket = socket
        self.address = address
        """Where the page is; None is this machine."""
        self.sessions = sessions
        self.bounds = sessions.services.bounds
        self.visible = True
        self.session: Session | None = None
        self.member: Member
        """Set together with the session."""
        self._faults = 0
        self._closed = False
        self._stalled_since: float | None = None
        """When the answer that the page is to read next was sent; None if it has read all."""
        self._answers: asyncio.Queue[str | int] = asyncio.Queue()
        self._waiting_bytes = 0
        self._may_ask = asyncio.Event()
        """Cleared while so many answers are unread that no more messages are handled."""
        self._may_ask.set()
        self._writer: asyncio.Task[None] | None = None
        self._questions: set[asyncio.Task[None]] = set()
        """Running tasks that find answers."""
        self._one_question = asyncio.Lock()

    # Sending

    @property
    def stalled_seconds(self) -> float:
        """How long the page has not read the answer that it is to read next."""
        if self._stalled_since is None:
            return 0.0
        return asyncio.get_running_loop().time() - self._stalled_since

    def send(self, kind: str, /, **data: Any) -> None:
        """Queues a message; a page that does not read its messages is cut off."""
        if self._closed:
            return
        text = json.dumps({"type": kind, **data}, separators=(",", ":"), allow_nan=False)
        waits = self._answers.qsize()
        full = self._waiting_bytes + len(text) > self.bounds.backlog_bytes
        if waits >= self.bounds.backlog or (waits and full):
            self.cut_off()
            return
        self._waiting_bytes += len(text)
        self._answers.put_nowait(text)
        if self._answers.qsize() >= UNREAD_ANSWERS:
            self._may_ask.clear()
        self.sessions.backlog.add(self, len(text))

    def cut_off(self) -> None:
        """Ends the connection at once; the writer would wait forever for the page to read."""
        self._drop_answers()
        if self._writer is not None:
            self._writer.cancel()

    def _drop_answers(self) -> None:
        """Takes no more answers and forgets those that wait."""
        self._closed = True
        self._waiting_bytes = 0
        while not self._answers.empty():
            self._answers.get_nowait()
        self.sessions.backlog.clear(self)

    async def _write(self) -> None:
        while True:
            answer = await self._answers.get()
            if isinstance(answer, int):
                await self.socket.close(answer)
                return
            self._waiting_bytes -= len(answer)
            if self._answers.qsize() < UNREAD_ANSWERS:
                self._may_ask.set()
            self._stalled_since = asyncio.get_running_loop().time()
            await self.socket.send_text(answer)
            self._stalled_since = None
            self.sessions.backlog.remove(self, len(answer))

    # Receiving

    async def run(self) -> None:
        """Serves the page until it disconnects."""
        writer = self._writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait([writer, reader], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._drop_answers()
            tasks = (writer, reader, *self._questions)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.session is not None:
                self.sessions.leave(self.session, self)

    async def _read(self) -> None:
        while self.socket.application_state is WebSocketState.CONNECTED:
            patience = self.bounds.request_seconds if self.session is None else None
            try:
                async with asyncio.timeout(patience):
                    message = await self.socket.receive()
            except (WebSocketDisconnect, RuntimeError, TimeoutError):
                return
            if message["type"] == "websocket.disconnect":
                return
            await self._may_ask.wait()
            await self.sessions.gate.pass_one(slow=self._stalled_since is not None)
            await self._hear(message.get("text"))
            if self._faults > self.bounds.faults:
                self._answers.put_nowait(POLICY)
                await asyncio.sleep(5)
                return

    async def _hear(self, text: str | None) -> None:
        number: int | None = None
        try:
            if text is None:
                raise MessageError("expected a text message, got bytes")
            kind, number, message = read_message(text, self.bounds)
            answer = await self._answer(kind, message)
            if callable(answer):
                self._find(number, answer)
            elif answer is not None:
                self._reply(number, answer[0], **answer[1])
            elif number is not None:
                self._reply(number, "done")
        except MessageError as error:
            self._faults += 1
            self._reply(getattr(error, "reply", None), "error", text=str(error))
        except Exception as error:
            self._refuse(number, error)

    def _refuse(self, number: int | None, error: Exception) -> None:
        if isinstance(error, TesujiError):
            self._reply(number, "error", text=str(error))
            return
        # A user's game may fail in any way; the server must not.
        log.error("a page's message failed", exc_info=error)
        self._reply(number, "error", text=f"{type(error).__name__} on the server")

    def _find(self, number: int | None, later: Later) -> None:
        """Starts to find an answer that takes a while; they are found one after the other."""
        if len(self._questions) >= self.bounds.questions:
            raise ParameterError(
                f"at most {self.bounds.questions} trees and simulations can be asked for at once"
            )
        task = asyncio.create_task(self._found(number, later))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _found(self, number: int | None, later: Later) -> None:
        try:
            async with self._one_question:
                kind, data = await later()
            self._reply(number, kind, **data)
        except Exception as error:
            self._refuse(number, error)

    def _reply(self, number: int | None, kind: str, /, **data: Any) -> None:
        self.send(kind, **({} if number is None else {"re": number}), **data)

    async def _answer(self, kind: str, message: Message) -> Answer | Later | None:
        if isinstance(message, Hello):
            self._greet(message)
            return None
        if self.session is None:
            raise MessageError("expected hello as the first message")
        self.sessions.touch(self.session)
        check(self.session, self.member, kind)
        return await ALL_COMMANDS[kind](self.session, self, message)

    def _greet(self, message: Hello) -> None:
        if message.protocol != PROTOCOL:
            raise MessageError(
                f"reload the page: it speaks protocol {message.protocol}, the server {PROTOCOL}"
            )
        if self.session is not None:
            raise MessageError("hello was sent before")
        session, self.member, fresh = self.sessions.enter(
            message.session, token=message.token, address=self.address
        )
        session.pages.add(self)
        self.session = session
        self.send(
            "welcome",
            protocol=PROTOCOL,
            version=__version__,
            session=self.member.secret,
            fresh=fresh,
            games=games_data(self.sessions.services.admission),
            marks=[asdict(mark) for mark in MARKS],
            limits={
                "message_bytes": self.bounds.message_bytes,
                "tree_simulations": TREE_SIMULATIONS,
            },
        )
        self.send("state", **session.state(), you=session.members.seats(self.member))
        self._send_review(session)
        if message.token.partition(".")[0] not in ("", session.key):
            self.send("error", text="This invitation has been used or withdrawn.")
        session.visibility_changed()

    def _send_review(self, session: Session) -> None:
        """Sends what the review has found so far, if there is one."""
        if session.review or session.reviewing.is_on:
            rows, done = list(session.review.values()), not session.reviewing.is_on
            self.send(
                "review",
                done=done,
                stopped=done and 0 not in session.review,
                rows=rows,
                of=session.live.ply + 1,
            )
