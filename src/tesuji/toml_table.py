"""A table of a TOML file: typed access to its keys, and errors that say where they are."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tesuji.errors import DeclarationError, TesujiError
from tesuji.specs import did_you_mean

__all__ = ["TomlTable", "line_of", "parse_toml"]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")


def parse_toml(text: str, path: str) -> dict[str, Any]:
    """The content of a file. Whatever is wrong with its text is a `DeclarationError`."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        problem = "nested too deeply"
    except ValueError as error:  # TOMLDecodeError, or an integer with too many digits
        problem = str(error)
    raise DeclarationError(f"{path}: is not valid TOML: {problem}", path=path, key="")


@dataclass(frozen=True)
class TomlTable:
    """A table, with its file and its path in that file."""

    file: str
    data: dict[str, Any]
    path: str = ""
    source: str = ""
    """The text of the file; errors then name the line."""
    keys: tuple[str | int, ...] = ()
    """The place of the table in the file."""

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def error(self, key: str, message: str, **details: Any) -> DeclarationError:
        """An error about a key of this table, or about the table itself."""
        where = ", ".join(part for part in (self.path, key) if part)
        line = line_of(self.source, (*self.keys, key) if key else self.keys)
        file = self.file if line is None else f"{self.file}, line {line}"
        text = f"{file}: {where}: {message}" if where else f"{file}: {message}"
        return DeclarationError(text, path=self.file, key=where, line=line, **details)

    @contextmanager
    def blaming(self, key: str) -> Iterator[None]:
        """Turns errors inside the block into errors about this key."""
        try:
            yield
        except DeclarationError:
            raise
        except TesujiError as error:
            raise self.error(key, str(error)) from error

    def check_keys(self, needed: Sequence[str], optional: Sequence[str]) -> None:
        """Refuses unknown and missing keys."""
        known = (*needed, *optional)
        for key in self.data:
            if key not in known:
                hint = did_you_mean(key, known)
                raise self.error(key, f"unknown key{hint}; expected {', '.join(known)}")
        if missing := [key for key in needed if key not in self.data]:
            raise self.error(missing[0], "is missing")

    def text(self, key: str, default: str | None = None) -> str:
        """A text on one line; without a default it may not be empty."""
        value = self.data.get(key, default)
        if value is None:
            raise self.error(key, "is missing")
        if not isinstance(value, str) or (not value.strip() and default is None):
            raise self.error(key, f"expected a text, not {value!r}")
        return " ".join(value.split())

    def word(self, key: str, choices: Sequence[str]) -> str:
        """One of these words."""
        return self.chosen(key, self.text(key), choices)

    def chosen(self, key: str, value: str, choices: Sequence[str]) -> str:
        """Returns the value; raises an error if it is not one of the choices."""
        if value not in choices:
            hint = did_you_mean(value, choices)
            raise self.error(key, f"expected one of {', '.join(choices)}, not {value!r}{hint}")
        return value

    def values(self, key: str) -> list[Any]:
        """A list that is not empty, or a single value as a list of one."""
        value = self.data.get(key)
        found = value if isinstance(value, list) else [value]
        if not found or any(isinstance(each, dict | list) or each is None for each in found):
            raise self.error(key, f"expected a value or a list of values, not {value!r}")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """One text, or a list of different texts."""
        found = self.values(key)
        if not all(isinstance(each, str) for each in found) or len(set(found)) != len(found):
            raise self.error(key, f"expected a text or a list of different texts, not {found!r}")
        return tuple(found)

    def numbers(self, key: str) -> list[float]:
        """One number or a list of numbers."""
        found = self.values(key)
        for each in found:
            if not math.isfinite(_as_float(each)):
                raise self.error(key, f"expected a number or a list of numbers, not {each!r}")
        return found

    def number(self, key: str, *, least: float, default: float | None = None) -> float:
        """A finite number of at least ``least``."""
        value = self.data.get(key, default)
        number = _as_float(value)
        if math.isfinite(number) and number >= least:
            return number
        raise self.error(key, f"expected a number of at least {least:g}, not {value!r}")

    def integer(self, key: str, *, least: int, default: int | None = None) -> int:
        """An integer of at least ``least``."""
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self.error(key, f"expected an integer of at least {least}, not {value!r}")
        return value

    def table(self, key: str) -> TomlTable:
        """A table inside this one."""
        value = self.data.get(key)
        if not isinstance(value, dict):
            raise self.error(key, f"expected a table, not {value!r}")
        path = ", ".join(part for part in (self.path, key) if part)
        return TomlTable(self.file, value, path, self.source, (*self.keys, key))

    def tables(self, key: str, *, least: int = 1) -> list[TomlTable]:
        """The tables under [[key]], called by their names or numbers."""
        value = self.data.get(key, [])
        fits = isinstance(value, list) and all(isinstance(each, dict) for each in value)
        if not fits or len(value) < least:
            raise self.error(key, f"expected one or more tables, each under [[{key}]]")
        return [
            TomlTable(
                self.file,
                each,
                f"{key} {_called(each, number)}",
                self.source,
                (*self.keys, key, number - 1),
            )
            for number, each in enumerate(value, 1)
        ]


def _called(table: dict[str, Any], number: int) -> str:
    name = table.get("name")
    return repr(name) if isinstance(name, str) else str(number)


def line_of(source: str, keys: Sequence[str | int]) -> int | None:
    """The line of a key in the text of a TOML file; of its table if the key is not there.

    >>> line_of("[a]\\nb = 1\\n[[c]]\\nd = 2\\n[[c]]\\nd = 3\\n", ("c", 1, "d"))
    6
    """
    inside: tuple[str | int, ...] = ()
    counts: dict[str, int] = {}
    found: dict[tuple[str | int, ...], int] = {}
    for number, line in enumerate(source.splitlines(), 1):
        if (header := _HEADER.match(line)) is not None:
            name = header[2].strip().strip("\"'")
            inside = (name,)
            if header[1] == "[[":
                inside = (name, counts.get(name, 0))
                counts[name] = counts.get(name, 0) + 1
            found.setdefault(inside, number)
        elif "=" in line and not line.lstrip().startswith("#"):
            key = line.partition("=")[0].strip().strip("\"'")
            found.setdefault((*inside, key), number)
    wanted = tuple(keys)
    while wanted and wanted not in found:
        wanted = wanted[:-1]
    return found.get(wanted)


def _as_float(value: Any) -> float:
    """A number as a float; NaN for anything else, and for integers that no float can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan
