"""Trust: specs that come from a file or a page run no code but Tesuji's own, unless allowed."""

from __future__ import annotations

from collections.abc import Collection

from tesuji.agents.agent import Agent
from tesuji.agents.evaluators import BUILT_IN, evaluators
from tesuji.agents.learned import SHIPPED_NAMES
from tesuji.agents.registry import (
    agent,
    find_preset,
    is_built_in,
    plugin_agents,
    registered_agents,
    resolve,
)
from tesuji.plugins import allowed, not_allowed
from tesuji.specs import Kind, Slot, Spec, expand, parse_spec

__all__ = ["agent_from_file", "closed_part"]


def agent_from_file(spec: str) -> Agent:
    """The agent of a spec that a file holds, such as a study.

    It starts no process and loads no code, unless the name is allowed (`tesuji.allow`). Agents and
    evaluators that this process has registered are its own.
    """
    own = {*registered_agents(), *evaluators(), *allowed()}
    if (closed := closed_part(spec, own)) is not None:
        raise not_allowed(*closed)
    return agent(spec)


def closed_part(spec: str, allowed: Collection[str]) -> tuple[str, str] | None:
    """The first agent, part or evaluator in a spec that is neither safe nor allowed.

    Returns what it is and its name. Finding it loads nothing.
    """
    parsed = parse_spec(spec)
    name = _kind_name(parsed)
    known = is_built_in(name) or name not in {*registered_agents(), *plugin_agents()}
    if not known and name not in allowed:
        return "agent", name
    kind, own = resolve(parsed)
    if not kind.safe and kind.name not in allowed:
        return "agent", kind.name
    return _closed_inside(kind, expand(kind, own), allowed)


def _kind_name(spec: Spec) -> str:
    """The name of the kind behind a spec, presets resolved."""
    preset = find_preset(spec.name)
    return spec.name if preset is None else _kind_name(parse_spec(preset.base))


def _closed_inside(kind: Kind, spec: Spec, allowed: Collection[str]) -> tuple[str, str] | None:
    for parameter in kind.parameters:
        value = spec.arguments.get(parameter.name)
        if isinstance(parameter, Slot) and isinstance(value, Spec):
            part = parameter.kind(value.name, kind.name)
            if not part.safe and part.name not in allowed:
                return "part", part.name
            if (closed := _closed_inside(part, value, allowed)) is not None:
                return closed
        elif parameter.name == "evaluate":
            name = value.name if isinstance(value, Spec) else str(value)
            own = SHIPPED_NAMES if isinstance(value, Spec) and not value.arguments else ()
            if name not in (*BUILT_IN, *own, *allowed):
                return "evaluator", name
    return None
