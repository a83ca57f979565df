"""The watch sees that its process was stopped, and only then."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from tesuji.arena.run.stall_watch import StallWatch

CODE = """
import sys, time
from tesuji.arena.run.stall_watch import StallWatch

with StallWatch() as watch:
    begun = time.perf_counter()
    print("ready", flush=True)
    sys.stdin.readline()
    deadline = time.perf_counter() + 60
    while watch.stalled(begun) < 0.3 and time.perf_counter() < deadline:
        time.sleep(0.001)
    print(watch.stalled(begun), watch.stalled(time.perf_counter() + 1), flush=True)
"""


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_stopped_referee_knows_how_long_it_was_stopped() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGSTOP)
        while state(process.pid) != "T":
            time.sleep(0.001)
        time.sleep(0.4)
        process.send_signal(signal.SIGCONT)
        process.stdin.write("\n")
        process.stdin.close()
        since_start, in_the_future = map(float, process.stdout.readline().split())
    assert since_start >= 0.3
    assert in_the_future == 0


def test_only_the_part_of_a_stall_after_the_start_of_the_move_counts() -> None:
    watch = StallWatch()
    watch._stalls.append((10.0, 1.0))
    assert [watch.stalled(begun) for begun in (8.0, 9.5, 11.0)] == [1.0, 0.5, 0.0]
