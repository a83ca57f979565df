"""What a sandboxed agent can see, reach and change: its folder, its temporary files, itself."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from tests.interop.stage import AMPLE, ECHO, HEAD, Stage
from tesuji.interop import sandbox
from tesuji.interop.control_group import ControlGroup
from tesuji.interop.process import AgentProcess
from tesuji.interop.sandbox import Limits, Sandbox


def test_the_network_is_out_of_reach(sealed: Stage) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind(f"\0{sealed.token}")
        abstract.listen()
        port = server.getsockname()[1]
        code = f"""
print(attempt(lambda: socket.create_connection(("127.0.0.1", {port}))))
print(attempt(lambda: socket.create_connection(("192.0.2.1", 80))))
print(attempt(lambda: socket.socket(socket.AF_UNIX).connect("\\0" + sys.argv[1])))
print(sorted(name for _, name in socket.if_nameindex()))
wait_forever()
"""
        with sealed.start(code) as agent:
            assert [agent.receive(AMPLE) for _ in range(4)] == [
                "no ConnectionRefusedError",
                "no OSError",
                "no ConnectionRefusedError",
                "['lo']",
            ]
        for listener in (server, abstract):
            listener.setblocking(False)
            with pytest.raises(BlockingIOError):
                listener.accept()


def test_other_folders_cannot_be_read(sealed: Stage) -> None:
    hidden = [
        sealed.secret,
        sealed.secret.parent,
        sealed.folder,
        Path("/etc/passwd"),
        Path("/var"),
    ]
    code = f"""
for path in {[str(path) for path in hidden]!r}:
    print(attempt(lambda: os.listdir(path) if os.path.isdir(path) else open(path).read()))
"""
    with sealed.start(code) as agent:
        for path in hidden:
            assert agent.receive(AMPLE).startswith("no "), path


def test_links_in_its_folder_are_not_followed(sealed: Stage) -> None:
    (sealed.folder / "link").symlink_to(sealed.secret)
    answer = sealed.answer("print(attempt(lambda: open('link').read()))")
    (sealed.folder / "link").unlink()
    assert answer == "no FileNotFoundError"


def test_other_processes_cannot_be_seen(sealed: Stage) -> None:
    code = """
numbers = sorted(int(name) for name in os.listdir("/proc") if name.isdecimal())
print(len(numbers), os.getpid() in numbers, attempt(lambda: os.kill(99_999, 0)))
"""
    count, itself, *signal = sealed.answer(code).split()
    assert int(count) <= 3
    assert (itself, signal) == ("True", ["no", "ProcessLookupError"])


def test_nothing_outside_can_be_written(sealed: Stage) -> None:
    paths = [
        "data.txt",
        "new.txt",
        str(sealed.secret),
        *("/new", "/usr/new", "/etc/new", "/dev/new", "/proc/sys/kernel/hostname", "/home/new"),
        f"{sys.prefix}/new",
    ]
    code = f"""
print(attempt(lambda: open("data.txt").read()))
for path in {paths!r}:
    print(attempt(lambda: open(path, "w").write("changed")))
"""
    with sealed.start(code) as agent:
        assert agent.receive(AMPLE) == "yes its own data"
        for path in paths:
            assert agent.receive(AMPLE).startswith("no "), path
    assert not Path(sys.prefix, "new").exists()


def test_writing_in_its_folder_changes_a_copy(stage: Stage) -> None:
    code = "print(attempt(lambda: open('data.txt', 'w').write('changed')))"
    assert stage.answer(code) == ("no OSError" if stage.sandbox.is_safe else "yes 7")


def interpreter_entries(folder: str) -> list[str]:
    """What the sandbox must show in a folder that this interpreter is installed below."""
    prefixes = [Path(prefix) for prefix in (sys.prefix, sys.base_prefix)]
    below = [each.relative_to(folder) for each in prefixes if each.is_relative_to(folder)]
    return sorted({each.parts[0] for each in below})


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])
def test_temporary_files_are_limited_and_wiped(sealed: Stage, folder: str) -> None:
    code = f"""
print(sorted(os.listdir("{folder}")))
print(attempt(lambda: open("{folder}/small", "wb").write(bytes(1_000))))
print(attempt(lambda: open("{folder}/large", "wb").write(bytes(2 << 20))))
wait_forever()
"""
    for _ in range(2):
        with sealed.start(code, temporary_mb=1) as agent:
            answers = [agent.receive(AMPLE) for _ in range(3)]
        assert answers == [str(interpreter_entries(folder)), "yes 1000", "no OSError"]


def test_it_has_no_privileges(sealed: Stage) -> None:
    code = """
