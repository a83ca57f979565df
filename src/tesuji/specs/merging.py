"""Merging specs: the arguments of one spec override those of another, part by part."""

from __future__ import annotations

from collections.abc import Iterator

from tesuji.specs.parameters import Kind, Slot
from tesuji.specs.spec import Spec, Value

__all__ = ["merge", "parts_in_use"]


def merge(kind: Kind, base: Spec, given: Spec) -> Spec:
    """Overrides the arguments of ``base`` by those of ``given``; `expand` checks the result.

    If both fill a slot with the same part, the part keeps the arguments that ``given`` does not
    override. A different part replaces the old one completely.
    """
    slots = {slot.name: slot for slot in kind.parameters if isinstance(slot, Slot)}
    arguments: dict[str, Value] = dict(base.arguments)
    for name, value in given.arguments.items():
        old = arguments.get(name)
        if name in slots and isinstance(old, Spec) and isinstance(value, Spec):
            value = _merge_part(slots[name], old, value)
        arguments[name] = value
    return Spec(base.name, arguments)


def _merge_part(slot: Slot, old: Spec, given: Spec) -> Spec:
    return merge(slot.kind(old.name, slot.name), old, given) if old.name == given.name else given


def parts_in_use(kind: Kind, expanded: Spec, prefix: str = "") -> Iterator[tuple[str, Kind]]:
    """Every part of an expanded spec, with the dotted path of its slot."""
    for slot in kind.parameters:
        if isinstance(slot, Slot):
            value = expanded.arguments[slot.name]
            assert isinstance(value, Spec)
            part = slot.kind(value.name, kind.name)
            yield f"{prefix}{slot.name}", part
            yield from parts_in_use(part, value, f"{prefix}{slot.name}.")
