"""Tesuji as the Pentago-Twist course's TCP server, for clients in any language.

The rules for bad answers are the course's: an illegal move loses, a line that is not a move is
ignored while the clock runs, a move that is late by less than a second is replaced by a random one,
and a later one loses. Unlike the course's server, a client that writes out of turn loses.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import tesuji
from tesuji.clean_text import clean
from tesuji.errors import AgentFailure, NotationError
from tesuji.games import Move, Position
from tesuji.games.record import GameRecord, MoveRecord
from tesuji.interop.course import Served
from tesuji.interop.course.pentago_twist_client import play_game
from tesuji.interop.course.pentago_twist_notation import (
    FIRST_SECONDS,
    GAME,
    JOIN_SECONDS,
    LATE_SECONDS,
    LATER_SECONDS,
    PORT,
    GameOver,
    read_move,
    write_move,
)
from tesuji.interop.line_socket import LineSocket
from tesuji.interop.process import AgentCrashed, AgentGarbage, AgentTimeout

__all__ = ["Clock", "TwistGame", "admit", "serve"]


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The seconds for each player's first move and for each later one."""

    first: float = FIRST_SECONDS
    later: float = LATER_SECONDS


class _Lost(Exception):
    """A player loses. `reason` is the server's word, `end` and `why` are for the record."""

    def __init__(self, player: int, reason: str, end: str, why: str) -> None:
        super().__init__(why)
        self.player, self.reason, self.end, self.why = player, reason, end, why


class TwistGame:
    """One game between two connected clients."""

    def __init__(
        self, clients: tuple[LineSocket, LineSocket], *, clock: Clock, seed: int = 0
    ) -> None:
        self.clients = clients
        self.clock = clock
        self.position: Position = tesuji.game(GAME).start()
        self._random = Random(seed)
        self._moves: list[MoveRecord] = []

    def play(self) -> GameRecord:
        """Plays to the end, tells both clients the result, and returns the record."""
        start, score = self.position, 0
        try:
            for player, client in enumerate(self.clients):
                self._send(player, f"START Player-{player} {client.name}")
            while not self.position.is_over:
                self._turn()
            outcome = self.position.outcome
            assert outcome is not None
            over, end, reason = GameOver(outcome.winner), "rules", outcome.reason
            score = outcome.score
        except _Lost as lost:
            over, end, reason = GameOver(1 - lost.player, lost.reason), lost.end, lost.why
        for client in self.clients:
            _tell(client, over.line)
        return GameRecord(
            game=GAME,
            agents=(self.clients[0].name, self.clients[1].name),
            start=start.text,
            moves=tuple(self._moves),
            winner=over.winner,
            score=score,
            reason=reason,
            end=end,
        )

    def _turn(self) -> None:
        player = self.position.next_player
        for seat in (0, 1):
            self._check_silent(seat)
        self._send(player, f"PLAY Player-{player}")
        begun = time.monotonic()
        limit = self.clock.first if len(self._moves) < 2 else self.clock.later
        move = self._answer(player, begun + limit + LATE_SECONDS)
        spent = time.monotonic() - begun
        if spent > limit:
            move = self._random.choice(self.position.legal_moves)
        line = write_move(move, player)
        self._moves.append(MoveRecord(str(move), player, seconds=round(spent, 6)))
        self.position = self.position.play(move)
        for seat in (0, 1):
            self._send(seat, line)

    def _answer(self, player: int, end: float) -> Move:
        client = self.clients[player]
        while True:
            try:
                line = client.receive(max(0.0, end - time.monotonic()))
                found = read_move(line.strip())
            except NotationError:
                raise self._illegal(player, line) from None
            except AgentFailure as failure:
                raise self._failed(player, failure) from None
            if found is None:
                continue
            move, mover = found
            if mover != player or move not in self.position.legal_moves:
                raise self._illegal(player, line)
            return move

    def _check_silent(self, player: int) -> None:
        try:
            self.clients[player].check_silent()
        except AgentFailure as failure:
            raise self._failed(player, failure) from None

    def _send(self, player: int, line: str) -> None:
        try:
            self.clients[player].send(line)
        except AgentFailure as failure:
            raise self._failed(player, failure) from None

    def _illegal(self, player: int, line: str) -> _Lost:
        shown = clean(line.strip(), 100)
        why = f"{self.clients[player].name} played {shown!r}, which is not legal"
        return _Lost(player, f"ILLEGAL MOVE: {shown}", "illegal", why)

    def _failed(self, player: int, failure: AgentFailure) -> _Lost:
        words = {
            AgentTimeout: "TIMEOUT",
            AgentCrashed: f"DISCONNECTION Player-{player}",
            AgentGarbage: "OUT OF TURN",
        }
        return _Lost(player, words.get(type(failure), "FLOOD"), failure.end, failure.reason)


def _tell(client: LineSocket, line: str) -> None:
    """Sends a client the result, if it still listens."""
    try:
        client.send(line)
    except AgentFailure:
        return


def admit(connection: socket.socket) -> LineSocket:
    """Waits for ``START name`` on a new connection and names the client so."""
    client = LineSocket(connection, "a client")
    try:
        line = client.receive(JOIN_SECONDS)
        word, _, name = line.partition(" ")
        if word != "START":
            shown = clean(line, 200)
            raise AgentGarbage(f"a client wrote {shown!r}, expected START NAME")
    except AgentFailure:
        client.close()
        raise
    client.name = clean(name.strip(), 100) or "unnamed"
    return client


def serve(asked: Served) -> None:
    """Plays games between clients, or between clients and an agent, until it is interrupted.

    The first client to connect is Player-0. An agent of ours is Player-1 in the first game; after
    that, seats alternate.
    """
    clock = Clock() if asked.seconds is None else Clock(first=asked.seconds, later=asked.seconds)
    port = PORT if asked.port is None else asked.port
    agent = None if asked.agent is None else tesuji.agent(asked.agent)
    number = 0
    with socket.create_server((asked.address, port)) as listener:
        host, port = listener.getsockname()[:2]
        asked.say(f"waiting for clients on {host}:{port}")
        while True:
            if agent is None:
                clients = (_next(listener, asked), _next(listener, asked))
            else:
                both = (_next(listener, asked), _seat_agent(agent, clock, number))
                clients = both if number % 2 == 0 else (both[1], both[0])
            with clients[0], clients[1]:
                record = TwistGame(clients, clock=clock, seed=number).play()
            number += 1
            asked.say(_summary(number, record))


def _next(listener: socket.socket, asked: Served) -> LineSocket:
    """The next client that connects and says its name."""
    while True:
        connection, _ = listener.accept()
        try:
            client = admit(connection)
        except AgentFailure as failure:
            asked.say(failure.reason)
            continue
        asked.say(f"{client.name} has joined")
        return client


def _seat_agent(agent: tesuji.Agent, clock: Clock, seed: int) -> LineSocket:
    """Connects an agent of ours, which plays in a thread of its own."""
    ours, theirs = socket.socketpair()

    def play() -> None:
        # The other client or the server may end the game; the server reports that.
        with suppress(AgentFailure), LineSocket(theirs, "the server") as line:
            play_game(line, agent, first=clock.first, later=clock.later, seed=seed)

    threading.Thread(target=play, daemon=True).start()
    return admit(ours)


def _summary(number: int, record: GameRecord) -> str:
    winner = "a draw" if record.winner is None else f"{record.agents[record.winner]} wins"
    return f"game {number}: {record.agents[0]} - {record.agents[1]}: {winner} ({record.reason})"
