"""Grades: the best band whose conditions hold, less what is lost for being late."""

from __future__ import annotations

import csv
import datetime
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tesuji.errors import ParameterError
from tesuji.interop.ladder.table import Row
from tesuji.interop.league.course import Band, Course
from tesuji.output_files import csv_value

__all__ = ["Grade", "grade_columns", "grade_row", "grade_rows", "late_days", "read_times"]

DAY = datetime.timedelta(days=1)
NO_GRADE = "none"


@dataclass(frozen=True)
class Grade:
    """A grade with its points; ``late`` started days have been taken off."""

    name: str
    points: float
    late: int = 0
    note: str = ""


def late_days(submitted: datetime.datetime, deadline: datetime.datetime | None) -> int:
    """The number of started days after the deadline.

    >>> noon = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)
    >>> late_days(noon, noon), late_days(noon + datetime.timedelta(hours=25), noon)
    (0, 2)
    """
    if deadline is None or submitted <= deadline:
        return 0
    return math.ceil((submitted - deadline) / DAY)


def grade_row(course: Course, row: Row, *, rated: int, late: int = 0) -> Grade:
    """The grade of a row among so many rated students, late by some days."""
    if late > course.late.days:
        return Grade(NO_GRADE, 0.0, late, "submitted too late")
    if row.status in ("rejected", "does not play"):
        return Grade(NO_GRADE, 0.0, late, row.status)
    band = next((each for each in course.bands if _holds(each, row, rated)), None)
    if band is None:
        return Grade(NO_GRADE, 0.0, late, "no grade fits")
    return Grade(band.name, max(0.0, band.points - late * course.late.penalty), late)


def _holds(band: Band, row: Row, rated: int) -> bool:
    if band.beats is not None and row.beaten < band.beats:
        return False
    if band.rating is not None and (row.elo is None or row.elo < band.rating):
        return False
    return band.top is None or (row.place is not None and row.place <= band.top * rated)


def grade_rows(
    course: Course, rows: Sequence[Row], times: dict[str, datetime.datetime]
) -> list[Grade | None]:
    """The grade of each row; None for baselines.

    Places count students only: a baseline takes none.
    """
    students = [row for row in rows if row.status == "rated"]
    places = {
        row.name: 1 + sum((o.elo or 0) > (row.elo or 0) for o in students) for row in students
    }
    found: list[Grade | None] = []
    for row in rows:
        if row.status == "baseline":
            found.append(None)
            continue
        late = late_days(times[row.name], course.deadline) if row.name in times else 0
        own = Row(**{**vars(row), "place": places.get(row.name)})
        found.append(grade_row(course, own, rated=len(students), late=late))
    return found


def grade_columns(grades: Sequence[Grade | None]) -> list[tuple[object, ...]]:
    """Columns for the teacher's table, with their header."""
    header = ("grade", "points", "late_days", "note")
    return [
        header,
        *(
            ("", "", "", "") if each is None else (each.name, each.points, each.late, each.note)
            for each in grades
        ),
    ]


def read_times(file: Path) -> dict[str, datetime.datetime]:
    """Reads when each student submitted, from a CSV file with the columns name and time."""
    expected = "the columns name and time, with times such as 2026-11-30T23:59:00-05:00"
    try:
        with file.open(encoding="utf-8", newline="") as opened:
            rows = list(csv.DictReader(opened))
    except (UnicodeDecodeError, csv.Error) as error:
        raise ParameterError.wrong_value(str(file), str(error), expected) from error
    found: dict[str, datetime.datetime] = {}
    for number, row in enumerate(rows, 2):
        try:
            time = datetime.datetime.fromisoformat(row["time"])
            name = csv_value(row["name"])
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise ParameterError.wrong_value(f"{file}, line {number}", row, expected) from error
        if time.tzinfo is None:
            raise ParameterError.wrong_value(
                f"{file}, line {number}", row["time"], "a time with its offset from UTC"
            )
        found[name] = time
    return found
