"""The options that the compiled core declares, as parameters and slots."""

from __future__ import annotations

from functools import cache
from typing import Any

from tesuji import _core
from tesuji.specs import Kind, Parameter, Slot

__all__ = ["declared_kinds", "declared_options"]


def declared_options(search: str, **python: Parameter | Slot) -> tuple[Parameter | Slot, ...]:
    """The options of a search in their canonical order.

    ``python`` are the options that Python declares and reads; the core gives their place.
    """
    return tuple(
        python[option] if isinstance(option, str) else _option(option)
        for option in _declarations()[search]
    )


def declared_kinds(slot: str) -> tuple[Kind, ...]:
    """The parts of a slot that the core declares by themselves."""
    return tuple(_kind(part) for part in _declarations()[slot])


@cache
def _declarations() -> dict[str, tuple[Any, ...]]:
    return _core.search_options()


def _option(option: dict[str, Any]) -> Parameter | Slot:
    if "kinds" in option:
        return Slot(**{**option, "kinds": tuple(_kind(part) for part in option["kinds"])})
    return Parameter(**option)


def _kind(part: dict[str, Any]) -> Kind:
    parameters = tuple(_option(each) for each in part["parameters"])
    return Kind(**{**part, "parameters": parameters, "safe": True})
