"""Code in a process of its own, which may crash without taking the tests along."""

from __future__ import annotations

import subprocess
import sys

__all__ = ["run_apart"]


def run_apart(code: str) -> str:
    """What the code prints; fails if it crashed or raised."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr[-2000:]}"
    return done.stdout
