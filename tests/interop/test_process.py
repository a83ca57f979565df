"""Hostile agents: each failure has its class and reason, no process remains, nothing changes."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.interop.stage import AMPLE, BRIEF, ECHO, Stage
from tesuji.interop import process
from tesuji.interop.process import (
    AgentCrashed,
    AgentFlooded,
    AgentForked,
    AgentGarbage,
    AgentOutOfMemory,
    AgentProcess,
    AgentTimeout,
)


def wait_until(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.001)


# Silence and endings


def test_a_sound_agent_answers_every_question(stage: Stage) -> None:
    with stage.start(ECHO) as agent:
        for question in ("one", "zwölf", ""):
            agent.send(question)
            assert agent.receive(AMPLE) == question[::-1]
        agent.send_bytes(b"ab\n")
        assert agent.receive_bytes(3, AMPLE) == b"ba\n"
        assert agent.log == ""
    agent.close()


@pytest.mark.parametrize(
    "code",
    [
        "wait_forever()",
        "[signal.signal(each, signal.SIG_IGN) for each in (1, 2, 15)]\nwait_forever()",
        "while True: pass",
        "os.write(1, b'half a line')\nwait_forever()",
    ],
    ids=["waits", "ignores signals", "computes", "half a line"],
)
def test_a_hanging_agent(stage: Stage, code: str) -> None:
    with stage.start("print('ready', flush=True)\n" + code) as agent:
        assert agent.receive(AMPLE) == "ready"
        with pytest.raises(AgentTimeout) as caught:
            agent.receive(BRIEF)
    assert caught.value.reason == f"stub did not answer within {BRIEF} s"


def test_a_late_answer_is_not_taken_for_the_next(stage: Stage) -> None:
    with stage.start("print('ready', flush=True)\n" + ECHO) as agent:
        assert agent.receive(AMPLE) == "ready"
        agent.pause()
        agent.send("late")
        with pytest.raises(AgentTimeout):
            agent.receive(BRIEF)
        agent.resume()
        with pytest.raises(AgentTimeout):
            agent.receive(AMPLE)


def test_an_agent_that_does_not_read(stage: Stage) -> None:
    with stage.start("wait_forever()") as agent, pytest.raises(AgentTimeout) as caught:
        agent.send("x" * 1_000_000, seconds=BRIEF)
    assert caught.value.reason == f"stub did not read its input within {BRIEF} s"


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("sys.exit(0)", "exit status 0"),
        ("sys.exit(3)", "exit status 3"),
        ("os._exit(200)", "exit status 200"),
        ("os._exit(255)", "exit status 255"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
        ("os.kill(os.getpid(), signal.SIGRTMIN + 3)", f"exit status {128 + 37}"),
    ],
)
def test_an_agent_that_ends(stage: Stage, code: str, how: str) -> None:
    failure = stage.fails(AgentCrashed, "input()\n" + code)
    assert failure.reason == f"stub ended by itself ({how})"


def test_the_traceback_of_a_crash_is_kept(stage: Stage) -> None:
    failure = stage.fails(AgentCrashed, "input()\nraise RuntimeError('lost')")
    assert "RuntimeError: lost" in failure.log
    copy = pickle.loads(pickle.dumps(failure))
    assert (type(copy), copy.reason, copy.log) == (AgentCrashed, failure.reason, failure.log)


def test_a_program_or_folder_that_does_not_exist(stage: Stage) -> None:
    agent = AgentProcess(["/no/such/program"], name="stub", sandbox=stage.sandbox)
    with agent, pytest.raises(AgentCrashed):
        agent.receive(AMPLE)
    with pytest.raises(AgentCrashed):
        AgentProcess(["true"], name="stub", sandbox=stage.sandbox, folder=Path("/no/such/folder"))


def test_a_pipe_in_its_folder_is_not_opened(stage: Stage) -> None:
    os.mkfifo(stage.folder / "pipe")
    with pytest.raises(AgentCrashed):
        stage.start(ECHO)
    (stage.folder / "pipe").unlink()


# Output


def test_garbage(stage: Stage) -> None:
    failure = stage.fails(AgentGarbage, "os.write(1, b'\\xff\\xfe\\n')\nwait_forever()")
    assert failure.reason == "stub wrote a line that is not UTF-8"


def test_output_before_it_was_asked(stage: Stage) -> None:
    with stage.start("os.write(1, b'answer\\nearly\\n')\nwait_forever()") as agent:
        assert agent.receive(AMPLE) == "answer"
        with pytest.raises(AgentGarbage) as caught:
            agent.send("question")
    assert caught.value.reason == "stub wrote before it was asked"
    assert caught.value.log == "early\n"


@pytest.mark.parametrize("ending", ["", "\\n"])
def test_a_line_without_end(stage: Stage, ending: str) -> None:
    code = f"input()\nos.write(1, b'x' * 5_000 + b'{ending}')\nwait_forever()"
    failure = stage.fails(AgentFlooded, code, frame_bytes=1_000)
    assert failure.reason == "stub wrote a line of over 1000 bytes"


@pytest.mark.parametrize("stream", [1, 2])
def test_endless_output(stage: Stage, stream: int) -> None:
    code = f"input()\nwhile True: os.write({stream}, b'line\\n' * 100)"
    failure = stage.fails(AgentFlooded, code, output_bytes=300_000)
    assert failure.reason == "stub wrote over 300000 bytes in one game"
    assert len(failure.log) <= 8_000


def test_escape_sequences_do_not_reach_the_log(stage: Stage) -> None:
    code = "input()\nprint('\\x1b[2J<b>\\u202e', file=sys.stderr)\nsys.exit(1)"
    failure = stage.fails(AgentCrashed, code)
    assert failure.log == "\ufffd[2J<b>\ufffd\n"


# Memory and processes

HOG = "blocks = [b'x' * (64 << 20) for _ in range(32)]\n"


@pytest.mark.parametrize(
    "code",
    [
        f"{HOG}wait_forever()",
        f"if os.fork() == 0:\n    {HOG}wait_forever()",
        "def hog():\n    blocks = [b'x' * (64 << 20) for _ in range(32)]\n    time.sleep(9_999)\n"
        "threading.Thread(target=hog).start()\nctypes.CDLL(None).pthread_exit(None)",
    ],
    ids=["itself", "a child", "after its main thread"],
)
def test_allocating_two_gigabytes(stage: Stage, code: str) -> None:
    failure = stage.fails(AgentOutOfMemory, code, memory_mb=150)
    assert failure.reason == "stub used over 150 MB of memory"


BOMB = """
for _ in range(500):
    try:
        if os.fork() == 0:
            wait_forever()
    except OSError:
        pass
