"""CPU time per call of the game knowledge, compared with simpler code for the same result.

Winning moves and filtered moves are compared with trying all moves, Pentago's evaluation with a
loop over its lines, its evaluation by lines and threats with that by near lines, and Avalam's
evaluation with an incremental one. Both versions alternate in one process; the ratio is the result.

    python benchmarks/knowledge.py [--rounds 7] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.common import write_report
from tesuji import _core

ROOT = Path(__file__).resolve().parent.parent


def built(folder: Path, name: str = "knowledge") -> Path:
    """The compiled program NAME.cpp, with the flags of the core."""
    compiler = next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)
    if compiler is None:
        sys.exit("a C++ compiler is needed: c++, g++ or clang++")
    arch = _core.build().split(",")[0]
    flags = [] if arch == "generic" else [f"-march={arch}"]
    program = folder / name
    source = ROOT / "benchmarks" / f"{name}.cpp"
    common = ("-std=c++20", "-O3", "-DNDEBUG", "-ffp-contract=off", f"-I{ROOT / 'core'}")
    subprocess.run([compiler, *common, *flags, str(source), "-o", str(program)], check=True)
    return program


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        command = [str(built(Path(folder))), str(options.rounds)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        row = json.loads(line)
        results.append(row)
        print(
            f"{row['what']:30} {row['game']:20} {row['plain_ns']:9.1f} ns "
            f"{row['known_ns']:8.1f} ns  {row['ratio']:6.2f}"
        )
    if options.json:
        command_line = f"python benchmarks/knowledge.py --rounds {options.rounds}"
        write_report(options.json, command_line, results)


if __name__ == "__main__":
    main()
