"""The registered agents: kinds with their parts, and presets made from them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from tesuji.agents.agent import Agent
from tesuji.agents.functions import (
    PYTHON,
    Function,
    check_digest,
    find_source,
    function_kind,
    function_spec,
    python_kind,
)
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.agents.levels import LEVELS
from tesuji.agents.presets import PRESETS, Preset
from tesuji.errors import ParameterError, UnknownAgentError
from tesuji.plugins import AGENTS, load_plugin, plugin_names
from tesuji.python_files import current_file
from tesuji.specs import Kind, Spec, did_you_mean, expand, merge, parse_spec

__all__ = [
    "AgentLike",
    "agent",
    "agent_kind",
    "agents",
    "find_preset",
    "is_built_in",
    "is_loaded",
    "plugin_agents",
    "register_agent",
    "register_function",
    "registered_agents",
    "resolve",
]


class Chooser(Protocol):
    """An object with a method ``choose(position)`` or ``choose(position, budget)``."""

    @property
    def choose(self) -> Callable[..., Any]: ...


AgentLike = str | Agent | Callable[..., Any] | Chooser
"""A spec, an agent, a function ``choose(position)``, or a class or object with ``choose``."""

_kinds: dict[str, Kind] = {kind.name: kind for kind in AGENT_KINDS}
_presets: dict[str, Preset] = {
    preset.name: preset for preset in (*PRESETS, *(level.preset for level in LEVELS))
}
_registered: dict[str, Kind] = {}
_plugins: dict[str, Kind] = {PYTHON.name: PYTHON}
"""Agents that run other code, once they have been used."""


def agents() -> list[str]:
    """The names of all agents, kinds and presets; plugins are listed by `tesuji agents`.

    >>> import tesuji
    >>> tesuji.agents()
    ['alphabeta', 'avalam-mcts', ..., 'level-8', 'mcs', 'mcts', ..., 'random', 'random-walk']
    """
    return sorted([*_kinds, *_presets, *_registered])


def is_built_in(name: str) -> bool:
    """Whether a name belongs to one of Tesuji's own kinds and presets."""
    return name in _kinds or name in _presets


def is_loaded(name: str) -> bool:
    """Whether an agent can be described without loading a plugin."""
    return is_built_in(name) or name in _registered or name in _plugins


def registered_agents() -> dict[str, Kind]:
    """The agents that `register_agent` has added, by name."""
    return dict(_registered)


def register_agent(
    name: str, choose: Callable[..., Any] | Chooser, *, version: str = "", file: Path | None = None
) -> Agent:
    """Registers a function or class as an agent, for use in specs by its name.

    ``choose(position)`` returns a move or its text. A class has ``choose(self, position, budget)``
    and may have ``begin(self, game, seed)``; every player gets a new object. ``version``
    identifies a function that is not in a file. ``file`` is the file that registers it; by default,
    the one that is being loaded.

    >>> import tesuji
    >>> tesuji.register_agent("first-move", lambda position: position.legal_moves[0])
    tesuji.agent('first-move')
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name) or not _is_free(name):
        expected = "a word of letters, digits, - and _ that no other agent has"
        raise ParameterError(
            f"the name of an agent must be {expected}, not {name!r}",
            where="name",
            given=name,
            expected=expected,
        )
    register_function(name, find_source(choose, version=version, file=file or current_file()))
    return agent(name)


def register_function(name: str, function: Function) -> None:
    """Registers a function that has been found already, unless it is registered as the same."""
    known = _registered.get(name)
    is_same = known is not None and known.make == function
    if not is_same or function.live is not None:
        _registered[name] = function_kind(name, function)


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*")


def _is_free(name: str) -> bool:
    return not is_built_in(name) and name not in _plugins and name not in plugin_names(AGENTS)


def agent_kind(name: str) -> Kind:
    """The declaration of a kind of agent: Tesuji's own, a registered one, or one of a plugin."""
    for known in (_kinds, _registered, _plugins):
        if name in known:
            return known[name]
    if (plugin := load_plugin(AGENTS, name, Kind)) is not None:
        return _plugins.setdefault(name, plugin)
    raise UnknownAgentError(f"there is no agent {name!r}{_hint(name)}", name=name)


def plugin_agents() -> list[str]:
    """The names of agents that run other code: Python, commands, other frameworks."""
    return sorted({*_plugins, *plugin_names(AGENTS)})


def _hint(name: str) -> str:
    plugins = plugin_agents()
    if name.endswith(".py"):
        return f'; a file is named as python("{name}:choose"), or loaded with --load {name}'
    hint = did_you_mean(name, [*_kinds, *_registered, *plugins]) or did_you_mean(name, _presets)
    return f"{hint}; known agents: {', '.join(agents())}; from plugins: {', '.join(plugins)}"


def find_preset(name: str) -> Preset | None:
    """Finds a preset by name."""
    return _presets.get(name)


def resolve(spec: Spec) -> tuple[Kind, Spec]:
    """The kind behind a spec, and the spec in terms of that kind, without defaults."""
    preset = find_preset(spec.name)
    if preset is None:
        kind = agent_kind(spec.name)
        kind = python_kind(spec) if kind is PYTHON else kind
        if isinstance(kind.make, Function):
            check_digest(spec, kind.make)
        return kind, spec
    kind, base = resolve(parse_spec(preset.base))
    return kind, merge(replace(kind, name=spec.name), base, spec)


def agent(spec: AgentLike, *, version: str = "") -> Agent:
    """The agent that a spec such as ``"mcts(select=ucb1(c=0.7))"`` describes.

    A function ``choose(position)`` is an agent too, and so is a class with ``choose``; see
    `register_agent`. ``version`` identifies a function that is not in a file.

    >>> import tesuji
    >>> tesuji.agent("mcts(selct=ucb1)")
    Traceback (most recent call last):
    tesuji.errors.ParameterError: mcts has no parameter 'selct' (did you mean 'select'?); ...
    >>> print(tesuji.agent("flat(simulations=100)").expanded())
    flat(rollout=uniform, ..., time=share(moves=25.0, first=1.0, margin=0.05, forced=true),
    clock=wall, simulations=100)
    >>> tesuji.agent("ewn-hard(horizon=fixed(depth=2))") == tesuji.agent("ewn-normal")
    True
    >>> tesuji.agent(lambda position: position.legal_moves[0])
    tesuji.agent('python("<lambda>")')
    """
    if isinstance(spec, Agent):
        return spec
    if not isinstance(spec, str):
        return _function_agent(spec, version)
    parsed = parse_spec(spec)
    kind, own = resolve(parsed)
    expanded = _expand(parsed.name, kind, own)
    return Agent(parsed, kind, expanded, preset=find_preset(parsed.name))


def _function_agent(given: Any, version: str) -> Agent:
    function = find_source(given, version=version)
    spec = function_spec(function)
    kind = python_kind(spec, given)
    return Agent(spec, kind, _expand(kind.name, kind, spec))


def _expand(name: str, kind: Kind, own: Spec) -> Spec:
    """Writes the spec out; errors name the agent as the caller did."""
    try:
        return Spec(kind.name, expand(replace(kind, name=name), own).arguments)
    except ParameterError as error:
        if name == kind.name or str(error).startswith(name):
            raise
        raise ParameterError(f"{name}: {error}", **error.__dict__) from None
