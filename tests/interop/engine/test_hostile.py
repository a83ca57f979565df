"""Engines that break a rule lose that game, with the reason, and leave nothing behind."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tests.interop.engine.stubs import CONNECT_FOUR, engine_spec, misbehaves, processes_that_use
from tesuji.agents.budget import Budget
from tesuji.arena import report_html
from tesuji.arena.match import pair
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.pair import PairGame, PairTask, play_pair
from tesuji.arena.run.stall_watch import StallWatch
from tesuji.cli import run
from tesuji.errors import AgentFailure, ParameterError
from tesuji.games.record import GameRecord, record_text
from tesuji.interop import foreign
from tesuji.interop.engine import client
from tesuji.interop.engine.command import engine_command
from tesuji.interop.ladder.submissions import SubmissionOptions, submission_spec
from tesuji.interop.sandbox import Sandbox
from tesuji.specs import quoted

START = tesuji.game("avalam").start().text
HUNG = 1.5
"""Seconds given to engines that never answer."""


def task(spec: str, **limits: Any) -> PairTask:
    """A pair whose first game the engine begins."""
    budget = Limits(per_move=Budget(**(limits or {"simulations": 1}), clock="wall")).to_dict()
    return PairTask(
        game="avalam",
        agents=(spec, "random"),
        limits=(budget, budget),
        opening=START,
        pair=0,
        seed=1,
    )


DUPLICATE = """
def answer(moves, first):
    say("bestmove", moves[0])
    if first:
        say("bestmove", moves[0])
"""
EARLY = """
def asked():
    if len(moves) == FIRST:
        say("bestmove", moves[0])
"""
LATER_DUPLICATE = """
def answer(moves, first):
    say("bestmove", moves[0])
    if first:
        time.sleep(0.02)
        say("bestmove", moves[0])
"""
HOSTILE = {
    "exit": (misbehaves("sys.exit(3)"), "crash", "exit status 3"),
    "killed": (misbehaves("os.kill(os.getpid(), 9)"), "crash", "SIGKILL"),
    "noise": (
        misbehaves("os.write(1, bytes(range(128, 256)) + bytes([10])); sleep()"),
        "crash",
        "not UTF-8",
    ),
    "illegal move": (misbehaves('say("bestmove a1a1")'), "illegal", "a1a1"),
    "no move": (misbehaves('say("bestmove")'), "illegal", "not a legal move"),
    "resigns": (misbehaves('say("bestmove (none)")'), "illegal", "(none)"),
    "early": (EARLY, "crash", "nobody had asked"),
    "duplicate": (DUPLICATE, "crash", "nobody had asked"),
    "later duplicate": (LATER_DUPLICATE, "crash", "nobody had asked"),
    "endless line": (
        misbehaves('\n        while True: sys.stdout.write("info " * 10_000)'),
        "crash",
        "wrote a line of over",
    ),
    "memory": (
        misbehaves("x = [b'x' * (64 << 20) for _ in range(32)]; sleep()"),
        "crash",
        "used over 300 MB of memory",
    ),
    "memory of a child": (
        misbehaves("""
        if os.fork() == 0:
            x = [b'x' * (64 << 20) for _ in range(32)]
        sleep()"""),
        "crash",
        "used over 300 MB of memory",
    ),
    "processes": (
        misbehaves("""
        for _ in range(200):
            try:
                if os.fork() == 0:
                    sleep()
            except OSError:
                pass
        sleep()"""),
        "crash",
        "started over 16 processes",
    ),
    "endless lines": (
        misbehaves('\n        while True: say("info depth 1")'),
        "crash",
        "wrote over",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_engine_loses_one_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "OUTPUT_BYTES", 1 << 20)
    code, end, reason = HOSTILE[name]
    spec = engine_spec(tmp_path, code, memory=300, processes=16, patience=60.0)
    first, second = play_pair(task(spec))
    assert (first["winner"], first["end"]) == (1, end)
    assert reason in first["reason"]
    assert second["end"] == "rules"
    assert processes_that_use(tmp_path) == []


@pytest.mark.parametrize(
    "what", ["sleep()", 'say("I think"); say("about it"); sleep()', 'say("info depth 1"); sleep()']
)
def test_an_engine_that_hangs_loses_on_time(what: str, tmp_path: Path) -> None:
    spec = engine_spec(tmp_path, misbehaves(what), patience=HUNG)
    first = PairGame(task(spec), swapped=False).play()
    assert (first.winner, first.end) == (1, "time")
    assert f"{HUNG:g} s" in first.reason
    assert processes_that_use(tmp_path) == []


def test_a_late_engine_loses_on_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "GRACE", 60.0)
    spec = engine_spec(tmp_path, misbehaves('time.sleep(0.4); say("bestmove", moves[0])'))
    first = PairGame(task(spec, seconds=0.1), swapped=False).play()
    assert (first.winner, first.end) == (1, "time")
    assert "of 0.1 s" in first.reason


@pytest.mark.parametrize("code", ["def started(): sleep()", "def started(): sys.exit(1)"])
def test_an_engine_that_does_not_start_loses(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "START_SECONDS", 0.5)
    record = PairGame(task(engine_spec(tmp_path, code)), swapped=True).play()
    assert (record.winner, record.moves) == (0, ())
    assert record.end == ("time" if "sleep" in code else "crash")
    assert ("'tesujiok'" in record.reason) == ("sleep" in code)
    assert processes_that_use(tmp_path) == []


ONLY_ONCE = """
def answer(moves, first):
    if int(words[words.index("seed") + 1]) == 12345:
        print("I hate this number", file=sys.stderr)
        sys.exit(3)
    say("bestmove", moves[0])
