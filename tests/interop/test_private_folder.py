"""Private folders go with their process, or are removed by the next one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.interop.stage import AMPLE
from tesuji.interop import private_folder as module
from tesuji.interop.private_folder import private_folder
from tesuji.interop.process import AgentProcess
from tesuji.interop.sandbox import Sandbox

AGENT = """
import sys
from pathlib import Path
from tesuji.interop.process import AgentProcess
agent = AgentProcess(["/bin/cat"], name="cat", folder=Path(sys.argv[1]))
agent.send("hello")
print(agent.receive(120), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, in which this process has made none so far."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    module._remove_abandoned.cache_clear()
    return folder


@contextmanager
def process_with_agent(temporary: Path, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process, which has an agent in a private folder."""
    with subprocess.Popen(
        [sys.executable, "-c", AGENT, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(temporary)},
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "hello\n"
            yield process
        finally:
            process.kill()


def use_agent() -> None:
    with AgentProcess(["/bin/cat"], name="cat", sandbox=Sandbox.detect()) as agent:
        agent.send("hello")
        assert agent.receive(AMPLE) == "hello"


def test_folders_of_a_killed_process_are_removed_later(temporary: Path, tmp_path: Path) -> None:
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "data.txt").write_text("x")
    with process_with_agent(temporary, submission) as process:
        (left,) = temporary.glob("tesuji-agent-*")
        use_agent()
        assert (left / "agent" / "data.txt").exists(), "its process lives"
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert left.exists()
    module._remove_abandoned.cache_clear()
    use_agent()
    assert list(temporary.glob("tesuji-agent-*")) == []


def test_a_process_that_got_the_id_of_a_dead_one(temporary: Path) -> None:
    with private_folder() as own:
        before, pid, start, end = Path(own).name.rsplit("-", 3)
        assert int(pid) == os.getpid()
        old = temporary / f"{before}-{pid}-{int(start) - 1}-{end}"
        old.mkdir()
        module._remove_abandoned.cache_clear()
        with private_folder():
            assert Path(own).exists()
            assert not old.exists()


def test_what_is_not_ours_stays(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prefix = module._own_prefix()
    dead = f"{2**22 + 1}-1-x"  # above the largest process id
    target = temporary / "target"
    target.mkdir()
    (temporary / f"{prefix}{dead}link").symlink_to(target)
    (temporary / f"{prefix}{dead}file").write_text("x")
    for name in (f"tesuji-agent-1-{dead}", f"{prefix}a-b-c", f"{prefix}{dead}"):
        (temporary / name).mkdir()
    before = sorted(temporary.iterdir())
    real = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: real + 1)
    private_folder().cleanup()
    assert sorted(temporary.iterdir()) == before
    monkeypatch.setattr(os, "geteuid", lambda: real)
    module._remove_abandoned.cache_clear()
    private_folder().cleanup()
    assert sorted(temporary.iterdir()) == [p for p in before if p.name != f"{prefix}{dead}"]


def test_only_the_first_folder_of_a_process_looks(temporary: Path) -> None:
    private_folder().cleanup()
    left = temporary / f"{module._own_prefix()}{2**22 + 1}-1-x"
    left.mkdir()
    private_folder().cleanup()
    assert left.exists()
