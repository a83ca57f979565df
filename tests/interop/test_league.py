"""Leagues: a course file, its errors, grades, and the folders that come from it."""

from __future__ import annotations

import csv
import datetime
import json
import re
import stat
from pathlib import Path

import pytest

from tests.interop.ladder_stubs import fix_seed, stub_spec
from tesuji.cli import run
from tesuji.errors import DeclarationError, ParameterError
from tesuji.interop.ladder.table import Row
from tesuji.interop.league import Course, read_course
from tesuji.interop.league.autograde import autograde
from tesuji.interop.league.grading import grade_row, grade_rows, late_days, read_times
from tesuji.interop.league.kit import write_course

COURSE = """
[course]
name = "Games 101"
game = "ewn"
deadline = 2026-11-30T23:59:00-05:00

[limits]
seconds = 20
memory = 300

[late]
penalty = 10
days = 2

[ladder]
rounds = 1
pairs = 1
gate_pairs = 8

[[baseline]]
agent = "random"

[[baseline]]
agent = "mcts(simulations=20000)"

[[grade]]
name = "A+"
points = 100
beats = "random"
top = 0.5

[[grade]]
name = "A"
points = 90
beats = "mcts(simulations=20000)"

[[grade]]
name = "B"
points = 80
beats = "random"

[[grade]]
name = "C"
points = 50
"""


def course_of(folder: Path, text: str = COURSE) -> Course:
    (folder / "course.toml").write_text(text)
    return read_course(folder / "course.toml")


def test_a_course_says_everything_once(tmp_path: Path) -> None:
    course = course_of(tmp_path)
    assert course.options.limits == {"seconds": 20.0}
    assert course.options.submissions.memory == 300
    assert course.options.baselines == ("random", "mcts(simulations=20000)")
    assert [band.beats for band in course.bands] == [1, 2, 1, None]
    assert course.most_points == 100
    assert course.late.days == 2


@pytest.mark.parametrize(
    ("old", "new", "key", "marked"),
    [
        ('game = "ewn"', 'game = "ewm"', "course, game", "ewm"),
        ("seconds = 20", "second = 20", "limits, second", "second = 20"),
        ("seconds = 20", "seconds = -1", "limits, seconds", "seconds = -1"),
        ("memory = 300", 'memory = "lots"', "limits, memory", "lots"),
        ("memory = 300", 'time = "5+x"', "limits, seconds", "seconds = 20"),
        ("days = 2", "days = -1", "late, days", "days = -1"),
        ("pairs = 1", "pairs = 0", "ladder, pairs", "pairs = 0"),
        ("rounds = 1", "gate = 3", "ladder, gate", "gate = 3"),
        ("rounds = 1", 'sprt = "9"', "ladder, sprt", 'sprt = "9"'),
        ('agent = "mcts(simulations=20000)"', 'agent = "mcst"', "baseline 2, agent", "mcst"),
        ('agent = "mcts(simulations=20000)"', 'agent = "random"', "baseline 2, agent", None),
        ('agent = "random"', "agent = 'exec(\"./x\")'", "baseline 1, agent", "exec"),
        ("points = 80", "points = 95", "grade 'B', points", "points = 95"),
        ("points = 80", "", "grade 'B', points", None),
        ('beats = "random"\ntop = 0.5', 'beats = "greedy"', "grade 'A+', beats", "greedy"),
        ("top = 0.5", "top = 2", "grade 'A+', top", "top = 2"),
        (
            "2026-11-30T23:59:00-05:00",
            "2026-11-30T23:59:00",
            "course, deadline",
            "2026-11-30T23:59:00",
        ),
        ("deadline = 2026-11-30T23:59:00-05:00", "", "course, deadline", None),
    ],
)
def test_errors_name_the_key_and_the_line(
    tmp_path: Path, old: str, new: str, key: str, marked: str | None
) -> None:
    text = COURSE.replace(old, new, 1)
    with pytest.raises(DeclarationError) as caught:
        course_of(tmp_path, text)
    assert caught.value.key == key
    assert caught.value.line is not None
    assert f"line {caught.value.line}:" in str(caught.value)
    if marked is not None:
        assert marked in text.splitlines()[caught.value.line - 1]


def test_a_file_that_is_not_toml_or_not_there(tmp_path: Path) -> None:
    with pytest.raises(DeclarationError, match="line 1"):
        course_of(tmp_path, "[course\nname = 1\n")
    with pytest.raises(DeclarationError) as caught:
        read_course(tmp_path / "none.toml")
    assert caught.value.path == str(tmp_path / "none.toml")