"""


@pytest.mark.parametrize("game", ["avalam", "connect-four"])
def test_a_forfeit_can_be_repeated(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tesuji.load(CONNECT_FOUR)
    spec = engine_spec(tmp_path, ONLY_ONCE)
    position = tesuji.game(game).start()
    with tesuji.agent(spec).player(position.game) as player:
        player.search(position, simulations=1)
        with pytest.raises(AgentFailure) as caught:
            player.search(position, simulations=1, seed=12345)
    assert "I hate this number" in caught.value.log
    program, *arguments = shlex.split(caught.value.replay)
    assert program == "tesuji"
    assert ("--load" in caught.value.replay) == (game == "connect-four")
    assert run(arguments) == 2
    assert caught.value.reason in capsys.readouterr().err
    assert run([word for word in arguments if "move-seed" not in word]) == 0
    assert processes_that_use(tmp_path) == []


def test_a_match_goes_on_after_forfeits(tmp_path: Path) -> None:
    spec = engine_spec(tmp_path, misbehaves("sys.exit(3)"))
    result = tesuji.match(
        spec, "random", game="avalam", pairs=3, simulations=1, openings=[START], jobs=2, seed=2
    )
    ends = [record.end for record in result.games]
    assert sorted(ends) == ["crash"] * 3 + ["rules"] * 3
    assert processes_that_use(tmp_path) == []


ORPHAN = misbehaves("""
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for each in (0, 1, 2):
                    os.close(each)
                sleep()
            os._exit(0)
        os.wait()
        say("bestmove", moves[0])""")
PROBES = misbehaves("""
        import socket
        def attempt(name, action):
            try:
                result = f"yes {action()}"
            except Exception as error:
                result = f"no {type(error).__name__}"
            print(f"{name}: {result}", file=sys.stderr)
        here = os.path.dirname(sys.argv[0])
        others = os.path.join(os.path.dirname(here), "other")
        attempt("secret", lambda: open(os.path.join(others, "secret.txt")).read())
        attempt("write", lambda: open(os.path.join(here, "x"), "w"))
        attempt("network", lambda: socket.create_connection(("192.0.2.1", 80), 1))
        attempt("kill", lambda: [os.kill(p, 9) for p in range(2, 300) if p != os.getpid()])
        print("processes:", sum(p.isdecimal() for p in os.listdir("/proc")) > 9, file=sys.stderr)
        sys.exit(5)""")


def test_an_orphan_does_not_outlive_the_game(tmp_path: Path) -> None:
    first, second = play_pair(task(engine_spec(tmp_path, ORPHAN)))
    assert (first["end"], second["end"]) == ("rules", "rules")
    assert processes_that_use(tmp_path) == []


@pytest.mark.skipif(not Sandbox.detect().is_safe, reason="needs bubblewrap")
def test_an_engine_finds_nothing_outside_its_sandbox(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.txt").write_text("another submission")
    before = sorted(tmp_path.rglob("*"))
    first, second = play_pair(task(engine_spec(folder, PROBES)))
    log = first["tags"]["Log"]
    assert "exit status 5" in first["reason"]
    assert "secret: no " in log
    assert "write: no " in log
    assert "network: no " in log
    assert "processes: False" in log
    assert "kill: no " in log
    assert second["end"] == "rules"
    assert sorted(tmp_path.rglob("*")) == sorted([*before, folder / "engine.py"])


# A submission that pretends to be an interpreter


def pretend_python(file: Path, marker: Path) -> Path:
    """A program that leaves a marker if it runs outside the sandbox."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\necho ran > {marker}\necho /\n")
    file.chmod(0o755)
    return file


