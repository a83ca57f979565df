"""The Pentago-Twist course: its notation, and its clients as agents of ours."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesuji
from tests.interop.stage import AMPLE, BRIEF
from tests.reference import pentago as reference
from tesuji.agents.budget import Budget
from tesuji.errors import AgentFailure, NotationError, ParameterError
from tesuji.games import Position
from tesuji.interop.course import pentago_twist, pentago_twist_notation
from tesuji.interop.course.pentago_twist import TwistSearcher
from tesuji.interop.course.pentago_twist_notation import (
    GameOver,
    history,
    read_move,
    read_result,
    read_seat,
    write_move,
)
from tesuji.interop.foreign import AgentIllegalMove
from tesuji.interop.process import AgentCrashed, AgentFlooded, AgentGarbage, AgentTimeout
from tesuji.interop.sandbox import Sandbox

pytestmark = pytest.mark.filterwarnings("ignore::tesuji.interop.process_options.NoSandboxWarning")

GAME = tesuji.game("pentago-twist")
STUBS = Path(__file__).with_name("stubs")


# Notation


@given(st.integers(0, 2**32))
def test_every_legal_move_means_the_same_in_the_course(seed: int) -> None:
    random = Random(seed)
    position, state = GAME.start(), reference.start()
    while not position.is_over:
        player = position.next_player
        lines = [write_move(move, player) for move in position.legal_moves]
        expected = [(*move, player) for move in reference.legal_moves(state)]
        assert [tuple(map(int, line.split())) for line in lines] == expected
        found = [read_move(line) for line in lines]
        assert found == [(move, player) for move in position.legal_moves]
        pick = random.randrange(len(lines))
        position = position.play(position.legal_moves[pick])
        state = reference.play(state, expected[pick][:4])
        assert position.text == "/".join(_row(state, x) for x in range(6))


def _row(state: reference.State, x: int) -> str:
    text = ""
    for cell in state.cells[6 * x : 6 * x + 6]:
        if cell:
            text += "wb"[cell - 1]
        else:
            text = text[:-1] + str(int(text[-1]) + 1) if text[-1:].isdigit() else text + "1"
    return text


@given(st.integers(0, 2**32), st.integers(0, 35))
def test_every_position_has_a_history(seed: int, plies: int) -> None:
    random = Random(seed)
    position = GAME.start()
    for _ in range(plies):
        after = position.play(random.choice(position.legal_moves))
        if after.is_over:
            break
        position = after
    replayed = GAME.start()
    for move in history(position):
        assert not replayed.is_over
        replayed = replayed.play(move)
    assert replayed == position


def test_a_position_without_a_history_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pentago_twist_notation, "_ATTEMPTS", 0)
    with pytest.raises(ParameterError) as caught:
        history(GAME.start())
    assert (caught.value.where, caught.value.given) == ("opening", GAME.start().text)


@given(st.text(max_size=20) | st.from_regex(r"-?\d{1,2}( -?\d{1,2}){3,5}", fullmatch=True))
def test_any_line_is_a_move_an_illegal_move_or_neither(line: str) -> None:
    numbers = line.split(" ")
    try:
        found = read_move(line)
    except NotationError:
        assert len(numbers) == 5
        assert all(-99 <= int(number) <= 99 for number in numbers)
    else:
        assert found is None or write_move(*found) == line


def test_lines_of_the_server() -> None:
    assert read_seat("START Player-1 some name") == 1
    assert read_seat("PLAY Player-0") == 0
    for line in ("START", "PLAY Player-2", "PLAY Player-", "START Player-0x", "0 0 0 0 0"):
        assert read_seat(line) is None
    results = {
        "GAMEOVER WINNER 0": GameOver(0),
        "GAMEOVER DRAW": GameOver(None),
        "GAMEOVER ILLEGAL MOVE: 0 0 0 0 1 WINNER 0": GameOver(0, "ILLEGAL MOVE: 0 0 0 0 1"),
    }
    for line, result in results.items():
        assert read_result(line) == result
        assert result.line == line
    for line in ("GAMEOVER", "GAMEOVER WINNER 2", "GAMEOVER UNDECIDED", "PLAY Player-0"):
        assert read_result(line) is None


# Clients as agents


def spec(mode: str, *, sandbox: bool = True) -> str:
    command = f"python twist_client.py {{port}} {mode}"
    options = "" if sandbox else ", sandbox=false"
    return f'course.pentago-twist("{command}", folder="{STUBS}"{options})'


Make = Callable[[str], TwistSearcher]


@pytest.fixture(params=["bubblewrap", "none"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    """Makes searchers, and closes them."""
    sandbox = request.param == "bubblewrap"
    if sandbox and not Sandbox.detect().is_safe:
        pytest.skip(Sandbox.detect().missing[0])
    made: list[TwistSearcher] = []

    def one(mode: str) -> TwistSearcher:
        agent = tesuji.agent(spec(mode, sandbox=sandbox))
        made.append(TwistSearcher(agent.spec, agent.settings, GAME))
        return made[-1]

    yield one
    for searcher in made:
        searcher.close()


def ask(searcher: TwistSearcher, position: Position, seconds: float = AMPLE) -> str:
    return str(searcher.search(position, Budget(seconds=seconds), 7).best)


def log(searcher: TwistSearcher) -> list[str]:
    assert searcher._process is not None
    return [line for line in searcher._process.log.splitlines() if line.startswith("received")]


@pytest.mark.parametrize("mode", ["good", "chatter"])
def test_a_client_plays_a_game_as_either_player(make: Make, mode: str) -> None:
    for seat in (0, 1):
        searcher = make(mode)
        position = GAME.start()
        while not position.is_over:
            move = ask(searcher, position) if position.to_move == seat else position.legal_moves[-1]
            position = position.play(move)
        assert searcher._client == "<b>stub</b> client"
        searcher.close()


def test_a_client_is_sent_the_moves_of_the_opening(make: Make) -> None:
    searcher = make("good")
    position = GAME.position("w5/6/2b3/6/4w1/6")
    move = ask(searcher, position)
    assert move == "b1AR"
    after = position.play(move).play("f6DF")
    ask(searcher, after)
    lines = log(searcher)
    assert lines[0] == "received START Player-1 <b>stub</b> client"
    assert len(lines) == 8
    assert lines[4:6] == ["received PLAY Player-1", "received 0 1 0 0 1"]
    reply = read_move(lines[6].removeprefix("received "))
    assert reply is not None, "one of the moves that lead to the same position"
    assert position.play(move).play(reply[0]) == after
    assert lines[7] == "received PLAY Player-1"


def test_another_game_starts_the_client_again(make: Make) -> None:
    searcher = make("good")
    ask(searcher, GAME.start())
    first = searcher._process
    ask(searcher, GAME.start().play("f6DF"))
    assert searcher._process is not first
    assert log(searcher)[0].startswith("received START Player-1")


def test_a_late_move_is_replaced_by_a_random_one(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pentago_twist, "TOLERANCE", -2 * AMPLE)
    searcher = make("good")
    moves = {str(searcher.search(GAME.start(), Budget(seconds=AMPLE), s).best) for s in range(2)}
    assert len(moves) == 2
    assert "a1AR" not in moves
    assert [line.split()[0] for line in searcher.replaced] == ["a1AR", "a1AR"]
    searcher.close()


@pytest.mark.parametrize(
    ("mode", "kind", "word"),
    [
        ("exit", AgentCrashed, "exit status 3"),
        ("close", AgentCrashed, "ended"),
        ("bytes", AgentGarbage, "UTF-8"),
        ("flood", AgentFlooded, "bytes"),
        ("lines", AgentFlooded, "bytes"),
        ("illegal", AgentIllegalMove, "6 0 0 0 0"),
        ("impostor", AgentIllegalMove, "0 0 0 0 1"),
    ],
)
def test_a_bad_answer(make: Make, mode: str, kind: type[AgentFailure], word: str) -> None:
    searcher = make(mode)
    with pytest.raises(AgentFailure) as caught:
        ask(searcher, GAME.start())
    assert type(caught.value) is kind
    assert word in caught.value.reason
    assert searcher._process is None


def test_a_client_that_does_not_answer(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pentago_twist, "LATE_SECONDS", BRIEF)
    searcher = make("hang")
    searcher.prepare()
    with pytest.raises(AgentTimeout) as caught:
        ask(searcher, GAME.start(), BRIEF)
    assert caught.value.end == "time"


@pytest.mark.parametrize("mode", ["early", "twice"])
def test_a_client_that_writes_without_being_asked(make: Make, mode: str) -> None:
    searcher = make(mode)

    def play_two_moves(position: Position) -> None:
        for _ in range(2):
            position = position.play(ask(searcher, position))
            position = position.play(position.legal_moves[-1])

    with pytest.raises(AgentGarbage):
        play_two_moves(GAME.start())


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("silent", AgentTimeout), ("crash", AgentCrashed), ("nameless", AgentGarbage)],
)
def test_a_client_that_does_not_join(
    make: Make, monkeypatch: pytest.MonkeyPatch, mode: str, kind: type[AgentFailure]
) -> None:
    if mode == "silent":
        monkeypatch.setattr(pentago_twist, "JOIN_SECONDS", BRIEF)
    with pytest.raises(AgentFailure) as caught:
        make(mode).prepare()
    assert type(caught.value) is kind
    assert "RuntimeError: lost" in caught.value.log or mode != "crash"


def test_a_java_client_plays_in_its_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("javac") is None:
        pytest.skip("there is no Java compiler (Debian: apt install default-jdk-headless)")
    source = STUBS / "TwistClient.java"
    subprocess.run(["javac", "-d", tmp_path, source], check=True)
    monkeypatch.setattr(pentago_twist, "JOIN_SECONDS", AMPLE)
    command = "java -XX:TieredStopAtLevel=1 TwistClient {port}"
    agent = tesuji.agent(f'course.pentago-twist("{command}", folder="{tmp_path}")')
    searcher = TwistSearcher(agent.spec, agent.settings, GAME)
    position = GAME.start()
    try:
        while not position.is_over:
            move = ask(searcher, position) if position.to_move else position.legal_moves[-1]
            position = position.play(move)
    finally:
        searcher.close()
    assert searcher._client == "Java client"


def test_a_client_needs_a_command() -> None:
    with pytest.raises(ParameterError) as caught:
        tesuji.agent("course.pentago-twist").player(GAME)
    assert caught.value.where == "command"


def test_a_match_goes_on_after_each_failure() -> None:
    result = tesuji.match(
        spec("illegal"), "random", game="pentago-twist", pairs=1, seconds=AMPLE, clock="wall"
    )
    assert [game.end for game in result.games] == ["illegal", "illegal"]