wait_forever()
"""


def test_starting_500_processes(stage: Stage) -> None:
    failure = stage.fails(AgentForked, BOMB, processes=20)
    assert failure.reason == "stub started over 20 processes"


def test_a_few_processes_are_allowed(stage: Stage) -> None:
    code = "print(sum(subprocess.call(['true', sys.argv[1]]) for _ in range(5)))"
    assert stage.answer(code, processes=2) == "0"


ORPHAN = """
ready, tell = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for each in (0, 1, 2):
            os.close(each)
        os.write(tell, b"1")
        wait_forever()
    os._exit(0)
os.wait()
os.read(ready, 1)
"""


def test_an_orphan_does_not_outlive_its_game(stage: Stage) -> None:
    with stage.start(ORPHAN + ECHO) as agent:
        agent.send("still here")
        assert agent.receive(AMPLE) == "ereh llits"
        assert len(stage.processes()) >= 2


def test_an_orphan_does_not_outlive_its_parent(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not stage.sandbox.is_safe:  # the orphan keeps the exit status back
        monkeypatch.setattr(process, "LAST_WORDS_SECONDS", BRIEF)
    failure = stage.fails(AgentCrashed, ORPHAN + "input()")
    ended = "ended by itself (exit status 0)" if stage.sandbox.is_safe else "closed its output"
    assert failure.reason == f"stub {ended}"


def test_pausing_stops_the_whole_tree(stage: Stage) -> None:
    with stage.start(ORPHAN + "print('ready', flush=True)\n" + ECHO) as agent:
        assert agent.receive(AMPLE) == "ready"
        agent.pause()
        wait_until(lambda: set(stage.processes().values()) == {"T"})
        agent.resume()
        agent.send("on")
        assert agent.receive(AMPLE) == "no"


KILL_PARENT = "attempt(lambda: os.kill(os.getppid(), signal.SIGKILL))\n"


def test_killing_its_parent(stage: Stage) -> None:
    with stage.start(KILL_PARENT + "if os.fork() == 0: wait_forever()\n" + ECHO) as agent:
        agent.send("alive")
        assert agent.receive(AMPLE) == "evila"


def test_killing_everyone(sealed: Stage) -> None:
    code = "attempt(lambda: os.kill(-1, signal.SIGKILL))\nprint('alive')"
    assert sealed.answer(code) == "alive"


def test_an_agent_closed_while_it_starts(stage: Stage) -> None:
    for step in range(20):
        with stage.start("wait_forever()") as agent, pytest.raises(AgentTimeout):
            agent.receive(step * 0.003)
        assert stage.processes() == {}
