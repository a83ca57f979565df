"""Finds parameters by dotted path, such as ``select.c``."""

from __future__ import annotations

from collections.abc import Iterator

from tesuji.errors import ParameterError
from tesuji.specs.parameters import Kind, Parameter, Slot, did_you_mean
from tesuji.specs.spec import Spec

__all__ = ["parameter_at"]


def parameter_at(kind: Kind, expanded: Spec, path: str) -> Parameter | Slot:
    """The parameter at a path; raises ParameterError with a suggestion if there is none."""
    known = dict(_paths(kind, expanded))
    if path in known:
        return known[path]
    raise ParameterError(
        f"{kind.name} has no parameter {path!r}{_hint(path, list(known))}; "
        + _takes(kind, expanded, path),
        owner=kind.name,
        where=path,
    )


def _paths(kind: Kind, spec: Spec, prefix: str = "") -> Iterator[tuple[str, Parameter | Slot]]:
    for declared in kind.parameters:
        yield f"{prefix}{declared.name}", declared
        part = spec.arguments.get(declared.name)
        if isinstance(declared, Slot) and isinstance(part, Spec):
            inner = declared.kind(part.name, kind.name)
            yield from _paths(inner, part, f"{prefix}{declared.name}.")


def _hint(path: str, known: list[str]) -> str:
    """Suggests the closest path, or all paths that end in the same name."""
    if hint := did_you_mean(path, known):
        return hint
    last = path.rpartition(".")[2]
    ending = [repr(each) for each in known if each.rpartition(".")[2] == last]
    return f" (did you mean {' or '.join(ending)}?)" if ending else ""


def _takes(kind: Kind, spec: Spec, path: str) -> str:
    """The parameters of the last part on the path that exists."""
    first, _, rest = path.partition(".")
    slot = next((each for each in kind.parameters if each.name == first), None)
    part = spec.arguments.get(first)
    if rest and isinstance(slot, Slot) and isinstance(part, Spec):
        inner = slot.kind(part.name, kind.name)
        others = [each.name for each in slot.kinds if rest in (p.name for p in each.parameters)]
        has = f", {' and '.join(f'{first}={other}' for other in others)} has it" if others else ""
        return f"{first}={_takes(inner, part, rest)}{has}"
    return f"{kind.name} takes {', '.join(each.name for each in kind.parameters) or 'none'}"
