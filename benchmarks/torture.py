"""All attacks, one after the other, over loopback only: a table and a result file.

    python -m benchmarks.torture [--only NAME ...] [--flips N] [--kills N] ... [--write]

`make torture` runs it for a few minutes. The attacks are benchmarks of their own, with longer runs,
or tests.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.common import load_average, mark, write_report
from benchmarks.mutated_inputs import Tally, fuzz_core, fuzz_python

__all__ = ["ATTACKS", "Row", "run"]

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).parent / "results" / "torture.json"
LENGTHS = {
    "flips": (300, "bits flipped in stores of three sizes"),
    "kills": (12, "kills of matches"),
    "inputs": (100_000, "mutated inputs of parsers"),
    "positions": (1_000_000, "positions of differential play"),
    "disks": (3, "disks that are filled"),
    "seconds": (15, "seconds of hostile clients"),
    "analyses": (20, "long analyses beside a newcomer"),
    "jobs": (2, "processes at a time"),
}
"""Default lengths, for a few minutes on two cores, and what they count."""


@dataclass(frozen=True)
class Row:
    """The result of an attack: what was done, what must hold, and what was found."""

    attack: str
    amount: str
    bar: str
    found: str
    passed: bool
    seconds: float
    date: str


Finding = tuple[str, str, str, bool]
"""The amount, the bar, what was found, and whether it passed."""
Attack = Callable[[argparse.Namespace], Finding]


def bit_flips(given: argparse.Namespace) -> Finding:
    from benchmarks.bit_flips import flip_bits

    found = flip_bits(given.flips, given.jobs)
    return (
        f"{found.flips:,} bits",
        "no silent change, no traceback, sound games salvaged",
        f"{found.noticed:,} noticed, {len(found.problems)} problems",
        not found.problems,
    )


def kills(given: argparse.Namespace) -> Finding:
    from benchmarks.kills import kill_matches

    found = kill_matches(given.kills, max(1, given.kills // 50), max(1, given.jobs // 2))
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(found.kills.items()))
    return (
        f"{found.kills.total():,} kills ({kinds})",
        "no game lost or doubled, same results, no process left",
        f"{len(found.problems)} problems",
        not found.problems,
    )


def full_disks(given: argparse.Namespace) -> Finding:
    from benchmarks.full_disks import fill_disks

    problems = fill_disks(given.disks)
    bar = "an error of ours, no game lost, the match resumes"
    return f"{given.disks} disks", bar, f"{len(problems)} problems", not problems


def _failures(found: Tally) -> str:
    most = f"at most {found.seconds:.2f} s, {found.bytes / 1e6:.1f} MB"
    return f"{len(found.failures)} failures, {most}"


def core_inputs(given: argparse.Namespace) -> Finding:
    found = fuzz_core(given.inputs, given.jobs)
    return (
        f"{sum(found.inputs.values()):,} positions and moves",
        "no crash under sanitizers, 1 s and 100 MB for each",
        _failures(found),
        not found.failures,
    )


def python_inputs(given: argparse.Namespace) -> Finding:
    found = fuzz_python(given.inputs // 4, given.jobs)
    return (
        f"{sum(found.inputs.values()):,} texts for {len(found.inputs)} parsers",
        "a value or an error of ours, 1 s and 100 MB for each",
        _failures(found),
        not found.failures,
    )


def differential(given: argparse.Namespace) -> Finding:
    from benchmarks.differential import check_references, play, quick_references

    with quick_references():
        checked = check_references(max(1, given.positions // 200_000))
    found = play(given.positions, given.jobs)
    return (
        f"{sum(found.positions.values()):,} positions, references checked in {checked:,}",
        "core and references agree",
        f"{len(found.differences)} differences",
        not found.differences,
    )


def hostile_clients(given: argparse.Namespace) -> Finding:
    from benchmarks.page_pressure import MOST_MEGABYTES, MOST_SECONDS, attack

    found = attack(2_000, 400, given.seconds, rest=5.0)
    longest = found["longest_visit_seconds"]
    grown = found["megabytes_after"] - found["megabytes_before"]
    failed = found["failed_visits"]
    return (
        f"{found['attacking_connections']:,} half-open and never-reading connections",
        f"others wait at most {MOST_SECONDS:g} s, within {MOST_MEGABYTES:g} MB of the start",
        f"{longest:.2f} s, {failed} visits failed, {grown:+.1f} MB",
        not failed and longest <= MOST_SECONDS and grown <= MOST_MEGABYTES,
    )


def fair_searches(given: argparse.Namespace) -> Finding:
    from benchmarks.fair_searches import MOST_ANALYSIS_SECONDS, MOST_REPLY_SECONDS, attack

    found = attack(given.analyses, 3)
    analysis, reply = found["longest_wait_for_analysis"], found["longest_wait_for_level_3"]
    return (
        f"{given.analyses} long analyses",
        f"a newcomer waits {MOST_ANALYSIS_SECONDS:g} s for an analysis,"
        f" {MOST_REPLY_SECONDS:g} s for a move",
        f"{analysis:.2f} s and {reply:.2f} s",
        analysis <= MOST_ANALYSIS_SECONDS and reply <= MOST_REPLY_SECONDS,
    )


def from_tests(bar: str, *paths: str) -> Attack:
    """An attack that is a test."""

    def attack(given: argparse.Namespace) -> Finding:
        command = [sys.executable, "-m", "pytest", "-q", "-n", str(given.jobs), *paths]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        summary = re.findall(r"(\d+) (passed|failed|error|skipped)", done.stdout)
        counts = {kind: int(number) for number, kind in summary}
        failed = counts.get("failed", 0) + counts.get("error", 0)
        if done.returncode not in (0, 1):
            print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
        ran = counts.get("passed", 0) + failed
        skipped = f", {counts['skipped']} skipped" if "skipped" in counts else ""
        found = f"{failed} failed{skipped}"
        return f"{ran} tests", bar, found, done.returncode == 0 and ran > 0

    return attack


ATTACKS: dict[str, Attack] = {
    "bit flips in stores": bit_flips,
    "killed matches": kills,
    "full disks": full_disks,
    "lost cluster workers": from_tests(
        "no game lost or doubled, the same games",
        "tests/arena/run/test_dask.py",
        "tests/arena/run/test_executors.py",
    ),
    "mutated inputs, core": core_inputs,
    "mutated inputs, Python": python_inputs,
    "hostile files": from_tests(
        "an error of ours, soon and with little memory",
        "tests/games/test_hostile_records.py",
        "tests/interop/test_archive.py",
    ),
    "hostile text in every command": from_tests(
        "no escape sequence reaches a terminal or a report", "tests/cli/test_clean_output.py"
    ),
    "hostile engines": from_tests(
        "one lost game each, no process left", "tests/interop/engine/test_hostile.py"
    ),
    "hanging games": from_tests("stopped and named", "tests/web/test_hanging_code.py"),
    "hostile clients": hostile_clients,
    "long analyses": fair_searches,
    "differential play": differential,
}
"""By name, in this order."""


def run(names: list[str], given: argparse.Namespace) -> list[Row]:
    """Runs the attacks; one that cannot run has failed."""
    rows = []
    for name in names:
        begun = time.perf_counter()
        try:
            amount, bar, found, passed = ATTACKS[name](given)
        except Exception as error:
            amount, bar, found, passed = "", "", f"{type(error).__name__}: {error}", False
        seconds = round(time.perf_counter() - begun, 1)
        rows.append(Row(name, amount, bar, found, passed, seconds, time.strftime("%Y-%m-%d")))
        print(f"{mark(passed)}  {name}: {amount}; {found} ({seconds:.0f} s)", flush=True)
    return rows


def _with_earlier(rows: list[Row]) -> list[dict[str, Any]]:
    """These rows, and the last ones of attacks that were not run now."""
    known = {}
    if RESULTS.exists():
        earlier = json.loads(RESULTS.read_text("utf-8"))["results"]["attacks"]
        known = {each["attack"]: each for each in earlier}
    known |= {row.attack: asdict(row) for row in rows}
    return [known[name] for name in ATTACKS if name in known]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, (default, what) in LENGTHS.items():
        number = float if name == "seconds" else int
        parser.add_argument(f"--{name}", type=number, default=default, help=what)
    parser.add_argument("--only", nargs="+", choices=ATTACKS, metavar="NAME", default=list(ATTACKS))
    parser.add_argument("--write", action="store_true", help=f"write the rows to {RESULTS.name}")
    options = parser.parse_args()
    rows = run(options.only, options)
    if options.write:
        lengths = " ".join(f"--{name} {getattr(options, name)}" for name in LENGTHS)
        results = {"attacks": _with_earlier(rows), "load_average": load_average()}
        write_report(RESULTS, f"python -m benchmarks.torture {lengths} --write", results)
    failed = [row.attack for row in rows if not row.passed]
    print(f"{len(rows)} attacks, {len(failed)} failed" + "".join(f": {name}" for name in failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
