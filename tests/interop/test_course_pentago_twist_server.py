"""Tesuji as the Pentago-Twist course's server, and our agents as its clients."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from typer.testing import CliRunner

import tesuji
from tests.interop.stage import AMPLE, BRIEF
from tesuji.cli.app import app
from tesuji.errors import AgentFailure, ParameterError
from tesuji.games.record import GameRecord
from tesuji.interop import line_socket
from tesuji.interop.course import Served, pentago_twist_server
from tesuji.interop.course.pentago_twist_client import connect, play_game
from tesuji.interop.course.pentago_twist_notation import GameOver
from tesuji.interop.course.pentago_twist_server import Clock, TwistGame, admit, serve
from tesuji.interop.course.protocol_error import ProtocolError
from tesuji.interop.line_socket import LineSocket
from tesuji.interop.process import AgentCrashed, AgentFlooded, AgentGarbage, AgentTimeout

AMPLE_CLOCK = Clock(first=AMPLE, later=AMPLE)
GREEDY = tesuji.agent("greedy")
Talk = Callable[[LineSocket], object]


class Threads:
    """Clients that each talk to the server in their own thread."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.results: dict[str, object] = {}

    def join(self, name: str, talk: Talk) -> LineSocket:
        """A client that has said its name; `talk` does the rest."""
        ours, theirs = socket.socketpair()

        def run() -> None:
            with LineSocket(theirs, "server") as server:
                try:
                    self.results[name] = talk(server)
                except (AgentFailure, ProtocolError) as error:
                    self.results[name] = error

        self.threads.append(threading.Thread(target=run, daemon=True))
        self.threads[-1].start()
        return admit(ours)

    def end(self) -> None:
        for thread in self.threads:
            thread.join(AMPLE)
            assert not thread.is_alive()


@pytest.fixture
def threads() -> Iterator[Threads]:
    threads = Threads()
    yield threads
    threads.end()


def sound(name: str = "sound") -> Talk:
    return lambda server: play_game(server, GREEDY, first=AMPLE, later=AMPLE, name=name)


def scripted(*answers: str) -> Talk:
    """A client that answers each PLAY with the next of these, and then with nothing."""

    def talk(server: LineSocket) -> list[str]:
        server.send("START scripted")
        left = list(answers)
        heard = [server.receive(AMPLE)]
        while not heard[-1].startswith("GAMEOVER"):
            if heard[-1].startswith("PLAY") and left:
                server.send(left.pop(0))
            heard.append(server.receive(AMPLE))
        return heard

    return talk


def play(threads: Threads, first: Talk, second: Talk, clock: Clock = AMPLE_CLOCK) -> GameRecord:
    with threads.join("first", first) as one, threads.join("second", second) as two:
        record = TwistGame((one, two), clock=clock).play()
    threads.end()
    return record


def test_two_sound_clients_play_a_game(threads: Threads) -> None:
    record = play(threads, sound("one"), sound("two"))
    assert (record.agents, record.end) == (("one", "two"), "rules")
    assert threads.results["first"] == threads.results["second"] == GameOver(record.winner)
    position = tesuji.game("pentago-twist").start()
    for move in record.moves:
        position = position.play(move.move)
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.score) == (record.winner, record.score)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("0 0 0 0 0", "ILLEGAL MOVE: 0 0 0 0 0"),
        ("2 0 0 0 1", "ILLEGAL MOVE: 2 0 0 0 1"),
        ("9 9 9 9 9", "ILLEGAL MOVE: 9 9 9 9 9"),
    ],
)
def test_an_illegal_move_loses(threads: Threads, answer: str, reason: str) -> None:
    """The second answer: at (0, 0) stands a stone, or the player is the other one."""
    record = play(threads, scripted("0 2 0 1 0", answer), scripted("0 2 0 1 1"))
    assert (record.winner, record.end) == (1, "illegal")
    heard = threads.results["second"]
    assert isinstance(heard, list)
    assert heard[-1] == f"GAMEOVER {reason} WINNER 1"


