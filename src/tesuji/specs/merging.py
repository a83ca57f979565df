"""One spec laid over another: what is given replaces, part by part."""

from __future__ import annotations

from collections.abc import Iterator

from tesuji.specs.parameters import Kind, Slot
from tesuji.specs.spec import Spec, Value

__all__ = ["merge", "parts_in_use"]


def merge(kind: Kind, base: Spec, given: Spec) -> Spec:
    """``base`` with the arguments of ``given``, both of one kind; checked later, by `expand`.

    Where both fill a slot with the same part, the part keeps what is not given anew; another
    part replaces it whole.
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
    """Every part of an expanded spec with the dotted path of its slot."""
    for slot in kind.parameters:
        if isinstance(slot, Slot):
            value = expanded.arguments[slot.name]
            assert isinstance(value, Spec)
            part = slot.kind(value.name, kind.name)
            yield f"{prefix}{slot.name}", part
            yield from parts_in_use(part, value, f"{prefix}{slot.name}.")
