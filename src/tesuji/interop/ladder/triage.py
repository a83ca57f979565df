"""Triage: what check-agent finds in each submission, kept by content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tesuji.clean_text import clean
from tesuji.errors import TesujiError
from tesuji.interop.check_agent import check_agent
from tesuji.interop.ladder.plan import Entrant, LadderOptions
from tesuji.output_files import write_whole

__all__ = ["Check", "Fault", "log_for_student", "triage"]

MOST_FAULTS = 20
"""Faults of one agent that are kept."""

Check = Callable[..., Any]
"""A function such as `tesuji.interop.check_agent.check_agent`."""


@dataclass(frozen=True)
class Fault:
    """Something that an agent does wrong, for its student."""

    kind: str
    reason: str
    position: str | None
    move: str | None
    log: str


def triage(
    entrants: Sequence[Entrant],
    options: LadderOptions,
    folder: Path,
    *,
    jobs: int,
    check: Check | None = None,
) -> dict[str, list[Fault]]:
    """The faults of each entrant, by key. Agents that were checked before are not asked again."""
    if not options.check_positions:
        return {}
    folder.mkdir(parents=True, exist_ok=True)
    asked = check or check_agent
    # The agents think in processes of their own, so threads suffice here.
    with ThreadPoolExecutor(jobs) as pool:
        found = pool.map(lambda entrant: _faults(entrant, options, folder, asked), entrants)
        return {entrant.key: faults for entrant, faults in zip(entrants, found, strict=True)}


def _faults(entrant: Entrant, options: LadderOptions, folder: Path, check: Check) -> list[Fault]:
    seconds = options.check_seconds
    known = f"{entrant.content} {options.game} {options.check_positions} {seconds}"
    file = folder / f"{hashlib.sha256(known.encode()).hexdigest()[:24]}.json"
    if not file.exists():
        try:
            report = check(
                entrant.spec,
                game=options.game,
                positions=options.check_positions,
                seconds=seconds,
                load=options.load,
            )
            given = report.to_dict()["faults"]
        except TesujiError as error:
            given = [{"kind": "crash", "reason": str(error)}]
        faults = [_for_student(each, entrant) for each in given[:MOST_FAULTS]]
        write_whole(json.dumps([asdict(fault) for fault in faults]) + "\n", file)
    return [Fault(**each) for each in json.loads(file.read_text("utf-8"))]


def _for_student(fault: dict[str, Any], entrant: Entrant) -> Fault:
    """A fault without the paths of this machine."""

    def shown(name: str, limit: int) -> str:
        return clean(str(fault.get(name) or "").replace(entrant.spec, "your agent"), limit)

    position, move = fault.get("position"), fault.get("move")
    return Fault(
        shown("kind", 40),
        shown("reason", 500),
        None if position is None else str(position),
        None if move is None else clean(str(move), 60),
        log_for_student(shown("log", 2000)),
    )


def log_for_student(log: str) -> str:
    """The last output of an agent, without the command that repeats a failure on this machine."""
    lines = log.splitlines()
    return "\n".join(line for line in lines if not line.startswith("to repeat it:"))