def test_a_line_that_is_not_a_move_is_ignored(threads: Threads) -> None:
    record = play(threads, scripted("hello\n1 2 3\n\n0 0 0 0 0"), scripted("6 0 0 0 1"))
    assert [move.move for move in record.moves] == ["a1AR"]
    assert (record.winner, record.end) == (0, "illegal")


def test_a_late_move_is_replaced_by_a_random_one(
    threads: Threads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pentago_twist_server, "LATE_SECONDS", AMPLE)
    late = Clock(first=-1.0, later=-1.0)
    record = play(threads, scripted("0 0 0 0 0"), scripted("6 0 0 0 1"), late)
    assert record.moves[0].move != "a1AR"
    heard = threads.results["first"]
    assert isinstance(heard, list)
    assert heard[2] != "0 0 0 0 0", "the move that was accepted is sent to both"


def test_silence_loses(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pentago_twist_server, "LATE_SECONDS", BRIEF)
    record = play(threads, scripted(), scripted(), Clock(first=BRIEF, later=BRIEF))
    assert (record.winner, record.end) == (1, "time")
    heard = threads.results["first"]
    assert isinstance(heard, list)
    assert heard[-1] == "GAMEOVER TIMEOUT WINNER 1"


def test_a_closed_connection_loses(threads: Threads) -> None:
    record = play(threads, lambda server: server.send("START gone"), scripted())
    assert (record.winner, record.end) == (1, "crash")
    heard = threads.results["second"]
    assert isinstance(heard, list)
    assert heard[-1] == "GAMEOVER DISCONNECTION Player-0 WINNER 1"


def test_two_answers_lose(threads: Threads) -> None:
    record = play(threads, scripted("0 0 0 0 0\n0 1 0 0 0"), scripted("5 5 0 0 1"))
    assert record.winner == 1
    assert "before it was asked" in record.reason


def test_an_endless_line_loses(threads: Threads) -> None:
    record = play(threads, scripted("x" * 5_000), scripted())
    assert (record.winner, record.end) == (1, "crash")
    heard = threads.results["second"]
    assert isinstance(heard, list)
    assert heard[-1] == "GAMEOVER FLOOD WINNER 1"


# Lines


def test_a_peer_that_does_not_answer_or_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_socket, "SEND_SECONDS", BRIEF)
    one, two = socket.socketpair()
    with LineSocket(one, "peer") as line, two:
        line.check_silent()
        with pytest.raises(AgentTimeout):
            line.receive(BRIEF)
        with pytest.raises(AgentTimeout):
            line.send("x" * 10_000_000)


def read_on(line: LineSocket) -> None:
    while True:
        line.receive(AMPLE)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\xff\n", AgentGarbage),
        (b"x" * 5_000, AgentFlooded),
        (b"short\n" * 2_000, AgentFlooded),
        (b"half a line", AgentCrashed),
    ],
)
def test_what_a_peer_may_not_write(
    monkeypatch: pytest.MonkeyPatch, data: bytes, kind: type[AgentFailure]
) -> None:
    monkeypatch.setattr(line_socket, "TOTAL_BYTES", 10_000)
    one, two = socket.socketpair()
    with LineSocket(one, "peer") as line, two:
        two.sendall(data)
        two.shutdown(socket.SHUT_WR)
        with pytest.raises(AgentFailure) as caught:
            read_on(line)
    assert type(caught.value) is kind
    assert caught.value.reason.startswith("peer ")


@pytest.mark.parametrize("opening", [b"HELLO\n", b"", b"\xff\n"])
def test_a_connection_without_a_name_is_not_admitted(opening: bytes) -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.sendall(opening)
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(AgentFailure):
            admit(ours)


def test_a_name_cannot_control_the_terminal() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.sendall("START \x1b[31m\u202ered\n".encode())
        with admit(ours) as client:
            assert client.name == "\ufffd[31m\ufffdred"


