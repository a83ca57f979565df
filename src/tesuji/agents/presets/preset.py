"""Presets: agents that somebody described, as compositions of parts under a name of their own."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Preset", "Report"]


@dataclass(frozen=True)
class Report:
    """Where an agent was described, as far as the report itself says."""

    authors: str
    title: str
    where: str

    @property
    def citation(self) -> str:
        return f"{self.authors}, {self.title}, {self.where}"


@dataclass(frozen=True)
class Preset:
    """A named composition.

    ``base`` is the spec of an agent, or of another preset, that it is made from. ``parts`` are
    pairs of a parameter that differs from the base, and a sentence on what it is there for.
    ``text`` tells in Markdown what the report says and how it is read where it is silent.
    ``games`` names the games that it is for; empty: all.
    """

    name: str
    base: str
    summary: str
    text: str
    parts: tuple[tuple[str, str], ...]
    report: Report
    games: tuple[str, ...] = ()
