"""The declaration of a preset: a named agent that is composed of parts."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Preset", "Report"]


@dataclass(frozen=True)
class Report:
    """The report that describes an agent."""

    authors: str
    title: str
    where: str

    @property
    def citation(self) -> str:
        return f"{self.authors}, {self.title}, {self.where}"


@dataclass(frozen=True)
class Preset:
    """A named agent.

    ``base`` is the spec of an agent or another preset. ``parts`` are pairs of a parameter that
    differs from the base and a sentence that says why. ``text`` says in Markdown what the report
    describes, and how we read it where it leaves something open. ``games`` lists the games that
    the preset supports; empty means all.
    """

    name: str
    base: str
    summary: str
    text: str
    parts: tuple[tuple[str, str], ...]
    report: Report | None = None
    games: tuple[str, ...] = ()
