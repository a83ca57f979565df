"""Reads ``course.toml``: limits, late rule, baselines and grades of a course."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents.trust import agent_from_file
from tesuji.arena.match.limits import Limits
from tesuji.arena.stats.sprt import Sprt
from tesuji.games.registry import game_from_file
from tesuji.input_files import read_text
from tesuji.interop.ladder.plan import CHECKED, LadderOptions
from tesuji.interop.ladder.submissions import SubmissionOptions
from tesuji.toml_table import TomlTable, parse_toml

__all__ = ["Band", "Course", "LateRule", "read_course"]


@dataclass(frozen=True, kw_only=True)
class LateRule:
    """What a late submission loses."""

    penalty: float = 0.0
    """Points for each started day."""
    days: int = 0
    """Started days after which nothing is accepted."""


@dataclass(frozen=True, kw_only=True)
class Band:
    """A grade, and what it takes; a condition that is None always holds."""

    name: str
    points: float
    beats: int | None = None
    """The number of baselines that must be beaten."""
    rating: float | None = None
    """Elo above the first baseline."""
    top: float | None = None
    """The share of the rated agents among which it must be: 0.1 for the best tenth."""

    @property
    def needs_ladder(self) -> bool:
        """Whether only a ladder can decide it, not an autograder."""
        return self.rating is not None or self.top is not None


@dataclass(frozen=True, kw_only=True)
class Course:
    """A course as its file describes it."""

    name: str
    options: LadderOptions
    bands: tuple[Band, ...]
    """The best first."""
    late: LateRule
    deadline: datetime.datetime | None
    install: str
    """What pip installs for graders and students."""
    source: str
    """The text of the file, for the copies in the folders."""

    @property
    def most_points(self) -> float:
        """The points of the best grade."""
        return max(band.points for band in self.bands)


def read_course(path: str | Path) -> Course:
    """Reads a file and checks all of it; errors name the key and the line."""
    file = Path(path)
    try:
        text = read_text(file)
    except (OSError, UnicodeDecodeError) as error:
        raise TomlTable(str(file), {}).error("", f"cannot be read: {error}") from None
    table = TomlTable(str(file), parse_toml(text, str(file)), source=text)
    table.check_keys(("course", "baseline", "grade"), ("limits", "ladder", "late"))
    course = table.table("course")
    course.check_keys(("name", "game"), ("deadline", "install"))
    baselines = tuple(_baselines(table, course))
    return Course(
        name=course.text("name"),
        options=_options(table, course, baselines),
        bands=tuple(_bands(table, baselines)),
        late=_late(table, course),
        deadline=_deadline(course),
        install=course.text("install", f"tesuji=={tesuji.__version__}"),
        source=text,
    )


def _part(table: TomlTable, key: str, optional: tuple[str, ...]) -> TomlTable:
    """A table that may be missing."""
    found = table.table(key) if key in table else TomlTable(table.file, {}, key, table.source)
    found.check_keys((), optional)
    return found


def _baselines(table: TomlTable, course: TomlTable) -> Iterator[str]:
    with course.blaming("game"):
        game = game_from_file(course.text("game"))
    seen: set[str] = set()
    for each in table.tables("baseline"):
        each.check_keys(("agent",), ())
        with each.blaming("agent"):
            # Students run this file too, and it must start nothing on their machines.
            agent = agent_from_file(each.text("agent"))
            agent.player(game).close()
        if agent.spec in seen:
            raise each.error("agent", f"{agent.spec} is named twice")
        seen.add(agent.spec)
        yield agent.spec


def _options(table: TomlTable, course: TomlTable, baselines: tuple[str, ...]) -> LadderOptions:
    limits = _part(table, "limits", ("seconds", "first_seconds", "time", "memory", "processes"))
    ladder = _part(table, "ladder", ("check", "rounds", "pairs", "gate", "gate_pairs", "sprt"))
    with ladder.blaming("sprt"):
        sprt = Sprt.parse(ladder.text("sprt", "0,150"))
    gate = ladder.integer("gate", least=0, default=1)
    if gate > len(baselines):
        raise ladder.error("gate", f"expected at most {len(baselines)}, the number of baselines")
    rounds = ladder.integer("rounds", least=1) if "rounds" in ladder else None
    return LadderOptions(
        game=course.text("game"),
        limits=_limits(limits),
        check_positions=ladder.integer("check", least=0, default=CHECKED),
        baselines=baselines,
        gate=gate,
        sprt=sprt,
        gate_pairs=ladder.integer("gate_pairs", least=1, default=20),
        rounds=rounds,
        pairs=ladder.integer("pairs", least=1, default=4),
        submissions=SubmissionOptions(
            memory=limits.integer("memory", least=16, default=500),
            processes=limits.integer("processes", least=1, default=32),
        ),
    )


def _limits(table: TomlTable) -> dict[str, Any]:
    if "time" in table:
        found: dict[str, Any] = {"time": table.text("time")}
        for name in ("seconds", "first_seconds"):
            if name in table:
                raise table.error(name, "give seconds per move or a time for the game, not both")
    else:
        found = {"seconds": table.number("seconds", least=0.01, default=1.0)}
        if "first_seconds" in table:
            found["first_seconds"] = table.number("first_seconds", least=0.01)
    with table.blaming("time" if "time" in table else "seconds"):
        Limits.given(**found)
    return found


def _bands(table: TomlTable, baselines: tuple[str, ...]) -> Iterator[Band]:
    points = float("inf")
    for each in table.tables("grade"):
        each.check_keys(("name", "points"), ("beats", "rating", "top"))
        band = Band(
            name=each.text("name"),
            points=each.number("points", least=0),
            beats=_beats(each, baselines),
            rating=each.number("rating", least=-10_000) if "rating" in each else None,
            top=each.number("top", least=0) if "top" in each else None,
        )
        if band.top is not None and not 0 < band.top <= 1:
            raise each.error("top", f"expected a share above 0 and at most 1, not {band.top:g}")
        if band.points >= points:
            raise each.error("points", "expected fewer than for the grade above it")
        points = band.points
        yield band


def _beats(table: TomlTable, baselines: tuple[str, ...]) -> int | None:
    if "beats" not in table:
        return None
    with table.blaming("beats"):
        agent = agent_from_file(table.text("beats")).spec
    return 1 + baselines.index(table.chosen("beats", agent, baselines))


def _late(table: TomlTable, course: TomlTable) -> LateRule:
    late = _part(table, "late", ("penalty", "days"))
    if late.data and "deadline" not in course:
        raise course.error("deadline", "is missing, and there is a rule for late submissions")
    return LateRule(
        penalty=late.number("penalty", least=0, default=0.0),
        days=late.integer("days", least=0, default=0),
    )


def _deadline(table: TomlTable) -> datetime.datetime | None:
    value = table.data.get("deadline")
    if value is None:
        return None
    if not isinstance(value, datetime.datetime) or value.tzinfo is None:
        expected = "a date and time with its offset, such as 2026-11-30T23:59:00-05:00"
        raise table.error("deadline", f"expected {expected}, not {value!r}")
    return value
