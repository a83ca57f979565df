"""What a preset is made of: the parts that it sets, and what they are there for."""

from __future__ import annotations

from typing import NamedTuple

from tesuji.agents.presets.preset import Preset
from tesuji.agents.registry import find_preset, resolve
from tesuji.specs import Spec, expand, parse_spec, value_text

__all__ = ["Row", "composition"]


class Row(NamedTuple):
    """A part, what the preset sets it to, and what for."""

    part: str
    value: str
    reason: str


def composition(preset: Preset) -> list[Row]:
    """A row for each parameter that differs from the kind's default, or that the preset names.

    In the declared order. A preset made from another one may name what it sets back.
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
    """What each part is for: as the preset says, else as the preset says that it is made from."""
    below = find_preset(parse_spec(preset.base).name)
    return (_reasons(below) if below else {}) | dict(preset.parts)
