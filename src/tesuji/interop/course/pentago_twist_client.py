"""An agent of ours as a client of the Pentago-Twist course's TCP server."""

from __future__ import annotations

import socket

import tesuji
from tesuji.clean_text import clean
from tesuji.errors import NotationError, ParameterError, TesujiError
from tesuji.games import Position
from tesuji.interop.course import Served
from tesuji.interop.course.pentago_twist_notation import (
    FIRST_SECONDS,
    GAME,
    LATER_SECONDS,
    PORT,
    GameOver,
    read_move,
    read_result,
    read_seat,
    write_move,
)
from tesuji.interop.course.protocol_error import ProtocolError
from tesuji.interop.course.time_limit import budget_within
from tesuji.interop.line_socket import LineSocket

__all__ = ["connect", "play_game"]


def play_game(
    server: LineSocket,
    agent: tesuji.Agent,
    *,
    first: float = FIRST_SECONDS,
    later: float = LATER_SECONDS,
    seed: int = 0,
    name: str = "",
) -> GameOver:
    """Plays one game and returns its result.

    `first` and `later` are the server's limits in seconds. The board follows the moves that the
    server sends back, the agent's own included: a late move may have been replaced.
    """
    game = tesuji.game(GAME)
    server.send(f"START {name or f'tesuji {agent.spec}'}")
    seat = _await_start(server)
    position, asked, answered = game.start(), False, 0
    with agent.player(game, seed=seed) as player:
        player.prepare()
        while True:
            line = server.receive(None)
            if line.startswith("GAMEOVER"):
                return _result(line)
            if line.startswith("PLAY"):
                if asked or read_seat(line) != seat or position.to_move != seat:
                    raise ProtocolError.unexpected(line, f"no PLAY in {position.text!r}")
                limit = budget_within(later if answered else first, agent)
                move = player.choose(position, **limit)
                server.send(write_move(move, seat))
                asked, answered = True, answered + 1
            elif (after := _after(position, line)) is not None:
                position, asked = after, False


def _result(line: str) -> GameOver:
    over = read_result(line)
    if over is None:  # the game was cancelled
        raise ProtocolError.unexpected(line, "a winner or a draw")
    return over


def _await_start(server: LineSocket) -> int:
    """The seat that the server gives us, once both players are in."""
    while True:
        line = server.receive(None)
        if line.startswith("START"):
            seat = read_seat(line)
            if seat is None:
                raise ProtocolError.unexpected(line, "START Player-0 or Player-1")
            return seat


def _after(position: Position, line: str) -> Position | None:
    """The position after a move that the server has accepted; None if the line is not a move."""
    try:
        found = read_move(line.strip())
        if found is None:
            return None
        move, player = found
        if player != position.next_player:
            raise ProtocolError.unexpected(line, f"a move of player {position.next_player}")
        return position.play(move)
    except NotationError as error:
        raise ProtocolError.unexpected(line, "a move on the board") from error
    except ProtocolError:
        raise
    except TesujiError as error:
        raise ProtocolError.unexpected(line, f"a legal move in {position.text!r}") from error


def connect(asked: Served) -> None:
    """Plays one game on a server."""
    agent = tesuji.agent(str(asked.agent))
    port = PORT if asked.port is None else asked.port
    first, later = (FIRST_SECONDS, LATER_SECONDS)
    if asked.seconds is not None:
        first = later = asked.seconds
    with LineSocket(_connection(asked.address, port), "the server") as server:
        asked.say(f"connected to {asked.address}:{port}, waiting for the game to begin")
        over = play_game(server, agent, first=first, later=later)
    result = "a draw" if over.winner is None else f"Player-{over.winner} wins"
    asked.say(f"{result} ({clean(over.reason, 200)})" if over.reason else result)


def _connection(host: str, port: int) -> socket.socket:
    try:
        return socket.create_connection((host, port))
    except OSError as error:
        raise ParameterError(
            f"cannot connect to {host}:{port}: {error.strerror}",
            where="port",
            given=f"{host}:{port}",
            expected="the address of a running server",
        ) from error
