"""Our engine: what it answers, also while it thinks, and that no input breaks it."""

from __future__ import annotations

import io
import queue
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesuji
from tests.interop.stage import AMPLE
from tesuji.interop.engine import server
from tesuji.interop.engine.protocol import Info, parse_reply
from tesuji.interop.engine.server import Engine, read_lines, run

CONNECT_FOUR = Path(__file__).resolve().parents[3] / "examples" / "connect_four.py"


class Asked:
    """An engine and the lines that it has sent."""

    def __init__(self, agent: str = "mcts(memory=16)") -> None:
        self.lines: queue.Queue[str] = queue.Queue()
        self.engine = Engine(tesuji.agent(agent), lambda line: self.lines.put(str(line)))

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.handle(line.encode())

    def next(self) -> str:
        return self.lines.get(timeout=AMPLE)

    def ask(self, *lines: str) -> list[str]:
        """What it sends until it has answered ``isready``, without that answer."""
        self.tell(*lines, "isready")
        return list(iter(self.next, "readyok"))

    def best(self, *lines: str) -> str:
        """The best move that it finds."""
        self.tell(*lines)
        while not (line := self.next()).startswith("bestmove "):
            assert line.startswith("info ")
        return line.removeprefix("bestmove ")

    def is_idle(self) -> bool:
        thinking = self.engine._thinking
        if thinking is not None:
            thinking.wait(AMPLE)
        return self.lines.empty()


@pytest.fixture
def asked() -> Iterator[Asked]:
    asked = Asked()
    asked.tell("newgame avalam", "position startpos")
    yield asked
    asked.engine.close()


def test_it_introduces_itself() -> None:
    lines = Asked("greedy").ask("tesuji")
    assert lines[0] == f"id name Tesuji {tesuji.__version__} greedy"
    assert lines[-1] == "tesujiok"
    assert "option name Seed type spin default 0 min 0 max 9223372036854775807" in lines
    assert "option name clock type combo default wall var wall var cpu" in lines


@pytest.mark.parametrize("seed", [5, 6])
def test_its_answer_is_that_of_the_agent(asked: Asked, seed: int) -> None:
    game = tesuji.game("avalam")
    player = tesuji.agent("mcts(memory=16)").player(game)
    expected = player.search(game.start(), simulations=500, seed=seed)
    asked.tell(f"go simulations 500 seed {seed}")
    known = parse_reply(asked.next())
    assert isinstance(known, Info)
    assert (known.simulations, known.nodes) == (expected.simulations, expected.nodes)
    assert known.pv == tuple(map(str, expected.pv))
    assert known.value == pytest.approx(expected.value, abs=1e-4)
    assert asked.next() == f"bestmove {expected.best}"
    assert asked.is_idle()


def test_positions_take_moves_and_chance_events(asked: Asked) -> None:
    game = tesuji.game("ewn")
    start = game.start(3)
    event = start.chance_outcomes[0][0]
    move = start.play(event).legal_moves[0]
    asked.tell("newgame ewn", f"position {start.text} moves {event} {move} {event}")
    expected = start.play(event).play(move).play(event)
    assert asked.engine._position == expected
    assert asked.ask("query legalmoves") == [f"response {' '.join(map(str, expected.legal_moves))}"]
    assert asked.ask("query p1turn", "query gameover", "query result") == [
        "response false",
        "response false",
        "response none",
    ]


def test_the_result_of_a_game_that_is_over(asked: Asked) -> None:
    tesuji.load(CONNECT_FOUR)
    asked.tell("newgame connect-four", "position startpos moves 1 2 1 2 1 2 1")
    assert asked.ask("query gameover", "query result") == ["response true", "response p1win"]
    assert asked.best("go simulations 5") == "(none)"
    assert asked.ask("query legalmoves") == ["response"]


def test_it_answers_while_it_thinks(asked: Asked) -> None:
    asked.tell("go infinite")
    assert asked.ask("query p1turn") == ["response true"]
    for line in ("position startpos", "newgame ewn", "setoption name Seed value 3", "go"):
        (answer,) = asked.ask(line)
        assert answer.startswith("info string error"), "and a refused go has no best move"
    assert asked.best("stop") != "(none)"
    assert asked.is_idle()
    assert asked.best("go simulations 5") != "(none)"


def test_a_stop_is_never_lost(asked: Asked) -> None:
    for _ in range(30):
        assert asked.best("go infinite", "stop", "stop") != "(none)"
    assert asked.is_idle()


def test_the_next_question_may_follow_the_best_move_at_once() -> None:
    sent: list[str] = []
    thinking = threading.Event()

    def send(line: object) -> None:
        sent.append(str(line))
        if str(line).startswith("bestmove "):
            # The peer has read the line before the search has quite ended.
            thinking.wait(AMPLE)
            asks.start()
            asks.join(0.1)

    ours = Engine(tesuji.agent("mcts(memory=1)"), send)
    next_line = b"position startpos moves c1d1"
    asks = threading.Thread(target=ours.handle, args=[next_line])
    for line in (b"newgame avalam", b"position startpos", b"go simulations 1"):
        ours.handle(line)
    thinking.set()
    assert ours._thinking is not None
    ours._thinking.wait(AMPLE)
    asks.join(AMPLE)
    assert not [line for line in sent if "error" in line]
    assert ours._position == tesuji.game("avalam").start().play("c1d1")
    ours.close()


def test_commands_after_a_stop_wait_for_the_best_move(asked: Asked) -> None:
    asked.tell("go infinite", "stop", "newgame ewn", "position startpos moves d1")
    assert asked.best() in map(str, tesuji.game("avalam").start().legal_moves)
    assert asked.best("go simulations 5") != "(none)"


def test_an_infinite_search_waits_for_the_stop_even_when_all_is_known(asked: Asked) -> None:
    tesuji.load(CONNECT_FOUR)
    asked.tell("newgame connect-four", "position startpos moves 1 2 1 2 1 2", "go infinite")
    assert all(line.startswith("info depth") for line in asked.ask())
    thinking = asked.engine._thinking
    assert thinking is not None
    thinking.wait(0.1)
    assert thinking.is_open
    assert asked.best("stop") == "1"


def test_a_running_search_reports(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.interop.engine.thinking.REPORT_SECONDS", 0.001)
    asked.tell("go infinite")
    for _ in range(3):
        assert asked.next().startswith("info depth ")
    asked.best("stop")


def test_a_forced_move_needs_no_search(asked: Asked) -> None:
    tesuji.load(CONNECT_FOUR)
    asked.tell("newgame connect-four", "position .xoxoxo/oxoxoxo/oxoxoxo/xoxoxox/xoxoxox/xoxoxox")
    asked.tell("go seconds 1000")
    assert asked.next() == "bestmove 1"


def test_clocks_are_for_the_agent_to_divide(asked: Asked) -> None:
    assert asked.best("go remaining 0.3 increment 0") != "(none)"
    assert asked.best("go remaining 1 seconds 1") == "(none)", "a clock or a budget, not both"


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"\xff\xfe",
        b"\0",
        b"newgame nothing",
        b"newgame colosseum(size=99)",
        b"position nothing",
        b"position startpos moves a1a1",
        b"setoption name nothing value 3",
        b"setoption name select value nothing",
        b"setoption name select.c value 1, solver=true",
        b"setoption name Seed value -1",
        b"setoption name threads value tree(",
        b"go seconds",
        b"go fast",
        b"go seed 99999999999999999999",
    ],
)
def test_mistakes_are_named_and_change_nothing_else(asked: Asked, line: bytes) -> None:
    agent = asked.engine.agent
    asked.engine.handle(line)
    assert asked.next().startswith("info string error ")
    if line.startswith(b"go"):
        assert asked.next() == "bestmove (none)"
    assert asked.engine.agent == agent
    assert asked.is_idle()
    asked.tell("newgame avalam", "position startpos")
    assert asked.best("go simulations 2") != "(none)"


def test_after_a_wrong_position_it_does_not_search_the_last_one(asked: Asked) -> None:
    (answer,) = asked.ask("position nothing")
    assert answer.startswith("info string error ")
    assert asked.best("go simulations 2") == "(none)"
    asked.ask("position startpos", "newgame nothing")
    assert asked.best("go simulations 2") == "(none)"


