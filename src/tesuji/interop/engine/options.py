"""The options of our engine, made from the declared parameters of its agent."""

from __future__ import annotations

from collections.abc import Iterator

import tesuji
from tesuji.agents import Agent
from tesuji.agents.defaults import with_part_of
from tesuji.agents.registry import resolve
from tesuji.errors import ParameterError
from tesuji.interop.engine.protocol import Option
from tesuji.specs import LARGEST_INTEGER, Kind, Parameter, Slot, Spec, parse_spec
from tesuji.specs.paths import parameter_at

__all__ = ["agent_options", "with_option"]


def agent_options(agent: Agent) -> list[Option]:
    """Every parameter of the agent by its dotted path; none if it runs code that is not ours."""
    kind, _ = resolve(parse_spec(agent.spec))
    return list(_options(kind, parse_spec(agent.expanded()))) if kind.safe else []


def with_option(agent: Agent, name: str, value: str) -> Agent:
    """The agent with another value of one parameter; raises ParameterError if it is invalid."""
    # A default part of the game has no parameters; one that has them takes its place.
    whole = parse_spec(agent.expanded())
    spec = with_part_of(whole, name)
    changed = agent if spec == whole else tesuji.agent(str(spec))
    if name not in (option.name for option in agent_options(changed)):
        expected = ", ".join(option.name for option in agent_options(agent)) or "no options"
        raise ParameterError(
            f"there is no option {name!r}; the options are {expected}",
            where=name,
            given=name,
            expected=expected,
        )
    kind, _ = resolve(parse_spec(agent.spec))
    spec = parse_spec(changed.expanded())
    parameter = parameter_at(kind, spec, name)
    if isinstance(parameter, Parameter) and parameter.text:
        return tesuji.agent(str(spec.replaced(name, value)))
    arguments = parse_spec(f"option(value={value})").arguments
    if list(arguments) != ["value"]:
        raise ParameterError(f"{name}={value} is not one value", where=name, given=value)
    return tesuji.agent(str(spec.replaced(name, arguments["value"])))


def _options(kind: Kind, spec: Spec, prefix: str = "") -> Iterator[Option]:
    for parameter in kind.parameters:
        path, value = f"{prefix}{parameter.name}", spec.arguments.get(parameter.name)
        if isinstance(parameter, Slot):
            assert isinstance(value, Spec)
            choices = tuple(part.name for part in parameter.kinds)
            yield Option(name=path, type="combo", default=value.name, choices=choices)
            yield from _options(parameter.kind(value.name, kind.name), value, f"{path}.")
        else:
            yield _option(path, parameter, "" if value is None else _text(value))


def _option(path: str, parameter: Parameter, default: str) -> Option:
    if parameter.kind is bool:
        return Option(name=path, type="check", default=default)
    if parameter.choices:
        return Option(name=path, type="combo", default=default, choices=parameter.choices)
    if parameter.kind is int and default:
        low = -LARGEST_INTEGER if parameter.low is None else int(parameter.low)
        high = LARGEST_INTEGER if parameter.high is None else int(parameter.high)
        return Option(name=path, type="spin", default=default, low=low, high=high)
    return Option(name=path, type="string", default=default)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
