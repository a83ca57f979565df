"""A table of a declaration: its keys with their types, and errors that say where it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from tesuji.errors import DeclarationError, TesujiError
from tesuji.specs import did_you_mean

__all__ = ["Place"]

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Place:
    """A table with the file and the path that lead to it."""

    file: str
    data: dict[str, Any]
    path: str = ""

    def error(self, key: str, message: str) -> DeclarationError:
        """An error about a key of this table."""
        where = ", ".join(part for part in (self.path, key) if part)
        text = f"{self.file}: {where}: {message}" if where else f"{self.file}: {message}"
        return DeclarationError(text, path=self.file, key=where)

    def renamed(self, path: str) -> Place:
        """The same table under a better name."""
        return Place(self.file, self.data, path)

    def check_keys(self, needed: Sequence[str], optional: Sequence[str]) -> None:
        """Refuses keys that nobody reads, and misses those that must be there."""
        known = (*needed, *optional)
        for key in self.data:
            if key not in known:
                hint = did_you_mean(key, known)
                raise self.error(key, f"is no key here{hint}; keys are {', '.join(known)}")
        if missing := [key for key in needed if key not in self.data]:
            raise self.error(missing[0], "is missing")

    def checked(self, key: str, action: Callable[P, T], *args: P.args, **given: P.kwargs) -> T:
        """What the action gives; its own errors are told with the place."""
        try:
            return action(*args, **given)
        except DeclarationError:
            raise
        except TesujiError as error:
            raise self.error(key, str(error)) from error

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not empty."""
        value = self.data.get(key, default)
        if not isinstance(value, str) or (not value.strip() and default is None):
            raise self.error(key, f"is a text, not {value!r}")
        return " ".join(value.split())

    def word(self, key: str, choices: Sequence[str]) -> str:
        """One of some words."""
        value = self.text(key)
        if value not in choices:
            hint = did_you_mean(value, choices)
            raise self.error(key, f"{value!r} is not one of {', '.join(choices)}{hint}")
        return value

    def values(self, key: str) -> list[Any]:
        """A list that is not empty, or a single value as a list of one."""
        value = self.data.get(key)
        found = value if isinstance(value, list) else [value]
        if not found or any(isinstance(each, dict | list) or each is None for each in found):
            raise self.error(key, f"is a value or a list of values, not {value!r}")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """One text or a list of different texts."""
        found = self.values(key)
        if not all(isinstance(each, str) for each in found) or len(set(found)) != len(found):
            raise self.error(key, f"is a text or a list of different texts, not {found!r}")
        return tuple(found)

    def numbers(self, key: str) -> list[float]:
        """One number or a list of numbers."""
        found = self.values(key)
        for each in found:
            number = isinstance(each, int | float) and not isinstance(each, bool)
            if not number or not math.isfinite(each):
                raise self.error(key, f"is a number or a list of numbers, not {each!r}")
        return found

    def whole(self, key: str, *, least: int, default: int | None = None) -> int:
        """A whole number."""
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self.error(key, f"is a whole number of at least {least}, not {value!r}")
        return value

    def table(self, key: str) -> Place:
        """A table inside this one."""
        value = self.data.get(key)
        if not isinstance(value, dict):
            raise self.error(key, f"is a table, not {value!r}")
        return Place(self.file, value, ", ".join(part for part in (self.path, key) if part))

    def tables(self, key: str, *, least: int = 1) -> list[Place]:
        """A list of tables, as [[key]] makes it."""
        value = self.data.get(key, [])
        fits = isinstance(value, list) and all(isinstance(each, dict) for each in value)
        if not fits or len(value) < least:
            raise self.error(key, f"is one or more tables, each under [[{key}]]")
        return [Place(self.file, each, f"{key} {n}") for n, each in enumerate(value, 1)]