def test_options_change_the_agent(asked: Asked) -> None:
    asked.tell("setoption name select value puct", "setoption name select.c value 0.25")
    asked.tell("setoption name solver value false", "setoption name Seed value 9")
    settings = asked.engine.agent.settings
    assert (settings["select"], settings["select.c"], settings["solver"]) == ("puct", 0.25, False)
    game = tesuji.game("avalam")
    expected = asked.engine.agent.player(game, seed=9).search(game.start(), simulations=60)
    assert asked.best("go simulations 60") == str(expected.best)
    assert "option name select.c type string default 0.25" in asked.ask("tesuji")


def test_a_peer_cannot_change_commands() -> None:
    asked = Asked('exec("true")')
    assert not [line for line in asked.ask("tesuji") if "command" in line and "option" in line]
    (answer,) = asked.ask("setoption name command value reboot")
    assert answer.startswith("info string error ")


# No input breaks it

WORDS = """
tesuji isready newgame position startpos moves go stop quit setoption name value seconds 0 depth 5
simulations 1 infinite nodes seed remaining increment query result legalmoves avalam ewn pentago
colosseum(size=4) connect-four a1a2 d1 select solver puct false Seed -1 1e400 99999999999999999999 (
"""
TOKENS = st.sampled_from([*WORDS.split(), "\0", "\x1b[2J", "\u202e"])
LINES = st.one_of(
    st.binary(max_size=200),
    st.lists(TOKENS, max_size=8).map(lambda words: " ".join(words).encode()),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=12))
def test_it_survives_any_input(lines: list[bytes]) -> None:
    asked = Asked("mcts(memory=1)")
    start = b"newgame avalam\nposition startpos\n"
    whole = start + b"\n".join(line for line in lines if b"quit" not in line) + b"\nisready\n"
    run(asked.engine, read_lines(io.BytesIO(whole)), lambda line: asked.lines.put(str(line)))
    sent = list(asked.lines.queue)
    assert "readyok" in sent
    assert not [line for line in sent if "\n" in line or "\0" in line]
    known = ("id ", "option ", "tesujiok", "readyok", "info ", "bestmove ", "response")
    assert all(line.startswith(known) for line in sent)


def test_lines_that_are_too_long_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LONGEST_LINE", 100)
    text = b"a" * 100 + b"\n" + b"b" * 1000 + b"\nisready\n" + b"c" * 99 + b"\n" + b"d" * 500
    found = list(read_lines(io.BytesIO(text)))
    assert found == [None, None, b"isready\n", b"c" * 99 + b"\n", None]


def engine(*arguments: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tesuji.cli", "engine", *arguments]
    return subprocess.run(command, input=text, capture_output=True, check=False, timeout=AMPLE)


def test_the_command_survives_noise_and_ends_with_its_input() -> None:
    noise = random.Random(5).randbytes(2 << 20).replace(b"quit", b"")
    done = engine("random", text=noise + b"\n" + b"x" * (3 << 20) + b"\nisready\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == b"readyok"
    assert b"Traceback" not in done.stderr


def test_the_command_ends_while_it_thinks() -> None:
    text = b"newgame avalam\nposition startpos\ngo infinite\n"
    for last in (b"", b"quit\nisready\n"):
        done = engine(text=text + last)
        assert done.returncode == 0
        assert done.stdout.splitlines()[-1].startswith(b"bestmove ")


CHATTY = """
import tesuji

class Chatty:
    name = "chatty"
    def start(self): return 0
    def to_move(self, state): return state % 2
    def moves(self, state):
        print("bestmove 7")
        if state == 3: raise RuntimeError("boom")
        return [1, 2]
    def play(self, state, move): return state + move
    def result(self, state): return 1 if state >= 9 else None

tesuji.register(Chatty)
"""


def test_games_in_python_may_print_and_fail(tmp_path: Path) -> None:
    file = tmp_path / "chatty.py"
    file.write_text(CHATTY)
    # The last search is read before the input ends.
    process = subprocess.Popen(
        [sys.executable, "-m", "tesuji.cli", "engine", "--load", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        process.stdin.write("newgame chatty\nposition 5\ngo simulations 3\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith("info depth")
        assert process.stdout.readline() in ("bestmove 1\n", "bestmove 2\n")
        process.stdin.write("position 0\ngo simulations 100\n")
        process.stdin.flush()
        error, best = process.stdout.readline(), process.stdout.readline()
        process.stdin.close()
    assert error.startswith("info string error ")
    assert "boom" in error
    assert best == "bestmove (none)\n"
    assert process.returncode == 0
