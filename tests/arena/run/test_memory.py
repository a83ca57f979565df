"""A long match needs little memory in the process that coordinates it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import json, re
from pathlib import Path
from tesuji.arena.match.api import match

if __name__ == "__main__":
    result = match("random", "flat", game="avalam", pairs=1000, simulations=4, jobs=2)
    used = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024
    print(json.dumps({"pairs": result.pentanomial.pairs, "megabytes": used}))
"""
MOST = 300
"""Megabytes. getrusage would count what the process that started the script had used, too."""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the peak")
def test_a_thousand_pairs_stay_below_300_megabytes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["pairs"] == 1000
    assert found["megabytes"] < MOST
