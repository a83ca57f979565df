"""Submissions: what becomes an agent, what is refused, and that content decides."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

import tesuji
from tests.interop.conftest import contained_sandbox
from tesuji.interop.ladder import Ladder, LadderOptions, SubmissionOptions
from tesuji.interop.ladder.plan import Entrant
from tesuji.interop.ladder.submissions import (
    Submission,
    SubmissionError,
    find_submissions,
    submission_spec,
)
from tesuji.interop.ladder.table import table_rows
from tesuji.specs import parse_spec

ENGINES = Path(__file__).resolve().parents[2] / "examples" / "engines"
FIRST_MOVE = "def choose(position):\n    return position.legal_moves[0]\n"
CLASS = """
import helper


class choose:
    def begin(self, game, seed):
        self.game = game

    def choose(self, position, budget):
        assert budget.seconds is not None
        assert self.game.name == "ewn"
        return helper.pick(position)
"""
OPTIONS = SubmissionOptions(memory=400, processes=8)


def find(root: Path) -> dict[str, Submission]:
    found = find_submissions(root / "in", root / "kept", "ewn", OPTIONS)
    return {each.name: each for each in found}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    return tmp_path


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content)
    return folder


def write_zip(path: Path, files: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def write_engine_zip(path: Path, program: Path, name: str, *, mode: int, **files: str) -> None:
    """A zip file with a program; mode 0 is what Windows writes."""
    with zipfile.ZipFile(path, "w") as archive:
        contents = {each: content.encode() for each, content in files.items()}
        for each, content in {**contents, name: program.read_bytes()}.items():
            info = zipfile.ZipInfo(f"mine/{each.replace('__', '.')}")
            info.create_system = 3 if mode else 0
            info.external_attr = (mode if each == name else mode & 0o666) << 16
            archive.writestr(info, content)


def test_a_file_a_folder_and_a_zip_with_the_same_content_are_equal(root: Path) -> None:
    (root / "in" / "ann.py").write_text(FIRST_MOVE)
    write(root / "in" / "bob", tesuji_agent__py=FIRST_MOVE)
    noise = {"__MACOSX/._tesuji_agent.py": "x", "mine/__pycache__/tesuji_agent.pyc": "x"}
    write_zip(root / "in" / "a-cat.zip", {"mine/tesuji_agent.py": FIRST_MOVE, **noise})
    write(root / "in" / "dan", tesuji_agent__py=FIRST_MOVE + "\n")
    found = find(root)
    assert {name: each.problem for name, each in found.items()} == dict.fromkeys(found, "")
    assert found["ann"].digest == found["bob"].digest == found["a-cat"].digest
    assert found["dan"].digest != found["ann"].digest
    kept = root / "kept" / found["a-cat"].digest
    assert [path.name for path in kept.rglob("*")] == ["tesuji_agent.py"]
    assert len(list((root / "kept").iterdir())) == 2


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ({"student_agent__py": "", "tesuji_agent__py": FIRST_MOVE}, "course.colosseum"),
        ({"my_player__py": ""}, "course.avalam"),
        ({"engine__toml": 'command = "python3 mine.py --fast"'}, "exec"),
        ({"engine__toml": 'command = "./mine"\nprotocol = "ewn"'}, "course.ewn"),
        ({"tesuji_agent__py": FIRST_MOVE}, "sandboxed"),
        ({"mine__py": FIRST_MOVE, "helper__py": "x = 1"}, "sandboxed"),
        ({"mine__py": "class choose: ..."}, "sandboxed"),
    ],
)
def test_the_content_decides_the_kind(root: Path, files: dict[str, str], kind: str) -> None:
    folder = write(root / "kept" / "x", **files)
    spec = parse_spec(submission_spec(folder, "ewn", OPTIONS))
    assert spec.name == kind
    assert (spec.arguments["memory"], spec.arguments["processes"]) == (400, 8)
    assert spec.arguments["sandbox"] is True
    if kind == "exec":
        assert spec.arguments[""] == "python3 mine.py --fast"
        assert spec.arguments["folder"] == str(folder)


def test_an_executable_named_engine_is_an_engine(root: Path) -> None:
    folder = write(root / "kept" / "x", engine="#!/bin/sh\n")
    with pytest.raises(SubmissionError):
        submission_spec(folder, "ewn", OPTIONS)
    (folder / "engine").chmod(0o755)
    assert parse_spec(submission_spec(folder, "ewn", OPTIONS)).arguments[""] == "./engine"


def test_a_compiled_engine_in_a_zip_plays_a_ladder(root: Path) -> None:
    contained_sandbox()
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    program, declared = root / "program", 'command = "./bin/mine --fast"'
    source = ENGINES / "any_move.cpp"
    subprocess.run([compiler, "-std=c++17", "-o", program, source], check=True)
    inside = root / "in"
    for system, mode in (("unix", 0o100755), ("windows", 0)):
        write_engine_zip(inside / f"{system}.zip", program, "engine", mode=mode)
        write_engine_zip(
            inside / f"{system}-toml.zip", program, "bin/mine", mode=mode, engine__toml=declared
        )
    found = find(root)
    assert {name: each.problem for name, each in found.items()} == dict.fromkeys(found, "")
    assert found["unix"].digest == found["windows"].digest
    assert found["unix-toml"].digest == found["windows-toml"].digest
    for name in ("unix-toml.zip", "windows.zip"):
        (inside / name).unlink()
    options = LadderOptions(
        game="ewn", limits={"seconds": 30.0}, gate=0, gate_pairs=1, pairs=1, rounds=1,
        submissions=OPTIONS,
    )  # fmt: skip
    result = Ladder(options, inside, root / "out").run(jobs=2)
    rows = {row.name: row for row in table_rows(result)}
    for name in ("unix", "windows-toml"):
        assert (rows[name].status, rows[name].spent.forfeits) == ("rated", {})


@pytest.mark.parametrize(
    "command", ["{outside}", "../../outside", "'open", "''", "python3 x.py", "missing"]
)
def test_a_zip_makes_nothing_outside_executable(root: Path, command: str) -> None:
    outside = root / "outside"
    outside.write_text("#!/bin/sh\n")
    declared = f'command = "{command.format(outside=outside)}"'
    write_engine_zip(root / "in" / "a.zip", outside, "engine", mode=0, engine__toml=declared)
    found = find(root)["a"]
    assert bool(found.problem) == (command != "python3 x.py")
    assert not any(path.stat().st_mode & 0o111 for path in root.rglob("*") if path.is_file())


def test_a_unix_zip_decides_which_file_is_executable(root: Path) -> None:
    (root / "program").write_text("#!/bin/sh\n")
    write_engine_zip(root / "in" / "a.zip", root / "program", "engine", mode=0o100644)
    assert "no file defines choose" in find(root)["a"].problem


@pytest.mark.parametrize(
    ("files", "part"),
    [
        ({}, "no file defines choose"),
        ({"a__py": FIRST_MOVE, "b__py": FIRST_MOVE}, "2 files define choose"),
        ({"a__py": "def choose(:"}, "no file defines choose"),
        ({"engine__toml": "command = "}, "not valid TOML"),
        ({"engine__toml": "command = 3"}, "no command"),
        ({"engine__toml": "command = " + "[" * 100_000}, "not valid TOML"),
        ({"engine__toml": 'command = "x"\nprotocol = "uci"'}, "'uci'"),
    ],
)
def test_what_is_no_agent(root: Path, files: dict[str, str], part: str) -> None:
    write(root / "in" / "ann", **files)
    found = find(root)["ann"]
    assert part in found.problem
    assert str(root) not in found.problem


def test_what_is_refused_before_it_is_looked_into(root: Path) -> None:
    inside = root / "in"
    (root / "secret").write_text("secret")
    write(inside / "linked").joinpath("tesuji_agent.py").symlink_to(root / "secret")
    (inside / "link").symlink_to(root / "secret")
    (inside / "text.txt").write_text("hello")
    write_zip(inside / "escape.zip", {"../tesuji_agent.py": FIRST_MOVE})
    (inside / "broken.zip").write_text("not a zip")
    write(inside / "twice", tesuji_agent__py=FIRST_MOVE)
    write_zip(inside / "twice.zip", {"tesuji_agent.py": FIRST_MOVE})
    found = find(root)
    assert set(found) == {"linked", "link", "text", "escape", "broken", "twice", "twice.zip"}
    assert all(each.problem and not each.spec for each in found.values())
    assert not list((root / "kept").iterdir())


def test_results_survive_a_move_of_the_folder(root: Path) -> None:
    """The identity of an agent has its digest and limits, but no path."""
    (root / "in" / "ann.py").write_text(FIRST_MOVE)
    here = find_submissions(root / "in", root / "kept", "ewn", OPTIONS)[0]
    there = find_submissions(root / "in", root / "elsewhere", "ewn", OPTIONS)[0]
    assert here.spec != there.spec
    assert Entrant.of(here).content == Entrant.of(there).content
    more = find_submissions(root / "in", root / "kept", "ewn", SubmissionOptions(memory=401))[0]
    assert Entrant.of(more).content != Entrant.of(here).content
    assert str(root) not in Entrant.of(here).content


def test_real_submissions_play_a_ladder_in_the_sandbox(root: Path) -> None:
    contained_sandbox()
    write(root / "in" / "ann", mine__py=CLASS, helper__py=FIRST_MOVE.replace("choose", "pick"))
    (root / "in" / "bob.py").write_text("print('hello')\n" + FIRST_MOVE)
    (root / "in" / "cat.py").write_text("def choose(position):\n    return open('/etc/shadow')\n")
    (root / "in" / "dan.py").write_text("def choose(position):\n    return 'z9'\n")
    engine = write(root / "in" / "eve", engine__toml='command = "python3 any_move.py"')
    shutil.copy(ENGINES / "any_move.py", engine)
    options = LadderOptions(
        game="ewn", limits={"seconds": 30.0}, gate=0, gate_pairs=1, pairs=1, rounds=1,
        submissions=OPTIONS,
    )  # fmt: skip
    result = Ladder(options, root / "in", root / "out").run(jobs=2)
    rows = {row.name: row for row in table_rows(result)}
    assert rows["ann"].status == rows["bob"].status == rows["eve"].status == "rated"
    assert rows["ann"].spent.forfeits == rows["bob"].spent.forfeits == {}
    assert rows["ann"].spent.memory_mb
    assert rows["cat"].spent.forfeits == {"crash": 2}
    assert rows["dan"].spent.forfeits == {"illegal": 2}
    assert "'z9'" in rows["dan"].problem
    (log,) = rows["cat"].spent.logs.values()
    assert "PermissionError" in log or "FileNotFoundError" in log
    assert "tesuji_agent.py" in log
    assert "function_runner" not in log
    assert str(root) not in log


STUDENT = """
from agents.agent import Agent
from store import register_agent


