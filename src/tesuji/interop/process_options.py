"""The options that every kind of agent in its own process shares."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from tesuji.errors import ParameterError
from tesuji.interop.sandbox import Limits, Sandbox
from tesuji.specs import Parameter, Plain

__all__ = [
    "PROCESS_PARAMETERS",
    "NoSandboxWarning",
    "limits_from",
    "path_from",
    "process_parameters",
    "python_from",
    "sandbox_from",
]

PROCESS_PARAMETERS = (
    Parameter(
        "python",
        str,
        "",
        "Python interpreter that runs the agent, as a path.",
        default_text="the one that runs Tesuji",
        text=True,
    ),
    Parameter(
        "memory", int, 2048, "Memory in megabytes for all its processes.", low=16, high=1_000_000
    ),
    Parameter("processes", int, 64, "Processes that it may start.", low=1, high=10_000),
    Parameter(
        "patience",
        float,
        60.0,
        "Seconds to wait for a move when the budget has no time limit.",
        low=0,
        high=1e6,
    ),
    Parameter("sandbox", bool, True, "Run it in a sandbox. Use false only for code you trust."),
)
"""Add these to the parameters of each kind of agent that runs in its own process."""


def process_parameters(*, memory: int) -> tuple[Parameter, ...]:
    """The same parameters with a course's own limit on memory as the default."""
    return tuple(
        replace(each, default=memory) if each.name == "memory" else each
        for each in PROCESS_PARAMETERS
    )


class NoSandboxWarning(UserWarning):
    """An agent runs without the sandbox that it should have, because this machine has none."""


def limits_from(settings: Mapping[str, Plain]) -> Limits:
    """The limits that the settings of an agent describe."""
    return Limits(memory_mb=int(settings["memory"]), processes=int(settings["processes"]))


def sandbox_from(settings: Mapping[str, Plain]) -> Sandbox:
    """The sandbox that the settings describe. Warns if this machine cannot have it."""
    if not settings["sandbox"]:
        return Sandbox.none()
    sandbox = Sandbox.detect()
    if not sandbox.is_safe:
        warnings.warn("; ".join(sandbox.missing), NoSandboxWarning, stacklevel=2)
    return sandbox


def python_from(settings: Mapping[str, Plain]) -> Path | None:
    """The interpreter that was given; None for the one that runs Tesuji."""
    return path_from(settings, "python")


def path_from(settings: Mapping[str, Plain], name: str) -> Path | None:
    """A path that must exist, made absolute; None if the parameter is empty."""
    given = str(settings[name])
    if not given:
        return None
    path = Path(given).expanduser().absolute()
    if not path.exists():
        expected = "the path of something that exists"
        raise ParameterError(
            f"{name}={given!r} does not exist; the full path is {path}",
            where=name,
            given=given,
            expected=expected,
        )
    return path
