"""Reads what varies: ``select.c, knowledge.threats=0.1..0.6, rollout=uniform|decisive``.

Ranges and choices come from the declarations of the parameters; the text can narrow them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import tesuji
from tesuji.agents import Agent
from tesuji.agents.registry import AgentLike
from tesuji.arena.match.ineffective import why_ineffective
from tesuji.errors import ParameterError, TesujiError
from tesuji.games import Game
from tesuji.specs import Parameter, Plain, Slot, Spec, did_you_mean, parameter_at, parse_spec
from tesuji.tune.space import Dimension, Space

__all__ = ["make_space"]

_RANGE = re.compile(r"\s*(?P<low>[^\s.]\S*?)\s*\.\.\s*(?P<high>\S+)\s*")


def make_space(
    agent: AgentLike, game: Game, over: str | Sequence[str], options: Mapping[str, Any]
) -> Space:
    """The space of a text such as ``select.c=0.1..2, reuse``; ``options`` are those of a match."""
    given = tesuji.agent(agent)
    given.check(game)
    whole = tesuji.agent(given.expanded(game))
    parts = [part.strip() for part in (over.split(",") if isinstance(over, str) else over)]
    if not any(parts):
        raise ParameterError.wrong_value("over", over, "one or more parameters, such as select.c")
    found = [_dimension(whole, game, part, options) for part in parts if part]
    _check_paths([each.path for each in found])
    return Space(given, game, tuple(found))


def _check_paths(paths: Sequence[str]) -> None:
    for path in paths:
        if paths.count(path) > 1:
            raise ParameterError(
                f"over: {path} is given twice", where=path, given=path, expected="it once"
            )
        inside = [each for each in paths if each.startswith(f"{path}.")]
        if inside:
            raise ParameterError(
                f"over: {inside[0]} belongs to {path}, which varies too; tune one of them",
                where=inside[0],
                given=path,
                expected=f"{path} or {inside[0]}",
            )


def _dimension(agent: Agent, game: Game, text: str, options: Mapping[str, Any]) -> Dimension:
    name, equals, narrowed = (word.strip() for word in text.partition("="))
    if equals and not narrowed:
        raise ParameterError.wrong_value(name, text, f"{name}=LOW..HIGH or {name}=A|B")
    path = _path(agent, name)
    declared = parameter_at(agent._kind, agent._expanded, path)
    if reason := why_ineffective(agent, path, game, options):
        raise ParameterError(f"over: {path} has no effect: {reason}", where=path, given=text)
    start = agent.settings.get(path)
    if start is None:
        raise ParameterError(
            f"over: {path} is not set in {agent.spec.partition('(')[0]}; give the agent a value",
            where=path,
            given=text,
            expected=f"an agent with a value of {path}",
        )
    if isinstance(declared, Slot) or declared.kind in (bool, str):
        return _choice(agent, game, path, declared, start, narrowed)
    return _number(path, declared, start, narrowed)


def _path(agent: Agent, name: str) -> str:
    """The full path; the last word is enough if only one part in use has it."""
    if _is_used(agent, name):
        return name
    used = [path for path in agent.settings if _is_used(agent, path)]
    ending = [path for path in used if path.rpartition(".")[2] == name]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise ParameterError(
            f"over: {name!r} is ambiguous, expected {' or '.join(ending)}",
            where=name,
            given=name,
            expected=" or ".join(ending),
        )
    if "." not in name and (hint := did_you_mean(name, {p.rpartition(".")[2] for p in used})):
        kind = agent._kind.name
        raise ParameterError(
            f"over: {kind} has no parameter {name!r}{hint}", owner=kind, where=name, given=name
        )
    return name  # parameter_at explains what is wrong with it


def _is_used(agent: Agent, path: str) -> bool:
    """Whether the path leads to a parameter of a part in use."""
    try:
        parameter_at(agent._kind, agent._expanded, path)
    except ParameterError:
        return False
    return True


# Numbers


def _number(path: str, declared: Parameter, start: Plain, narrowed: str) -> Dimension:
    kind = "int" if declared.kind is int else "float"
    low, high = _given_range(path, declared, narrowed) if narrowed else _around(declared, start)
    if not low < high:
        raise ParameterError.wrong_value(path, narrowed or f"{low:g}..{high:g}", "LOW below HIGH")
    return Dimension(path, kind, start, low, high)  # type: ignore[arg-type]


def _given_range(path: str, declared: Parameter, text: str) -> tuple[float, float]:
    match = _RANGE.fullmatch(text)
    expected = f"a range within {declared.range_text()}, such as {path}=LOW..HIGH"
    if match is None:
        raise ParameterError.wrong_value(path, text, expected)
    ends = []
    for word in match.group("low", "high"):
        try:
            number: float = int(word) if declared.kind is int else float(word)
        except ValueError:
            raise ParameterError.wrong_value(path, text, expected) from None
        ends.append(float(declared.check(number, "over")))
    return ends[0], ends[1]


def _around(declared: Parameter, start: Plain) -> tuple[float, float]:
    """The declared range, at most twice the start value (at least 1) to either side of it."""
    middle = float(start)
    reach = max(2 * abs(middle), 1.0)
    low = middle - reach if declared.low is None else max(declared.low, middle - reach)
    high = middle + reach if declared.high is None else min(declared.high, middle + reach)
    return low, high


# Choices


def _choice(
    agent: Agent, game: Game, path: str, declared: Parameter | Slot, start: Plain, narrowed: str
) -> Dimension:
    known = _choices(agent, game, path, declared)
    if not narrowed:
        return _checked_choice(path, start, known, known)
    chosen = []
    for word in narrowed.split("|"):
        value = {"true": True, "false": False}.get(word.strip(), word.strip())
        if value not in known:
            texts = "|".join(str(each).lower() for each in known)
            raise ParameterError.wrong_value(path, word.strip(), f"some of {texts}")
        chosen.append(value)
    # The start stays possible, so that nothing better than it may be the answer.
    return _checked_choice(path, start, tuple(dict.fromkeys([*chosen, start])), known)


def _checked_choice(
    path: str, start: Plain, choices: Sequence[Plain], known: Sequence[Plain]
) -> Dimension:
    if len(choices) < 2:
        texts = "|".join(str(each).lower() for each in known)
        expected = f"two or more of {texts}" if len(known) > 1 else "a parameter with more choices"
        raise ParameterError.wrong_value(path, str(start).lower(), expected)
    return Dimension(path, "choice", start, choices=tuple(choices))


def _choices(agent: Agent, game: Game, path: str, declared: Parameter | Slot) -> tuple[Plain, ...]:
    """Everything that the parameter can be on this game."""
    if isinstance(declared, Parameter):
        if declared.kind is bool:
            return False, True
        if not declared.choices:
            raise ParameterError(
                f"over: {path} takes {declared.range_text()}, which has no range to search",
                where=path,
                expected="a number, a choice, a switch or a part",
            )
        return declared.choices
    names = [kind.name for kind in declared.kinds if kind.name != "default"]
    return tuple(name for name in names if _plays(agent, game, path, name))


def _plays(agent: Agent, game: Game, path: str, part: str) -> bool:
    """Whether the agent with this part can play the game."""
    changed = parse_spec(agent.expanded()).replaced(path, Spec(part))
    try:
        tesuji.agent(str(changed)).check(game)
    except TesujiError:
        return False
    return True
