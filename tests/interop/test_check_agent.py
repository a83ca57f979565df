"""check-agent finds planted bugs, and none in sound agents."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import tesuji
from tests.interop.engine.stubs import ANY_MOVE, engine_spec, processes_that_use
from tests.interop.planted_agents import BUGS, SOUND
from tests.interop.students import SANDBOX
from tesuji.cli import run
from tesuji.errors import ParameterError
from tesuji.interop import foreign
from tesuji.interop.check_agent import MOST_FAILURES, AgentReport, check_agent
from tesuji.interop.checking import asking
from tesuji.interop.checking.positions import draw_questions, variants
from tesuji.interop.course.pentago_twist_notation import JOIN_SECONDS
from tesuji.interop.course.student import LOAD_SECONDS
from tesuji.specs import quoted

AGENTS = Path(__file__).with_name("planted_agents.py")


def check(name: str, game: str = "ewn", positions: int = 40, seconds: float = 0.3) -> AgentReport:
    spec = f'python("{AGENTS}:{name}")'
    return check_agent(spec, game=game, positions=positions, seconds=seconds, simulations=300)


@pytest.mark.parametrize("name", BUGS)
def test_it_finds_a_planted_bug(name: str) -> None:
    kind, game = BUGS[name]
    report = check(name, game, positions=15 if kind == "late" else 40)
    assert kind in report.counts, report.summary()
    fault = next(fault for fault in report.faults if fault.kind == kind)
    assert fault.reason
    if fault.kind not in ("memory", "state"):
        assert fault.position is not None
        words = shlex.split(fault.command)
        assert words[:3] == ["tesuji", "best", game]
        assert fault.position.text in words


def test_it_finds_a_bug_of_some_sizes() -> None:
    report = check("size_bound", game="colosseum", positions=45)
    crashes = [fault for fault in report.faults if fault.kind == "crash"]
    sizes = {int(fault.position.game.parameters["size"]) for fault in crashes if fault.position}
    assert sizes == {9, 10, 11, 12}
    assert all("size_bound" in fault.log for fault in crashes)


@pytest.mark.parametrize("name", SOUND)
def test_it_finds_nothing_in_a_sound_agent(name: str) -> None:
    report = check(name, seconds=20.0)
    assert report.passed, report.faults
    assert report.asked == 40
    assert not report.notes, "everything was checked"


@pytest.mark.parametrize("game", ["pentago", "colosseum(size=5)"])
def test_it_finds_nothing_in_an_agent_of_ours(game: str) -> None:
    report = check_agent("alphabeta", game=game, positions=15, seconds=0.2, simulations=300)
    assert report.passed, report.faults
    assert any("time" in note for note in report.notes)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("def answer(moves, first): say('bestmove', 'nonsense')", "illegal"),
        ("def answer(moves, first): sys.exit(3)", "crash"),
        ("def answer(moves, first): sleep()", "hang"),
        ("def answer(moves, first): say('x' * 10**7)", "protocol"),
        ("def answer(moves, first): kept = bytearray(10**9); sleep()", "memory"),
    ],
)
def test_it_finds_bugs_of_engines(tmp_path: Path, code: str, kind: str) -> None:
    spec = engine_spec(tmp_path, code, memory=200)
    report = check_agent(spec, game="ewn", positions=3, seconds=0.3, simulations=100)
    assert report.counts == {kind: 3}, report.faults
    assert all(spec in shlex.split(fault.command) for fault in report.faults)
    assert not processes_that_use(tmp_path)


def test_an_agent_that_keeps_failing_is_not_asked_on(tmp_path: Path) -> None:
    spec = engine_spec(tmp_path, "def answer(moves, first): sys.exit(3)")
    report = check_agent(spec, game="avalam", positions=40, seconds=5.0)
    assert report.asked == MOST_FAILURES
    assert any(note.startswith(f"{40 - MOST_FAILURES} positions") for note in report.notes)


def test_it_finds_no_fault_of_protocol_in_a_sound_engine() -> None:
    spec = f"exec({quoted(f'python3 {ANY_MOVE}')})"
    report = check_agent(spec, game="avalam", positions=10, simulations=100)
    assert set(report.counts) <= {"missed win", "allowed loss"}, report.faults
    assert report.asked == 10


def test_a_reported_command_repeats_the_fault(capsys: pytest.CaptureFixture[str]) -> None:
    report = check("crashing", positions=20)
    fault = next(fault for fault in report.faults if fault.kind == "crash")
    assert run(shlex.split(fault.command)[1:]) == 2
    assert "IndexError" in capsys.readouterr().err


def test_a_random_agent_is_not_accused_of_keeping_state() -> None:
    report = check_agent("random", game="ewn", positions=30, simulations=100)
    assert "state" not in report.counts
    seen: list[int] = []

    def choose(position: tesuji.Position) -> tesuji.Move:
        seen.append(len(seen))
        return position.legal_moves[len(seen) % len(position.legal_moves)]

    here = check_agent(choose, game="ewn", positions=20, simulations=100)
    assert "state" not in here.counts
    assert any("run to run" in note for note in here.notes)


def test_positions_are_of_all_sizes_and_phases() -> None:
    questions = draw_questions(variants("colosseum"), 200, seed=0)
    assert len({question.position for question in questions}) == 200
    sizes = {question.position.game.parameters["size"] for question in questions}
    assert sizes == set(range(4, 13))
    moves = sorted(len(question.position.legal_moves) for question in questions)
    assert moves[0] < 10
    assert moves[-1] > 100
    assert variants("colosseum(size=6)") == [tesuji.game("colosseum(size=6)")]
    assert draw_questions(variants("ewn"), 9, seed=1) == draw_questions(variants("ewn"), 9, seed=1)
    assert all(question.position.to_move is not None for question in questions)


def test_an_agent_that_cannot_be_loaded_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import nowhere_at_all\n")
    with pytest.raises(ParameterError, match="nowhere_at_all"):
        check_agent(f'python("{file}:choose")', game="ewn", positions=4)
    with pytest.raises(ParameterError):
        check_agent("random-walk", game="ewn")


def test_an_agent_is_given_up_after_its_own_limits() -> None:
    """A slow agent is reported with its own failure, not as a hang."""
    engine = 2 * foreign.START_SECONDS  # its options, then readyok
    assert max(LOAD_SECONDS, JOIN_SECONDS, engine) + 20 <= asking.START_SECONDS


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(AGENTS.read_text("utf-8") + "\nchoose = missing_wins\n")
    options = ["--game", "ewn", "--positions", "25", "--load", str(file)]
    assert run(["check-agent", "mine", *options]) == 1
    shown = capsys.readouterr().out
    assert "missed win" in shown
    assert "Worst move 1:" in shown
    assert run(["check-agent", "mine", *options, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["counts"]["missed win"] >= 1
    assert len(data["worst"]) <= 5
    assert not data["passed"]
    assert run(["check-agent", "greedy", *options[:4]]) == 0


CRASHES = """
def choose(position):
    print("hello", flush=True)
    raise KeyError("a\\nb") if len(position.legal_moves) % 2 else ValueError("other")
