"""Frameworks of university courses, in both directions.

A student's agent plays in Tesuji as ``course.NAME("PATH")``. An agent of Tesuji plays in the
course's own framework through ``tesuji export``, ``tesuji serve`` or ``tesuji connect``; `COURSES`
lists what each course has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from tesuji.errors import ParameterError
from tesuji.specs import did_you_mean

__all__ = ["COURSES", "Course", "Served", "connector", "course", "exporter", "server"]


@dataclass(frozen=True, kw_only=True)
class Course:
    """A course, and where its functions are, each as ``module:function``. Empty: it has none."""

    title: str
    exports: str = ""
    """``(agent, folder, seconds)``: writes files for the course's framework; returns their paths.

    `agent` is a spec, `seconds` the limit per move, or None for the course's own.
    """
    serves: str = ""
    """``(Served)``: plays in the course's framework over a network until it is interrupted."""
    connects: str = ""
    """``(Served)``: plays as a client of the course's server, or for its judge."""


@dataclass(frozen=True, kw_only=True)
class Served:
    """What `tesuji serve` or `tesuji connect` was asked for."""

    agent: str | None
    """The spec of the agent; None if the course's server needs none."""
    address: str
    port: int | None
    """None for the course's usual port."""
    seconds: float | None
    """The limit per move; None for the course's own."""
    say: Callable[[str], None]
    """Shows a line to the user."""


COURSES: dict[str, Course] = {
    "course.avalam": Course(
        title="INF8215, Polytechnique Montréal: Avalam over XML-RPC",
        exports="tesuji.interop.course.export:export_avalam",
        serves="tesuji.interop.course.avalam_rpc:serve",
    ),
    "course.colosseum": Course(
        title="COMP 424, McGill: Colosseum Survival!",
        exports="tesuji.interop.course.export:export_colosseum",
    ),
    "course.ewn": Course(
        title="TCG 2023 and others: EinStein würfelt nicht!",
        exports="tesuji.interop.course.ewn_player:export",
        connects="tesuji.interop.course.ewn_player:connect",
    ),
    "course.pentago-twist": Course(
        title="COMP 424, McGill: Pentago-Twist over TCP",
        serves="tesuji.interop.course.pentago_twist_server:serve",
        connects="tesuji.interop.course.pentago_twist_client:connect",
    ),
}


def course(name: str) -> Course:
    """Finds a course by name."""
    if name in COURSES:
        return COURSES[name]
    raise ParameterError(
        f"there is no course {name!r}{did_you_mean(name, COURSES)}; known courses:"
        f" {', '.join(COURSES)}",
        where="course",
        given=name,
        expected=f"one of {', '.join(COURSES)}",
    )


def exporter(name: str) -> Callable[[str, Path, float | None], list[Path]]:
    """The function that writes files for a course's framework."""
    function: Callable[[str, Path, float | None], list[Path]] = _load(name, "exports", "exported")
    return function


def server(name: str) -> Callable[[Served], None]:
    """The function that serves a course's framework over a network."""
    function: Callable[[Served], None] = _load(name, "serves", "served")
    return function


def connector(name: str) -> Callable[[Served], None]:
    """The function that plays as a client of a course's server or judge."""
    function: Callable[[Served], None] = _load(name, "connects", "connected")
    return function


def _load(name: str, entry: str, done: str) -> Any:
    module, _, function = str(getattr(course(name), entry)).partition(":")
    if function:
        return getattr(import_module(module), function)
    possible = [other for other in COURSES if getattr(COURSES[other], entry)]
    raise ParameterError(
        f"agents cannot be {done} for {name}, only for {', '.join(possible)}",
        where="course",
        given=name,
        expected=f"one of {', '.join(possible)}",
    )