status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines())
print(*(int(status[f"Cap{each}"], 16) for each in ("Inh", "Prm", "Eff", "Bnd", "Amb")))
print(status["NoNewPrivs"], os.getuid() == 0, os.geteuid() == 0, 0 in os.getgroups())
"""
    with sealed.start(code) as agent:
        assert agent.receive(AMPLE) == "0 0 0 0 0"
        assert agent.receive(AMPLE) == "1 False False False"


def test_environment_and_open_files_are_not_inherited(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESUJI_SECRET", "a password")
    with stage.secret.open() as file:
        os.set_inheritable(file.fileno(), True)
        code = """
print("TESUJI_SECRET" in os.environ, os.environ["OMP_NUM_THREADS"])
print(sorted(os.readlink(f"/proc/self/fd/{name}").split(":")[0]
    for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")))
wait_forever()
"""
        with stage.start(code) as agent:
            assert agent.receive(AMPLE) == "False 1"
            assert "secret" not in agent.receive(AMPLE)


def test_the_number_of_threads_is_limited(sealed: Stage) -> None:
    code = """
threads = [threading.Thread(target=time.sleep, args=(9_999,), daemon=True) for _ in range(500)]
print(attempt(lambda: [thread.start() for thread in threads]), flush=True)
wait_forever()
"""
    assert sealed.answer(code, processes=8) == "no RuntimeError"


def test_an_agent_can_be_bound_to_one_core(stage: Stage) -> None:
    core = min(os.sched_getaffinity(0))
    with AgentProcess(
        [sys.executable, "-c", "import os; print(os.sched_getaffinity(0))"],
        name="stub",
        sandbox=stage.sandbox,
        python=Path(sys.executable),
        core=core,
    ) as agent:
        assert agent.receive(AMPLE) == f"{{{core}}}"


@pytest.mark.skipif(
    not ControlGroup.can_bind_cores(), reason="the cpuset controller is not writable here"
)
def test_an_agent_cannot_leave_its_core(sealed: Stage) -> None:
    cores = sorted(os.sched_getaffinity(0))
    code = (
        HEAD
        + f"""
for wanted in {[cores, *([each] for each in cores)]}:
    attempt(lambda: os.sched_setaffinity(0, wanted))
    print(os.sched_getaffinity(0), flush=True)
wait_forever()
"""
    )
    for core in cores:
        with AgentProcess(
            [sys.executable, "-c", code],
            name="stub",
            sandbox=sealed.sandbox,
            python=Path(sys.executable),
            core=core,
        ) as agent:
            for _ in range(len(cores) + 1):
                assert agent.receive(AMPLE) == f"{{{core}}}"


@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("cores", [True, False])
def test_what_control_groups_cannot_enforce_is_listed(
    memory: bool, cores: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ControlGroup, "is_available", lambda: memory)
    monkeypatch.setattr(ControlGroup, "can_bind_cores", lambda: cores)
    missing = sandbox._missing()
    assert any("memory" in text for text in missing) is not memory
    assert any("core" in text for text in missing) is not cores


def test_two_agents_do_not_see_each_other(sealed: Stage) -> None:
    write = "open('/tmp/note', 'w').write('psst')\nprint('written', flush=True)\n"
    with sealed.start(write + ECHO) as first:
        assert first.receive(AMPLE) == "written"
        read = "print(attempt(lambda: open('/tmp/note').read()))"
        assert sealed.answer(read) == "no FileNotFoundError"


# Machines without bubblewrap


def test_a_machine_without_bubblewrap_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Fresh(Sandbox):
        """Not in the cache of `Sandbox.detect`."""

    monkeypatch.setenv("PATH", "/no/such/folder")
    found = Fresh.detect()
    assert not found.is_safe
    assert "bubblewrap" in found.missing[0]
    assert len(found.missing) > 1


def test_a_bubblewrap_that_does_not_work_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Fresh(Sandbox):
        """Not in the cache of `Sandbox.detect`."""

    (tmp_path / "bwrap").write_text("#!/bin/sh\necho no namespaces >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = Fresh.detect()
    assert not found.is_safe
    assert "no namespaces" in found.missing[0]


def test_an_interpreter_in_the_root_folder_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/")
    found = Sandbox(bubblewrap="/usr/bin/bwrap")
    with pytest.raises(OSError, match=sys.executable):
        found.command(["true"], limits=Limits(), python=Path(sys.executable))