# Grades


def row(
    name: str = "ann", *, beaten: int = 0, elo: float | None = None, status: str = "rated"
) -> Row:
    return Row(name=name, alias=name, key=name, status=status, beaten=beaten, elo=elo)


def test_the_best_band_that_fits_is_the_grade(tmp_path: Path) -> None:
    course = course_of(tmp_path)
    rows = [
        row("ann", beaten=1, elo=300),
        row("bob", beaten=2, elo=200),
        row("random", elo=0, status="baseline"),
        row("cat", beaten=1, elo=-5),
        row("dan", beaten=0, status="below the gate"),
        row("eve", status="does not play"),
    ]
    found = grade_rows(course, rows, {})
    assert [grade and grade.name for grade in found] == ["A+", "A", None, "B", "C", "none"]
    assert [grade and grade.points for grade in found] == [100, 90, None, 80, 50, 0]


def test_late_submissions_lose_points_and_then_everything(tmp_path: Path) -> None:
    course = course_of(tmp_path)
    assert course.deadline is not None
    hours = {0: 80.0, 1: 70.0, 24: 70.0, 25: 60.0, 48: 60.0, 49: 0.0}
    for hour, points in hours.items():
        late = late_days(course.deadline + datetime.timedelta(hours=hour), course.deadline)
        assert grade_row(course, row(beaten=1), rated=1, late=late).points == points


def test_times_of_submission(tmp_path: Path) -> None:
    file = tmp_path / "times.csv"
    file.write_text("name,time\nann,2026-12-01T00:00:00-05:00\n'=bob,2026-11-01T00:00:00Z\n")
    times = read_times(file)
    assert set(times) == {"ann", "=bob"}
    grades = grade_rows(course_of(tmp_path), [row("ann", beaten=1, elo=1), row("=bob")], times)
    assert [grade and grade.late for grade in grades] == [1, 0]
    for bad in (
        "name,time\nann,yesterday\n",
        "name,time\nann,2026-12-01T00:00:00\n",
        "name\nann\n",
    ):
        file.write_text(bad)
        with pytest.raises(ParameterError) as caught:
            read_times(file)
        assert "line 2" in str(caught.value.where)


# Folders


def test_the_folders_of_a_course(tmp_path: Path) -> None:
    course = course_of(tmp_path)
    write_course(course, tmp_path / "out")
    kit = tmp_path / "out" / "starter-kit"
    readme = (kit / "README.md").read_text()
    for said in ("Games 101", "20", "300 MB", "2026-11-30T23:59:00-05:00", "| A+ | 100 |"):
        assert said in readme
    assert read_course(kit / "course.toml").options == course.options
    for script in ("setup.sh", "run_autograder"):
        path = tmp_path / "out" / "gradescope" / script
        assert path.read_text().startswith("#!/usr/bin/env bash\n")
        assert stat.S_IMODE(path.stat().st_mode) & 0o111
    assert "/autograder/results/results.json" in path.read_text()


def test_the_steps_of_github_classroom_add_up(tmp_path: Path) -> None:
    course = course_of(tmp_path)
    write_course(course, tmp_path)
    folder = tmp_path / "github-classroom" / ".github"
    tests = json.loads((folder / "classroom" / "autograding.json").read_text())["tests"]
    assert [test["points"] for test in tests] == [50, 30, 10]
    workflow = (folder / "workflows" / "classroom.yml").read_text()
    assert re.findall(r"max-score: (\d+)", workflow) == ["50", "30", "10"]
    ids = re.findall(r"id: (step-\d)", workflow)
    assert f"runners: {','.join(ids)}" in workflow
    assert all(f"{each.upper()}_RESULTS" in workflow for each in ids)
    assert all(test["run"] in workflow for test in tests)


# Autograder


