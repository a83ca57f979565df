"""Tables of the tuned agents for the documentation, from the committed result file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results" / "tuning.json"


def _results() -> dict[str, Any]:
    return dict(json.loads(RESULTS.read_text("utf-8")))


def _figures(run: dict[str, Any]) -> tuple[str, str]:
    proof = run["proof"]
    if proof is None:
        return "-", "-"
    low, high = proof["interval"]
    return f"{proof['score']:.1%} [{low:.1%}, {high:.1%}]", str(proof["pairs"])


def popcoin() -> str:
    """Popcoin before and after, and the proof."""
    report = _results()
    run = report["results"]["popcoin"]
    rows = ["| parameter | before | after |", "|---|---|---|"]
    rows += [
        f"| `{path}` | {run['before'][path]} | {run['values'][path]} |" for path in run["values"]
    ]
    score, pairs = _figures(run)
    return "\n".join(
        [
            *rows,
            "",
            f"Result after {len(run['trials'])} trials and {run['pairs']:,} pairs:"
            f" **{run['verdict']}**. The tuned agent scored {score} against `popcoin` in {pairs}"
            " pairs on fresh seeds. Its spec:",
            "",
            f"`{run['spec']}`",
        ]
    )


def planted() -> str:
    """Each method on the planted mistake."""
    rows = [
        "| method | `area` | trials | pairs | against the start | against the unspoiled agent |",
        "|---|---|---|---|---|---|",
    ]
    for run in _results()["results"]["planted"]:
        found, other = run["values"]["knowledge.area"], run["unspoiled"]
        low, high = other["interval"]
        rows.append(
            f"| {run['method']} | {found} | {len(run['trials'])} | {run['pairs']:,} |"
            f" {run['verdict']} | {other['score']:.1%} [{low:.1%}, {high:.1%}] |"
        )
    return "\n".join(rows)


def command() -> str:
    """The command that played both."""
    report = _results()
    return f"`{report['command']}` ({report['date']}, {report['processor']})."


TABLES: dict[str, Callable[[], str]] = {
    "popcoin": popcoin,
    "planted": planted,
    "command": command,
}
