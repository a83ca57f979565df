"""Options of the commands for courses: other code in files, and the Python of submissions."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.interop.engine.stubs import ANY_MOVE, CONNECT_FOUR
from tesuji import plugins
from tesuji.cli import run
from tesuji.errors import TesujiError
from tesuji.interop.ladder import SubmissionOptions
from tesuji.interop.ladder.submissions import submission_spec
from tesuji.specs import parse_spec, quoted

COURSE = """
[course]
name = "Games 101"
game = "{game}"

[limits]
seconds = 20

[ladder]
gate_pairs = 1

[[baseline]]
agent = '{baseline}'

[[grade]]
name = "A"
points = 100
"""


def write_course(folder: Path, *, game: str = "ewn", baseline: str = "random") -> Path:
    file = folder / "course.toml"
    file.write_text(COURSE.format(game=game, baseline=baseline))
    return file


def in_a_process(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a command whose registrations must not stay."""
    command = [sys.executable, "-m", "tesuji.cli", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


# Other code


def test_a_course_may_name_other_code_that_is_allowed(tmp_path: Path) -> None:
    baseline = f"exec({quoted(f'python3 {ANY_MOVE}')}, sandbox=false)"
    course = write_course(tmp_path, baseline=baseline)
    given = ("league", course, "--out", tmp_path / "out", "--unsafe")
    refused = in_a_process(*given)
    assert refused.returncode == 2
    assert "--allow exec" in refused.stderr
    assert in_a_process(*given, "--allow", "exec").returncode == 0
    assert (tmp_path / "out" / "starter-kit" / "course.toml").exists()


def test_a_course_may_use_a_game_that_is_loaded(tmp_path: Path) -> None:
    course = write_course(tmp_path, game="connect-four")
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "engine.toml").write_text('command = "python3 any_move.py"\n')
    shutil.copy(ANY_MOVE, tmp_path / "ann")
    given = ("league", course, "--grade", tmp_path / "ann", "--out", tmp_path / "out")
    assert in_a_process(*given, "--unsafe").returncode == 2
    found = in_a_process(*given, "--unsafe", "--jobs", "1", "--load", CONNECT_FOUR)
    assert found.returncode == 0, found.stderr
    assert "passed: plays a legal game" in found.stdout


def test_a_store_is_replayed_with_other_code_that_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "games.db"
    tesuji.match("random", "random-walk", game="colosseum(size=4)", pairs=1, jobs=1, store=store)
    monkeypatch.setattr(plugins, "_allowed", set())
    assert run(["store", "check", str(store), "--replay", "--allow", "openspiel"]) == 0
    assert plugins.allowed() == {"openspiel"}


# The Python of submissions


class Captured(TesujiError):
    """Stops a command where its work would begin."""


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A link to an interpreter, as virtual environments have it."""
    link = tmp_path / "venv-python"
    link.symlink_to(sys.executable)
    return link


@pytest.mark.parametrize(
    ("work", "words"),
    [
        ("ladder.Ladder", ["ladder", "ewn", "--agents", "in", "--unsafe"]),
        ("ladder.Ladder", ["league", "course.toml", "--agents", "in", "--unsafe"]),
        ("league.autograde.autograde", ["league", "course.toml", "--grade", "in", "--unsafe"]),
    ],
)
def test_submissions_run_with_the_given_python(
    tmp_path: Path, python: Path, monkeypatch: pytest.MonkeyPatch, work: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_course(tmp_path)
    (tmp_path / "in").mkdir()
    taken: list[Any] = []

    def capture(first: Any, *others: Any, **options: Any) -> None:
        taken.append(getattr(first, "options", first).submissions)
        raise Captured("captured")

    monkeypatch.setattr(f"tesuji.interop.{work}", capture)
    assert run([*words, "--python", python.name]) == 2
    assert taken[0].arguments()["python"] == str(python)
    assert run(words) == 2
    assert "python" not in taken[1].arguments()
    assert run([*words, "--python", "no-such-python"]) == 2
    assert len(taken) == 2


def test_check_agent_takes_a_python(
    tmp_path: Path, python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def choose(position):\n    return position.legal_moves[0]\n")
    taken: list[str] = []

    def capture(agent: str, **options: Any) -> None:
        taken.append(agent)
        raise Captured("captured")

    words = ["--game", "ewn", "--positions", "2", "--python", python.name]
    assert run(["check-agent", "mcts", *words]) == 2
    monkeypatch.setattr("tesuji.interop.check_agent.check_agent", capture)
    assert run(["check-agent", 'sandboxed("mine.py")', *words]) == 2
    assert parse_spec(taken[0]).arguments == {"": "mine.py", "python": str(python)}


def test_the_python_of_a_submission_is_in_its_spec(tmp_path: Path, python: Path) -> None:
    (tmp_path / "tesuji_agent.py").write_text("def choose(position):\n    return ''\n")
    options = SubmissionOptions(python=python, sandbox=False)
    agent = tesuji.agent(submission_spec(tmp_path, "ewn", options))
    assert agent.settings["python"] == str(python)
    agent.player(tesuji.game("ewn")).close()
