"""Control groups limit memory and processes by themselves, and leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tesuji.interop import control_group
from tesuji.interop.control_group import SANDBOX_PROCESSES, ControlGroup

pytestmark = pytest.mark.skipif(
    not ControlGroup.is_available(), reason="control groups are not writable here"
)


def create(memory_mb: int = 100, processes: int = 20) -> ControlGroup:
    group = ControlGroup.create(memory_mb, processes)
    assert group is not None
    return group


def run(group: ControlGroup, code: str) -> subprocess.CompletedProcess[str]:
    command = group.command([sys.executable, "-c", code])
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_a_process_runs_inside_the_group() -> None:
    group = create()
    try:
        found = run(group, "print(open('/proc/self/cgroup').read())")
        assert found.stdout.count(group.memory.name) == len({group.memory, group.pids})
        assert 0 < group.peak_memory_mb < 100
        assert not group.ran_out_of_memory
    finally:
        group.remove()


def test_memory_beyond_the_limit_is_refused_by_the_kernel() -> None:
    group = create(memory_mb=60)
    try:
        assert run(group, "x = b'x' * (200 << 20)").returncode != 0
        assert group.ran_out_of_memory
        assert group.peak_memory_mb <= 61
    finally:
        group.remove()


def test_files_in_memory_count() -> None:
    group = create(memory_mb=100)
    code = (
        "import tempfile\nwith tempfile.TemporaryFile(dir='/dev/shm') as file:\n"
        "    for _ in range(40): file.write(b'x' * (1 << 20))"
    )
    try:
        assert run(group, "pass").returncode == 0
        before = group.peak_memory_mb
        assert run(group, code).returncode == 0
        assert group.peak_memory_mb > before + 25
    finally:
        group.remove()


def test_processes_beyond_the_limit_are_refused_by_the_kernel() -> None:
    group = create(processes=10)
    # The children wait on a pipe that closes with their parent, so none outlives the test.
    code = (
        "import os\nstarted, (end, keep) = 0, os.pipe()\n"
        "try:\n    for _ in range(60):\n"
        "        if os.fork() == 0:\n"
        "            os.close(keep); os.read(end, 1); os._exit(0)\n"
        "        started += 1\n"
        "except OSError: pass\nprint(started)"
    )
    try:
        command = group.command([sys.executable, "-u", "-c", code])
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as process:
            output = process.communicate(timeout=120)[0]
        assert int(output) == 10 + SANDBOX_PROCESSES - 1
    finally:
        group.remove()


def test_nothing_remains() -> None:
    group = create()
    run(group, "pass")
    group.remove()
    assert not group.memory.exists()
    assert not group.pids.exists()
    group.remove()


def test_groups_of_killed_processes_are_removed_later() -> None:
    code = (
        "import os\nfrom tesuji.interop.control_group import ControlGroup\n"
        "group = ControlGroup.create(100, 10)\nprint(group.memory)\nprint(group.pids, flush=True)\n"
        "os.kill(os.getpid(), 9)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    folders = [Path(line) for line in found.stdout.splitlines()]
    assert len(folders) == 2
    assert all(folder.is_dir() for folder in folders)
    control_group._parents.cache_clear()
    create().remove()
    assert not any(folder.exists() for folder in folders)


def test_without_a_writable_group_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_group, "_parents", lambda: None)
    assert ControlGroup.create(100, 10) is None