@pytest.mark.parametrize(
    "command",
    ["{outside}", "{folder}/python-evil", "~/python-evil", "../python-evil", "x/../../python-evil"],
)
def test_a_submission_cannot_name_a_program_outside(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    folder, marker = tmp_path / "kept" / "mine", tmp_path / "marker"
    outside = pretend_python(tmp_path / "python-evil", marker)
    for file in (folder / "python-evil", folder / "x" / "python", folder.parent / "python-evil"):
        pretend_python(file, marker)
    given = command.format(outside=outside, folder=folder)
    (folder / "engine.toml").write_text(f'command = "{given}"')
    spec = submission_spec(folder, "avalam", SubmissionOptions())
    with pytest.raises(ParameterError) as caught:
        play_pair(task(spec))
    assert (caught.value.where, caught.value.given) == ("command", given)
    assert not marker.exists()


@pytest.mark.skipif(not Sandbox.detect().is_safe, reason="needs bubblewrap")
@pytest.mark.parametrize("program", ["./python-evil", "python-evil", "sub/python3", "./python"])
def test_a_program_named_like_python_runs_only_inside(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, marker = tmp_path / "mine", tmp_path / "marker"
    pretend_python(folder / program, marker)
    monkeypatch.chdir(folder)
    (folder / "engine.toml").write_text(f'command = "{program}"')
    spec = submission_spec(folder, "avalam", SubmissionOptions())
    first, _ = play_pair(task(spec))
    assert first["end"] == "crash"
    assert not marker.exists()


@pytest.mark.skipif(not Sandbox.detect().is_safe, reason="needs bubblewrap")
@pytest.mark.parametrize("has_folder", [True, False])
def test_the_first_line_of_a_script_names_no_interpreter(has_folder: bool, tmp_path: Path) -> None:
    folder, marker = tmp_path / "mine", tmp_path / "marker"
    evil = pretend_python(folder / "python3", marker)
    script = folder / "engine"
    script.write_text(f"#!{evil}\n")
    script.chmod(0o755)
    more = f", folder={quoted(str(folder))}" if has_folder else ""
    command = "./engine" if has_folder else str(script)
    first, _ = play_pair(task(f"exec({quoted(command)}{more})"))
    assert first["end"] == "crash"
    assert not marker.exists()


def test_an_interpreter_is_given_only_by_the_user(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    program = str(pretend_python(tmp_path / "python3", marker))
    with pytest.raises(ParameterError) as caught:
        engine_command(program, None, None)
    assert caught.value.given == program
    mine = tmp_path / "my-python"
    for folder in (tmp_path, None):
        found = engine_command("python3 x.py", folder, mine)
        assert (found.argv[0], found.python) == (str(mine), mine)
        assert engine_command("python3 x.py", folder, None).python == Path(sys.executable)
    assert not marker.exists()


@pytest.mark.skipif(not Sandbox.detect().is_safe, reason="needs bubblewrap")
def test_a_graded_submission_runs_nothing_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    marker = tmp_path / "marker"
    course = '[course]\nname = "Games"\ngame = "ewn"\n[limits]\nseconds = 5\n[[baseline]]\n'
    grade = 'agent = "random"\n[[grade]]\nname = "A"\npoints = 1\nbeats = "random"\n'
    Path("course.toml").write_text(course + grade)
    # The program exists in the submission and, seen from the current folder, outside of it.
    program = ".grading/submission/pythonx"
    for file in (Path("mine", program), Path(program)):
        pretend_python(file, marker)
    Path("mine", "engine.toml").write_text(f'command = "{program}"')
    given = ["--grade", "mine", "--out", ".grading", "--jobs", "1", "--results", "results.json"]
    assert run(["league", "course.toml", *given]) in (0, 1)
    assert json.loads(Path("results.json").read_text())["score"] == 0
    assert not marker.exists()


def test_a_hostile_name_reaches_no_terminal_and_no_page(tmp_path: Path) -> None:
    spec = engine_spec(
        tmp_path,
        misbehaves(r"""
        print("\x1b[2J\x1b]0;owned\x07<script>alert(1)</script>\u202e", file=sys.stderr)
        sys.exit(3)"""),
    )
    result = tesuji.match(
        spec, "random", game="avalam", pairs=1, simulations=1, jobs=1, openings=[START]
    )
    page = report_html(result)
    texts = [page, *(record_text(record) for record in result.games)]
    assert any("alert(1)" in text for text in texts)
    for text in texts:
        assert "\x1b" not in text
        assert "\u202e" not in text
    assert "<script>alert" not in page


def games_played(monkeypatch: pytest.MonkeyPatch, stalled: float) -> list[bool]:
    """Notes each game of a pair that starts, by a referee that stalls during each move."""
    played: list[bool] = []

    class Counted(PairGame):
        def play(self) -> GameRecord:
            played.append(self.swapped)
            return super().play()

    monkeypatch.setattr(pair, "PairGame", Counted)
    monkeypatch.setattr(StallWatch, "stalled", lambda self, begun: stalled)
    return played


@pytest.mark.parametrize(("stalled", "void"), [(0.0, False), (0.25, False), (1.0, True)])
def test_a_game_without_an_answer_is_void_if_the_referee_stalled_beyond_the_grace(
    stalled: float, void: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = games_played(monkeypatch, stalled)
    spec = engine_spec(tmp_path, misbehaves("sleep()"), patience=0.3)
    first, second = play_pair(task(spec))
    assert (first["end"], second["end"]) == ("time", "rules")
    assert played == [False] * (1 + void) + [True]
    assert ("stalled for 1.000 s" in first["tags"].get("Voided", "")) == void
    assert "Voided" not in second["tags"]


@pytest.mark.parametrize(("stalled", "void"), [(0.2, False), (120.0, True)])
def test_a_game_is_void_only_if_the_move_was_in_time_without_the_stall(
    stalled: float, void: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "GRACE", 60.0)
    played = games_played(monkeypatch, stalled)
    spec = engine_spec(tmp_path, misbehaves('time.sleep(0.6); say("bestmove", moves[0])'))
    first, _ = play_pair(task(spec, seconds=0.1))
    assert (first["winner"], first["end"]) == (1, "time")
    assert played[: 1 + void] == [False] * (1 + void)
    assert played.count(False) == 1 + void
    assert ("of 0.1 s" in first["tags"].get("Voided", "")) == void


def test_a_move_ten_percent_late_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = engine_spec(tmp_path, misbehaves('time.sleep(1.1); say("bestmove", moves[0])'))
    first = PairGame(task(spec, seconds=1.0), swapped=False).play()
    assert (first.winner, first.end) == (1, "time")
    assert "of 1 s" in first.reason