@register_agent("student_agent")
class StudentAgent(Agent):
    def step(self, chess_board, my_pos, adv_pos, max_step):
        row, column = my_pos
        return my_pos, [side for side in range(4) if not chess_board[row, column, side]][0]
"""


def test_agents_of_a_course_play_a_ladder(root: Path) -> None:
    contained_sandbox()
    write(root / "in" / "ann", student_agent__py=STUDENT)
    (root / "in" / "bob.py").write_text(FIRST_MOVE)
    options = LadderOptions(
        game="colosseum(size=5)", limits={"seconds": 30.0}, gate=0, gate_pairs=1, pairs=1, rounds=1
    )
    result = Ladder(options, root / "in", root / "out").run(jobs=2)
    rows = {row.name: row for row in table_rows(result)}
    assert rows["ann"].status == rows["bob"].status == "rated"
    assert rows["ann"].spent.forfeits == {}


def test_limits_of_a_course_do_not_replace_those_of_the_ladder(root: Path) -> None:
    folder = write(root / "in" / "ann", engine__toml='command = "./mine"\nprotocol = "ewn"')
    (folder / "mine").write_text("#!/bin/sh")
    (folder / "mine").chmod(0o755)
    found = find(root)["ann"]
    assert tesuji.agent(found.spec).settings["seconds"] == 2
    assert Entrant.of(found).own_limits is None
    assert Entrant.baseline("mcts(simulations=5)", "ewn").own_limits == {"simulations": 5}


def test_the_content_of_a_baseline_has_the_defaults_of_the_game() -> None:
    contents = [Entrant.baseline("mcts", game).content for game in ("ewn", "avalam")]
    assert "select=ucb1(c=0.5" in contents[0]
    assert "select=ucb1(c=0.3" in contents[1]


def test_a_python_file_plays_alone_too(root: Path) -> None:
    contained_sandbox()
    file = root / "agent.py"
    file.write_text(FIRST_MOVE)
    position = tesuji.game("avalam").start()
    agent = tesuji.agent(f'sandboxed("{file}")')
    assert agent.uses_wall_clock
    assert agent.choose(position, seconds=30.0) == position.legal_moves[0]
