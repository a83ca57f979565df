"""Which of the declared experiments have current figures in the results file.

An experiment is current if it was played as it is declared now, with the engine's behaviour of
today, or if the first pairs of its matches confirm that today's engine plays the same games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tesuji.agents.bench import BEHAVIOUR
from tesuji.studies import Experiment, Study, builtin_studies
from tesuji.studies.run import row_limits_text
from tesuji.studies.study import Row
from tesuji.wording import counted

RESULTS = Path(__file__).parent / "results" / "reports.json"
NOT_PLAYED = " (not played yet)"
CHANGED = " (to be played again)"
UNPLAYED, REDECLARED, OLDER, CURRENT = STATES = (
    "not played", "declared differently since", "older engine", "current",
)  # fmt: skip
"""In the order in which they are played."""
SAME_GAMES = "the first pair of each match gives the same games"

Data = dict[str, Any]


def states(report: Data) -> dict[str, str]:
    """The state of every declared experiment, as study/experiment."""
    return {
        name: _state(experiment, played, report) for name, experiment, played in _declared(report)
    }


def _state(experiment: Experiment, played: Data | None, report: Data) -> str:
    if played is None:
        return UNPLAYED
    if not _is_as_declared(experiment, played):
        return REDECLARED
    return OLDER if _is_older(played, report) else CURRENT


def behaviour_of(played: Mapping[str, Any], report: Mapping[str, Any]) -> int:
    """The behaviour of the engine that played an experiment."""
    return int(report["runs"][played["run"]]["behaviour"])


def _is_older(played: Data, report: Data) -> bool:
    return BEHAVIOUR not in (behaviour_of(played, report), confirmed_for(played))


def confirmed_for(played: Mapping[str, Any]) -> int | None:
    """The behaviour that was found to play the same first pairs; None if none was."""
    found = played.get("confirmed")
    return None if found is None else int(found["behaviour"])


def confirmed_text(played: Mapping[str, Any], report: Mapping[str, Any]) -> str | None:
    """Says that another engine was found to play the same games; None if none was."""
    found = confirmed_for(played)
    if found is None:
        return None
    return (
        f"played by behaviour {behaviour_of(played, report)} and confirmed for behaviour {found}:"
        f" {SAME_GAMES}"
    )


def _in_state(report: Data, state: str) -> list[str]:
    return [name for name, found in states(report).items() if found == state]


def unplayed(report: Data) -> list[str]:
    """The declared experiments without results, as study/experiment."""
    return _in_state(report, UNPLAYED)


def redeclared(report: Data) -> list[str]:
    """The experiments whose results are those of an older declaration, as study/experiment."""
    return _in_state(report, REDECLARED)


def older(report: Data) -> list[str]:
    """The experiments that an engine with another behaviour played, as study/experiment."""
    return [
        name
        for name, _, played in _declared(report)
        if played is not None and _is_older(played, report)
    ]


def confirmed(report: Data) -> dict[str, str]:
    """What is current only because its first pairs were compared, with that in words."""
    current = set(_in_state(report, CURRENT))
    return {
        name: confirmed_text(played, report) or ""
        for name, _, played in _declared(report)
        if played is not None and name in current and behaviour_of(played, report) != BEHAVIOUR
    }


def outdated(report: Data) -> Iterator[str]:
    """What the results file lacks, in words."""
    if found := older(report):
        yield f"played by an engine without behaviour {BEHAVIOUR}: {', '.join(found)}"
    if missing := unplayed(report):
        yield f"not played: {', '.join(missing)}"
    if changed := redeclared(report):
        yield f"declared differently since they were played: {', '.join(changed)}"


def outdated_in_brief(report: Data) -> Iterator[str]:
    """The same for a reader of the page, with numbers instead of names."""
    declared = len(states(report))
    if found := older(report):
        behaviours = sorted(
            {
                behaviour_of(played, report)
                for name, _, played in _declared(report)
                if played is not None and name in found
            }
        )
        yield (
            f"{len(found)} of {declared} declared experiments were played by an engine with"
            f" behaviour {', '.join(map(str, behaviours))}, and today's has {BEHAVIOUR}"
        )
    if missing := unplayed(report):
        yield f"{counted(len(missing), 'experiment has', 'experiments have')} not been played"
    if changed := redeclared(report):
        had = counted(len(changed), "experiment was", "experiments were")
        yield f"{had} declared differently when played"


def confirmed_in_brief(report: Data) -> Iterator[str]:
    """A sentence for the experiments of each older behaviour that are confirmed for today's."""
    texts = list(confirmed(report).values())
    for text in dict.fromkeys(texts):
        yield f"{texts.count(text)} of {len(states(report))} declared experiments were {text}."


