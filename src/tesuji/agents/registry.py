"""The registered agents: kinds with their parts, and presets made from them."""

from __future__ import annotations

from dataclasses import replace

from tesuji.agents.agent import Agent
from tesuji.agents.kinds import AGENT_KINDS
from tesuji.agents.levels import LEVELS
from tesuji.agents.presets import PRESETS, Preset
from tesuji.errors import ParameterError, UnknownAgentError
from tesuji.plugins import AGENTS, load_plugin
from tesuji.specs import Kind, Spec, did_you_mean, expand, merge, parse_spec

__all__ = ["agent", "agent_kind", "agents", "find_preset", "resolve"]

_kinds: dict[str, Kind] = {kind.name: kind for kind in AGENT_KINDS}
_presets: dict[str, Preset] = {
    preset.name: preset for preset in (*PRESETS, *(level.preset for level in LEVELS))
}


def agents() -> list[str]:
    """The names of all agents, kinds and presets.

    >>> import tesuji
    >>> tesuji.agents()
    ['alphabeta', 'avalam-mcts', ..., 'level-8', 'mcs', 'mcts', ..., 'random', 'random-walk']
    """
    return sorted([*_kinds, *_presets])


def agent_kind(name: str) -> Kind:
    """The declaration of a kind of agent, one of Tesuji's own or one from a plugin."""
    if name not in _kinds and (plugin := load_plugin(AGENTS, name, Kind)) is not None:
        _kinds[name] = plugin
    if name not in _kinds:
        hint = did_you_mean(name, _kinds) or did_you_mean(name, _presets)
        raise UnknownAgentError(
            f"there is no agent {name!r}{hint}; known agents: {', '.join(agents())}", name=name
        )
    return _kinds[name]


def find_preset(name: str) -> Preset | None:
    """Finds a preset by name."""
    return _presets.get(name)


def resolve(spec: Spec) -> tuple[Kind, Spec]:
    """The kind behind a spec, and the spec in terms of that kind, without defaults."""
    preset = find_preset(spec.name)
    if preset is None:
        return agent_kind(spec.name), spec
    kind, base = resolve(parse_spec(preset.base))
    return kind, merge(replace(kind, name=spec.name), base, spec)


def agent(spec: str) -> Agent:
    """The agent that a spec such as ``"mcts(select=ucb1(c=0.7))"`` describes.

    >>> import tesuji
    >>> tesuji.agent("mcts(selct=ucb1)")
    Traceback (most recent call last):
    tesuji.errors.ParameterError: mcts has no parameter 'selct' (did you mean 'select'?); ...
    >>> print(tesuji.agent("flat(simulations=100)").expanded())
    flat(rollout=uniform, ..., time=share(moves=25.0, first=1.0, margin=0.05, forced=true),
    clock=wall, simulations=100)
    >>> tesuji.agent("ewn-hard(horizon=fixed(depth=2))") == tesuji.agent("ewn-normal")
    True
    """
    parsed = parse_spec(spec)
    kind, own = resolve(parsed)
    expanded = _expand(parsed.name, kind, own)
    return Agent(parsed, kind, expanded, preset=find_preset(parsed.name))


def _expand(name: str, kind: Kind, own: Spec) -> Spec:
    """Writes the spec out; errors name the agent as the caller did."""
    try:
        return Spec(kind.name, expand(replace(kind, name=name), own).arguments)
    except ParameterError as error:
        if name == kind.name or str(error).startswith(name):
            raise
        raise ParameterError(f"{name}: {error}", **error.__dict__) from None
