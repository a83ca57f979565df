"""What there is to switch: every declared parameter and slot of a search, and values to try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tesuji import ParameterError
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.specs import Kind, Parameter, Plain, Slot, Spec

__all__ = ["ALL", "PROBE", "SEARCHES", "Change", "Switch", "changes", "others"]

SEARCHES = {kind.name: kind for kind in AGENT_KINDS if kind.parameters and not kind.compose}
PROBE = "no-dead-switch"
"""An evaluator that looks at the moves left, and prefers the first ones."""


@dataclass(frozen=True)
class Switch:
    """A parameter or a slot of an agent, and the parts that must be chosen to have it."""

    agent: str
    chain: tuple[tuple[str, str], ...]
    declared: Parameter | Slot

    @property
    def path(self) -> str:
        return ".".join([*(slot for slot, _ in self.chain), self.declared.name])

    @property
    def name(self) -> str:
        parts = [f"{slot}={kind}" for slot, kind in self.chain]
        return ".".join([self.agent, *parts, self.declared.name])


@dataclass(frozen=True)
class Change:
    """A switch and two of its values; None leaves it out."""

    switch: Switch
    values: tuple[Plain | None, Plain | Spec | None]

    @property
    def name(self) -> str:
        return f"{self.switch.name}:{self.values[0]}/{self.values[1]}".replace(" ", "")


def switches(agent: str, kind: Kind, chain: tuple[tuple[str, str], ...] = ()) -> Iterator[Switch]:
    """All of an agent's declarations, those inside its parts included."""
    for declared in kind.parameters:
        yield Switch(agent, chain, declared)
        if isinstance(declared, Slot):
            for part in declared.kinds:
                yield from switches(agent, part, (*chain, (declared.name, part.name)))


ALL = [switch for name, kind in SEARCHES.items() for switch in switches(name, kind)]


def others(parameter: Parameter) -> list[Plain]:
    """Values to try against the default: low ones, and some above."""
    if parameter.kind is bool:
        return [not parameter.default]
    if parameter.kind is str:
        words = parameter.choices or tuple(
            word for word in ("none", PROBE) if word != parameter.default
        )
        return [word for word in words if word != parameter.default]
    if parameter.default is None:
        return [0.0] if parameter.kind is float else [30, 1]
    default = float(parameter.default)
    tried = [default + 1, default * 0.25, default * 3 + 0.5, -default]
    if parameter.low is not None and parameter.low > -100:
        tried.insert(0, parameter.low)
    values: list[Plain] = [int(v) if parameter.kind is int else v for v in tried]
    fitting = [value for value in values if fits(parameter, value)]
    return list(dict.fromkeys(value for value in fitting if value != parameter.default))


def fits(parameter: Parameter, value: Plain) -> bool:
    try:
        parameter.check(value, "test")
    except ParameterError:
        return False
    return True


def changes(switch: Switch) -> list[Change]:
    """For each word and each kind of part a change from the default; for numbers, one change
    of several values of which one must matter."""
    declared = switch.declared
    if isinstance(declared, Slot):
        kinds = [kind.name for kind in declared.kinds if kind.name != declared.default]
        return [Change(switch, (declared.default, name)) for name in kinds]
    if declared.kind is str:
        return [Change(switch, (declared.default, word)) for word in others(declared)]
    return [Change(switch, (declared.default, None))]
