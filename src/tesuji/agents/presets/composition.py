"""The parts that a preset sets, and why."""

from __future__ import annotations

from typing import NamedTuple

from tesuji.agents.presets.preset import Preset
from tesuji.agents.registry import find_preset, resolve
from tesuji.specs import Spec, expand, parse_spec, value_text

__all__ = ["Row", "composition"]


class Row(NamedTuple):
    """A part, its value in the preset, and the reason for it."""

    part: str
    value: str
    reason: str


def composition(preset: Preset) -> list[Row]:
    """One row per parameter that differs from the kind's default or that the preset names.

    Rows are in the declared order. A preset that is made from another one may name a parameter
    to set it back to its default.
    """
    kind, own = resolve(Spec(preset.name))
    plain, whole = expand(kind, Spec(kind.name)).arguments, expand(kind, own).arguments
    reasons, named = _reasons(preset), dict(preset.parts)
    return [
        Row(name, value_text(own.arguments[name]), reasons[name])
        for name in (parameter.name for parameter in kind.parameters)
        if name in named or whole.get(name) != plain.get(name)
    ]


def _reasons(preset: Preset) -> dict[str, str]:
    """The reason for each part, as given by the preset or by the preset that it is made from."""
    below = find_preset(parse_spec(preset.base).name)
    return (_reasons(below) if below else {}) | dict(preset.parts)
