"""Our agents as players of EWN judges and hosts, which may break the protocol too."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import tesuji
from tests.interop.stage import AMPLE
from tesuji.cli.app import app
from tesuji.games import Position
from tesuji.interop.course import Served, ewn_judge, ewn_player, ewn_text
from tesuji.interop.course.ewn_player import JudgePlayer, TextPlayer
from tesuji.interop.course.protocol_error import ProtocolError

GREEDY = tesuji.agent("greedy")
START = "012345502143343242404031241152042"
GET = "get R 3 0 C4 D1 0 0 D4 C2 B1 0 0 B3 A2"
CONNECT = [sys.executable, "-m", "tesuji.cli", "connect", "course.ewn", "greedy"]


class Judge:
    """A judge that plays the last legal moves, some games in a row, and checks every answer."""

    def __init__(self, starts: list[str]) -> None:
        self.starts = starts
        self.waiting = b""
        self.answered = ""
        self.position: Position | None = None
        self.seat = 0

    def read(self, count: int) -> bytes:
        if not self.waiting:
            self._go_on()
        data, self.waiting = self.waiting[:count], self.waiting[count:]
        return data

    def write(self, data: bytes) -> None:
        assert self.position is not None
        assert not self.waiting, "it moves only after everything was read"
        assert self.position.to_move == self.seat
        self.position = self.position.play(ewn_judge.read_move(data.decode(), self.position))

    def _go_on(self) -> None:
        if self.position is None or self.position.is_over:
            if not self.starts:
                return
            text = self.starts.pop(0)
            again = "" if self.position is None else "y"
            self.position, self.seat = ewn_judge.read_start(text)
            self.waiting = (again + text).encode()
        else:
            move = self.position.legal_moves[-1]
            self.waiting = ewn_judge.write_move(move, 1 - self.seat).encode()
            self.position = self.position.play(move)


@given(st.integers(0, 2**32))
def test_our_player_plays_the_judges_games(seed: int) -> None:
    positions = [tesuji.game("ewn-cyclic").start(seed=seed + number) for number in range(4)]
    judge = Judge(
        [ewn_judge.write_start(each, number % 2) for number, each in enumerate(positions)]
    )
    assert JudgePlayer(judge.read, judge.write, GREEDY, seconds=AMPLE).play() == 4
    assert judge.position is not None
    assert judge.position.is_over


@pytest.mark.parametrize(
    ("sent", "wrote"),
    [
        ("0123", ""),
        (START[:-1] + "6f", ""),
        ("00" + START[2:] + "f", ""),
        (START + "x", ""),
        (START + "s", ""),
        (START + "s" + "3", ""),
        (START + "s" + "00", ""),
        (START + "s" + "é0", ""),
        (START + "f", "30"),
    ],
)
def test_a_judge_that_breaks_the_protocol(sent: str, wrote: str) -> None:
    output = io.BytesIO()
    player = JudgePlayer(io.BytesIO(sent.encode()).read, output.write, GREEDY, seconds=AMPLE)
    with pytest.raises(ProtocolError) as caught:
        player.play()
    assert output.getvalue().decode() == wrote
    assert caught.value.expected


def test_a_judge_without_a_game() -> None:
    assert JudgePlayer(io.BytesIO().read, io.BytesIO().write, GREEDY).play() == 0


def test_the_first_move_leaves_time_for_the_start_of_the_program() -> None:
    judge = Judge([START + "f"])
    asked = []

    class Asked(JudgePlayer):
        def _budget(self) -> dict[str, object]:
            asked.append(super()._budget())
            return asked[-1]

    Asked(judge.read, judge.write, GREEDY, seconds=AMPLE).play()
    assert asked[0]["seconds"] < asked[1]["seconds"] < AMPLE


# The text protocol


def test_answers_of_the_text_protocol() -> None:
    player = TextPlayer(GREEDY, seconds=AMPLE)
    assert player.answer("name") == "tesuji greedy"
    assert player.answer("version") == tesuji.__version__
    assert player.answer("time_setting 60") is None
    assert player.answer("board_setting 5 6") is None
    assert player.answer("") is None
    for side, corner in (("R", "A1"), ("B", "E5")):
        placed = ewn_text.read_squares(str(player.answer(f"ini {side}")))
        assert placed is not None
        assert corner in placed
    position = ewn_text.read_get(GET)
    answer = player.answer(GET)
    assert ewn_text.read_move(str(answer), position) in position.legal_moves


def test_the_hosts_clock_counts_down_and_starts_again() -> None:
    player = TextPlayer(tesuji.agent("mcts"))
    player.answer("time_setting 0.5")
    player.answer(GET)
    assert player.remaining is not None
    assert player.remaining < 0.5
    player.answer("ini R")
    assert player.remaining == 0.5


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "ini",
        "ini W",
        "get",
        "get R 1 0 0 0 0 0 0 0 0 0 0 0 0",
        "time_setting",
        "time_setting soon",
        "time_setting nan",
        "time_setting -1",
        "board_setting 6 7",
        "exit now",
    ],
)
def test_a_host_that_breaks_the_protocol(line: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        TextPlayer(GREEDY).answer(line)
    assert caught.value.given == line


# The command


def test_the_first_character_decides_the_protocol() -> None:
    text = f"name\nnonsense\nini R\r\n{GET}\nexit\nname\n"
    host = subprocess.run(CONNECT, input=text, capture_output=True, text=True, check=True)
    lines = host.stdout.splitlines()
    assert lines[0] == "tesuji greedy"
    assert len(lines) == 3
    assert "nonsense" in host.stderr
    judge = subprocess.run(CONNECT, input=START + "f", capture_output=True, text=True, check=False)
    assert (judge.returncode, judge.stdout) == (2, "30")


def test_an_exported_player_is_a_program(tmp_path: Path) -> None:
    arguments = ["export", "course.ewn", "greedy", "--out", str(tmp_path), "--seconds", "5"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    program = tmp_path / "player"
    assert str(program) in result.stdout.replace("\n", "")
    found = subprocess.run([program], input="name\n", capture_output=True, text=True, check=True)
    assert found.stdout == "tesuji greedy\n"


def test_a_player_over_standard_input_has_no_port() -> None:
    result = CliRunner().invoke(app, ["connect", "course.ewn", "greedy", "--port", "80"])
    assert result.exit_code != 0


def test_an_endless_line_ends_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    source = io.BytesIO(b"x" * 10_000)
    monkeypatch.setattr("os.read", lambda fd, count: source.read(count))
    with pytest.raises(ProtocolError):
        ewn_player.connect(
            Served(agent="greedy", address="", port=None, seconds=None, say=lambda line: None)
        )