# Our agents as clients of a server


def client_of(*lines: str) -> tuple[object, list[str]]:
    """What our client returns or raises after these lines of a server, and what it wrote."""
    ours, theirs = socket.socketpair()
    ours.sendall("".join(f"{line}\n" for line in lines).encode())
    ours.shutdown(socket.SHUT_WR)
    result: object
    with LineSocket(theirs, "server") as server:
        try:
            result = play_game(server, GREEDY, first=AMPLE, later=AMPLE)
        except (ProtocolError, AgentFailure) as error:
            result = error
    with ours, ours.makefile() as answers:
        return result, answers.read().splitlines()


def test_our_client_trusts_the_moves_that_the_server_sends_back() -> None:
    replaced = ["PLAY Player-0", "5 5 0 0 0", "0 0 3 0 1", "PLAY Player-0", "GAMEOVER DRAW"]
    result, wrote = client_of("START Player-0 x", *replaced)
    assert result == GameOver(None)
    assert wrote[0] == "START tesuji greedy"
    assert len(wrote) == 3
    assert wrote[1] != "5 5 0 0 0", "the server has replaced our first move"


def test_our_client_ignores_lines_that_it_does_not_know() -> None:
    result, _ = client_of("WELCOME", "START Player-1 x", "NEWS", "GAMEOVER TIMEOUT WINNER 1")
    assert result == GameOver(1, "TIMEOUT")


@pytest.mark.parametrize(
    "lines",
    [
        ["START Player-7 x"],
        ["START Player-0 x", "PLAY Player-1"],
        ["START Player-1 x", "PLAY Player-1"],
        ["START Player-0 x", "PLAY Player-0", "PLAY Player-0"],
        ["START Player-0 x", "0 0 0 0 1"],
        ["START Player-0 x", "7 0 0 0 0"],
        ["START Player-0 x", "0 0 3 0 0", "0 0 3 0 1"],
        ["START Player-0 x", "GAMEOVER USER CANCEL UNDECIDED"],
    ],
)
def test_a_server_that_breaks_the_protocol(lines: list[str]) -> None:
    result, _ = client_of(*lines)
    assert isinstance(result, ProtocolError)
    assert result.given == lines[-1]


def test_a_server_that_does_not_run() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(ParameterError) as caught:
        connect(Served(agent="greedy", address="127.0.0.1", port=port, seconds=None, say=print))
    assert caught.value.given == f"127.0.0.1:{port}"


def test_a_server_that_goes_away() -> None:
    result, _ = client_of("START Player-0 x")
    assert isinstance(result, AgentCrashed)


# Commands


def test_serve_and_connect_play_over_tcp() -> None:
    """Two clients of `tesuji connect`, then one against an agent, on one server."""
    said: list[str] = []
    ready, done = threading.Event(), threading.Event()

    def say(line: str) -> None:
        said.append(line)
        ready.set()
        if line.startswith("game 2"):
            done.set()
            raise KeyboardInterrupt

    def run() -> None:
        with pytest.raises(KeyboardInterrupt):
            serve(Served(agent="greedy", address="127.0.0.1", port=0, seconds=AMPLE, say=say))

    server = threading.Thread(target=run, daemon=True)
    server.start()
    assert ready.wait(AMPLE)
    port = said[0].rpartition(":")[2]
    for result_line in ("a draw", "a draw"):
        options = ["--port", port, "--seconds", str(AMPLE)]
        result = CliRunner().invoke(app, ["connect", "course.pentago-twist", "greedy", *options])
        assert result.exit_code == 0
        assert result.stderr.splitlines()[-1] == result_line
    assert done.wait(AMPLE)
    server.join(AMPLE)
    assert [line.partition(":")[0] for line in said[1:]] == [
        "tesuji greedy has joined",
        "game 1",
        "tesuji greedy has joined",
        "game 2",
    ]