def check(report: Data) -> None:
    """Ends with an error if the figures are not those of this engine and these studies."""
    if wrong := [*outdated(report)]:
        raise SystemExit("the published results are out of date: " + "; ".join(wrong))
    print(f"the published results are those of behaviour {BEHAVIOUR}")
    for name, text in confirmed(report).items():
        print(f"  {name}: {text}")


def marked(claims: str, report: Data) -> str:
    """The page of claims with a mark behind each experiment without current figures."""
    missing, changed = frozenset(unplayed(report)), frozenset(redeclared(report))
    marks = f"{re.escape(NOT_PLAYED)}|{re.escape(CHANGED)}"
    return re.sub(
        rf"(`([\w-]+/[\w.-]+)`)(?:{marks})?",
        lambda found: (
            found[1] + NOT_PLAYED * (found[2] in missing) + CHANGED * (found[2] in changed)
        ),
        claims,
    )


def _declared(report: Data) -> Iterator[tuple[str, Experiment, Data | None]]:
    """Every declared experiment with its name and its results, if there are any."""
    played = results_of(report)
    for study in studies():
        for each in study.experiments:
            name = f"{study.name}/{each.name}"
            yield name, each, played.get(name)


def results_of(report: Data) -> dict[str, Data]:
    """The results of every experiment in the results file, as study/experiment."""
    return {
        f"{study['name']}/{each['name']}": each
        for study in report["studies"]
        for each in study["experiments"]
    }


@cache
def studies() -> tuple[Study, ...]:
    """Reading the studies checks every agent on every game, which takes seconds."""
    return tuple(builtin_studies())


def _is_as_declared(experiment: Experiment, played: Data) -> bool:
    """Whether the results are exactly the declared rows, with their limits, games and claims."""
    openings = None if experiment.openings is None else list(experiment.openings)
    trends = {each["reported"] for each in played["findings"] if each["game"] == "trend"}
    if played["openings"] != openings or trends - {experiment.trend}:
        return False
    rows = list(declared_rows(experiment, played))
    return len(rows) == len(rows_of(played)) == len(list(experiment.rows())) and all(
        finding["games"] == experiment.scale["full"]
        and finding["reported"]
        == (None if row.claim is None else row.claim.word or row.claim.value)
        for finding, row, _ in rows
    )


def rows_of(played: Data) -> list[Data]:
    """The results of single matches, without those that summarise several."""
    return [each for each in played["findings"] if each["simulations"] is not None]


def declared_rows(experiment: Experiment, played: Data) -> Iterator[tuple[Data, Row, str]]:
    """The results that belong to a declared row, with that row and its limits in words."""
    findings = {
        tuple(each[key] for key in ("setting", "point", "game", "budget")): each
        for each in rows_of(played)
    }
    for row in experiment.rows():
        found = findings.get((row.setting, row.point, row.shown_game, row.budget))
        if found is not None:
            limits = row_limits_text(row)
            if _numbers(found["limits"]) == _numbers(limits):
                yield found, row, limits


def _numbers(limits: str) -> list[str]:
    """What the words of limits are about; the words themselves may change."""
    return re.findall(r"[\d.]+", limits)
