"""The declaration of a preset: a named agent that is composed of parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Preset", "Reading", "Report"]


@dataclass(frozen=True)
class Report:
    """The report that describes an agent."""

    authors: str
    title: str
    where: str

    @property
    def citation(self) -> str:
        return f"{self.authors}, {self.title}, {self.where}"


class Reading(NamedTuple):
    """How we read a report where it leaves something open, or where the preset differs from it."""

    text: str
    tested_by: str = ""
    """The experiment that measures its effect, as study/experiment; empty if there is none."""


@dataclass(frozen=True)
class Preset:
    """A named agent.

    ``base`` is the spec of an agent or another preset. ``parts`` are pairs of a parameter that
    differs from the base and a sentence that says why. ``text`` says in Markdown what the report
    describes, and ``readings`` lists what we assumed. ``games`` lists the games that the preset
    supports; empty means all.
    """

    name: str
    base: str
    summary: str
    text: str
    parts: tuple[tuple[str, str], ...]
    report: Report | None = None
    games: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