"""


@pytest.mark.parametrize("kind", ["python", "sandboxed"])
def test_equal_crashes_are_shown_once_with_one_command(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "crashes.py"
    file.write_text(CRASHES, "utf-8")
    spec = (
        f'python("{file}:choose")'
        if kind == "python"
        else f'sandboxed("{file}", sandbox={SANDBOX})'
    )
    arguments = ["--game", "avalam", "--positions", "8", "--seconds", "0.2"]
    assert run(["check-agent", spec, *arguments]) == 1
    printed = capsys.readouterr().out
    repeats = [line for line in printed.splitlines() if "to repeat it:" in line]
    shown = [line for line in printed.splitlines() if line.startswith("- ")]
    assert len(repeats) == len(shown) <= 2
    assert all("KeyError: " in line or "ValueError: other" in line for line in shown)
    assert sum(int(line.partition(" times")[0].rpartition("(")[2]) for line in shown) == 8
    for line in repeats:
        words = shlex.split(line.partition("it: ")[2])
        assert words[:3] == ["tesuji", "best", "avalam"]
        assert any(word.startswith("--seconds") for word in words)


def test_an_agent_that_never_answers_has_no_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sleeps.py"
    file.write_text("import time\ndef choose(position):\n    time.sleep(60)\n", "utf-8")
    arguments = ["--game", "avalam", "--positions", "2", "--seconds", "0.1"]
    assert run(["check-agent", f'sandboxed("{file}", sandbox={SANDBOX})', *arguments]) == 1
    printed = capsys.readouterr().out
    assert "Time: it made no move within the limit of 0.1 s." in printed
    assert "0.000" not in printed


def test_a_file_without_choose_says_what_it_defines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nothing.py"
    file.write_text("from math import sqrt\ndef pick(position):\n    return 1\n", "utf-8")
    with pytest.raises(ParameterError) as caught:
        check_agent(f'python("{file}")', game="avalam", positions=2)
    assert f"{file} defines no 'choose'; it defines pick;" in str(caught.value)
    report = check_agent(
        f'sandboxed("{file}", sandbox={SANDBOX})', game="avalam", positions=2, seconds=0.2
    )
    assert {fault.kind for fault in report.faults} == {"crash"}
    assert "nothing.py defines no 'choose'; it defines pick;" in report.faults[0].reason
    assert run(["best", "avalam", "--agent", "nothing", "--load", str(file)]) == 2
    assert f"{file} defines no 'choose'; it defines pick;" in capsys.readouterr().err
