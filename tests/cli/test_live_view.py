"""In a terminal, progress is redrawn in place: its control characters are not cleaned away."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO

import pytest

from tesuji.clean_text import CleanStream, terminal_stream

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

PATIENCE = 120.0
"""Seconds after which a command that does not end is killed."""
MATCH = "match random greedy --game ewn --pairs 30 --jobs 1"
BLUNDERS = "blunders random --game ewn --limit 5"


def in_terminal(words: str, errors: BinaryIO | None = None) -> str:
    """What a command writes to a pseudo-terminal; with `errors`, its standard error goes there."""
    try:
        read, write = os.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal: {error}")
    with open(read, "rb", buffering=0) as terminal:
        with open(write, "wb", buffering=0) as other_end:
            child = subprocess.Popen(
                [sys.executable, "-m", "tesuji", *words.split()],
                stdin=other_end,
                stdout=other_end,
                stderr=errors or other_end,
                env=plain_environment(),
            )
        printed = printed_by(child, terminal)
    assert child.returncode == 0, printed
    return printed


def plain_environment() -> dict[str, str]:
    """The variables of this process, except that the terminal is one that redraws lines."""
    overrides = ("FORCE_COLOR", "TTY_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(overrides)}
    return {**kept, "TERM": "xterm"}


def printed_by(child: subprocess.Popen[bytes], terminal: BinaryIO) -> str:
    """What a process prints until it ends; after `PATIENCE` it is killed and the test fails."""
    end = time.monotonic() + PATIENCE
    printed = b""
    try:
        while part := next_part(terminal, end):
            printed += part
        child.wait(max(0.0, end - time.monotonic()))
    except (TimeoutError, subprocess.TimeoutExpired):
        pytest.fail(f"not done after {PATIENCE} s; it printed:\n{printed.decode()}")
    finally:
        child.kill()
        child.wait()
    return printed.decode()


def next_part(terminal: BinaryIO, end: float) -> bytes:
    """What comes next, empty when the other end is closed; TimeoutError if it is too late."""
    left = end - time.monotonic()
    if left <= 0 or not select.select([terminal], [], [], left)[0]:
        raise TimeoutError
    try:
        return terminal.read(4096)
    except OSError:  # Linux ends a terminal with an error
        return b""


@pytest.mark.parametrize(
    ("words", "redrawn"),
    [(MATCH, "\x1b[1A\x1b[2K"), (BLUNDERS, "\r5 of 5 positions\r\x1b[K")],
)
def test_progress_is_redrawn_in_place(words: str, redrawn: str) -> None:
    printed = in_terminal(words)
    assert redrawn in printed
    assert "\ufffd" not in printed


def test_a_file_of_errors_gets_no_progress(tmp_path: Path) -> None:
    errors = tmp_path / "errors.txt"
    with errors.open("wb") as file:
        assert "5 of 5 positions" not in in_terminal(BLUNDERS, file)
    assert errors.read_bytes() == b""


def test_the_stream_behind_any_number_of_clean_ones() -> None:
    clean = CleanStream(CleanStream(sys.stderr))  # type: ignore[arg-type]
    assert terminal_stream(clean) is terminal_stream(sys.stderr)  # type: ignore[arg-type]
    assert not hasattr(terminal_stream(sys.stderr), "rich_proxied_file")
