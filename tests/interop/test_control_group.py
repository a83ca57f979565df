"""Control groups limit memory and processes by themselves, and leave nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tesuji.interop import control_group
from tesuji.interop.control_group import SANDBOX_PROCESSES, ControlGroup

pytestmark = pytest.mark.skipif(
    not ControlGroup.is_available(), reason="control groups are not writable here"
)


binds_cores = pytest.mark.skipif(
    not ControlGroup.can_bind_cores(), reason="the cpuset controller is not writable here"
)


def create(memory_mb: int = 100, processes: int = 20, core: int | None = None) -> ControlGroup:
    group = ControlGroup.create(memory_mb, processes, core)
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


# Cores


@binds_cores
def test_a_group_stays_on_its_core() -> None:
    cores = os.sched_getaffinity(0)
    code = (
        f"import os\nprint(os.sched_getaffinity(0))\nfor cores in {[cores, *({c} for c in cores)]}:"
        "\n    try: os.sched_setaffinity(0, cores)\n    except OSError: pass\n"
        "    print(os.sched_getaffinity(0))"
    )
    for core in cores:
        group = create(core=core)
        try:
            assert group.cpuset is not None
            found = run(group, code)
            assert found.stdout.splitlines() == [f"{{{core}}}"] * (len(cores) + 2), found.stderr
        finally:
            group.remove()
        assert not any(folder.exists() for folder in (group.memory, group.pids, group.cpuset))


@binds_cores
def test_a_core_that_does_not_exist_is_not_enforced() -> None:
    group = create(core=100_000)
    try:
        assert group.cpuset is None
        assert run(group, "pass").returncode == 0
        parent = control_group._cpuset_parent()
        assert parent is not None
        if parent != group.memory.parent:
            assert not (parent / group.memory.name).exists()
    finally:
        group.remove()


@binds_cores
def test_bound_groups_of_killed_processes_are_removed_later() -> None:
    code = (
        "import os\nfrom tesuji.interop.control_group import ControlGroup\n"
        "group = ControlGroup.create(100, 10, min(os.sched_getaffinity(0)))\n"
        "print(group.cpuset, flush=True)\nos.kill(os.getpid(), 9)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    folder = Path(found.stdout.strip())
    assert folder.is_dir()
    control_group._parents.cache_clear()
    control_group._cpuset_parent.cache_clear()
    create(core=min(os.sched_getaffinity(0))).remove()
    assert not folder.exists()


@pytest.mark.parametrize(("effective", "is_bound"), [("3", True), ("0-7", False)])
def test_version_2_has_one_folder(
    effective: str, is_bound: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain files instead of the kernel's: which are written, and which are believed."""
    (tmp_path / "cgroup.subtree_control").write_text("memory pids")
    folder = tmp_path / "tesuji-1-1"
    folder.mkdir()
    (folder / "cpuset.cpus.effective").write_text(f"{effective}\n")
    monkeypatch.setattr(control_group, "_mounts", lambda: {"": tmp_path})
    monkeypatch.setattr(control_group, "_own_groups", lambda: {"": "/"})
    monkeypatch.setattr(control_group, "_cpuset_parent", control_group._cpuset_parent.__wrapped__)
    found = ControlGroup(folder, folder)._bound_to(3)
    assert found.cpuset == (folder if is_bound else None)
    assert found._folders == (folder,)
    assert folder.is_dir()
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+cpuset"
    assert (folder / "cpuset.cpus").read_text() == "3"
    assert not (folder / "cpuset.mems").exists()


def test_without_a_cpuset_only_memory_and_processes_are_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(control_group, "_cpuset_parent", lambda: None)
    group = create(core=0)
    group.remove()
    assert group.cpuset is None


def test_without_a_writable_group_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_group, "_parents", lambda: None)
    assert ControlGroup.create(100, 10) is None