@pytest.mark.parametrize(
    ("spec", "first", "name", "points", "passed"),
    [
        ("mcts(simulations=500)", "random", "B", 80, [True, True, False]),
        ("random", "mcts(simulations=500)", "C", 50, [True, False, False]),
        ("no-such-agent", "random", "none", 0, [False, False, False]),
    ],
)
def test_one_submission_is_graded(
    tmp_path: Path, spec: str, first: str, name: str, points: float, passed: list[bool]
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "stub.txt").write_text(spec)
    fix_seed(tmp_path / "grading" / "ladder")
    course = course_of(tmp_path, COURSE.replace('"random"', f'"{first}"'))
    graded = autograde(
        course, tmp_path / "mine", tmp_path / "grading", unsafe=True, jobs=2, spec_of=stub_spec
    )
    assert (graded.grade.name, graded.grade.points) == (name, points)
    data = graded.gradescope()
    assert data["score"] == points
    assert [test["status"] == "passed" for test in data["tests"]] == passed
    assert "accepts the agent as stronger than X" in data["output"]
    for test, is_passed in list(zip(data["tests"], passed, strict=True))[1:]:
        if "Not tried" not in test["output"]:
            said = re.search(
                r"(It beats|It does not beat|this counts|this does not count)", test["output"]
            )
            assert said is not None
            assert ("not" in said[0]) != is_passed
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("out", [".", "submission", "submission/games", "other/.."])
@pytest.mark.parametrize("given", ["submission", "link", "./submission/../submission"])
def test_grading_never_touches_the_submission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, given: str
) -> None:
    monkeypatch.chdir(tmp_path)
    course = course_of(tmp_path)
    Path("submission", "deep").mkdir(parents=True)
    Path("submission", "stub.txt").write_text("random")
    Path("submission", "deep", "notes.txt").write_text("my work")
    Path("link").symlink_to("submission")
    Path("other").mkdir()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ParameterError) as caught:
        autograde(course, Path(given), Path(out), unsafe=True, spec_of=stub_spec)
    assert (caught.value.where, caught.value.given) == ("folder", str(Path(out)))
    assert sorted(tmp_path.rglob("*")) == before
    assert run(["league", "course.toml", "--grade", given, "--out", out, "--unsafe"]) == 2
    assert sorted(tmp_path.rglob("*")) == before


def test_grading_leaves_other_files_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "stub.txt").write_text("no-such-agent")
    kept = tmp_path / "out" / "submission" / "work.py"
    kept.parent.mkdir(parents=True)
    kept.write_text("my work")
    course, out = course_of(tmp_path), tmp_path / "out"
    graded = autograde(course, tmp_path / "mine", out, unsafe=True, spec_of=stub_spec)
    assert graded.row.name == "submission"
    assert kept.read_text() == "my work"
    assert sorted(each.name for each in out.iterdir()) == ["ladder", "submission"]


def test_the_whole_course_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course_of(
        tmp_path,
        COURSE.replace("mcts(simulations=20000)", "greedy").replace("pairs = 8", "pairs = 1"),
    )
    agents = tmp_path / "in"
    agents.mkdir()
    (agents / "ann.py").write_text("def choose(position):\n    return position.legal_moves[0]\n")
    (agents / "bob.py").write_text("def choose(position):\n    return 'z9'\n")
    times = tmp_path / "times.csv"
    times.write_text("name,time\nann,2026-12-01T00:00:00-05:00\n")
    out = tmp_path / "out"
    given = ["league", str(tmp_path / "course.toml"), "--agents", str(agents), "--unsafe"]
    assert run([*given, "--out", str(out), "--dry-run"]) == 0
    assert not (out / "starter-kit").exists()
    assert "at most" in capsys.readouterr().out
    options = ["--out", str(out), "--submitted", str(times), "--feedback", "1", "--jobs", "1"]
    assert run([*given, *options]) == 0
    with (out / "ladder" / "table.csv").open() as file:
        rows = {each["name"]: each for each in csv.DictReader(file)}
    assert rows["ann"]["late_days"] == "1"
    assert float(rows["ann"]["points"]) in (40.0, 70.0, 80.0, 90.0)
    assert (rows["bob"]["grade"], rows["bob"]["status"]) == ("none", "does not play")
    assert rows["random"]["grade"] == ""
    assert (out / "ladder" / "leaderboard" / "index.html").exists()
    results = tmp_path / "results.json"
    grade = ["league", str(tmp_path / "course.toml"), "--grade", str(agents / "bob.py")]
    more = ["--out", str(tmp_path / "grading"), "--unsafe", "--need", "0"]
    assert run([*grade, *more, "--results", str(results)]) == 1
    assert json.loads(results.read_text())["score"] == 0


def test_the_folder_is_named_if_it_was_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "course.toml").write_text(COURSE, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["league", "course.toml", "--unsafe"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == f"writing to {tmp_path / 'league'}; --out DIR chooses another folder"
    assert run(["league", "course.toml", "--unsafe", "--out", "site"]) == 0
    assert "writing to" not in capsys.readouterr().out
