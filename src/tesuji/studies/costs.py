"""What the built-in experiments cost, from measured games: seconds of one core."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from tesuji.studies.study import Experiment

__all__ = ["FILE", "core_seconds"]

FILE = "reports/costs.json"


@cache
def _costs() -> dict[str, dict[str, float]]:
    file = resources.files("tesuji.studies").joinpath(FILE)
    found: dict[str, dict[str, float]] = json.loads(file.read_text("utf-8"))["experiments"]
    return found


def core_seconds(
    study: str, experiment: Experiment, scale: str, *, shared: bool = False
) -> float | None:
    """Seconds of one core that an experiment takes at a scale; None if nobody has measured it.

    An experiment that measures the games of another counts them as well: on its own it plays them.
    ``shared`` leaves them out, for a sum that already has them.
    """
    cost = _costs().get(f"{study}/{experiment.name}")
    if cost is None:
        return None
    games = len(list(experiment.rows())) * experiment.scale[scale]
    return games * (cost["measure"] + (0.0 if shared else cost["game"]))
